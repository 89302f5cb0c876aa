//! Tests of `manifest`: which of the objects are meant, and which paths there are.

use super::*;
use manifest_text::objects as parse;

#[test]
fn documents_and_lists_are_taken_apart() {
    let text = "apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: a, namespace: x}\n---\n---\napiVersion: v1\n\
                kind: List\nitems:\n- apiVersion: apps/v1\n  kind: DaemonSet\n  metadata: {name: b}\n";
    let names = names(&parse(text, "test").expect("two objects"), None).expect("two names");
    assert_eq!(names, [(Some("x".to_owned()), "a".to_owned()), (None, "b".to_owned())]);
}

#[test]
fn other_kinds_beside_a_daemon_set_are_left_alone() {
    let text = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n---\napiVersion: apps/v1\nkind: DaemonSet\n\
                metadata: {name: agent}\n";
    let objects = parse(text, "test").expect("two objects");
    assert_eq!(names(&objects, None).expect("one name"), [(None, "agent".to_owned())]);
    let kinds = ["ConfigMap", "Role", "ConfigMap"].map(str::to_owned);
    assert_eq!(
        left_alone(kinds.into_iter()).expect("a note"),
        "only the daemon sets of the manifest are looked at, not ConfigMap, Role"
    );
    assert_eq!(left_alone(std::iter::empty()), None);
    let nameless = parse("{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: ''}}", "test").expect("one object");
    let refused = names(&nameless, None).expect_err("no name").to_string();
    assert_eq!(refused, "resource name may not be empty");
}

#[test]
fn an_explicit_namespace_must_be_the_manifests() {
    let objects = parse(
        "apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: agent, namespace: a}",
        "test",
    )
    .expect("one object");
    let refused = names(&objects, Some("b")).expect_err("two namespaces").to_string();
    assert_eq!(
        refused,
        "the namespace from the provided object \"a\" does not match the namespace \"b\". You must pass '--namespace=a' \
         to perform this operation."
    );
    for fits in [Some("a"), Some(""), None] {
        assert_eq!(
            names(&objects, fits).expect("fits"),
            [(Some("a".to_owned()), "agent".to_owned())]
        );
    }
    let silent = parse("apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: agent}", "test").expect("one object");
    assert_eq!(names(&silent, Some("b")).expect("any"), [(None, "agent".to_owned())]);
}

#[test]
fn other_kinds_and_missing_paths_are_refused_by_name() {
    let refused = names(
        &parse("apiVersion: v1\nkind: Namespace\nmetadata: {name: agent}", "test").expect("one object"),
        None,
    );
    assert!(
        refused
            .expect_err("no DaemonSet")
            .to_string()
            .contains("Namespace \"agent\"")
    );
    let missing = read(&["nowhere.yaml".to_owned()], false).expect_err("no such path");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().display().to_string();
    let nothing = read(std::slice::from_ref(&path), false)
        .expect_err("no manifest")
        .to_string();
    assert_eq!(
        nothing,
        format!("error reading [{path}]: recognized file extensions are [.json .yaml .yml]")
    );
    for name in ["a.yaml", "b.yaml", "c.txt"] {
        let text = format!("apiVersion: v1\nkind: K{}\n", &name[..1]);
        fs::write(folder.path().join(name), text).expect("written");
    }
    let matched = read(&[format!("{path}/*.yaml")], false).expect("two files");
    assert_eq!(
        matched.iter().map(|it| json::text(it, &["kind"])).collect::<Vec<_>>(),
        ["Ka", "Kb"]
    );
    let bad = read(&["[a".to_owned()], false).expect_err("no pattern").to_string();
    assert_eq!(bad, "pattern \"[a\" is not valid: syntax error in pattern");
    assert_eq!(missing.to_string(), "the path \"nowhere.yaml\" does not exist", "E-4");
}
