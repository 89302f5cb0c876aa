//! One ControllerRevision, and what a history of them means (semantics C).

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::{Map, Value, value::RawValue};

use super::{daemonset::CHANGE_CAUSE, json};

/// The label that ties a pod to its revision (semantics C-27).
pub const HASH_LABEL: &str = "controller-revision-hash";

/// One stored revision of a DaemonSet.
#[derive(Debug, Clone)]
pub struct Revision {
    object: Value,
    data: Box<RawValue>,
    template: Value,
}

impl Revision {
    /// Reads a ControllerRevision from the text the server sent. The text of `data` is kept byte for byte (semantics
    /// C-3, C-4): it is what an undo sends.
    ///
    /// # Errors
    /// When `text` is no JSON object, or its `data` holds no pod template.
    pub fn parse(text: &str) -> Result<Self, serde_json::Error> {
        #[derive(Deserialize)]
        struct Envelope {
            data: Box<RawValue>,
        }
        let object: Value = serde_json::from_str(text)?;
        let data = serde_json::from_str::<Envelope>(text)?.data;
        let parsed: Value = serde_json::from_str(data.get())?;
        let mut template = json::at(&parsed, &["spec", "template"]).cloned().unwrap_or(Value::Null);
        if let Some(members) = template.as_object_mut() {
            members.shift_remove("$patch");
        }
        Ok(Self { object, data, template })
    }

    /// The object as the server sent it.
    pub fn object(&self) -> &Value {
        &self.object
    }

    /// The text of `data`: a strategic merge patch that restores the template (semantics C-3).
    pub fn data(&self) -> &str {
        self.data.get()
    }

    /// The stored pod template, without the patch directive.
    pub fn template(&self) -> &Value {
        &self.template
    }

    /// `metadata.name`.
    pub fn name(&self) -> &str {
        json::text(&self.object, &["metadata", "name"])
    }

    /// The revision number.
    pub fn number(&self) -> i64 {
        json::int(&self.object, &["revision"])
    }

    /// The hash label; its name where the label is missing (semantics C-20).
    pub fn hash(&self) -> &str {
        match json::text(&self.object, &["metadata", "labels", HASH_LABEL]) {
            "" => self.name(),
            hash => hash,
        }
    }

    /// When this template was first stored; a re-used revision keeps it (semantics C-23).
    pub fn created(&self) -> Option<Timestamp> {
        json::time(&self.object, &["metadata", "creationTimestamp"])
    }

    /// The change-cause of the moment the revision was created (semantics E-62).
    pub fn change_cause(&self) -> Option<&str> {
        json::at(&self.object, &["metadata", "annotations", CHANGE_CAUSE]).and_then(Value::as_str)
    }

    /// One of its labels.
    pub fn label(&self, key: &str) -> Option<&str> {
        json::at(&self.object, &["metadata", "labels", key]).and_then(Value::as_str)
    }

    /// The same revision with these labels besides its own.
    pub fn labelled(&self, labels: &[(String, String)]) -> Self {
        let mut labelled = self.clone();
        if let Some(metadata) = labelled.object.get_mut("metadata").and_then(Value::as_object_mut) {
            let own = metadata.entry("labels").or_insert_with(|| Value::Object(Map::new()));
            if let Some(own) = own.as_object_mut() {
                own.extend(labels.iter().map(|(key, value)| (key.clone(), value.clone().into())));
            }
        }
        labelled
    }

    /// The reference to its controller, if it has one.
    pub fn controller(&self) -> Option<&Value> {
        let owners = json::list(&self.object, &["metadata", "ownerReferences"]);
        owners.iter().find(|owner| owner["controller"] == true)
    }

    /// The uid of the controller owner, if any. Labels alone prove nothing (C44).
    pub fn controller_uid(&self) -> Option<&str> {
        self.controller()?["uid"].as_str()
    }
}
