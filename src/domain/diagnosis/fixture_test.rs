//! Small objects for the tests of the searches: a healthy DaemonSet `agent` in `fleet` on nodes n1, n2…, to be changed by a
//! test. Revision 1 is `agent:1` (hash `old`), revision 2 is `agent:2` (hash `new`) and the present template. The moment is
//! 2026-01-01T12:00:00Z; everything became ready at 11:00.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{
    Diagnosis,
    code::{Blocks, Code, Severity},
    diagnose,
    finding::{Evidence, Finding, Heals, Place, Remedy},
};
use crate::domain::{
    daemonset::{DaemonSet, TEMPLATE_GENERATION},
    leftover::Leftover,
    revision::Revision,
    rival::Kind,
    snapshot::{Around, Snapshot},
};

/// The moment of all snapshots here.
pub(crate) const NOW: &str = "2026-01-01T12:00:00Z";
const READY: &str = "2026-01-01T11:00:00Z";

/// Objects as JSON, to be changed before they are looked at.
pub(crate) struct World {
    /// The DaemonSet.
    pub(crate) set: Value,
    /// The nodes.
    pub(crate) nodes: Vec<Value>,
    /// The pods that the DaemonSet owns.
    pub(crate) pods: Vec<Value>,
    /// Events.
    pub(crate) events: Vec<Value>,
    /// Pods of others on the same nodes.
    pub(crate) neighbours: Vec<Value>,
    /// The revisions that the DaemonSet owns.
    pub(crate) revisions: Vec<Value>,
    /// The controllers of the namespace.
    pub(crate) controllers: Vec<(Kind, Value)>,
    /// Pods that nobody owns and that match the selector.
    pub(crate) ownerless: Vec<Value>,
}

/// Revision NUMBER with that hash, made for the image `agent:NUMBER`.
pub(crate) fn revision(number: i64, hash: &str) -> Value {
    json!({"metadata": {"name": format!("agent-{hash}"), "labels": {"app": "agent", "controller-revision-hash": hash},
        "ownerReferences": [{"uid": "set", "controller": true}]},
        "revision": number, "data": {"spec": {"template": template(&format!("agent:{number}"))}}})
}

/// A pod template of that image.
pub(crate) fn template(image: &str) -> Value {
    json!({"metadata": {"labels": {"app": "agent"}}, "spec": {"containers": [{"name": "main", "image": image}]}})
}

/// A ready pod `agent-NODE` of revision 1 or 2.
pub(crate) fn pod(node: &str, revision: i64) -> Value {
    let hash = if revision == 2 { "new" } else { "old" };
    json!({
        "metadata": {"name": format!("agent-{node}"), "namespace": "fleet", "uid": format!("pod-{node}"),
            "creationTimestamp": READY,
            "labels": {"app": "agent", "controller-revision-hash": hash, "pod-template-generation": revision.to_string()},
            "ownerReferences": [{"apiVersion": "apps/v1", "kind": "DaemonSet", "name": "agent", "uid": "set", "controller": true}]},
        "spec": {"nodeName": node, "containers": [{"name": "main", "image": format!("agent:{revision}")}],
            "terminationGracePeriodSeconds": 30},
        "status": {"phase": "Running", "startTime": READY,
            "conditions": [
                {"type": "PodScheduled", "status": "True", "lastTransitionTime": READY},
                {"type": "Initialized", "status": "True", "lastTransitionTime": READY},
                {"type": "ContainersReady", "status": "True", "lastTransitionTime": READY},
                {"type": "Ready", "status": "True", "lastTransitionTime": READY}],
            "containerStatuses": [{"name": "main", "image": format!("agent:{revision}"), "imageID": "", "ready": true,
                "started": true, "restartCount": 0, "state": {"running": {"startedAt": READY}}}]},
    })
}

/// A ready Linux node with 4 CPUs, 16 GiB and 110 pods.
pub(crate) fn node(name: &str) -> Value {
    json!({
        "metadata": {"name": name, "uid": format!("node-{name}"),
            "labels": {"kubernetes.io/hostname": name, "kubernetes.io/os": "linux", "kubernetes.io/arch": "amd64"}},
        "spec": {},
        "status": {"allocatable": {"cpu": "4", "memory": "16Gi", "ephemeral-storage": "100Gi", "pods": "110"},
            "conditions": [{"type": "Ready", "status": "True", "reason": "KubeletReady", "lastTransitionTime": READY}],
            "nodeInfo": {"architecture": "amd64", "operatingSystem": "linux", "osImage": "Test Linux 1", "bootID": "",
                "kernelVersion": "6.12.0", "kubeletVersion": "v1.37.2", "kubeProxyVersion": "", "machineID": "",
                "systemUUID": "", "containerRuntimeVersion": "containerd://2.1.0"}},
    })
}

/// An event about the DaemonSet.
pub(crate) fn set_event(reason: &str, message: &str, at: &str) -> Value {
    json!({"metadata": {"name": format!("e-{reason}-{at}"), "namespace": "fleet"},
        "involvedObject": {"kind": "DaemonSet", "name": "agent", "namespace": "fleet", "uid": "set"},
        "reason": reason, "message": message, "count": 1, "lastTimestamp": at, "type": "Warning"})
}

/// A warning about the pod `agent-NODE`.
pub(crate) fn pod_event(node: &str, reason: &str, message: &str, at: &str) -> Value {
    json!({"metadata": {"name": format!("e-{node}-{reason}-{at}"), "namespace": "fleet"},
        "involvedObject": {"kind": "Pod", "name": format!("agent-{node}"), "namespace": "fleet", "uid": format!("pod-{node}")},
        "reason": reason, "message": message, "count": 1, "lastTimestamp": at, "type": "Warning"})
}

/// A finding that needs somebody and uses up budget, about the pod `agent-NODE`.
pub(super) fn held(code: Code, node: &str, summary: &str) -> Finding {
    Finding {
        code,
        severity: Severity::Error,
        summary: summary.to_owned(),
        places: vec![Place {
            node: Some(node.to_owned()),
            pod: Some(format!("agent-{node}")),
        }],
        evidence: vec![Evidence::field(format!("pod/agent-{node}"), summary)],
        blocks: Blocks::Budget,
        heals: Heals::Somebody,
        remedy: Remedy::text("do something"),
        since: None,
        apart: None,
    }
}

/// A finding that passes by itself at that time, about the pod `agent-NODE`.
pub(super) fn passes(code: Code, node: &str, summary: &str, at: Option<&str>) -> Finding {
    Finding {
        severity: Severity::Info,
        heals: Heals::Itself {
            at: at.map(|at| at.parse().expect("a time")),
        },
        ..held(code, node, summary)
    }
}

impl World {
    /// The template is the new one, all pods are old and available.
    pub(crate) fn outdated(nodes: usize) -> Self {
        let mut world = Self::healthy(nodes);
        for number in 1..=nodes {
            world.pods[number - 1] = pod(&format!("n{number}"), 1);
        }
        world.counters([0, nodes, nodes]);
        world
    }

    /// All rolled out on so many nodes.
    pub(crate) fn healthy(nodes: usize) -> Self {
        let names: Vec<_> = (1..=nodes).map(|number| format!("n{number}")).collect();
        Self {
            set: json!({
                "metadata": {"name": "agent", "namespace": "fleet", "uid": "set", "generation": 2,
                    "creationTimestamp": "2026-01-01T08:00:00Z", "annotations": {TEMPLATE_GENERATION: "2"}},
                "spec": {"selector": {"matchLabels": {"app": "agent"}}, "template": template("agent:2"),
                    "updateStrategy": {"type": "RollingUpdate", "rollingUpdate": {"maxUnavailable": 1, "maxSurge": 0}}},
                "status": {"observedGeneration": 2, "desiredNumberScheduled": nodes, "currentNumberScheduled": nodes,
                    "updatedNumberScheduled": nodes, "numberReady": nodes, "numberAvailable": nodes, "numberMisscheduled": 0},
            }),
            nodes: names.iter().map(|name| node(name)).collect(),
            pods: names.iter().map(|name| pod(name, 2)).collect(),
            events: Vec::new(),
            neighbours: Vec::new(),
            revisions: vec![revision(1, "old"), revision(2, "new")],
            controllers: Vec::new(),
            ownerless: Vec::new(),
        }
    }

    /// Sets the counters `[updated, ready, available]` of the DaemonSet.
    pub(crate) fn counters(&mut self, [updated, ready, available]: [usize; 3]) {
        let status = &mut self.set["status"];
        status["updatedNumberScheduled"] = updated.into();
        status["numberReady"] = ready.into();
        status["numberAvailable"] = available.into();
    }

    /// Makes the pod of a node (1, 2…) not ready since `at`.
    pub(crate) fn unready(&mut self, node: usize, at: &str) {
        let status = &mut self.pods[node - 1]["status"];
        for index in [2, 3] {
            status["conditions"][index]["status"] = "False".into();
            status["conditions"][index]["lastTransitionTime"] = at.into();
        }
        status["containerStatuses"][0]["ready"] = false.into();
    }

    /// Puts the container `main` of the pod of a node (1, 2…) into `state`, not ready since `at`.
    pub(crate) fn state(&mut self, node: usize, at: &str, state: Value) {
        self.unready(node, at);
        self.pods[node - 1]["status"]["containerStatuses"][0]["state"] = state;
    }

    /// The pod of a node (1, 2…) is being deleted; its grace of 30 seconds is over at `end`.
    pub(crate) fn terminate(&mut self, node: usize, end: &str) {
        let metadata = &mut self.pods[node - 1]["metadata"];
        metadata["deletionTimestamp"] = end.into();
        metadata["deletionGracePeriodSeconds"] = 30.into();
    }

    /// Takes the pod of a node (1, 2…) away.
    pub(crate) fn remove(&mut self, node: usize) {
        let name = format!("agent-n{node}");
        self.pods.retain(|pod| pod["metadata"]["name"] != name.as_str());
    }

    /// Taints a node (1, 2…), `KEY:EFFECT`.
    pub(crate) fn taint(&mut self, node: usize, taint: &str) {
        let (key, effect) = taint.split_once(':').expect("KEY:EFFECT");
        self.nodes[node - 1]["spec"]["taints"] = json!([{"key": key, "effect": effect}]);
    }

    /// The limits of the rolling update.
    pub(crate) fn limits(&mut self, unavailable: usize, surge: usize) {
        self.set["spec"]["updateStrategy"]["rollingUpdate"] = json!({"maxUnavailable": unavailable, "maxSurge": surge});
    }

    /// That `manager` changed the spec last at that time.
    pub(crate) fn changed(&mut self, manager: &str, at: &str) {
        self.set["metadata"]["managedFields"] = json!([{"manager": manager, "operation": "Update", "time": at,
            "fieldsV1": {"f:spec": {"f:template": {}}}}]);
    }

    /// What is found with that code.
    pub(crate) fn only(&self, code: Code) -> Finding {
        let found = self.diagnosis().findings;
        let only: Vec<&Finding> = found.iter().filter(|finding| finding.code == code).collect();
        assert_eq!(only.len(), 1, "one {code}: {found:#?}");
        only[0].clone()
    }

    /// That nothing is found with that code.
    pub(crate) fn none(&self, code: Code) {
        let found = self.diagnosis().findings;
        assert!(
            found.iter().all(|finding| finding.code != code),
            "no {code}: {found:#?}"
        );
    }

    /// The snapshot that is looked at.
    pub(crate) fn snapshot(&self) -> Snapshot {
        fn all<T: serde::de::DeserializeOwned>(values: &[Value]) -> Vec<T> {
            let read = |value: &Value| serde_json::from_value(value.clone()).expect("an object");
            values.iter().map(read).collect()
        }
        let revisions = self
            .revisions
            .iter()
            .map(|it| Revision::parse(&it.to_string()).expect("a revision"));
        Snapshot {
            daemonset: DaemonSet::new(self.set.clone()),
            revisions: Some(Arc::new(revisions.collect())),
            pods: Some(all(&self.pods).into_iter().map(Arc::new).collect()),
            around: Around {
                nodes: Some(Arc::new(all(&self.nodes))),
                events: Some(Arc::new(all(&self.events))),
                neighbours: Some(Arc::new(all(&self.neighbours).into_iter().map(Arc::new).collect())),
                controllers: Some(Arc::new(self.controllers.clone())),
                ownerless: Some(Arc::new(Leftover {
                    pods: all(&self.ownerless).into_iter().map(Arc::new).collect(),
                    revisions: Vec::new(),
                })),
                missing: Vec::new(),
            },
            taken: NOW.parse().expect("a time"),
        }
    }

    /// The diagnosis.
    pub(crate) fn diagnosis(&self) -> Diagnosis {
        diagnose(&self.snapshot())
    }

    /// The only finding.
    pub(crate) fn finding(&self) -> Finding {
        let mut findings = self.diagnosis().findings;
        assert_eq!(findings.len(), 1, "one finding: {findings:#?}");
        findings.remove(0)
    }
}

#[test]
fn a_healthy_rollout_has_no_finding() {
    let found = World::healthy(3).diagnosis();
    assert_eq!(found.findings, [], "a false alarm is a bug");
}
