//! What counts as the same template, case by case.

use serde_json::{Value, json};

use super::same;

fn container(members: Value) -> Value {
    json!({"spec": {"containers": [members]}})
}

fn pod(spec: Value) -> Value {
    json!({"metadata": {"labels": {"app": "agent"}}, "spec": spec})
}

fn check(expected: bool, pairs: impl IntoIterator<Item = (&'static str, Value, Value)>) {
    for (what, a, b) in pairs {
        assert_eq!(same(&a, &b), expected, "{what}: {a} and {b}");
        assert_eq!(same(&b, &a), expected, "{what}, the other way round");
        assert!(same(&a, &a) && same(&b, &b), "{what}: equal to itself");
    }
}

#[test]
fn spelling_is_not_meaning() {
    check(
        true,
        [
            ("key order", json!({"a": 1, "b": 2}), json!({"b": 2, "a": 1})),
            (
                "H-10",
                json!({"metadata": {"creationTimestamp": null}}),
                json!({"metadata": {}}),
            ),
            (
                "C-3 directive",
                json!({"$patch": "replace", "spec": {"x": 1}}),
                json!({"spec": {"x": 1}}),
            ),
            ("null is absent", pod(json!({"tolerations": null})), pod(json!({}))),
            ("G-23 empty list is absent", pod(json!({"volumes": []})), pod(json!({}))),
            (
                "empty struct is absent",
                container(json!({"resources": {}})),
                container(json!({})),
            ),
            (
                "deeply empty",
                container(json!({"resources": {"limits": {}}})),
                container(json!({"resources": null})),
            ),
            (
                "empty text is absent",
                container(json!({"env": [{"name": "A", "value": ""}]})),
                container(json!({"env": [{"name": "A"}]})),
            ),
            ("no host network", pod(json!({"hostNetwork": false})), pod(json!({}))),
            (
                "no host port",
                container(json!({"ports": [{"containerPort": 1, "hostPort": 0}]})),
                container(json!({"ports": [{"containerPort": 1}]})),
            ),
            (
                "empty emptyDir",
                pod(json!({"volumes": [{"name": "v", "emptyDir": {}}]})),
                pod(json!({"volumes": [{"name": "v"}]})),
            ),
            (
                "no annotations",
                json!({"metadata": {"annotations": {}}}),
                json!({"metadata": {}}),
            ),
        ],
    );
}

#[test]
fn quantities_are_compared_as_amounts() {
    let limits = |amount: Value| container(json!({"resources": {"limits": {"x": amount}}}));
    check(
        true,
        [
            ("milli", limits(json!("1000m")), limits(json!("1"))),
            ("binary", limits(json!("1Gi")), limits(json!("1024Mi"))),
            ("number", limits(json!(1)), limits(json!("1"))),
            ("not a quantity, same text", limits(json!("odd")), limits(json!("odd"))),
            (
                "size limit",
                pod(json!({"volumes": [{"emptyDir": {"sizeLimit": "1Gi"}}]})),
                pod(json!({"volumes": [{"emptyDir": {"sizeLimit": "1024Mi"}}]})),
            ),
            (
                "divisor 0 is the default",
                json!({"resourceFieldRef": {"divisor": "0"}}),
                json!({"resourceFieldRef": {}}),
            ),
        ],
    );
    check(
        false,
        [
            ("amount", limits(json!("1G")), limits(json!("1Gi"))),
            (
                "zero is not absent",
                limits(json!("0")),
                container(json!({"resources": {"limits": {}}})),
            ),
            ("not a quantity", limits(json!("odd")), limits(json!("even"))),
            (
                "text that only looks like one",
                container(json!({"args": ["1000m"]})),
                container(json!({"args": ["1"]})),
            ),
        ],
    );
}

#[test]
fn what_means_something_else_differs() {
    let term = |selector: Value| json!({"spec": {"affinity": {"podAntiAffinity": {"x": [selector]}}}});
    check(
        false,
        [
            (
                "image",
                container(json!({"image": "a:1"})),
                container(json!({"image": "a:2"})),
            ),
            (
                "a selector without a value",
                pod(json!({"nodeSelector": {"pool": ""}})),
                pod(json!({"nodeSelector": {}})),
            ),
            (
                "an annotation without a value",
                json!({"metadata": {"annotations": {"a": ""}}}),
                json!({"metadata": {}}),
            ),
            (
                "an empty selector selects all",
                term(json!({"labelSelector": {}})),
                term(json!({})),
            ),
            (
                "namespaces",
                term(json!({"namespaceSelector": {}})),
                term(json!({"namespaceSelector": null})),
            ),
            (
                "an explicit no",
                pod(json!({"automountServiceAccountToken": false})),
                pod(json!({})),
            ),
            (
                "root",
                container(json!({"securityContext": {"runAsUser": 0}})),
                container(json!({"securityContext": {}})),
            ),
            (
                "order of commands",
                container(json!({"args": ["a", "b"]})),
                container(json!({"args": ["b", "a"]})),
            ),
            (
                "order of volumes starts a rollout",
                pod(json!({"volumes": [{"name": "a"}, {"name": "b"}]})),
                pod(json!({"volumes": [{"name": "b"}, {"name": "a"}]})),
            ),
            (
                "port name or number",
                container(json!({"httpGet": {"port": 80}})),
                container(json!({"httpGet": {"port": "80"}})),
            ),
            (
                "an unknown field",
                container(json!({"futureField": 1})),
                container(json!({})),
            ),
            (
                "an unknown value",
                container(json!({"futureField": 1})),
                container(json!({"futureField": 2})),
            ),
            (
                "an empty toleration tolerates",
                pod(json!({"tolerations": [{}]})),
                pod(json!({"tolerations": []})),
            ),
        ],
    );
}

#[test]
fn keys_of_users_are_not_fields() {
    let labels = |value: &str| json!({"metadata": {"labels": {"limits": value, "$patch": value}}});
    check(false, [("labels named like fields", labels("1000m"), labels("1"))]);
}
