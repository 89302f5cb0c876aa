//! `why -o json` is what its JSON Schema says.

use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use jiff::Timestamp;
use kubectl_ds::domain::{
    daemonset::DaemonSet,
    probe::Probe,
    snapshot::{Around, Right, Snapshot},
    why::why,
};
use serde_json::{Value, json};

use crate::side_by_side::Place;

/// The faults of a document.
fn faults(document: &Value) -> Result<Vec<String>> {
    let schema: Value = serde_json::from_str(include_str!("../../schemas/why.schema.json"))?;
    let validator = jsonschema::draft202012::new(&schema)?;
    let faults = validator.iter_errors(document);
    Ok(faults
        .map(|fault| format!("{}: {fault}", fault.instance_path()))
        .collect())
}

#[test]
fn a_document_with_all_of_its_parts_is_valid() -> Result<()> {
    let node = |name: &str, zone: &str, taints: Value| json!({"metadata": {"name": name, "labels": {"zone": zone}}, "spec": {"taints": taints}});
    let taint = json!([{"key": "a", "value": "b", "effect": "NoExecute"}]);
    let nodes = [
        node("n1", "a", json!([])),
        node("n2", "b", taint),
        node("n3", "c", json!([])),
    ];
    let pod = |name: &str, node: Option<&str>| {
        json!({"metadata": {"name": name, "creationTimestamp": "2026-01-01T00:00:00Z"},
            "spec": {"nodeName": node, "containers": []}, "status": {"phase": "Pending"}})
    };
    let pods = [
        pod("p1", Some("n1")),
        pod("p2", Some("n2")),
        pod("p3", None),
        pod("p4", Some("gone")),
    ];
    let terms = json!([{"matchExpressions": [{"key": "zone", "operator": "In", "values": ["a", "b"]}]}, {}]);
    let set = json!({"metadata": {"name": "agent", "namespace": "fleet", "uid": "set"},
        "spec": {"selector": {"matchLabels": {"app": "agent"}}, "template": {"spec": {"nodeName": "n1", "containers": [],
            "nodeSelector": {"tier": "edge"}, "affinity": {"nodeAffinity":
                {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": terms}}}}}}});
    let read = |value: &Value| serde_json::from_value(value.clone());
    let snapshot = Snapshot {
        daemonset: DaemonSet::new(set),
        revisions: None,
        pods: Some(pods.iter().map(|pod| Ok(Arc::new(read(pod)?))).collect::<Result<_>>()?),
        around: Around {
            nodes: Some(Arc::new(
                nodes
                    .iter()
                    .map(|node| Ok(serde_json::from_value(node.clone())?))
                    .collect::<Result<_>>()?,
            )),
            missing: vec![Right::Events],
            ..Around::default()
        },
        taken: Timestamp::UNIX_EPOCH,
    };
    let mut found = why(&snapshot, None);
    let probes = [
        Probe::Accepted {
            objections: vec!["x".to_owned()],
        },
        Probe::Refused {
            code: 403,
            reason: "Forbidden".to_owned(),
            message: "no".to_owned(),
        },
        Probe::NotAllowed {
            message: "no".to_owned(),
        },
    ];
    for (node, probe) in found.nodes.iter_mut().zip(probes) {
        node.probe = Some(probe);
    }
    let document = serde_json::to_value(&found)?;
    let kinds = document["nodes"]
        .as_array()
        .context("nodes")?
        .iter()
        .flat_map(|node| node["reasons"].as_array())
        .flatten();
    let kinds = kinds
        .into_iter()
        .filter_map(|reason| reason["kind"].as_str())
        .collect::<std::collections::BTreeSet<_>>();
    ensure!(kinds.len() == 4, "every kind of reason is there: {kinds:?}");
    ensure!(
        document["lostPods"].as_array().is_some_and(|pods| pods.len() == 1),
        "{document}"
    );
    let found = faults(&document)?;
    ensure!(found.is_empty(), "{found:#?}\n{document:#}");
    let list = json!({"apiVersion": "kubectl-ds/v1", "kind": "DaemonSetWhyList", "items": [document]});
    ensure!(faults(&list)?.is_empty(), "{:#?}", faults(&list)?);
    ensure!(
        !faults(&json!({"kind": "DaemonSetWhy"}))?.is_empty(),
        "the schema can fail"
    );
    Ok(())
}

#[tokio::test]
async fn what_is_printed_is_valid() -> Result<()> {
    let Some(place) = Place::new("why-schema").await? else {
        return Ok(());
    };
    let set = crate::side_by_side::manifest("agent", "registry.test/agent:v1-image-pull", &json!({}));
    place.send("apply", &set)?;
    for (arguments, kind) in [
        (&["why", "-o", "json"][..], "DaemonSetWhyList"),
        (&["why", "--ds", "agent", "-o", "json"], "DaemonSetWhy"),
    ] {
        let ran = place.ds(arguments)?;
        let document: Value = serde_json::from_str(&ran.stdout)?;
        ensure!(
            document["kind"] == kind && faults(&document)?.is_empty(),
            "{:#?} {document:#}",
            faults(&document)?
        );
    }
    let names = place.ds(&["why", "-o", "name"])?.stdout;
    ensure!(
        names.lines().count() >= 3 && names.lines().all(|name| name.starts_with("node/")),
        "{names}"
    );
    Ok(())
}
