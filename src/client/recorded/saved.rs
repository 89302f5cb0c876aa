//! A file of saved objects, read and sorted: what is there, what was never read, and the moment it shows.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::Read as _,
};

use jiff::Timestamp;
use k8s_openapi::api::core::v1::{Event, Node, Pod};
use serde_json::Value;

use crate::{
    client::{documents::documents, failure::ConfigError, failure::os_text},
    domain::{
        json, object_name,
        revision::Revision,
        saved::{self, NEIGHBOURS, RESOURCES, Resource},
    },
};

/// The objects of a file.
#[derive(Debug, Default)]
pub(crate) struct Saved {
    /// By resource, each by `NAMESPACE/NAME` as a server sorts them.
    pub(super) objects: BTreeMap<Resource, BTreeMap<String, Value>>,
    /// What was read, whether there were objects or not.
    pub(super) read: BTreeSet<String>,
    /// Objects of other kinds: how many of each.
    others: BTreeMap<String, usize>,
    taken: Option<Timestamp>,
    /// What of the file is not used, and why.
    pub(crate) left_out: Vec<String>,
}

impl Saved {
    /// Reads a file, or standard input (`-`).
    ///
    /// # Errors
    /// What cannot be read, is no text of objects, or holds no DaemonSet.
    pub(crate) fn open(file: &str) -> Result<Self, ConfigError> {
        let mut bytes = Vec::new();
        let read = match file {
            "-" => std::io::stdin().read_to_end(&mut bytes).map(drop),
            file => std::fs::read(file).map(|read| bytes = read),
        };
        let shown = if file == "-" { "standard input" } else { file };
        let wrong = |why: &str| ConfigError::plain(format!("snapshot {shown}: {why}"));
        read.map_err(|error| wrong(&os_text(&error)))?;
        if bytes.starts_with(&[0x1f, 0x8b]) {
            return Err(wrong("compressed; unpack it first, e.g. with gunzip"));
        }
        let text = decoded(bytes).map_err(|why| wrong(&why))?;
        Self::parse(&text).map_err(|why| wrong(&why))
    }

    /// Takes a text apart.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut saved = Self::default();
        let mut annotated = false;
        for document in documents(text)?.into_iter().filter(|document| !document.is_null()) {
            if !document.is_object() {
                return Err("neither YAML nor JSON of Kubernetes objects".to_owned());
            }
            if let Some(read) = saved::read(&document) {
                annotated = true;
                saved.read.extend(read);
            }
            let taken = json::time(&document, &["metadata", "annotations", saved::TAKEN]);
            saved.taken = saved.taken.max(taken);
            saved.take(document);
        }
        if !annotated {
            // Of what is not there at all nobody knows whether it was asked for.
            let there = saved.objects.keys().map(|resource| resource.qualified());
            saved.read = there.collect();
            if saved.read.contains("pods") {
                saved.read.insert(NEIGHBOURS.to_owned());
            }
        }
        if !saved.read.contains("daemonsets.apps") {
            return Err(saved.without_daemonsets());
        }
        Ok(saved)
    }

    /// The moment the objects show.
    pub(crate) fn taken(&self) -> Timestamp {
        let newest = || {
            let objects = self.objects.values().flat_map(BTreeMap::values);
            objects.filter_map(saved::newest).max()
        };
        self.taken.or_else(newest).unwrap_or(Timestamp::UNIX_EPOCH)
    }

    /// The namespace of all DaemonSets, where there is just one.
    pub(crate) fn namespace(&self) -> Option<&str> {
        let sets = RESOURCES.first().and_then(|resource| self.objects.get(resource))?;
        let mut spaces = sets.values().map(|set| json::text(set, &["metadata", "namespace"]));
        let first = spaces.next()?;
        spaces.all(|other| other == first).then_some(first)
    }

    fn without_daemonsets(&self) -> String {
        let mut why = "no DaemonSet in it".to_owned();
        if !self.others.is_empty() {
            let found: Vec<_> = self
                .others
                .iter()
                .map(|(kind, count)| format!("{count} {kind}"))
                .collect();
            why += &format!(" (found {})", found.join(", "));
        }
        if let Some(first) = self.left_out.first() {
            why += &format!(" ({first})");
        }
        why + "; a snapshot is what 'kubectl ds snapshot' or 'kubectl get ds,controllerrevisions,pods,nodes,events -A -o \
               yaml' writes"
    }

    /// Takes an object in, or those of a list.
    fn take(&mut self, mut object: Value) {
        if !object.is_object() {
            self.left_out.push("an item of a list is no object".to_owned());
            return;
        }
        let kind = json::text(&object, &["kind"]).to_owned();
        let version = json::text(&object, &["apiVersion"]).to_owned();
        if let Some(of) = kind.strip_suffix("List") {
            let items = match object.get_mut("items").map(Value::take) {
                Some(Value::Array(items)) => items,
                // Go writes an empty list so.
                Some(Value::Null) => Vec::new(),
                _ => {
                    self.left_out.push(format!("a {kind} has no list of items"));
                    return;
                }
            };
            for mut item in items {
                // A list as the server sends it says only once what its items are.
                if let (false, Some(members)) = (of.is_empty(), item.as_object_mut()) {
                    members.entry("kind").or_insert_with(|| of.into());
                    members.entry("apiVersion").or_insert_with(|| version.as_str().into());
                }
                self.take(item);
            }
            return;
        }
        let Some(resource) = Resource::of(&kind, &version) else {
            let kind = if kind.is_empty() {
                "object without a kind".to_owned()
            } else {
                kind
            };
            *self.others.entry(kind).or_default() += 1;
            return;
        };
        if resource.kind != "Node"
            && json::text(&object, &["metadata", "namespace"]).is_empty()
            && let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut)
        {
            metadata.insert("namespace".to_owned(), "default".into());
        }
        let name = json::text(&object, &["metadata", "name"]);
        let key = match json::text(&object, &["metadata", "namespace"]) {
            "" => name.to_owned(),
            namespace => format!("{namespace}/{name}"),
        };
        match usable(resource, &object) {
            Ok(()) => {
                let all = self.objects.entry(resource).or_default();
                let again = all.get(&key).is_some_and(|other| *other != object);
                if again {
                    let words = format!("{} {key} is there more than once: the last one counts", resource.kind);
                    self.left_out.push(words);
                }
                all.insert(key, object);
            }
            Err(why) => self
                .left_out
                .push(format!("{} {key} cannot be used: {why}", resource.kind)),
        }
    }
}

/// The text: UTF-8, or UTF-16 with its mark, which PowerShell writes where a command's output goes to a file.
fn decoded(bytes: Vec<u8>) -> Result<String, String> {
    let pair: fn([u8; 2]) -> u16 = match bytes.get(..2) {
        Some([0xff, 0xfe]) => u16::from_le_bytes,
        Some([0xfe, 0xff]) => u16::from_be_bytes,
        _ => {
            return String::from_utf8(bytes).map_err(|error| {
                let at = error.utf8_error().valid_up_to();
                format!("not UTF-8 text (byte {at})")
            });
        }
    };
    let pairs = bytes[2..]
        .chunks(2)
        .map(|it| pair([it[0], it.get(1).copied().unwrap_or_default()]));
    let text = char::decode_utf16(pairs).collect::<Result<String, _>>();
    text.map_err(|_| "not UTF-16 text, as its first bytes say".to_owned())
}

/// Whether those who ask for the object can read it.
fn usable(resource: Resource, object: &Value) -> Result<(), String> {
    let name = json::text(object, &["metadata", "name"]);
    if name.is_empty() {
        return Err("it has no name".to_owned());
    }
    // The server asks nothing of the names of events.
    if resource.kind != "Event" && !object_name::subdomain(name) {
        return Err("no object can have that name (RFC 1123)".to_owned());
    }
    let namespace = json::text(object, &["metadata", "namespace"]);
    if !namespace.is_empty() && !object_name::label(namespace) {
        return Err("no namespace can have that name (RFC 1123)".to_owned());
    }
    let typed = match resource.kind {
        "Pod" => serde_json::from_value::<Pod>(object.clone()).map(drop),
        "Node" => serde_json::from_value::<Node>(object.clone()).map(drop),
        "Event" => serde_json::from_value::<Event>(object.clone()).map(drop),
        "ControllerRevision" => Revision::parse(&object.to_string()).map(drop),
        _ => Ok(()),
    };
    typed.map_err(|error| error.to_string())
}

#[cfg(test)]
#[path = "saved_test.rs"]
mod tests;
