//! Which DaemonSets a command line means: kubectl's argument forms (semantics E-3, E-4).

/// How the command was spelled; kubectl's spelling is held to kubectl's rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spelling {
    /// `status`, `set-image`…: a bare word is a name.
    Own,
    /// `rollout status`, `set image`…: a bare word is a resource type.
    Kubectl,
}

/// What the words and the selector mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// These, by name, in this order.
    Named(Vec<String>),
    /// All that the selector matches; all of the namespace without one.
    Every {
        /// A label selector, sent to the server as it is (semantics E-6).
        selector: Option<String>,
    },
    /// Nothing was said.
    Nothing,
}

const MIXED: &str = "there is no need to specify a resource type as a separate argument when passing arguments in \
                     resource/name form (e.g. 'kubectl get resource/<resource_name>' instead of 'kubectl get resource \
                     resource/<resource_name>'";

/// Whether `word` names the kind DaemonSet. Short names are matched exactly, the others in any case, as kubectl does.
pub fn is_kind(word: &str) -> bool {
    let (kind, group) = word.split_once('.').unwrap_or((word, ""));
    let known = kind == "ds"
        || ["daemonset", "daemonsets"]
            .iter()
            .any(|long| kind.eq_ignore_ascii_case(long));
    known
        && ["", "apps", "v1.apps"]
            .iter()
            .any(|served| group.eq_ignore_ascii_case(served))
}

/// Reads the words of a command line.
///
/// # Errors
/// kubectl's own words where it has some (semantics E-4), without the `error: ` prefix.
pub fn parse(words: &[String], selector: Option<&str>, spelling: Spelling) -> Result<Target, String> {
    let every = || Target::Every {
        selector: selector.map(str::to_owned),
    };
    let Some(first) = words.first() else {
        return match (selector, spelling) {
            (Some(_), Spelling::Own) => Ok(every()),
            _ => Ok(Target::Nothing),
        };
    };
    if words.iter().any(|word| word.contains('/')) {
        let names = words.iter().map(|word| slashed(word)).collect::<Result<Vec<_>, _>>()?;
        return match selector {
            Some(_) => Err("selectors and the all flag cannot be used when passing resource/name arguments".to_owned()),
            None => Ok(Target::Named(unique(names))),
        };
    }
    let names = match (is_kind(first), spelling) {
        (true, _) => &words[1..],
        (false, Spelling::Own) => words,
        (false, Spelling::Kubectl) => return Err(unknown(first)),
    };
    if names.iter().any(String::is_empty) {
        return Err("resource name may not be empty".to_owned());
    }
    match (names, selector) {
        ([], _) => Ok(every()),
        (_, Some(_)) => Err("name cannot be provided when a selector is specified".to_owned()),
        (names, None) => Ok(Target::Named(unique(names.to_vec()))),
    }
}

fn slashed(word: &str) -> Result<String, String> {
    let mut parts = word.split('/');
    match (parts.next(), parts.next(), parts.next()) {
        (_, None, _) => Err(MIXED.to_owned()),
        (_, _, Some(_)) => Err("arguments in resource/name form may not have more than one slash".to_owned()),
        (Some(kind), Some(name), None) if kind.is_empty() || name.is_empty() => Err(format!(
            "arguments in resource/name form must have a single resource and name: {word}"
        )),
        (Some(kind), ..) if !is_kind(kind) => Err(unknown(kind)),
        (_, Some(name), None) => Ok(name.to_owned()),
    }
}

/// kubectl's words for a type nobody serves, and for the known ones what to use instead.
fn unknown(kind: &str) -> String {
    const OTHERS: [&str; 10] = [
        "deploy",
        "deployment",
        "deployments",
        "sts",
        "statefulset",
        "statefulsets",
        "rs",
        "replicaset",
        "po",
        "pod",
    ];
    let bare = kind.split('.').next().unwrap_or(kind).to_ascii_lowercase();
    if OTHERS.contains(&bare.as_str()) {
        return format!("only daemon sets are handled here; for {kind} use kubectl itself");
    }
    format!("the server doesn't have a resource type \"{kind}\"")
}

fn unique(names: Vec<String>) -> Vec<String> {
    let mut seen = Vec::with_capacity(names.len());
    for name in names {
        if !seen.contains(&name) {
            seen.push(name);
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str, selector: Option<&str>, spelling: Spelling) -> Result<Target, String> {
        parse(
            &line.split_whitespace().map(str::to_owned).collect::<Vec<_>>(),
            selector,
            spelling,
        )
    }

    #[test]
    fn every_form_of_kubectl_names_the_same() {
        let both = Target::Named(vec!["a".to_owned(), "b".to_owned()]);
        for line in [
            "ds a b",
            "ds/a ds/b",
            "daemonset a b",
            "daemonsets/a daemonset.apps/b",
            "daemonsets.v1.apps a b",
            "DaemonSet/a DAEMONSET/b",
        ] {
            assert_eq!(read(line, None, Spelling::Kubectl), Ok(both.clone()), "E-3 {line}");
            assert_eq!(read(line, None, Spelling::Own), Ok(both.clone()), "E-3 {line}");
        }
        assert_eq!(read("a b", None, Spelling::Own), Ok(both));
        assert!(
            read("DS/a", None, Spelling::Own).is_err(),
            "E-3: the short name is matched exactly"
        );
    }

    #[test]
    fn an_empty_name_is_no_name() {
        for words in [vec![""], vec!["ds", ""], vec!["agent", ""]] {
            let words: Vec<String> = words.into_iter().map(str::to_owned).collect();
            assert_eq!(
                parse(&words, None, Spelling::Own),
                Err("resource name may not be empty".to_owned()),
                "{words:?}"
            );
        }
        assert!(
            is_kind("ds.apps") && is_kind("DaemonSets.v1.apps") && !is_kind("ds.batch") && !is_kind("DS"),
            "E-3"
        );
    }

    #[test]
    fn a_bare_kind_or_a_selector_means_every_one() {
        let all = |selector: Option<&str>| {
            Ok(Target::Every {
                selector: selector.map(str::to_owned),
            })
        };
        assert_eq!(read("ds", None, Spelling::Kubectl), all(None));
        assert_eq!(read("ds", Some("a=b"), Spelling::Kubectl), all(Some("a=b")));
        assert_eq!(read("", Some("a=b"), Spelling::Own), all(Some("a=b")));
        assert_eq!(
            read("", Some("a=b"), Spelling::Kubectl),
            Ok(Target::Nothing),
            "E-4: a lone -l is not enough"
        );
        assert_eq!(read("", None, Spelling::Own), Ok(Target::Nothing));
    }

    #[test]
    fn wrong_forms_get_kubectls_words() {
        let cases = [
            ("agent", None, "the server doesn't have a resource type \"agent\""),
            ("ds/agent extra", None, MIXED),
            (
                "ds/agent",
                Some("a=b"),
                "selectors and the all flag cannot be used when passing resource/name arguments",
            ),
            (
                "ds agent",
                Some("a=b"),
                "name cannot be provided when a selector is specified",
            ),
        ];
        for (line, selector, words) in cases {
            assert_eq!(
                read(line, selector, Spelling::Kubectl),
                Err(words.to_owned()),
                "E-4 {line}"
            );
        }
    }
}
