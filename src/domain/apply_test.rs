//! What an apply keeps, replaces and removes.

use super::*;

fn manifest(spec: &Value) -> Value {
    json!({"kind": "DaemonSet", "metadata": {"name": "agent"}, "spec": {"template": {"spec": spec}}})
}

fn live(last: &Value, spec: &Value) -> DaemonSet {
    DaemonSet::new(
        json!({"metadata": {"name": "agent", "annotations": {LAST_APPLIED: last.to_string()}},
        "spec": {"minReadySeconds": 5, "template": {"metadata": {"annotations": {"kubectl.kubernetes.io/restartedAt": "x"}},
        "spec": spec}}}),
    )
}

fn after(last: &Value, present: &Value, next: &Value) -> Value {
    let set = live(&manifest(last), present);
    let patch = patch(&set, &manifest(next));
    let object = merged(set.object(), &patch);
    assert_eq!(object["spec"]["minReadySeconds"], 5, "never applied, so never removed");
    assert_eq!(
        object["spec"]["template"]["metadata"],
        set.object()["spec"]["template"]["metadata"],
        "the mark of a restart is not apply's to remove"
    );
    object["spec"]["template"]["spec"].clone()
}

#[test]
fn what_the_last_apply_said_and_the_manifest_does_not_goes_and_what_others_set_stays() {
    let last = json!({"hostNetwork": true, "containers": [{"name": "main", "image": "a:1", "env": [{"name": "A", "value": "1"}]},
        {"name": "side", "image": "s:1"}]});
    let present = json!({"hostNetwork": true, "dnsPolicy": "ClusterFirst", "containers": [
        {"name": "main", "image": "a:1", "imagePullPolicy": "Always", "env": [{"name": "A", "value": "1"}, {"name": "MINE", "value": "x"}]},
        {"name": "side", "image": "s:1"}, {"name": "injected", "image": "i:1"}]});
    let next = json!({"containers": [{"name": "main", "image": "a:2", "env": [{"name": "B", "value": "2"}]}]});
    let expected = json!({"dnsPolicy": "ClusterFirst", "containers": [
        {"name": "main", "image": "a:2", "imagePullPolicy": "Always", "env": [{"name": "B", "value": "2"}, {"name": "MINE", "value": "x"}]},
        {"name": "injected", "image": "i:1"}]});
    assert_eq!(after(&last, &present, &next), expected);
}

#[test]
fn one_source_of_a_volume_takes_the_place_of_the_other() {
    let volume = |source: &str| json!({"volumes": [{"name": "data", source: {}}], "containers": []});
    assert_eq!(
        after(&volume("emptyDir"), &volume("emptyDir"), &volume("hostPath")),
        volume("hostPath")
    );
}

#[test]
fn lists_that_are_one_value_are_replaced_and_merged_ones_take_the_order_of_the_manifest() {
    let spec = |tolerations: Value, names: &[&str]| {
        let containers: Vec<Value> = names.iter().map(|name| json!({"name": name, "args": [name]})).collect();
        json!({"tolerations": tolerations, "containers": containers})
    };
    let old = spec(json!([{"key": "a"}, {"key": "b"}]), &["one", "two"]);
    let new = spec(json!([{"key": "c"}]), &["two", "one"]);
    assert_eq!(after(&old, &old, &new), new);
}

#[test]
fn an_object_that_was_never_applied_loses_nothing() {
    let set = DaemonSet::new(
        json!({"spec": {"template": {"spec": {"hostNetwork": true, "containers": [{"name": "main", "image": "a:1"}]}}}}),
    );
    let patch = patch(
        &set,
        &manifest(&json!({"containers": [{"name": "main", "image": "a:2"}]})),
    );
    let object = merged(set.object(), &patch);
    assert_eq!(object["spec"]["template"]["spec"]["hostNetwork"], true);
    assert_eq!(object["spec"]["template"]["spec"]["containers"][0]["image"], "a:2");
}
