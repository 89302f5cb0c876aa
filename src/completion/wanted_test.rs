//! Tests of `wanted`.

use super::*;
use crate::{
    cli,
    completion::{answer::Answer, line},
    render::output::Format,
};

fn want(words: &str) -> (Wanted, Frame) {
    let mut tree = cli::tree("kubectl ds");
    tree.build();
    let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
    wanted(&line::read(&tree, &words))
}

/// What is offered without asking anybody.
fn offered(words: &str) -> Vec<String> {
    match want(words) {
        (Wanted::Fixed(candidates), frame) => {
            let text = Answer::new(candidates, frame).text();
            let names = text.lines().map(|line| line.split('\t').next().unwrap_or_default());
            names.map(str::to_owned).collect()
        }
        other => panic!("{words}: {other:?}"),
    }
}

fn sets(before: &str, but: &[&str]) -> Wanted {
    Wanted::DaemonSets {
        before: before.to_owned(),
        but: but.iter().map(|name| (*name).to_owned()).collect(),
    }
}

#[test]
fn names_come_in_the_form_that_kubectl_takes() {
    for (words, before, but) in [
        ("status ", "", &[][..]),
        ("status a", "", &[]),
        ("status ds ", "", &[]),
        ("status a b ", "", &["a", "b"]),
        ("status ds/", "ds/", &[]),
        ("status daemonsets.apps/a", "daemonsets.apps/", &[]),
        ("status ds/a ", "ds/", &["a"]),
        ("-n x undo --wait ", "", &[]),
        ("orphan-delete ds ", "", &[]),
        ("rollout status ", "ds/", &[]),
        ("rollout status da", "daemonset/", &[]),
        ("rollout status ds ", "", &[]),
        ("rollout undo daemonset a ", "", &["a"]),
        ("rollout restart DaemonSet/a DaemonSet/", "DaemonSet/", &["a"]),
        ("set-image ", "", &[]),
        ("set image ", "ds/", &[]),
        ("set image ds/a ds/", "ds/", &["a"]),
    ] {
        assert_eq!(want(words).0, sets(before, but), "E-3, E-4 {words:?}");
    }
    for words in [
        "orphan-delete a ",
        "status deploy/",
        "rollout status deploy/a",
        "version ",
        "completion bash ",
        "nope ",
    ] {
        assert_eq!(want(words).0, Wanted::Nothing, "{words:?}");
    }
}

#[test]
fn pairs_follow_the_names() {
    let a = || vec!["a".to_owned()];
    let containers = |but: &[&str]| Wanted::Containers {
        sets: a(),
        but: but.iter().map(|name| (*name).to_owned()).collect(),
    };
    assert_eq!(want("set-image a ").0, containers(&[]), "E-50");
    assert_eq!(want("set image ds a ma").0, containers(&[]));
    assert_eq!(want("set image ds/a main=x:1 ").0, containers(&["main"]));
    assert_eq!(want("set-image a main=x:1 s").0, containers(&["main"]));
    let image = Wanted::Image {
        sets: a(),
        container: "main".to_owned(),
    };
    assert_eq!(want("set-image a main=").0, image);
    let (wanted, frame) = want("set-image a main=reg.example/a:1");
    assert_eq!(wanted, image);
    assert!(frame.open, "the tag is to be typed");
    assert_eq!(frame.typed, "main=reg.example/a:1");
    assert_eq!(
        want("set-image a main=x b ").0,
        Wanted::Nothing,
        "E-50: a name after a pair"
    );
}

#[test]
fn revisions_are_those_of_the_first_name() {
    let revisions = |before: &str| Wanted::Revisions {
        set: "a".to_owned(),
        before: before.to_owned(),
    };
    for (words, before) in [
        ("undo a --to-revision ", ""),
        ("undo a --to-revision=", ""),
        ("rollout undo ds/a ds/b --to-revision 1", ""),
        ("history a --revision=", ""),
        ("rollout history ds a --revision ", ""),
        ("status a --revision ", ""),
        ("history a --diff ", ""),
        ("history a --diff 3..", "3.."),
        ("history a --diff=3..1", "3.."),
    ] {
        let (wanted, frame) = want(words);
        assert_eq!(wanted, revisions(before), "{words:?}");
        assert!(frame.ordered, "newest first");
    }
    assert_eq!(want("undo a --to-hash ").0, Wanted::Hashes { set: "a".to_owned() });
    assert_eq!(want("undo --to-revision ").0, Wanted::Nothing, "nobody knows whose");
}

#[test]
fn values_of_flags() {
    for (words, wanted) in [
        ("status -n ", Wanted::Namespaces),
        ("--context=", Wanted::Config(Entries::Contexts)),
        ("status --cluster ", Wanted::Config(Entries::Clusters)),
        ("status --user ", Wanted::Config(Entries::Users)),
        ("status --kubeconfig ", Wanted::Files),
        ("undo -f ", Wanted::Files),
        ("undo -k ", Wanted::Folders),
        ("status --timeout ", Wanted::Nothing),
        ("status --token ", Wanted::Nothing),
        ("undo a --change-cause ", Wanted::Nothing),
    ] {
        assert_eq!(want(words).0, wanted, "{words:?}");
    }
    assert_eq!(offered("status --watch="), ["true", "false", ":4"]);
    assert_eq!(offered("status --color "), ["auto", "always", "never", ":4"]);
    assert_eq!(offered("undo a --dry-run="), ["server", "client", "none", ":4"]);
    assert_eq!(
        offered("completion "),
        ["kubectl", "bash", "elvish", "fish", "powershell", "zsh", ":4"]
    );
    assert_eq!(offered("status a -o "), ["wide", "json", "yaml", "name", ":4"]);
    assert_eq!(offered("status --sort-by re"), ["ready", "revision", ":4"]);
    assert_eq!(offered("status a --sort-by s"), ["state", "since", ":4"]);
    assert_eq!(offered("orphan-delete a -o "), ["name", ":4"]);
    assert_eq!(want("orphan-delete a --backup ").0, Wanted::Files);
    assert_eq!(offered("version -o "), ["json", "yaml", ":4"]);
    for verb in ["undo", "restart", "set-image", "rollout undo"] {
        let formats = offered(&format!("{verb} -o "));
        let known = formats.iter().filter(|word| word.parse::<Format>().is_ok());
        assert_eq!(
            known.count(),
            formats.len() - 1,
            "every format is one, and then comes the directive: {verb}"
        );
    }
}

#[test]
fn verbs_and_flags_are_those_of_the_tree() {
    let verbs = offered("");
    for verb in [
        "status",
        "history",
        "undo",
        "restart",
        "set-image",
        "rollout",
        "set",
        "completion",
        "version",
    ] {
        assert!(verbs.contains(&verb.to_owned()), "{verbs:?}");
    }
    assert_eq!(offered("rollout s"), ["status", ":4"]);
    assert_eq!(offered("set "), ["image", ":4"]);
    assert_eq!(offered("status --timeout"), ["--timeout", ":4"]);
    assert_eq!(
        offered("undo --dry"),
        ["--dry-run=", ":6"],
        "E-60: bare it is deprecated"
    );
    let flags = offered("status -");
    for flag in [
        "-n",
        "--namespace",
        "--context",
        "--as-group",
        "-A",
        "--watch",
        "--help",
    ] {
        assert!(flags.contains(&flag.to_owned()), "anchors 4.4.1: {flags:?}");
    }
    let flags = offered("status -n x --as-group y --");
    assert!(!flags.contains(&"--namespace".to_owned()), "given already");
    assert!(flags.contains(&"--as-group".to_owned()), "can be given again");
    assert!(!flags.contains(&"-A".to_owned()), "{flags:?}");
    assert!(!offered("set-image --").contains(&"--record".to_owned()), "hidden");
}
