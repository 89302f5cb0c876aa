//! Which names an API server gives to objects (RFC 1123). A file can hold others; nothing of a cluster is called so.

/// The longest name, in bytes.
const LONGEST: usize = 253;
/// The longest name of a namespace.
const LABEL: usize = 63;

/// Whether an object can have the name: lower case letters, digits, `-` and `.`, and a letter or digit around every dot.
pub fn subdomain(name: &str) -> bool {
    name.len() <= LONGEST && name.split('.').all(part)
}

/// Whether a namespace can have the name: as [`subdomain`], without dots.
pub fn label(name: &str) -> bool {
    name.len() <= LABEL && part(name)
}

fn part(part: &str) -> bool {
    let ends = [part.chars().next(), part.chars().next_back()];
    let inner = |letter: char| matches!(letter, 'a'..='z' | '0'..='9' | '-');
    part.chars().all(inner) && ends.iter().all(|end| end.is_some_and(|letter| letter != '-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_server_takes_is_a_name() {
        for good in ["a", "agent-x7f2q", "ip-10-0-0-1.ec2.internal", "7", &"a".repeat(253)] {
            assert!(subdomain(good), "{good}");
        }
        let long = "a".repeat(254);
        let bad = [
            "", "-a", "a-", "A", "a_b", "a..b", ".a", "a.", "a-.b", "a b", "a;b", "$(x)", "a/b", "é", "a\n", &long,
        ];
        for bad in bad {
            assert!(!subdomain(bad), "{bad}");
        }
        assert!(label("kube-system") && !label("a.b") && !label(&"a".repeat(64)));
    }
}
