//! What is printed for each state of a rollout.

use serde_json::json;

use super::*;

pub(in crate::render) fn set(strategy: serde_json::Value, min_ready: i64) -> DaemonSet {
    DaemonSet::new(json!({
        "metadata": {"name": "agent", "namespace": "fleet", "creationTimestamp": "2026-01-01T00:00:00Z"},
        "spec": {"updateStrategy": strategy, "minReadySeconds": min_ready},
        "status": {"desiredNumberScheduled": 10, "updatedNumberScheduled": 3, "numberReady": 4, "numberAvailable": 4},
    }))
}

pub(in crate::render) fn found(step: Step, phase: Phase, pods: usize) -> Rollout {
    let pod = |index| Located {
        pod: format!("agent-{index}"),
        node: Some(format!("n{index}")),
        created: "2026-01-01T00:00:00Z".parse().ok(),
        revision: Some(1),
    };
    let pods: Vec<_> = (0..pods).map(pod).collect();
    Rollout {
        step,
        phase,
        pretenders: pods.clone(),
        outdated: pods.clone(),
        leaving: pods,
        lacking: 0,
        revision: Some(2),
    }
}

pub(in crate::render) fn now() -> Timestamp {
    "2026-01-01T00:01:30Z".parse().expect("a time")
}

#[test]
fn kubectls_lines_are_kubectls() {
    let line = |step| kubectl_line("foo", step);
    assert_eq!(
        line(Step::Updating { updated: 0, desired: 1 }),
        "Waiting for daemon set \"foo\" rollout to finish: 0 out of 1 new pods have been updated..."
    );
    assert_eq!(
        line(Step::Settling {
            available: 1,
            desired: 2
        }),
        "Waiting for daemon set \"foo\" rollout to finish: 1 of 2 updated pods are available..."
    );
    assert_eq!(
        line(Step::NotObserved),
        "Waiting for daemon set spec update to be observed..."
    );
    assert_eq!(
        line(Step::Complete),
        "daemon set \"foo\" successfully rolled out",
        "E-11"
    );
}

#[test]
fn the_strategy_is_said_in_words() {
    let rolling = set(
        json!({"type": "RollingUpdate", "rollingUpdate": {"maxUnavailable": "30%", "maxSurge": 0}}),
        10,
    );
    assert_eq!(
        strategy(&rolling),
        "RollingUpdate, maxUnavailable 30% = 3 of 10, maxSurge 0, minReadySeconds 10"
    );
    assert_eq!(strategy(&set(json!({"type": "OnDelete"}), 0)), "OnDelete");
    assert_eq!(progress(&rolling), "updated 3, ready 4, available 4 of 10");
}

#[test]
fn success_is_not_said_where_pods_disagree() {
    let set = set(json!({}), 0);
    let stalled = found(Step::Complete, Phase::Stalled, 2);
    assert!(!line(&set, &stalled).contains("successfully"), "D-24");
    let notes = notes(&set, &stalled, now(), Layout::default());
    assert_eq!(notes[0], "NODE   POD       REVISION   AGE");
    assert_eq!(notes[1], "n0     agent-0   1          90s");
    assert_eq!(
        notes.last().map(String::as_str),
        Some("  kubectl delete pod -n fleet agent-0 agent-1")
    );
    let leaving = found(Step::Complete, Phase::Progressing, 1);
    assert!(
        line(&set, &leaving).ends_with("1 pod that counts as available is terminating..."),
        "S9"
    );
}

#[test]
fn idle_is_success_and_says_why() {
    let idle = found(Step::Complete, Phase::Idle, 0);
    let set = set(json!({}), 0);
    assert_eq!(
        line(&set, &idle),
        "daemon set \"agent\" successfully rolled out",
        "E-15"
    );
    assert_eq!(
        notes(&set, &idle, now(), Layout::default()),
        ["daemon set \"agent\" is idle: no node is eligible for it"],
        "C12"
    );
}
