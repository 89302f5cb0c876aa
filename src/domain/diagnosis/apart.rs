//! The label that best tells the nodes of a finding from the healthy ones.

use super::{
    finding::{Apart, Finding},
    scene::Scene,
};

/// The label or node-info field that most of the sick nodes share and most of the healthy ones do not have.
pub(super) fn apart(_scene: &Scene<'_>, _finding: &Finding) -> Option<Apart> {
    None
}
