//! Every node in one word, for a view of all of them at once. Why it stands so is in the table of nodes.

use std::collections::BTreeMap;

use super::{
    about::About,
    code::Severity,
    finding::{Finding, Heals},
    scene::Scene,
    turn::{Stand, Turn, Turns},
};
use crate::domain::pod;

/// How a node stands, the worst last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    /// No pod is wanted there.
    Ineligible,
    /// It has an available pod of the present template.
    New,
    /// It has an available pod of an earlier template.
    Old,
    /// It should have a pod and has none that is available.
    Unavailable,
    /// The same, and that does not pass without somebody.
    Stuck,
}

/// All nodes by name, those where no pod is wanted among them; where nodes may not be read, those with pods. `findings` are
/// those of the same scene.
pub fn standings(scene: &Scene<'_>, findings: &[Finding]) -> Vec<(String, Standing)> {
    let about = About::new(findings);
    let mut all: BTreeMap<&str, Standing> = scene
        .nodes()
        .filter(|(_, _, placement)| !placement.runs)
        .map(|(name, ..)| (name, Standing::Ineligible))
        .collect();
    let turns = Turns::new(scene);
    let stands = turns.all.iter().map(|turn| (turn.node, standing(scene, turn, &about)));
    all.extend(stands);
    all.into_iter().map(|(name, it)| (name.to_owned(), it)).collect()
}

fn standing(scene: &Scene<'_>, turn: &Turn<'_>, about: &About<'_>) -> Standing {
    if turn.eligible == Some(false) {
        return Standing::Ineligible;
    }
    let available = turn.pods.iter().filter(|pod| scene.available(pod));
    match turn.stand {
        Stand::Done | Stand::Closing => {
            let pretenders = &scene.rollout.pretenders;
            let pretends = |name: &str| pretenders.iter().any(|it| it.pod == name);
            match turn.pods.iter().any(|it| pretends(pod::name(it))) {
                true => Standing::Old,
                false => Standing::New,
            }
        }
        Stand::Waits => Standing::Old,
        _ if turn.findings(scene, about).into_iter().any(stuck) => Standing::Stuck,
        // The old pod serves until the new one can.
        Stand::Pair if available.count() > 0 => Standing::Old,
        Stand::Pair | Stand::AtOnce | Stand::Out => Standing::Unavailable,
    }
}

fn stuck(finding: &Finding) -> bool {
    finding.severity == Severity::Error && finding.heals == Heals::Somebody && !finding.code.consequence()
}

#[cfg(test)]
mod tests {
    use super::{super::fixture_test::*, *};
    use crate::domain::diagnosis::diagnose;

    fn of(world: &World) -> Vec<Standing> {
        let snapshot = world.snapshot();
        let found = diagnose(&snapshot);
        let all = standings(&Scene::new(&snapshot), &found.findings);
        all.into_iter().map(|(_, standing)| standing).collect()
    }

    #[test]
    fn each_node_stands_somehow() {
        let mut world = World::outdated(6);
        world.pods[0] = pod("n1", 2);
        world.pods[1] = pod("n2", 2);
        world.state(
            2,
            "2026-01-01T11:00:00Z",
            serde_json::json!({"waiting": {"reason": "ErrImagePull", "message": "agent:2: not found"}}),
        );
        world.pods[3] = pod("n4", 2);
        world.unready(4, "2026-01-01T11:59:55Z");
        world.taint(5, "dedicated:NoSchedule");
        world.nodes.push(node("n7"));
        world.taint(7, "dedicated:NoSchedule");
        use Standing::*;
        assert_eq!(of(&world), [New, Stuck, Old, Unavailable, Ineligible, Old, Ineligible]);
        world.remove(6);
        assert_eq!(of(&world)[5], Unavailable, "no pod at all");
    }

    #[test]
    fn the_old_pod_of_a_pair_serves() {
        let mut world = World::outdated(1);
        world.limits(0, 1);
        let mut second = pod("n1", 2);
        second["metadata"]["name"] = "agent-second".into();
        world.pods.push(second);
        world.unready(2, "2026-01-01T11:59:50Z");
        assert_eq!(of(&world), [Standing::Old]);
    }

    #[test]
    fn without_rights_on_nodes_there_are_those_with_pods() {
        let world = World::outdated(3);
        let mut snapshot = world.snapshot();
        snapshot.around.nodes = None;
        assert_eq!(standings(&Scene::new(&snapshot), &[]).len(), 3);
    }
}
