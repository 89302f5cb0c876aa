//! One finding: what is wrong, where, how that is known, what it blocks, and what to do.

use jiff::Timestamp;
use serde::Serialize;

use super::code::{Blocks, Code, Severity};

/// What is wrong, and all places where it is.
///
/// `summary` must not name a node or a pod of `places`, nor an age: findings with the same code and summary are one finding
/// with several places.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    /// The stable name.
    pub code: Code,
    /// How much it matters.
    pub severity: Severity,
    /// What is wrong, in a clause: `container main: image registry.test/a:2 not found`.
    pub summary: String,
    /// Where. Empty for a finding about the DaemonSet itself.
    pub places: Vec<Place>,
    /// How it is known; never empty.
    pub evidence: Vec<Evidence>,
    /// What it holds up.
    pub blocks: Blocks,
    /// Whether it passes by itself.
    pub heals: Heals,
    /// What to do.
    pub remedy: Remedy,
    /// Since when, where that is known: the earliest of all places.
    pub since: Option<Timestamp>,
    /// The label that best tells the sick nodes from the healthy ones.
    pub apart: Option<Apart>,
}

/// A node, a pod, or a pod on a node.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Place {
    /// The node.
    pub node: Option<String>,
    /// The pod.
    pub pod: Option<String>,
}

/// One proof.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Evidence {
    /// Where it was read.
    pub kind: Source,
    /// The object, `KIND/NAME`: `pod/agent-x7f2q`.
    pub object: String,
    /// What was read: a field with its value, a condition with its reason and message, an event's reason and message.
    pub text: String,
}

/// Where a proof was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// A condition of a pod or node.
    Condition,
    /// An event.
    Event,
    /// Another field of an object.
    Field,
}

/// Whether a finding passes by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "by", rename_all = "lowercase")]
pub enum Heals {
    /// By itself, about at the time, where that can be said.
    Itself {
        /// About when.
        at: Option<Timestamp>,
    },
    /// Not without somebody; the remedy says who and what.
    Somebody,
}

/// What to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Remedy {
    /// In a sentence without a full stop.
    pub text: String,
    /// As a command, where one exists.
    pub command: Option<String>,
}

/// A label that tells sick nodes from healthy ones.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Apart {
    /// The label's key, or a field of the node's info such as `kernelVersion`.
    pub key: String,
    /// The value that the sick ones have.
    pub value: String,
    /// How many of the sick nodes have it.
    pub sick: usize,
    /// How many of the healthy nodes have it.
    pub healthy: usize,
}

impl Place {
    /// A pod, and its node where that is known.
    pub fn pod(pod: &k8s_openapi::api::core::v1::Pod) -> Self {
        Self {
            node: crate::domain::pod::node(pod).map(str::to_owned),
            pod: Some(crate::domain::pod::name(pod).to_owned()),
        }
    }

    /// A node.
    pub fn node(name: &str) -> Self {
        Self {
            node: Some(name.to_owned()),
            pod: None,
        }
    }
}

impl Evidence {
    /// A field with its value.
    pub fn field(object: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            kind: Source::Field,
            object: object.into(),
            text: text.into(),
        }
    }

    /// A condition with its reason and message.
    pub fn condition(object: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            kind: Source::Condition,
            ..Self::field(object, text)
        }
    }

    /// An event's reason and message.
    pub fn event(object: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            kind: Source::Event,
            ..Self::field(object, text)
        }
    }
}

impl Remedy {
    /// A sentence.
    pub fn text(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            command: None,
        }
    }

    /// With a command.
    pub fn command(mut self, command: impl Into<String>) -> Self {
        self.command = Some(command.into());
        self
    }
}
