//! Which findings are about a node or a pod, looked up once.

use std::collections::BTreeMap;

use super::{
    code::{Blocks, Code, Severity},
    finding::{Finding, Heals},
};

/// Findings by place.
pub(in crate::domain) struct About<'f> {
    pods: BTreeMap<&'f str, Vec<&'f Finding>>,
    nodes: BTreeMap<&'f str, Vec<&'f Finding>>,
}

impl<'f> About<'f> {
    /// Looks the places of all findings up.
    pub(in crate::domain) fn new(findings: &'f [Finding]) -> Self {
        let (mut pods, mut nodes) = (BTreeMap::<_, Vec<_>>::new(), BTreeMap::<_, Vec<_>>::new());
        for finding in findings {
            for place in &finding.places {
                match (&place.pod, &place.node) {
                    (Some(pod), _) => pods.entry(pod.as_str()).or_default().push(finding),
                    (None, Some(node)) => nodes.entry(node.as_str()).or_default().push(finding),
                    (None, None) => {}
                }
            }
        }
        Self { pods, nodes }
    }

    /// Those about the pod, in the order of all.
    pub(in crate::domain) fn pod(&self, name: &str) -> &[&'f Finding] {
        self.pods.get(name).map_or(&[], Vec::as_slice)
    }

    /// Those about the node itself, in the order of all.
    pub(in crate::domain) fn node(&self, name: &str) -> &[&'f Finding] {
        self.nodes.get(name).map_or(&[], Vec::as_slice)
    }
}

/// Whether the finding keeps its node from being finished until somebody acts. That the budget is used up is a consequence,
/// not a cause.
pub(in crate::domain) fn holds(finding: &Finding) -> bool {
    finding.heals == Heals::Somebody
        && finding.blocks > Blocks::Nothing
        && finding.severity > Severity::Info
        && finding.code != Code::BudgetUsedUp
}
