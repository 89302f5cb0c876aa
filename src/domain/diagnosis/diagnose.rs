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
    turn::Turns,
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
    let turns = Turns::new(&scene);
    let findings = group::group(found(&scene, &turns));
    let apart = |mut finding: Finding| {
        finding.apart = apart::apart(&scene, &turns, &finding);
        finding
    };
    let findings: Vec<Finding> = findings.into_iter().map(apart).collect();
    Diagnosis {
        verdict: verdict::verdict(&scene, &turns, &findings),
        nodes: node_table::nodes(&scene, &turns, &findings),
        findings,
    }
}

fn found(scene: &Scene<'_>, turns: &Turns<'_>) -> Vec<Finding> {
    let pods = scene.snapshot.pods().filter_map(|pod| pod::cause(scene, pod));
    let mut findings: Vec<Finding> = pods.collect();
    findings.extend(controller::find(scene, turns));
    findings.extend(ownership::find(scene));
    findings.extend(admission::find(scene));
    // A DaemonSet that is being deleted is not worked on any more (semantics B-3).
    if !scene.set().terminating() {
        findings.extend(creation::find(scene, turns));
        findings.extend(eligibility::find(scene, turns));
        findings.extend(template::find(scene, turns));
        findings.extend(budget::find(scene, turns, &findings));
    }
    findings
}
