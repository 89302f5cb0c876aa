//! What is merged, and in which order findings come.

use super::super::{
    code::{Blocks, Code, Severity},
    finding::{Evidence, Finding, Heals, Place, Remedy},
    group::group,
};

fn finding(code: Code, node: &str) -> Finding {
    Finding {
        code,
        severity: Severity::Warning,
        summary: "the same".into(),
        places: vec![Place::node(node)],
        evidence: vec![Evidence::field(format!("node/{node}"), "x")],
        blocks: Blocks::Node,
        heals: Heals::Itself { at: None },
        remedy: Remedy::text("do").command(format!("kubectl -n fleet delete pod agent-{node} --wait=false")),
        since: None,
        apart: None,
    }
}

#[test]
fn equal_findings_become_one_with_the_worst_of_all() {
    let mut worse = finding(Code::NotReady, "n1");
    worse.severity = Severity::Error;
    worse.blocks = Blocks::Budget;
    worse.heals = Heals::Somebody;
    worse.since = Some("2026-01-01T10:00:00Z".parse().expect("a time"));
    let others = ["n3", "n2", "n5", "n4", "n2"].map(|node| finding(Code::NotReady, node));
    let found = group(others.into_iter().chain([worse]).collect());
    let [one] = found.as_slice() else {
        panic!("one finding: {found:#?}")
    };
    let places: Vec<_> = one.places.iter().filter_map(|place| place.node.as_deref()).collect();
    assert_eq!(places, ["n1", "n2", "n3", "n4", "n5"], "sorted, each once");
    assert_eq!((one.severity, one.blocks), (Severity::Error, Blocks::Budget));
    assert_eq!(
        one.heals,
        Heals::Somebody,
        "one that needs somebody makes all need somebody"
    );
    assert_eq!(one.evidence.len(), 3, "the others say the same");
    assert!(one.since.is_some());
    let command = "kubectl -n fleet delete pod agent-n1 agent-n2 agent-n3 agent-n4 agent-n5 --wait=false";
    assert_eq!(one.remedy.command.as_deref(), Some(command), "one command for all");
}

#[test]
fn a_command_that_cannot_name_several_is_the_first() {
    let mut two = ["n1", "n2"].map(|node| finding(Code::CrashLoop, node));
    for (finding, node) in two.iter_mut().zip(["n1", "n2"]) {
        finding.remedy.command = Some(format!("kubectl -n fleet logs agent-{node} --previous"));
    }
    let found = group(two.to_vec());
    assert_eq!(
        found[0].remedy.command.as_deref(),
        Some("kubectl -n fleet logs agent-n1 --previous")
    );
}

#[test]
fn the_worst_comes_first() {
    let mut info = finding(Code::Starting, "n1");
    info.severity = Severity::Info;
    let mut rollout = finding(Code::BudgetUsedUp, "n2");
    rollout.blocks = Blocks::Rollout;
    let many = ["n3", "n4"].map(|node| finding(Code::NotReady, node));
    let one = finding(Code::CrashLoop, "n5");
    let found = group([vec![info], many.to_vec(), vec![one, rollout]].concat());
    let codes: Vec<_> = found.iter().map(|finding| finding.code).collect();
    assert_eq!(
        codes,
        [Code::BudgetUsedUp, Code::NotReady, Code::CrashLoop, Code::Starting]
    );
}
