//! The words of `why`: nodes. Pure, as `wanted` is.

use super::wanted::Wanted;
use crate::domain::places::Places;

/// The name of a node, also behind `node/` or after `node`.
pub(super) fn node(words: &[String], typed: &str) -> Wanted {
    let Ok(places) = Places::parse(words) else {
        return Wanted::Nothing;
    };
    let before = match typed.split_once('/') {
        Some((kind @ ("node" | "nodes" | "no"), _)) => format!("{kind}/"),
        Some(_) => return Wanted::Nothing,
        None => String::new(),
    };
    Wanted::Nodes {
        before,
        but: [places.nodes, places.bare].concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_offered_in_the_form_that_is_typed() {
        let wanted = |words: &str, typed: &str| {
            let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
            node(&words, typed)
        };
        let nodes = |before: &str, but: &[&str]| Wanted::Nodes {
            before: before.to_owned(),
            but: but.iter().map(|name| (*name).to_owned()).collect(),
        };
        assert_eq!(wanted("", ""), nodes("", &[]), "R03");
        assert_eq!(wanted("n1", "n"), nodes("", &["n1"]), "R03");
        assert_eq!(wanted("node/n1", "node/"), nodes("node/", &["n1"]), "R03");
        assert_eq!(wanted("", "pod/"), Wanted::Nothing, "R03");
    }
}
