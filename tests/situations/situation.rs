//! One situation as data: how it is made, and what must be said of it.

use std::pin::Pin;

use anyhow::Result;
use k8s_openapi::api::core::v1::Pod;
use kubectl_ds::domain::diagnosis::{
    code::{Code, Severity},
    verdict::State,
};

use super::stage::Stage;
use crate::cluster::NodeSpec;

/// Ends when the situation is to be seen in the API.
pub type Made<'a> = Pin<Box<dyn Future<Output = Result<()>> + Send + 'a>>;

/// How it is made.
pub type Make = for<'a, 'c> fn(&'a Stage<'c>) -> Made<'a>;

/// On which control plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// The shared one.
    Shared,
    /// One whose controller manager has stopped; `make` runs before, `after` when it is gone.
    Uncontrolled,
}

/// One row of the catalogue.
#[derive(Clone)]
pub struct Situation {
    /// Its name, and that of its file and nodes.
    pub name: &'static str,
    /// How many nodes it has; the DaemonSet selects these alone.
    pub nodes: usize,
    /// What they are like; the number begins with 1.
    pub shape: fn(usize, &mut NodeSpec),
    /// On which control plane.
    pub ground: Ground,
    /// How it is made.
    pub make: Make,
    /// What happens after the controller manager has stopped.
    pub after: Option<Make>,
    /// It is looked at as it is so many seconds later, if nothing changes. For what is told only after minutes.
    pub later: i64,
    /// Nodes may not be read.
    pub blind: bool,
    /// The verdict: one of these.
    pub states: &'static [State],
    /// What must be found, and where.
    pub finding: Option<(Code, At)>,
    /// How bad that is at least.
    pub severity: Severity,
    /// What may be found besides.
    pub also: &'static [Code],
}

/// Where a finding is.
#[derive(Clone, Copy)]
pub enum At {
    /// The DaemonSet itself.
    Set,
    /// Nodes, by number from 1; no pods.
    Nodes(&'static [usize]),
    /// A pod by its name, on a node by its number.
    Named(usize, &'static str),
    /// The pods for which this is true, each with its node.
    Pods(fn(&Pod) -> bool),
}

impl Situation {
    /// A situation on three ordinary nodes of which nothing may be said yet.
    pub fn new(name: &'static str, make: Make) -> Self {
        Self {
            name,
            nodes: 3,
            shape: |_, _| {},
            ground: Ground::Shared,
            make,
            after: None,
            later: 0,
            blind: false,
            states: &[State::Done],
            finding: None,
            severity: Severity::Warning,
            also: &[],
        }
    }

    /// With so many nodes.
    pub fn nodes(self, nodes: usize) -> Self {
        Self { nodes, ..self }
    }

    /// With nodes like these.
    pub fn shaped(self, shape: fn(usize, &mut NodeSpec)) -> Self {
        Self { shape, ..self }
    }

    /// On a control plane whose controller manager then stops; `after` is done when it is gone.
    pub fn uncontrolled(self, after: Make) -> Self {
        Self {
            ground: Ground::Uncontrolled,
            after: Some(after),
            ..self
        }
    }

    /// Seen so many seconds later.
    pub fn later(self, later: i64) -> Self {
        Self { later, ..self }
    }

    /// Seen by somebody who may not read nodes.
    pub fn blind(self) -> Self {
        Self { blind: true, ..self }
    }

    /// With one of these verdicts.
    pub fn is(self, states: &'static [State]) -> Self {
        Self { states, ..self }
    }

    /// With this finding.
    pub fn finds(self, code: Code, at: At) -> Self {
        Self {
            finding: Some((code, at)),
            ..self
        }
    }

    /// It is no more than good to know.
    pub fn mildly(self) -> Self {
        Self {
            severity: Severity::Info,
            ..self
        }
    }

    /// With these as well, perhaps.
    pub fn also(self, also: &'static [Code]) -> Self {
        Self { also, ..self }
    }

    /// The name of a node by its number, from 1.
    pub fn node(&self, number: usize) -> String {
        format!("{}-{number}", self.name)
    }
}

/// A pod of any template.
pub fn every(_: &Pod) -> bool {
    true
}

/// A pod whose image is not the first one, which situations begin with.
pub fn new(pod: &Pod) -> bool {
    let image = pod
        .spec
        .as_ref()
        .and_then(|spec| spec.containers.first()?.image.as_deref());
    image.is_some_and(|image| !image.ends_with(":1"))
}

/// A pod on, or bound for, the first node.
pub fn on_first(pod: &Pod) -> bool {
    kubectl_ds::domain::pod::node(pod).is_some_and(|node| node.ends_with("-1"))
}

/// A pod that is on its way out.
pub fn ending(pod: &Pod) -> bool {
    pod.metadata.deletion_timestamp.is_some()
}

/// A pod that has failed.
pub fn failed(pod: &Pod) -> bool {
    pod.status.as_ref().and_then(|status| status.phase.as_deref()) == Some("Failed")
}
