//! Tests of `line`.

use super::*;
use crate::cli;

/// The line as text: verbs | flags | words | what is typed.
fn shown(words: &str) -> String {
    let mut tree = cli::tree("kubectl ds");
    tree.build();
    let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
    let line = read(&tree, &words);
    let flag = |(flag, value): &(&Arg, Option<String>)| match value {
        Some(value) => format!("{}={value}", flag.get_id()),
        None => flag.get_id().to_string(),
    };
    let flags: Vec<_> = line.flags.iter().map(flag).collect();
    let current = match &line.current {
        Current::Value { flag, before, typed } => format!("{before}<{}>{typed}", flag.get_id()),
        Current::Flag(typed) => format!("flag {typed}"),
        Current::Word(typed) => format!("word {typed}"),
    };
    format!(
        "{}|{}|{}|{current}",
        line.path.join(" "),
        flags.join(" "),
        line.words.join(" ")
    )
}

#[test]
fn a_line_is_read_as_far_as_it_goes() {
    for (words, expected) in [
        ("", "|||word "),
        ("sta", "|||word sta"),
        ("status ", "status|||word "),
        ("-n kube-system status ", "status|namespace=kube-system||word "),
        (
            "rollout -n=x --context=y status a b ds/",
            "rollout status|namespace=x context=y|a b|word ds/",
        ),
        ("status -n ", "status|||<namespace>"),
        ("status -n ku", "status|||<namespace>ku"),
        ("status -nku", "status|||-n<namespace>ku"),
        ("status -n=ku", "status|||<namespace>ku"),
        ("status -Anku", "status|||-An<namespace>ku"),
        ("status -An ku a ", "status|all_namespaces namespace=ku|a|word "),
        ("status --namespace=ku", "status|||<namespace>ku"),
        ("status --watch=", "status|||<watch>"),
        // Such a flag never takes the next word.
        ("status --watch a ", "status|watch|a|word "),
        ("undo agent --dry-run ", "undo|dry_run|agent|word "),
        ("status -", "status|||flag -"),
        ("status --na", "status|||flag --na"),
        ("status --namespace", "status|||flag --namespace"),
        ("status -- -x", "status|||word -x"),
        ("status -- -y --na", "status||-y|word --na"),
        // The value of a flag is a value, whatever it looks like.
        ("status --context --na", "status|||<context>--na"),
        ("history agent --revision -1 --o", "history|revision=-1|agent|flag --o"),
        // What is not known is passed over.
        ("status --nope -Z a ", "status||a|word "),
        ("nope ", "||nope|word "),
        (
            "status --as-group a --as-group b ",
            "status|as_groups=a as_groups=b||word ",
        ),
        ("set image ds/agent ma", "set image||ds/agent|word ma"),
    ] {
        assert_eq!(shown(words), expected, "R03 {words:?}");
    }
}

#[test]
fn the_flags_that_say_where_to_ask_are_found_wherever_they_are() {
    let mut tree = cli::tree("kubectl ds");
    tree.build();
    let words = "-n a rollout --kubeconfig=f status --insecure-skip-tls-verify --timeout=1m --disable-compression=false x -v 9 --context ";
    let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
    let flags = read(&tree, &words).global_flags();
    let expected = [
        "--namespace=a",
        "--kubeconfig=f",
        "--insecure-skip-tls-verify",
        "--disable-compression=false",
        "--v=9",
    ];
    assert_eq!(
        flags, expected,
        "the flag being typed and those of the verb are none of them"
    );
    let options = cli::options_of(&flags).expect("they can be read");
    assert_eq!(options.namespace.as_deref(), Some("a"));
    assert!(options.insecure_skip_tls_verify);
    assert!(cli::options_of(&["--v=x".to_owned()]).is_none());
}
