//! Pods that are terminating: within their grace period, overdue, or held by a finalizer (C07). `deletionTimestamp` is the
//! end of the grace period, not its beginning.

use jiff::Timestamp;
use k8s_openapi::api::core::v1::Pod;

use super::{
    case::{self, Case, at, later},
    code::{Blocks, Code},
    finding::{Evidence, Finding, Remedy},
    node::{self, Health},
    part::parts,
    said,
    scene::Scene,
};
use crate::domain::{pod, shell};

/// After the grace period the kubelet kills the containers and unmounts the volumes: so many seconds are not yet odd.
const CLEANUP: i64 = 30;
/// After a node is gone the garbage collector removes its pods: 40 s of quarantine, looked at every 20 s, and some haste less.
const COLLECTED: i64 = 120;
/// So many seconds the owner of a finalizer may take.
const FINALIZER: i64 = 5;

/// Why a terminating pod is still there.
pub(super) fn find(scene: &Scene<'_>, pod: &Pod) -> Option<Finding> {
    let end = at(pod.metadata.deletion_timestamp.as_ref())?;
    let case = Case::new(scene, pod);
    let health = node::health(case);
    let margin = match health {
        Health::Unreachable(_) => 0,
        Health::Gone => COLLECTED,
        _ => CLEANUP,
    };
    let over = |seconds| later(end, seconds).is_some_and(|then| then < scene.now());
    if stopped(pod) && !finalizers(pod).is_empty() {
        let held = held(case, end);
        return Some(if over(FINALIZER) { held } else { held.passing(None) });
    }
    Some(match health {
        Health::Unreachable(_) if !over(0) => node::unwell(case)?,
        _ if over(margin) => overdue(case, end, &health),
        Health::Gone => node::gone(scene, pod)?.since(begun(pod, end)),
        _ => case
            .finding(
                Code::Terminating,
                "terminating, within its grace period",
                proof(case, end),
                Remedy::text("wait"),
            )
            .passing((end > scene.now()).then_some(end))
            .since(begun(pod, end)),
    })
}

/// Whether the kubelet has nothing left to do for the pod: it has ended, or the grace period was set to nothing.
fn stopped(pod: &Pod) -> bool {
    pod::terminal(pod)
        || pod.metadata.deletion_grace_period_seconds == Some(0)
        || (!parts(pod).is_empty() && parts(pod).iter().all(|part| part.terminated().is_some()))
}

fn finalizers(pod: &Pod) -> &[String] {
    pod.metadata.finalizers.as_deref().unwrap_or_default()
}

/// When the deletion was asked for.
fn begun(pod: &Pod, end: Timestamp) -> Option<Timestamp> {
    let grace = pod.metadata.deletion_grace_period_seconds.unwrap_or_default();
    later(end, grace.saturating_neg())
}

fn proof(case: Case<'_>, end: Timestamp) -> Evidence {
    let grace = case.pod.metadata.deletion_grace_period_seconds;
    let grace = grace.map_or(String::new(), |grace| format!(", grace period {grace} s"));
    Evidence::field(case.object(), format!("metadata.deletionTimestamp {end}{grace}"))
}

fn held(case: Case<'_>, end: Timestamp) -> Finding {
    let names = finalizers(case.pod).join(", ");
    let remedy = Remedy::text(
        "find out why the owner of the finalizer does not finish; removing the finalizer by hand skips what it protects",
    )
    .command(case.kubectl("get pod {} -o yaml", &[pod::name(case.pod)]));
    let proof = Evidence::field(case.object(), format!("metadata.finalizers {names}"));
    let finding = case.finding(
        Code::HeldByFinalizer,
        format!("terminating, held by finalizer {names}"),
        proof,
        remedy,
    );
    finding.also(Some(self::proof(case, end))).since(begun(case.pod, end))
}

fn overdue(case: Case<'_>, end: Timestamp, health: &Health<'_>) -> Finding {
    let force = case.kubectl("delete pod {} --force --grace-period=0", &[pod::name(case.pod)]);
    let (summary, remedy) = match health {
        Health::Gone => (
            "terminating past its grace period, and its node does not exist",
            Remedy::text("remove the pod object; nothing runs it where the machine is gone").command(force),
        ),
        Health::Unreachable(_) => (
            "terminating past its grace period, and its node does not answer",
            Remedy::text(
                "bring the node back, or make sure that the machine is off and delete its Node object; removing the pod by \
                 force while the machine still runs may leave two copies running",
            )
            .command(shell::command("kubectl describe node {}", &[pod::node(case.pod).unwrap_or_default()])),
        ),
        Health::NotReady(_) => (
            "terminating past its grace period, and its node is not ready",
            Remedy::text("look at kubelet and container runtime of the node: they have to stop the containers")
                .command(case.describe()),
        ),
        Health::Well => (
            "terminating past its grace period, though its node is ready",
            Remedy::text(
                "look at the kubelet and the container runtime of the node: a process or a volume does not let go; removing \
                 the pod by force may leave two copies running",
            )
            .command(case.describe()),
        ),
    };
    let names = finalizers(case.pod).join(", ");
    let names = (!names.is_empty()).then(|| Evidence::field(case.object(), format!("metadata.finalizers {names}")));
    let mut finding = case.finding(Code::TerminationOverdue, summary, proof(case, end), remedy);
    if finding.blocks == Blocks::Nothing {
        finding = finding.warning();
    }
    finding
        .since(begun(case.pod, end))
        .also(health.proof(pod::node(case.pod).unwrap_or_default()))
        .also(names)
        .also(tries(case))
}

/// What the kubelet runs into while it ends the pod.
fn tries(case: Case<'_>) -> Option<Evidence> {
    let reasons = ["FailedKillPod", "FailedPreStopHook", "FailedUnmount", "FailedUnMount"];
    let event = case.newest(None, |event| {
        event.reason.as_deref().is_some_and(|reason| reasons.contains(&reason))
    })?;
    let message = said::clip(event.message.as_deref().unwrap_or_default());
    Some(case::proof(event, case.object(), &message))
}

#[cfg(test)]
#[path = "ending_test.rs"]
mod tests;
