//! Which pods fail a rollout, and which never do.

use super::*;
use crate::domain::diagnosis::{
    code::Blocks,
    finding::{Evidence, Heals, Place, Remedy},
    fixture_test::World,
    verdict::Verdict,
};

fn found(code: Code, severity: Severity, nodes: &[&str], state: State) -> Diagnosis {
    let place = |node: &&str| Place {
        node: Some((*node).to_owned()),
        pod: Some(format!("agent-{node}")),
    };
    Diagnosis {
        verdict: Verdict {
            state,
            reason: String::new(),
            ends: None,
        },
        findings: vec![Finding {
            code,
            severity,
            summary: "container main: broken".to_owned(),
            places: nodes.iter().map(place).collect(),
            evidence: vec![Evidence::field("pod/x", "y")],
            blocks: Blocks::Budget,
            heals: Heals::Somebody,
            remedy: Remedy::text("mend it"),
            since: None,
            apart: None,
        }],
        nodes: Vec::new(),
    }
}

fn of(world: &World, diagnosis: &Diagnosis, allowed: Option<usize>) -> Option<Failed> {
    let snapshot = world.snapshot();
    failed(&Scene::new(&snapshot), diagnosis, allowed)
}

#[test]
fn pods_of_the_new_template_fail_it_beyond_the_budget() {
    let mut world = World::healthy(3);
    let (code, state) = (Code::CrashLoop, State::Progressing);
    let one = found(code, Severity::Error, &["n1"], state);
    let two = found(code, Severity::Error, &["n1", "n2"], state);
    assert_eq!(of(&world, &one, None), None, "the budget is one");
    let pods = |failing, allowed| Some(Failed::Pods { failing, allowed });
    assert_eq!(of(&world, &one, Some(0)), pods(1, 0), "C02");
    assert_eq!(of(&world, &two, None), pods(2, 1), "C02");
    world.set["spec"]["updateStrategy"]["rollingUpdate"]["maxUnavailable"] = 2.into();
    assert_eq!(of(&world, &two, None), None, "the budget is two");
}

#[test]
fn what_is_no_fault_of_the_new_template_never_does() {
    let world = World::healthy(3);
    let state = State::Progressing;
    for code in [
        Code::NodeNotReady,
        Code::NodeUnreachable,
        Code::PodEvicted,
        Code::InsufficientResources,
    ] {
        let found = found(code, Severity::Error, &["n1", "n2"], state);
        assert_eq!(of(&world, &found, Some(0)), None, "{code}");
    }
    let slow = found(Code::NotReady, Severity::Info, &["n1", "n2"], state);
    assert_eq!(of(&world, &slow, Some(0)), None, "slow is not sick");
}

#[test]
fn pods_of_an_earlier_template_never_do() {
    let mut world = World::healthy(2);
    world.pods[0] = crate::domain::diagnosis::fixture_test::pod("n1", 1);
    let found = found(Code::CrashLoop, Severity::Error, &["n1"], State::Progressing);
    assert_eq!(of(&world, &found, Some(0)), None, "C02");
}

#[test]
fn a_stall_does_whatever_the_number() {
    let world = World::healthy(2);
    let found = found(Code::NodeNotReady, Severity::Error, &["n1"], State::Stalled);
    assert_eq!(of(&world, &found, Some(100)), Some(Failed::Stalled));
}
