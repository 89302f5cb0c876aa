//! The word in which `kubectl get pods` says how a pod is, by kubectl's own rules, and since when it is so.

use jiff::{SignedDuration, Timestamp};
use k8s_openapi::api::core::v1::{ContainerState, ContainerStatus, Pod, PodStatus};

use crate::domain::pod;

/// What kubectl shows as STATUS.
pub(super) fn word(pod: &Pod) -> String {
    let empty = PodStatus::default();
    let status = pod.status.as_ref().unwrap_or(&empty);
    let phase = status.phase.as_deref().unwrap_or("Unknown");
    let mut word = match status.reason.as_deref() {
        Some(reason) if !reason.is_empty() => reason.to_owned(),
        _ => phase.to_owned(),
    };
    let gated = |reason: Option<&str>| reason == Some("SchedulingGated");
    let mut conditions = status.conditions.iter().flatten();
    if conditions.any(|condition| condition.type_ == "PodScheduled" && gated(condition.reason.as_deref())) {
        word = "SchedulingGated".to_owned();
    }
    let initializing = initializing(pod, status);
    if initializing.is_none() || condition(pod, "Initialized") {
        word = containers(pod, status).unwrap_or(initializing.unwrap_or(word));
    } else if let Some(initializing) = initializing {
        word = initializing;
    }
    match pod::terminating(pod) {
        true if status.reason.as_deref() == Some("NodeLost") => "Unknown".to_owned(),
        true if !pod::terminal(pod) => "Terminating".to_owned(),
        _ => word,
    }
}

/// Where the init containers are, unless they are through.
fn initializing(pod: &Pod, status: &PodStatus) -> Option<String> {
    let all = pod.spec.as_ref().and_then(|spec| spec.init_containers.as_deref());
    let all = all.unwrap_or_default();
    let sidecar = |name: &str| {
        let container = all.iter().find(|container| container.name == name);
        container.is_some_and(|it| it.restart_policy.as_deref() == Some("Always"))
    };
    let through = |container: &ContainerStatus| {
        let ended = container.state.as_ref().and_then(|state| state.terminated.as_ref());
        ended.is_some_and(|ended| ended.exit_code == 0) || sidecar(&container.name) && container.started == Some(true)
    };
    let mut statuses = status.init_container_statuses.iter().flatten().enumerate();
    let (index, at) = statuses.find(|(_, container)| !through(container))?;
    let state = at.state.as_ref();
    if let Some(ended) = ended(state) {
        return Some(format!("Init:{ended}"));
    }
    match waiting(state) {
        Some(reason) if reason != "PodInitializing" => Some(format!("Init:{reason}")),
        _ => Some(format!("Init:{index}/{}", all.len())),
    }
}

/// What the containers say, the first one last; `None` where they say nothing.
fn containers(pod: &Pod, status: &PodStatus) -> Option<String> {
    let (mut word, mut running) = (None, false);
    for container in status.container_statuses.iter().flatten().rev() {
        let state = container.state.as_ref();
        match waiting(state).map(str::to_owned).or_else(|| ended(state)) {
            Some(said) => word = Some(said),
            None => running |= container.ready && state.is_some_and(|state| state.running.is_some()),
        }
    }
    match word.as_deref() {
        Some("Completed") if running && condition(pod, "Ready") => Some("Running".to_owned()),
        Some("Completed") if running => Some("NotReady".to_owned()),
        _ => word,
    }
}

fn waiting(state: Option<&ContainerState>) -> Option<&str> {
    let reason = state?.waiting.as_ref()?.reason.as_deref()?;
    Some(reason).filter(|reason| !reason.is_empty())
}

fn ended(state: Option<&ContainerState>) -> Option<String> {
    let ended = state?.terminated.as_ref()?;
    Some(match (ended.reason.as_deref(), ended.signal) {
        (Some(reason), _) if !reason.is_empty() => reason.to_owned(),
        (_, Some(signal)) if signal != 0 => format!("Signal:{signal}"),
        _ => format!("ExitCode:{}", ended.exit_code),
    })
}

fn condition(pod: &Pod, name: &str) -> bool {
    let mut conditions = pod.status.iter().flat_map(|status| status.conditions.iter().flatten());
    conditions.any(|condition| condition.type_ == name && condition.status == "True")
}

/// Since when: the deletion, the present value of Ready, else of PodScheduled, else the creation.
pub(super) fn since(pod: &Pod) -> Option<Timestamp> {
    let metadata = &pod.metadata;
    if let Some(deadline) = &metadata.deletion_timestamp {
        let grace = metadata.deletion_grace_period_seconds.unwrap_or_default();
        return deadline.0.checked_sub(SignedDuration::from_secs(grace)).ok();
    }
    let changed = |name: &str| {
        let mut conditions = pod.status.iter().flat_map(|status| status.conditions.iter().flatten());
        let found = conditions.find(|condition| condition.type_ == name)?;
        Some(found.last_transition_time.as_ref()?.0)
    };
    let created = metadata.creation_timestamp.as_ref().map(|time| time.0);
    changed("Ready").or_else(|| changed("PodScheduled")).or(created)
}

#[cfg(test)]
#[path = "state_word_test.rs"]
mod tests;
