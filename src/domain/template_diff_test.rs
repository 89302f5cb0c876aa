//! Changes between two pod templates, in words and by place.

use serde_json::{Value, json};

use super::changes;
use crate::domain::template::same;

fn base() -> Value {
    json!({"metadata": {"labels": {"app": "agent"}, "annotations": {}}, "spec": {
        "containers": [
            {"name": "main", "image": "registry.example/agent:1", "args": ["-v"],
             "env": [{"name": "FLAG", "value": "on"}],
             "resources": {"limits": {"memory": "64Mi", "cpu": "1"}},
             "ports": [{"containerPort": 8080, "protocol": "TCP"}]},
            {"name": "side", "image": "registry.example/side:1"}],
        "initContainers": [{"name": "prep", "image": "registry.example/prep:1"}],
        "tolerations": [{"key": "a", "operator": "Exists"}, {"key": "b", "value": "x", "effect": "NoSchedule"}],
        "volumes": [{"name": "cfg", "configMap": {"name": "one"}}]}})
}

/// `base()` with one member set (`null` removes it).
fn with(pointer: &str, value: Value) -> Value {
    let mut template = base();
    let (parent, field) = pointer.rsplit_once('/').expect("a pointer");
    match template.pointer_mut(parent).expect("the parent") {
        Value::Object(members) if value.is_null() => drop(members.shift_remove(field)),
        Value::Object(members) => drop(members.insert(field.replace("~1", "/"), value)),
        Value::Array(elements) if value.is_null() => drop(elements.remove(field.parse().expect("an index"))),
        Value::Array(elements) => elements.push(value),
        _ => unreachable!("parents are containers"),
    }
    template
}

fn words(old: &Value, new: &Value) -> Vec<String> {
    changes(old, new).iter().map(ToString::to_string).collect()
}

#[test]
fn each_kind_of_change_has_its_words() {
    let main = "/spec/containers/0";
    for (pointer, value, expected) in [
        (
            format!("{main}/image"),
            json!("registry.example/agent:2"),
            "main image agent:1 → agent:2",
        ),
        (
            format!("{main}/image"),
            json!("other/agent:1"),
            "main image registry.example/agent:1 → other/agent:1",
        ),
        (
            "/spec/initContainers/0/image".into(),
            json!("registry.example/prep:2"),
            "init prep image prep:1 → prep:2",
        ),
        (
            format!("{main}/resources/limits/memory"),
            json!("128Mi"),
            "main limits.memory 64Mi → 128Mi",
        ),
        (format!("{main}/resources/limits/x"), json!("1"), "main +limits.x 1"),
        (format!("{main}/env/0"), Value::Null, "main env FLAG removed"),
        (
            format!("{main}/env/-"),
            json!({"name": "NEW", "value": "1"}),
            "main +env NEW 1",
        ),
        (
            format!("{main}/env/-"),
            json!({"name": "NODE", "valueFrom": {"x": {}}}),
            "main +env NODE",
        ),
        (
            format!("{main}/env/0/value"),
            json!("off"),
            "main env FLAG value on → off",
        ),
        (format!("{main}/args"), json!(["-v", "-v"]), "main args changed"),
        (
            format!("{main}/livenessProbe"),
            json!({"periodSeconds": 1}),
            "main +livenessProbe",
        ),
        (
            format!("{main}/ports/-"),
            json!({"containerPort": 1, "protocol": "UDP"}),
            "main +port 1/UDP",
        ),
        ("/spec/containers/1".into(), Value::Null, "container side removed"),
        (
            "/spec/containers/-".into(),
            json!({"name": "log", "image": "r/log:1"}),
            "+container log (r/log:1)",
        ),
        (
            "/spec/tolerations/-".into(),
            json!({"key": "gpu", "effect": "NoSchedule"}),
            "+toleration gpu:NoSchedule",
        ),
        (
            "/spec/tolerations/1".into(),
            Value::Null,
            "toleration b=x:NoSchedule removed",
        ),
        (
            "/spec/tolerations/-".into(),
            json!({"operator": "Exists"}),
            "+toleration op=Exists",
        ),
        (
            "/spec/volumes/0/configMap/name".into(),
            json!("two"),
            "volume cfg configMap.name one → two",
        ),
        ("/spec/hostNetwork".into(), json!(true), "+hostNetwork true"),
        ("/spec/affinity".into(), json!({"nodeAffinity": {"x": 1}}), "+affinity"),
        (
            "/spec/nodeSelector".into(),
            json!({"pool": ""}),
            "+nodeSelector.pool \"\"",
        ),
        ("/metadata/labels/tier".into(), json!("edge"), "+label tier edge"),
        ("/metadata/labels/app".into(), Value::Null, "label app removed"),
        (
            "/metadata/annotations/kubectl.kubernetes.io~1restartedAt".into(),
            json!("2026-01-01T00:00:00Z"),
            "restarted",
        ),
    ] {
        assert_eq!(words(&base(), &with(&pointer, value)), [expected], "{pointer}");
    }
}

#[test]
fn images_come_first_and_every_difference_is_listed() {
    let mut new = with("/spec/hostNetwork", json!(true));
    new["metadata"]["labels"]["tier"] = json!("edge");
    new["spec"]["initContainers"][0]["image"] = json!("registry.example/prep:2");
    new["spec"]["containers"][0]["image"] = json!("registry.example/agent:2");
    let expected = [
        "main image agent:1 → agent:2",
        "init prep image prep:1 → prep:2",
        "+hostNetwork true",
        "+label tier edge",
    ];
    assert_eq!(words(&base(), &new), expected);
}

#[test]
fn reordered_and_repeated_elements_are_not_lost() {
    let mut new = base();
    new["spec"]["tolerations"].as_array_mut().expect("a list").reverse();
    assert_eq!(words(&base(), &new), ["order of tolerations"]);
    let twice = with("/spec/tolerations/-", json!({"key": "a", "operator": "Exists"}));
    assert_eq!(words(&base(), &twice), ["+toleration a op=Exists#2"]);
}

#[test]
fn nothing_changed_means_no_changes_and_the_other_way_round() {
    let spelled = with("/spec/containers/0/resources/limits/cpu", json!("1000m"));
    assert!(same(&base(), &spelled) && changes(&base(), &spelled).is_empty());
    let account = |name: &str| json!({"spec": {"serviceAccount": name, "serviceAccountName": name}});
    assert_eq!(words(&account("a"), &account("b")), ["serviceAccountName a → b"]);
    assert_eq!(
        words(
            &json!({"spec": {"serviceAccount": "a"}}),
            &json!({"spec": {"serviceAccount": "b"}})
        ),
        ["serviceAccount a → b"]
    );
    assert_eq!(
        words(&json!({"spec": {}}), &json!({"spec": {"future": {"x": 1}}})),
        ["+future"]
    );
    assert_eq!(
        words(&Value::Null, &json!({"spec": {"hostPID": true}})),
        ["+hostPID true"]
    );
}

#[test]
fn long_values_are_cut_at_whole_characters() {
    let long = "ä".repeat(200);
    let line = &words(&base(), &with("/metadata/labels/app", json!(long)))[0];
    assert_eq!(line, &format!("label app agent → {}…", "ä".repeat(60)));
}

#[test]
fn places_and_subjects_name_the_field() {
    let mut new = with("/spec/containers/0/env/0", Value::Null);
    new["spec"]["containers"].as_array_mut().expect("a list").pop();
    let found = changes(&base(), &new);
    let places: Vec<String> = found.iter().map(super::Change::place).collect();
    assert_eq!(places, ["containers[main].env[FLAG]", "containers[side]"]);
    let subjects: Vec<String> = found.iter().map(super::Change::subject).collect();
    assert_eq!(subjects, ["env FLAG of main", "container side"], "C05");
}
