//! A change of a DaemonSet as data: the patch to send and what it says. Nothing here sends or shows it.
//!
//! Each patch carries the resourceVersion and the uid of the object it was planned on, so that a change in between is a
//! conflict and not overwritten (S6).

use serde_json::{Map, Value, json};

use super::{
    apply,
    daemonset::{CHANGE_CAUSE, DaemonSet, LAST_APPLIED, RESTARTED_AT},
    images::{ContainerImage, containers},
    json as path, last_applied_sync,
    revision::Revision,
    template,
};

/// One planned change of one DaemonSet.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// The DaemonSet's namespace.
    pub namespace: String,
    /// Its name.
    pub name: String,
    /// The strategic merge patch to send, as text.
    pub body: String,
    /// Whether the template will mean something else.
    pub effective: bool,
    /// Each container with its image before and after.
    pub images: Vec<ContainerImage>,
    /// The template as it will be.
    pub template: Value,
}

impl Change {
    /// `set` as it will be, as far as that can be told without the server.
    pub fn applied_to(&self, set: &DaemonSet) -> DaemonSet {
        let mut object = set.object().clone();
        object["spec"]["template"] = self.template.clone();
        let patch: Value = serde_json::from_str(&self.body).unwrap_or_default();
        for (key, value) in path::strings(&patch, &["metadata", "annotations"]) {
            object["metadata"]["annotations"][key] = value.into();
        }
        DaemonSet::new(object)
    }

    /// Whether anything is to be sent: another template, or another change-cause.
    pub fn needed(&self, set: &DaemonSet) -> bool {
        let patch: Value = serde_json::from_str(&self.body).unwrap_or_default();
        let cause = path::at(&patch, &["metadata", "annotations", CHANGE_CAUSE]).and_then(Value::as_str);
        self.effective || cause.is_some_and(|cause| set.annotation(CHANGE_CAUSE) != Some(cause))
    }
}

/// The change-cause of a change.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Cause {
    /// Stays as it is.
    #[default]
    Keep,
    /// Becomes this text.
    Set(String),
    /// Goes.
    Remove,
}

impl From<Option<String>> for Cause {
    fn from(text: Option<String>) -> Self {
        text.map_or(Self::Keep, Self::Set)
    }
}

/// What goes into the object's annotations with a change.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Notes {
    /// What to do with the change-cause: in the same patch as the template, or it misses the revision (semantics E-62).
    pub change_cause: Cause,
    /// Whether the template inside the last-applied annotation is to follow an undo (C05).
    pub sync_last_applied: bool,
}

/// Puts the template of a stored revision back. What is sent is the stored text itself: a field that this program does
/// not know survives (R13), and the controller finds the revision again byte by byte (semantics C-20).
///
/// # Errors
/// In words, when the stored data holds metadata of its own, which no controller writes, or the last-applied annotation
/// is to be repaired and cannot be read.
pub fn undo(set: &DaemonSet, to: &Revision, notes: &Notes) -> Result<Change, String> {
    let data = to.data().trim();
    let stored: Value = serde_json::from_str(data).map_err(|error| error.to_string())?;
    let rest = data
        .strip_prefix('{')
        .filter(|_| stored.get("metadata").is_none() && stored.get("spec").is_some());
    let rest = rest.ok_or_else(|| format!("the data of revision {} is not that of a DaemonSet", to.number()))?;
    let applied = set.annotation(LAST_APPLIED).filter(|_| notes.sync_last_applied);
    let synced = applied.map(|text| {
        last_applied_sync::synced(text, set.template(), to)
            .ok_or_else(|| format!("the annotation {LAST_APPLIED} holds no pod template to repair"))
    });
    let metadata = metadata(set, notes, synced.transpose()?);
    Ok(change(set, format!("{{\"metadata\":{metadata},{rest}"), to.template()))
}

/// Puts a template back that was read before (semantics C-3 builds the same patch).
///
/// # Errors
/// As [`undo`].
pub fn restore(set: &DaemonSet, template: &Value, notes: &Notes) -> Result<Change, String> {
    let mut replaced = Map::new();
    replaced.insert("$patch".to_owned(), "replace".into());
    replaced.extend(template.as_object().cloned().unwrap_or_default());
    let metadata = metadata(set, notes, None);
    let body = json!({"metadata": metadata, "spec": {"template": replaced}}).to_string();
    Ok(change(set, body, template))
}

/// Gives containers new images; only those that change are sent.
///
/// # Errors
/// As [`undo`].
pub fn set_images(set: &DaemonSet, images: &[ContainerImage], notes: &Notes) -> Result<Change, String> {
    let list = |init: bool| -> Vec<Value> {
        let changed = images.iter().filter(|image| image.init == init && image.changes());
        changed
            .map(|image| json!({"name": image.container, "image": image.to}))
            .collect()
    };
    let mut spec = Map::new();
    let mut after = set.template().clone();
    for (field, list) in [("containers", list(false)), ("initContainers", list(true))] {
        for new in &list {
            let members = after
                .get_mut("spec")
                .and_then(|spec| spec.get_mut(field))
                .and_then(Value::as_array_mut);
            for container in members
                .into_iter()
                .flatten()
                .filter(|container| container["name"] == new["name"])
            {
                container["image"] = new["image"].clone();
            }
        }
        if !list.is_empty() {
            spec.insert(field.to_owned(), list.into());
        }
    }
    let metadata = metadata(set, notes, None);
    Ok(change(
        set,
        json!({"metadata": metadata, "spec": {"template": {"spec": spec}}}).to_string(),
        &after,
    ))
}

/// Marks the template with a time, which makes it another one (semantics E-40). `at` is RFC 3339, to the second.
///
/// # Errors
/// kubectl's words when the mark is there already (semantics E-41).
pub fn restart(set: &DaemonSet, at: &str) -> Result<Change, String> {
    if path::text(set.template(), &["metadata", "annotations", RESTARTED_AT]) == at {
        return Err(format!(
            "failed to create patch for {}: if restart has already been triggered within the past second, please wait \
             before attempting to trigger another",
            set.name()
        ));
    }
    let metadata = precondition(set);
    let template = json!({"metadata": {"annotations": {RESTARTED_AT: at}}});
    let after = apply::merged(set.template(), &template);
    let body = json!({"metadata": metadata, "spec": {"template": template}}).to_string();
    Ok(change(set, body, &after))
}

fn change(set: &DaemonSet, body: String, after: &Value) -> Change {
    let before = containers(set.template());
    let images = containers(after).into_iter().map(|new| {
        let old = before
            .iter()
            .find(|old| old.container == new.container && old.init == new.init);
        ContainerImage {
            from: old.map(|old| old.from.clone()).unwrap_or_default(),
            ..new
        }
    });
    Change {
        namespace: set.namespace().to_owned(),
        name: set.name().to_owned(),
        body,
        effective: !template::same(set.template(), after),
        images: images.collect(),
        template: after.clone(),
    }
}

fn precondition(set: &DaemonSet) -> Map<String, Value> {
    let pairs = [("resourceVersion", set.resource_version()), ("uid", set.uid())];
    pairs
        .into_iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(key, value)| (key.to_owned(), value.into()))
        .collect()
}

fn metadata(set: &DaemonSet, notes: &Notes, synced: Option<String>) -> Value {
    let mut metadata = precondition(set);
    let mut annotations = Map::new();
    match &notes.change_cause {
        Cause::Keep => None,
        Cause::Set(cause) => annotations.insert(CHANGE_CAUSE.to_owned(), cause.as_str().into()),
        Cause::Remove => annotations.insert(CHANGE_CAUSE.to_owned(), Value::Null),
    };
    if let Some(synced) = synced {
        annotations.insert(LAST_APPLIED.to_owned(), synced.into());
    }
    if !annotations.is_empty() {
        metadata.insert("annotations".to_owned(), annotations.into());
    }
    metadata.into()
}

#[cfg(test)]
#[path = "change_test.rs"]
mod tests;
