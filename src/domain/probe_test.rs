//! The pod that is asked about is the one that the controller would make.

use super::*;

#[test]
fn the_pod_is_as_the_controller_makes_it() {
    let set = DaemonSet::new(json!({
        "metadata": {"name": "agent", "namespace": "fleet", "uid": "set", "annotations": {TEMPLATE_GENERATION: "4"}},
        "spec": {"template": {
            "metadata": {"labels": {"app": "agent"}, "annotations": {"a": "b"}},
            "spec": {"containers": [{"name": "main", "image": "agent:1"}], "nodeSelector": {"tier": "edge"},
                "affinity": {"nodeAffinity": {
                    "requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [{"matchExpressions": []}]},
                    "preferredDuringSchedulingIgnoredDuringExecution": [{"weight": 1}]}}}}},
    }));
    let pod = pod(&set, "n3", Some("abc"));
    assert_eq!(pod["metadata"]["generateName"], "agent-", "A-25");
    let labels = json!({"app": "agent", "pod-template-generation": "4", "controller-revision-hash": "abc"});
    assert_eq!(pod["metadata"]["labels"], labels, "A-26");
    assert_eq!(pod["metadata"]["annotations"], json!({"a": "b"}), "A-26");
    assert_eq!(pod["metadata"]["ownerReferences"][0]["uid"], "set", "A-26");
    let affinity = &pod["spec"]["affinity"]["nodeAffinity"];
    assert_eq!(
        affinity["requiredDuringSchedulingIgnoredDuringExecution"],
        json!({"nodeSelectorTerms": [{"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["n3"]}]}]}),
        "A-20"
    );
    assert_eq!(
        affinity["preferredDuringSchedulingIgnoredDuringExecution"],
        json!([{"weight": 1}]),
        "A-20"
    );
    assert_eq!(pod["spec"]["nodeSelector"], json!({"tier": "edge"}), "A-20");
    assert_eq!(pod["spec"]["tolerations"].as_array().map(Vec::len), Some(6), "A-10");
}

#[test]
fn an_odd_template_is_no_crash() {
    for spec in [json!(null), json!([]), json!({"affinity": "x", "tolerations": 1})] {
        let set = DaemonSet::new(json!({"spec": {"template": {"spec": spec}}}));
        assert!(pod(&set, "n1", None).is_object());
    }
}
