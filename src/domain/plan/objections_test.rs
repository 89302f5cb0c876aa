//! What is said against changes, and that nothing is said against a plain one.

use serde_json::json;

use super::{
    Kind, Objection, Plan, Role, Verdict, plan,
    upstream_test::{changed, under_way},
};
use crate::domain::{
    daemonset::{DaemonSet, LAST_APPLIED},
    diagnosis::{
        code::Severity,
        fixture_test::{World, pod, revision, template},
    },
};

pub(super) fn kinds(plan: &Plan) -> Vec<(Kind, Severity)> {
    let all = plan.objections.iter();
    all.map(|objection| (objection.kind, objection.severity)).collect()
}

pub(super) fn only(plan: &Plan) -> &Objection {
    assert_eq!(plan.objections.len(), 1, "{:#?}", plan.objections);
    &plan.objections[0]
}

/// The node answers no more, and its pod is not ready.
fn lose(world: &mut World, node: usize) {
    let at = "2026-01-01T11:30:00Z";
    let ready = &mut world.nodes[node - 1]["status"]["conditions"][0];
    ready["status"] = "Unknown".into();
    ready["lastTransitionTime"] = at.into();
    world.unready(node, at);
}

#[test]
fn nothing_is_said_against_a_plain_change() {
    let plan = changed(&World::healthy(3));
    assert_eq!((plan.verdict, kinds(&plan)), (Verdict::Proceeds, vec![]));
    assert_eq!((plan.from, plan.to, plan.effective), (Some(2), Some(3), true));
    let words: Vec<&str> = plan.changes.iter().map(|change| change.words.as_str()).collect();
    assert_eq!(words, ["main image agent:2 → agent:3"]);
    let idle = under_way(&World::healthy(3));
    assert_eq!(
        (idle.verdict, idle.effective, kinds(&idle)),
        (Verdict::Nothing, false, vec![])
    );
}

#[test]
fn dead_nodes_use_the_budget_up() {
    let mut world = World::healthy(5);
    world.limits(2, 0);
    lose(&mut world, 4);
    lose(&mut world, 5);
    let plan = changed(&world);
    assert_eq!(plan.verdict, Verdict::Blocked, "C01");
    let found = only(&plan);
    assert_eq!(
        (found.kind, found.nodes.as_slice()),
        (Kind::BudgetUsedUp, &["n4".to_owned(), "n5".to_owned()][..])
    );
    assert!(
        found
            .summary
            .ends_with("none of 3 healthy nodes in turn will be updated"),
        "C01 {}",
        found.summary
    );
    assert!(
        found.remedy.contains("raise maxUnavailable to at least 3"),
        "C01 {}",
        found.remedy
    );
    assert_eq!(plan.estimate, None, "no guess when it never ends");
    world.limits(3, 0);
    let plan = changed(&world);
    assert_eq!(
        kinds(&plan),
        [(Kind::NodeHeld, Severity::Warning)],
        "the others go on, one at a time"
    );
    let budget = plan.budget.expect("a budget");
    assert_eq!((budget.first, budget.at_a_time), (1, 1));
}

#[test]
fn pods_beyond_the_budget_are_counted_and_those_that_serve_too() {
    let mut young = World::healthy(4);
    young.set["spec"]["minReadySeconds"] = 7200.into();
    let plan = changed(&young);
    assert_eq!(plan.of(Role::AtOnce).count(), 4, "C10 (a)");
    let found = plan
        .objections
        .iter()
        .find(|it| it.kind == Kind::BeyondBudget)
        .expect("C10");
    assert!(
        found
            .summary
            .starts_with("4 pods are replaced at once, outside the budget of 1"),
        "{}",
        found.summary
    );
    assert!(
        found.summary.ends_with("4 of them are ready and serve"),
        "C10 (a) {}",
        found.summary
    );
    let mut all = World::healthy(4);
    all.limits(100, 0);
    assert_eq!(
        only(&changed(&all)).kind,
        Kind::AllAtOnce,
        "C60: 100 where 100% was meant"
    );
}

#[test]
fn surge_against_a_host_port_cannot_succeed() {
    let mut world = World::healthy(3);
    world.limits(0, 1);
    let ports = json!([{"containerPort": 8080, "hostPort": 8080, "protocol": "TCP"}]);
    for pod in &mut world.pods {
        pod["spec"]["containers"][0]["ports"] = ports.clone();
    }
    let mut next = world.set.clone();
    next["spec"]["template"] = template("agent:3");
    let without = plan(&world.snapshot(), &DaemonSet::new(next.clone()));
    assert_eq!(kinds(&without), [], "the new pod needs no port");
    next["spec"]["template"]["spec"]["containers"][0]["ports"] = ports;
    let found = plan(&world.snapshot(), &DaemonSet::new(next.clone()));
    assert_eq!(
        (found.verdict, only(&found).kind),
        (Verdict::Blocked, Kind::SurgeHostPort),
        "C08"
    );
    assert_eq!(only(&found).nodes.len(), 3);
    // One that is not ready gives way at once.
    (1..=3).for_each(|node| world.unready(node, "2026-01-01T11:59:50Z"));
    assert_eq!(kinds(&plan(&world.snapshot(), &DaemonSet::new(next))), [], "A-43");
}

#[test]
fn pods_on_nodes_that_are_not_eligible_go_for_good() {
    let mut world = World::healthy(4);
    world.taint(2, "dedicated:NoSchedule");
    world.taint(3, "dedicated:NoExecute");
    world.taint(4, "dedicated:NoSchedule");
    world.remove(4);
    let plan = changed(&world);
    let role = |role| plan.of(role).map(|node| node.node.as_str()).collect::<Vec<_>>();
    assert_eq!(
        (
            role(Role::LosesInTurn),
            role(Role::LosesAtOnce),
            role(Role::NotEligible)
        ),
        (vec!["n2"], vec!["n3"], vec!["n4"]),
        "C20, A-4"
    );
    assert_eq!(kinds(&plan), [(Kind::LostForGood, Severity::Warning); 2], "C20");
    assert!(plan.nodes[3].why.contains("dedicated"), "{:?}", plan.nodes[3]);
}

#[test]
fn a_new_template_can_gain_and_lose_nodes() {
    let mut world = World::healthy(3);
    world.nodes[0]["metadata"]["labels"]["tier"] = "edge".into();
    world.taint(3, "gpu:NoSchedule");
    world.remove(3);
    let mut next = world.set.clone();
    next["spec"]["template"] = template("agent:2");
    next["spec"]["template"]["spec"]["tolerations"] = json!([{"operator": "Exists"}]);
    let gained = plan(&world.snapshot(), &DaemonSet::new(next.clone()));
    assert_eq!(
        gained.of(Role::Gains).map(|it| it.node.as_str()).collect::<Vec<_>>(),
        ["n3"],
        "A-40"
    );
    assert_eq!(
        gained.budget.expect("a budget").base,
        3,
        "B-10: by the template that comes"
    );
    next["spec"]["template"]["spec"]["nodeSelector"] = json!({"tier": "edge"});
    let lost = plan(&world.snapshot(), &DaemonSet::new(next));
    assert_eq!(
        lost.of(Role::LosesAtOnce)
            .map(|it| it.node.as_str())
            .collect::<Vec<_>>(),
        ["n2"],
        "A-47"
    );
    assert_eq!(lost.of(Role::InTurn).count(), 1);
}

#[test]
fn going_back_counts_pods_of_that_revision_as_done() {
    let mut world = World::healthy(4);
    world.pods[3] = pod("n4", 1);
    let mut back = world.set.clone();
    back["spec"]["template"] = template("agent:1");
    let found = plan(&world.snapshot(), &DaemonSet::new(back.clone()));
    assert_eq!(
        (found.of(Role::Keeps).count(), found.of(Role::InTurn).count()),
        (1, 3),
        "B-17"
    );
    assert_eq!((found.from, found.to), (Some(2), Some(3)), "C-23: revision 1 becomes 3");
    let mut copy = revision(1, "twin");
    copy["revision"] = 5.into();
    world.revisions.push(copy);
    let found = plan(&world.snapshot(), &DaemonSet::new(back));
    assert_eq!(
        (found.verdict, found.of(Role::Keeps).count()),
        (Verdict::Blocked, 4),
        "C-25, C39"
    );
    assert_eq!(only(&found).kind, Kind::DuplicateRevision, "C39");
}

#[test]
fn on_delete_waits_and_no_history_is_no_way_back() {
    let mut world = World::healthy(2);
    world.set["spec"]["updateStrategy"] = json!({"type": "OnDelete"});
    world.set["spec"]["revisionHistoryLimit"] = 0.into();
    let plan = changed(&world);
    assert_eq!(plan.verdict, Verdict::WaitsForDeletion, "C61");
    assert_eq!(
        kinds(&plan),
        [
            (Kind::OnDelete, Severity::Warning),
            (Kind::NoRollback, Severity::Warning)
        ],
        "C38"
    );
    assert_eq!(
        (plan.budget.is_none(), plan.of(Role::OnDelete).count()),
        (true, 2),
        "B-36"
    );
}

#[test]
fn who_would_put_it_back_is_named() {
    let mut world = World::healthy(2);
    world.set["metadata"]["annotations"]["meta.helm.sh/release-name"] = "agent".into();
    let manifest = json!({"spec": {"template": template("agent:2")}}).to_string();
    world.set["metadata"]["annotations"][LAST_APPLIED] = manifest.into();
    let plan = changed(&world);
    assert_eq!(
        kinds(&plan),
        [(Kind::Managed, Severity::Warning), (Kind::LastApplied, Severity::Info)],
        "C50, C05"
    );
}

#[test]
fn nothing_happens_to_what_is_being_deleted() {
    let mut world = World::healthy(2);
    world.set["metadata"]["deletionTimestamp"] = "2026-01-01T11:59:00Z".into();
    assert_eq!(changed(&world).objections[0].kind, Kind::BeingDeleted, "B-3");
}

#[test]
fn without_the_right_to_read_nodes_those_with_pods_are_planned() {
    let world = World::healthy(3);
    let mut snapshot = world.snapshot();
    snapshot.around.nodes = None;
    let mut next = world.set.clone();
    next["spec"]["template"] = template("agent:3");
    let plan = plan(&snapshot, &DaemonSet::new(next));
    assert_eq!(plan.of(Role::InTurn).count(), 3);
    assert!(plan.nodes.iter().all(|node| node.eligible.is_none()));
    assert_eq!(plan.budget.expect("a budget").base, 3, "by the counters");
}

#[test]
fn the_estimate_tells_what_it_is_made_of() {
    let mut world = World::healthy(4);
    world.limits(2, 0);
    for pod in &mut world.pods {
        pod["metadata"]["creationTimestamp"] = "2026-01-01T10:59:50Z".into();
    }
    let guess = changed(&world).estimate.expect("a guess");
    assert_eq!((guess.rounds, guess.ready.as_secs(), guess.grace_seconds), (2, 10, 30));
    assert_eq!((guess.least.as_secs(), guess.most.as_secs()), (20, 80), "C60");
    world.pods.clear();
    assert_eq!(changed(&world).estimate, None, "no basis, no guess");
}
