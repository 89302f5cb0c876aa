//! The whole diagnosis: every search for causes, then what they come to.

use serde::Serialize;

use super::{
    admission, apart, budget, controller, creation, eligibility,
    finding::Finding,
    group,
    node_table::{self, NodeState},
    ownership, pod,
    scene::Scene,
    template,
    verdict::{self, Verdict},
};
use crate::domain::snapshot::Snapshot;

/// What was found.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Diagnosis {
    /// What the rollout comes to.
    pub verdict: Verdict,
    /// What is wrong, worst first.
    pub findings: Vec<Finding>,
    /// Node by node.
    pub nodes: Vec<NodeState>,
}

/// Looks for everything that is wrong in the snapshot. Finds nothing above `Info` where a rollout is healthy or merely slow.
pub fn diagnose(snapshot: &Snapshot) -> Diagnosis {
    let scene = Scene::new(snapshot);
    let whole = [
        controller::find,
        creation::find,
        budget::find,
        eligibility::find,
        template::find,
        ownership::find,
        admission::find,
    ];
    let pods = snapshot.pods().filter_map(|pod| pod::cause(&scene, pod));
    let mut findings: Vec<Finding> = pods.collect();
    findings.extend(whole.iter().flat_map(|find| find(&scene)));
    let mut findings = group::group(findings);
    for finding in &mut findings {
        finding.apart = apart::apart(&scene, finding);
    }
    let nodes = node_table::nodes(&scene, &findings);
    Diagnosis {
        verdict: verdict::verdict(&scene, &findings),
        findings,
        nodes,
    }
}
