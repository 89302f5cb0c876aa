//! Everything that the reading commands need of some DaemonSets, as objects to be saved. What is not needed is not there: other
//! pods, events about others, and who manages which field but of the DaemonSets themselves.

use std::collections::{BTreeMap, BTreeSet};

use k8s_openapi::api::core::v1::Pod;
use kube::{Error, api::ListParams};
use serde_json::{Value, json};

use super::{
    Cluster,
    around::needs_neighbours,
    leftover::Controllers,
    read::{allowed, collection},
};
use crate::domain::{
    daemonset::DaemonSet,
    json, pod,
    rival::{Kind, selects},
    saved::{NEIGHBOURS, RESOURCES, Resource},
    selector,
};

/// Up to so many DaemonSets have their pods listed by their own selectors.
const FEW: usize = 8;

/// Objects, each with its kind, and what was read.
#[derive(Debug, Default)]
pub struct Collected {
    /// By resource, each by `NAMESPACE/NAME`.
    pub objects: BTreeMap<Resource, BTreeMap<String, Value>>,
    /// The resources that could be read, in RBAC's words.
    pub read: Vec<String>,
    /// Those that could not.
    pub unread: Vec<String>,
}

impl Cluster {
    /// Collects what belongs to the DaemonSets `sets`, and to those that select the same pods. They are all of one
    /// `namespace`, or without one of any.
    ///
    /// # Errors
    /// As the server answers, but for missing rights.
    pub async fn collect(&self, namespace: Option<&str>, mut sets: Vec<DaemonSet>) -> Result<Collected, Error> {
        let events = |fields: &str| self.values("events", namespace, None, Some(fields.to_owned()));
        let (controllers, nodes, about, warnings) = tokio::try_join!(
            self.controllers(namespace),
            self.values("nodes", None, None, None),
            events("involvedObject.kind=DaemonSet"),
            events("involvedObject.kind=Pod,type=Warning"),
        )?;
        let mut collected = Collected::default();
        let rivals = rivals(&controllers, &sets);
        let others = rivals.iter().filter(|(resource, _)| resource.kind == "DaemonSet");
        let others: Vec<_> = others.map(|(_, object)| DaemonSet::new(object.clone())).collect();
        let known: BTreeSet<String> = sets.iter().map(|set| set.uid().to_owned()).collect();
        sets.extend(others.into_iter().filter(|other| !known.contains(other.uid())));
        for kind in Kind::ALL.into_iter().filter(|kind| *kind != Kind::DaemonSet) {
            let resource = of(kind.resource().1);
            let kept = rivals.iter().filter(|(of, _)| *of == resource);
            let kept = kept.map(|(_, object)| object.clone()).collect();
            collected.take(resource, (!controllers.unknown.contains(&kind)).then_some(kept));
        }
        collected.take(
            RESOURCES[0],
            Some(sets.iter().map(|set| set.object().clone()).collect()),
        );

        let (revisions, pods) = tokio::try_join!(
            self.values("controllerrevisions", namespace, None, None),
            self.pods_of(namespace, &sets)
        )?;
        let ours = |object: &Value| sets.iter().any(|set| belongs(object, set));
        let chosen = |all: Option<Vec<Value>>| all.map(|all| all.into_iter().filter(ours).collect::<Vec<_>>());
        let (revisions, pods) = (chosen(revisions), chosen(pods));
        let stuck = pods.iter().flatten().filter_map(stuck).collect();
        let neighbours = self.on_nodes(&stuck).await?;
        let events = about.zip(warnings).map(|(about, warnings)| {
            let all = about.into_iter().chain(warnings);
            all.filter(|event| sets.iter().any(|set| concerns(event, set)))
                .collect()
        });
        collected.take(of("controllerrevisions"), revisions);
        collected.take(of("nodes"), nodes);
        collected.take(of("events"), events);
        collected.take(of("pods"), pods);
        match neighbours {
            Some(neighbours) => {
                collected.put(of("pods"), neighbours);
                collected.read.push(NEIGHBOURS.to_owned());
            }
            None => collected.unread.push(NEIGHBOURS.to_owned()),
        }
        Ok(collected)
    }

    /// The pods that may belong to the DaemonSets.
    async fn pods_of(&self, namespace: Option<&str>, sets: &[DaemonSet]) -> Result<Option<Vec<Value>>, Error> {
        if sets.len() > FEW {
            let labelled = Some(pod::GENERATION_LABEL.to_owned());
            return self.values("pods", namespace, labelled, None).await;
        }
        let lists = sets.iter().map(|set| {
            let selector = Some(selector::query(set.selector()));
            self.values("pods", Some(set.namespace()), selector, None)
        });
        let lists: Option<Vec<_>> = futures::future::try_join_all(lists).await?.into_iter().collect();
        Ok(lists.map(|lists| lists.concat()))
    }

    async fn on_nodes(&self, nodes: &BTreeSet<String>) -> Result<Option<Vec<Value>>, Error> {
        let mut found = Vec::new();
        for node in nodes {
            let fields = Some(format!("spec.nodeName={node}"));
            match self.values("pods", None, None, fields).await? {
                Some(pods) => found.extend(pods),
                None => return Ok(None),
            }
        }
        Ok(Some(found))
    }

    /// The objects of a list with their kind; `None` for a missing right.
    async fn values(
        &self,
        plural: &str,
        namespace: Option<&str>,
        labels: Option<String>,
        fields: Option<String>,
    ) -> Result<Option<Vec<Value>>, Error> {
        let params = ListParams {
            label_selector: labels,
            field_selector: fields,
            ..ListParams::default()
        };
        let path = collection(of(plural).version, namespace, plural);
        allowed(self.pages(&path, params, shorten).await)
    }
}

impl Collected {
    fn take(&mut self, resource: Resource, objects: Option<Vec<Value>>) {
        let Some(objects) = objects else {
            self.unread.push(resource.qualified());
            return;
        };
        self.read.push(resource.qualified());
        self.put(resource, objects);
    }

    fn put(&mut self, resource: Resource, objects: Vec<Value>) {
        let all = self.objects.entry(resource).or_default();
        for object in objects {
            let text = |field| json::text(&object, &["metadata", field]);
            let key = format!("{}/{}", text("namespace"), text("name"));
            let mut whole = json!({"apiVersion": resource.version, "kind": resource.kind});
            if let (Some(whole), Value::Object(members)) = (whole.as_object_mut(), object) {
                whole.extend(
                    members
                        .into_iter()
                        .filter(|(name, _)| name != "apiVersion" && name != "kind"),
                );
            }
            all.insert(key, whole);
        }
    }
}

fn of(plural: &str) -> Resource {
    let found = RESOURCES.into_iter().find(|resource| resource.plural == plural);
    found.unwrap_or(RESOURCES[0])
}

/// What is most of an object and what nobody asks for.
fn shorten(object: &mut Value) {
    for (place, field) in [("/metadata", "managedFields"), ("/status", "images")] {
        if let Some(members) = object.pointer_mut(place).and_then(Value::as_object_mut) {
            members.shift_remove(field);
        }
    }
}

/// Whether a revision or pod is the DaemonSet's, or nobody's and would be adopted by it.
fn belongs(object: &Value, set: &DaemonSet) -> bool {
    let owners = json::list(object, &["metadata", "ownerReferences"]).iter();
    let owner = owners.clone().find(|owner| owner["controller"] == true);
    let label = |key: &str| json::at(object, &["metadata", "labels", key])?.as_str();
    match owner {
        Some(owner) => json::text(owner, &["uid"]) == set.uid(),
        None => {
            json::text(object, &["metadata", "namespace"]) == set.namespace()
                && selector::matches(set.selector(), label)
        }
    }
}

/// Whether an event is about the DaemonSet or one of its pods, also of those that are gone.
fn concerns(event: &Value, set: &DaemonSet) -> bool {
    let about = |field| json::text(event, &["involvedObject", field]);
    let name = about("name");
    let pods = || name.strip_prefix(set.name()).is_some_and(|rest| rest.starts_with('-'));
    about("namespace") == set.namespace()
        && if about("kind") == "Pod" {
            pods()
        } else {
            name == set.name()
        }
}

fn stuck(pod: &Value) -> Option<String> {
    let pod: Pod = serde_json::from_value(pod.clone()).ok()?;
    needs_neighbours(&pod).then(|| pod::node(&pod).map(str::to_owned))?
}

/// The controllers that select pods of the template of one of the DaemonSets.
fn rivals(controllers: &Controllers, sets: &[DaemonSet]) -> Vec<(Resource, Value)> {
    let found = controllers.found.iter().filter(|(kind, object)| {
        let space = json::text(object, &["metadata", "namespace"]);
        let uid = json::text(object, &["metadata", "uid"]);
        sets.iter().any(|set| {
            let label = |key: &str| json::at(set.template(), &["metadata", "labels", key])?.as_str();
            set.namespace() == space && set.uid() != uid && selects(*kind, object, label)
        })
    });
    found
        .map(|(kind, object)| (of(kind.resource().1), object.clone()))
        .collect()
}
