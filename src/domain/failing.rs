//! When a rollout is to be given up: pods of the new template that fail, beyond what the budget bears (C02).

use std::collections::BTreeSet;

use super::{
    diagnosis::{
        Diagnosis,
        code::{Code, Severity},
        finding::Finding,
        scene::Scene,
        verdict::State,
    },
    limits::limits,
    pod,
};

/// Why a rollout is to be given up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failed {
    /// It will not end without somebody.
    Stalled,
    /// Too many pods of the new template fail.
    Pods {
        /// How many fail.
        failing: usize,
        /// How many may.
        allowed: usize,
    },
}

/// Whether the rollout fails at this moment; `allowed` is how many pods may, by default as many as the update strategy
/// lets be unavailable. A pod of an earlier template never counts.
pub fn failed(scene: &Scene<'_>, found: &Diagnosis, allowed: Option<usize>) -> Option<Failed> {
    if found.verdict.state == State::Stalled {
        return Some(Failed::Stalled);
    }
    let budget = limits(&scene.set().strategy(), scene.set().counters().desired);
    let budget = budget.map_or(1, |budget| budget.unavailable.max(budget.surge));
    let allowed = allowed.unwrap_or_else(|| usize::try_from(budget).unwrap_or_default());
    let failing = failing(scene, &found.findings);
    (failing > allowed).then_some(Failed::Pods { failing, allowed })
}

/// How many pods of the present template fail for a reason of their own.
fn failing(scene: &Scene<'_>, findings: &[Finding]) -> usize {
    let bad = findings
        .iter()
        .filter(|finding| finding.severity > Severity::Info && of_the_pod(finding.code));
    let named: BTreeSet<&str> = bad
        .flat_map(|finding| finding.places.iter().filter_map(|place| place.pod.as_deref()))
        .collect();
    let pods = scene.snapshot.pods().filter(|pod| named.contains(pod::name(pod)));
    pods.filter(|pod| scene.updated(pod) && !pod::terminating(pod)).count()
}

/// Whether a cause lies in what was rolled out. Evictions, outages of nodes and what the scheduler lacks do not.
fn of_the_pod(code: Code) -> bool {
    use Code::{
        ConfigError, ContainerError, CrashLoop, ImageAuth, ImageName, ImageNotFound, ImagePlatform, ImagePull,
        ImageRegistry, InitContainer, KubeletRejected, NotReady, OutOfMemory, PodFailed, ProbeFailing, ReadinessGate,
        Sandbox, VolumeMount,
    };
    matches!(
        code,
        ImageNotFound
            | ImageAuth
            | ImageRegistry
            | ImageName
            | ImagePlatform
            | ImagePull
            | CrashLoop
            | OutOfMemory
            | InitContainer
            | ConfigError
            | ContainerError
            | ProbeFailing
            | NotReady
            | ReadinessGate
            | VolumeMount
            | Sandbox
            | KubeletRejected
            | PodFailed
    )
}

#[cfg(test)]
#[path = "failing_test.rs"]
mod tests;
