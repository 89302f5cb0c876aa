//! Tests of `manifest_text`: what a text means, compared with the reader of kubectl.

use serde_json::json;

use super::*;

fn refusal(text: &str) -> String {
    objects(text, "f.yaml").expect_err("refused").to_string()
}

/// What sigs.k8s.io/yaml 1.6, kubectl's reader, makes of each.
#[test]
fn scalars_are_yaml_1_1() {
    for (text, expected) in [
        ("0644", json!(420)),
        ("-0644", json!(-420)),
        ("0o644", json!(420)),
        ("0_644", json!(420)),
        ("0x1F", json!(31)),
        ("-0x1F", json!(-31)),
        ("0b11", json!(3)),
        ("08", json!(8)),
        ("0", json!(0)),
        ("+5", json!(5)),
        ("1_000", json!(1000)),
        ("644.0", json!(644)),
        ("1e3", json!(1000)),
        ("1.5", json!(1.5)),
        (".5", json!(0.5)),
        ("1.10", json!(1.1)),
        ("12345678901234567890", json!(12_345_678_901_234_567_890_u64)),
        ("yes", json!(true)),
        ("off", json!(false)),
        ("n", json!(false)),
        ("'yes'", json!("yes")),
        ("'0644'", json!("0644")),
        ("\"0644\"", json!("0644")),
        ("!!str 0644", json!("0644")),
        ("0644abc", json!("0644abc")),
        ("0o9", json!("0o9")),
        ("1:30", json!("1:30")),
        ("2001-01-01", json!("2001-01-01")),
        ("~", Value::Null),
        ("", Value::Null),
    ] {
        let documents = documents(&format!("a: {text}\n")).expect(text);
        assert_eq!(documents, [json!({"a": expected})], "{text}");
    }
    assert_eq!(documents("a: 1\na: 2\n").expect("the last"), [json!({"a": 2})]);
    assert_eq!(documents("{\"a\": 1.0}").expect("JSON as it is"), [json!({"a": 1.0})]);
}

#[test]
fn documents_of_both_kinds_are_taken_apart() {
    let one = r#"{"apiVersion": "v1", "kind": "A"}"#;
    let two = r#"{"apiVersion": "v1", "kind": "B"}"#;
    let yaml = "apiVersion: v1\nkind: B\n";
    for text in [
        format!("{one}{two}"),
        format!("\n{one}\n{two}\n"),
        format!("{one}\n---\n{two}\n"),
        format!("---\n{one}\n---\n{two}\n"),
        format!("{one}\n---\n{yaml}"),
        format!("apiVersion: v1\nkind: A\n---\n---\n# nothing\n---\n{yaml}"),
        format!("\u{feff}{one}\n{two}"),
        format!("{{apiVersion: v1, kind: A}}\n---\n{yaml}"),
        format!("apiVersion: v1\nkind: List\nitems:\n- {one}\n- {two}\n"),
    ] {
        let objects = objects(&text, "f").expect(&text);
        let kinds: Vec<_> = objects.iter().map(|object| json::text(object, &["kind"])).collect();
        assert_eq!(kinds, ["A", "B"], "{text}");
    }
    for text in [
        "",
        "# nothing\n",
        "---\n",
        "{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[]}",
    ] {
        assert!(objects(text, "f").expect(text).is_empty(), "{text}");
    }
}

#[test]
fn what_says_not_what_it_is_is_refused_in_kubectls_words() {
    for (text, words) in [
        (
            "metadata: {name: x}",
            "unable to decode \"f.yaml\": Object 'Kind' is missing in '{\"metadata\":{\"name\":\"x\"}}'",
        ),
        (
            "metadata: {name: x}\nkind: DaemonSet",
            "unable to decode \"f.yaml\": Object 'apiVersion' is missing in \
             '{\"kind\":\"DaemonSet\",\"metadata\":{\"name\":\"x\"}}'",
        ),
        (
            "{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: 5}}",
            "unable to decode \"f.yaml\": json: cannot unmarshal number into Go struct field ObjectMeta.metadata.name of \
             type string",
        ),
        (
            "{apiVersion: extensions/v1beta1, kind: DaemonSet, metadata: {name: x}}",
            "resource mapping not found for name: \"x\" namespace: \"\" from \"f.yaml\": no matches for kind \
             \"DaemonSet\" in version \"extensions/v1beta1\"\nensure CRDs are installed first",
        ),
        (
            "just text",
            "unable to decode \"f.yaml\": couldn't get version/kind; string is no object",
        ),
    ] {
        assert_eq!(refusal(text), words);
    }
    assert!(refusal("a: [").starts_with("error parsing f.yaml: "));
    assert!(refusal("{\"apiVersion\": \"v1\", \"kind\": \"A\"} {\"kind\":").starts_with("error parsing f.yaml: "));
}
