//! Pods that pretend, and templates that are fought over.

use serde_json::json;

use super::super::{
    code::{Blocks, Code, Severity},
    fixture_test::World,
    verdict::State,
};
use crate::domain::daemonset::TEMPLATE_GENERATION;

#[test]
fn pods_with_the_right_label_and_another_template_are_named_with_what_they_run() {
    let mut world = World::healthy(3);
    for pod in &mut world.pods {
        pod["spec"]["containers"][0]["image"] = "agent:1".into();
        pod["metadata"]["labels"]["controller-revision-hash"] = "old".into();
    }
    let found = world.diagnosis();
    let first = &found.findings[0];
    assert_eq!(
        (first.code, first.severity, first.blocks),
        (Code::OutdatedTemplate, Severity::Error, Blocks::Rollout)
    );
    let summary =
        "counts as up to date, but container main runs agent:1 instead of agent:2: the controller will not replace it";
    assert_eq!(first.summary, summary, "D-24");
    assert_eq!(first.places.len(), 3);
    assert!(first.evidence[0].text.contains("pod-template-generation=2"));
    let restart = "kubectl -n fleet rollout restart ds agent";
    assert_eq!(
        first.remedy.command.as_deref(),
        Some(restart),
        "more than the budget at once is too much"
    );
    assert_eq!(found.verdict.state, State::Stalled);
    assert!(found.nodes.iter().all(|row| !row.done && row.revision == Some(1)));
}

#[test]
fn one_pod_relabelled_by_a_duplicate_revision_is_deleted_by_hand() {
    let mut world = World::healthy(3);
    world.pods[1]["spec"]["containers"][0]["image"] = "agent:1".into();
    let found = world.only(Code::OutdatedTemplate);
    assert!(
        found.evidence[0].text.contains("controller-revision-hash=new"),
        "C-25: {found:#?}"
    );
    assert_eq!(
        found.remedy.command.as_deref(),
        Some("kubectl -n fleet delete pod agent-n2")
    );
}

/// The history after `aside` was stored at 11:50 and the template went back at that time.
fn back(world: &mut World, manager: &str, at: &str) {
    world.revisions[1]["metadata"]["creationTimestamp"] = "2026-01-01T09:00:00Z".into();
    world.revisions[0]["metadata"]["creationTimestamp"] = "2026-01-01T11:50:00Z".into();
    world.revisions[1]["revision"] = 7.into();
    world.revisions[0]["revision"] = 6.into();
    world.changed(manager, at);
}

#[test]
fn a_program_that_puts_the_template_back_at_once_is_named() {
    let mut world = World::healthy(2);
    back(&mut world, "argocd-controller", "2026-01-01T11:50:03Z");
    world.set["metadata"]["annotations"]["argocd.argoproj.io/tracking-id"] = "agents".into();
    let found = world.finding();
    assert_eq!(
        (found.code, found.severity),
        (Code::TemplateContested, Severity::Warning)
    );
    assert_eq!(
        found.summary, "argocd-controller has put the template back to an earlier one",
        "C50"
    );
    assert!(found.remedy.text.contains("Argo CD"), "{}", found.remedy.text);
    back(&mut world, "kubectl-rollout", "2026-01-01T11:50:03Z");
    assert_eq!(world.diagnosis().findings, [], "a person's undo");
    back(&mut world, "argocd-controller", "2026-01-01T11:58:00Z");
    assert_eq!(world.diagnosis().findings, [], "a change after a while is a deployment");
}

#[test]
fn a_template_that_changes_many_times_a_minute_is_rewritten() {
    let mut world = World::healthy(2);
    for (index, generation) in [("0", "1"), ("1", "2")] {
        let index: usize = index.parse().expect("a number");
        let metadata = &mut world.revisions[index]["metadata"];
        metadata["creationTimestamp"] = "2026-01-01T11:55:00Z".into();
        metadata["annotations"] = json!({TEMPLATE_GENERATION: generation});
    }
    world.set["metadata"]["annotations"][TEMPLATE_GENERATION] = "42".into();
    world.changed("fighting-operator", "2026-01-01T11:59:59Z");
    for pod in &mut world.pods {
        pod["metadata"]["labels"]["pod-template-generation"] = "42".into();
    }
    let found = world.finding();
    assert_eq!(
        (found.code, found.severity),
        (Code::TemplateContested, Severity::Error),
        "C43"
    );
    assert_eq!(
        found.summary,
        "something rewrites the template again and again (last: fighting-operator)"
    );
    for revision in &mut world.revisions {
        revision["metadata"]["creationTimestamp"] = "2026-01-01T10:00:00Z".into();
    }
    assert_eq!(world.diagnosis().findings, [], "40 changes in two hours");
}
