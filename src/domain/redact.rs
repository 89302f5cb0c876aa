//! Takes out of saved objects what may be secret, and keeps what a rollout is understood by: the same value is always replaced
//! by the same word, so that what differs still differs.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::{
    daemonset::{CHANGE_CAUSE, LAST_APPLIED, RESTARTED_AT, TEMPLATE_GENERATION},
    manager::MARKS,
    redact_text::{Text, announces, secret, without},
};

/// Annotations that stay as they are, besides the marks of the tools that look after a DaemonSet.
const KNOWN: [&str; 4] = [CHANGE_CAUSE, RESTARTED_AT, TEMPLATE_GENERATION, super::saved::TAKEN];

/// Replaces, the same by the same.
#[derive(Debug, Default)]
pub struct Redaction {
    words: HashMap<String, usize>,
}

impl Redaction {
    /// Replaces in an object: values of environment variables and of HTTP headers, values of annotations that are not
    /// known, what is told to volume drivers, and in every other text what follows a name or a flag that says so, accounts
    /// and query values in URLs, and tokens; takes out what `kubectl apply` keeps of the manifest. Names and messages stay
    /// readable.
    pub fn apply(&mut self, object: &mut Value) {
        match object {
            Value::Array(items) => items.iter_mut().for_each(|item| self.apply(item)),
            Value::Object(members) => {
                for (name, value) in members.iter_mut() {
                    match (name.as_str(), value) {
                        ("env" | "httpHeaders", Value::Array(items)) => self.values(items),
                        ("annotations", Value::Object(annotations)) => self.annotations(annotations),
                        ("args" | "command", Value::Array(items)) => self.arguments(items),
                        // Of a CSI or FlexVolume driver nobody knows what they mean.
                        ("volumeAttributes" | "options", Value::Object(members)) => self.map(members),
                        // Which fields somebody manages: names of fields, and of what is in lists.
                        ("managedFields", _) => {}
                        (_, value) => self.apply(value),
                    }
                }
            }
            Value::String(text) => self.text(text, Text::Words),
            _ => {}
        }
    }

    fn values(&mut self, items: &mut [Value]) {
        for item in items {
            if let Some(Value::String(text)) = item.get_mut("value") {
                self.replace(text);
            }
        }
    }

    fn annotations(&mut self, annotations: &mut Map<String, Value>) {
        annotations.shift_remove(LAST_APPLIED);
        let known = |name: &str| KNOWN.contains(&name) || MARKS.iter().any(|(mark, _)| *mark == name);
        for (name, value) in annotations.iter_mut() {
            let Value::String(text) = value else { continue };
            match name.as_str() {
                CHANGE_CAUSE => self.text(text, Text::Cause),
                name if known(name) => self.text(text, Text::Words),
                _ => self.replace(text),
            }
        }
    }

    /// The words of a command: what is one argument is one secret, whatever is in it.
    fn arguments(&mut self, words: &mut [Value]) {
        let mut follows = false;
        for word in words {
            let Value::String(word) = word else { continue };
            let value = word
                .split_once('=')
                .filter(|(name, _)| !name.contains(char::is_whitespace));
            let glued = word
                .strip_prefix("-p")
                .filter(|rest| rest.contains(|letter: char| !letter.is_ascii_lowercase()));
            match (value, glued) {
                _ if follows && !word.starts_with("--") => self.replace(word),
                (Some((name, value)), _) if secret(name) => {
                    let (name, mut value) = (name.to_owned(), value.to_owned());
                    self.replace(&mut value);
                    *word = format!("{name}={value}");
                }
                (None, Some(rest)) if !rest.starts_with('-') => {
                    let mut rest = rest.to_owned();
                    self.replace(&mut rest);
                    *word = format!("-p{rest}");
                }
                _ => {
                    follows = announces(word);
                    self.text(word, Text::Program);
                    continue;
                }
            }
            follows = false;
        }
    }

    fn text(&mut self, text: &mut String, what: Text) {
        let shown = without(text, what, &mut |secret| {
            let mut secret = secret.to_owned();
            self.replace(&mut secret);
            secret
        });
        *text = shown;
    }

    fn map(&mut self, members: &mut Map<String, Value>) {
        for value in members.values_mut() {
            match value {
                Value::String(text) => self.replace(text),
                value => self.apply(value),
            }
        }
    }

    fn replace(&mut self, text: &mut String) {
        let next = self.words.len() + 1;
        let number = *self.words.entry(std::mem::take(text)).or_insert(next);
        *text = format!("redacted-{number}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_may_be_secret_goes_and_what_differs_still_differs() {
        let template = |value: &str| {
            json!({"metadata": {"annotations": {"checksum/config": value, RESTARTED_AT: "then"}}, "spec": {"containers": [{
                "name": "main", "image": "agent:1@sha256:0123", "command": ["sh", "-c", "agent --pwd 'hunter2' -p hunter2"],
                "args": ["--db-password=hunter2, too", "--token", "hunter2 too", "--port=80", "-p", "hunter2", "-pHunter2",
                    "-H", "Authorization: Bearer hunter2", "postgres://me:hunter2@db/x"],
                "env": [{"name": "A", "value": value}, {"name": "B", "valueFrom": {"fieldRef": {"fieldPath": "x"}}}],
                "livenessProbe": {"httpGet": {"httpHeaders": [{"name": "Authorization", "value": "hunter2"}]}},
                "readinessProbe": {"httpGet": {"path": "/ready?token=hunter2"}}}], "volumes": [
                    {"name": "c", "csi": {"driver": "d", "volumeAttributes": {"share": "hunter2"}}},
                    {"name": "f", "flexVolume": {"driver": "d", "options": {"account": "hunter2"}}}]}})
        };
        let mut objects = [
            json!({"metadata": {"annotations": {LAST_APPLIED: "hunter2", CHANGE_CAUSE: "set env ds/a X=hunter2 for why", "meta.helm.sh/release-name": "r"}},
                "spec": {"template": template("hunter2")}}),
            json!({"data": {"spec": {"template": template("hunter3")}}}),
        ];
        let mut redaction = Redaction::default();
        objects.iter_mut().for_each(|object| redaction.apply(object));
        let text = serde_json::to_string(&objects).expect("JSON");
        assert!(!text.to_lowercase().contains("hunter"), "{text}");
        for kept in [
            "agent:1@sha256:0123",
            "/ready?token=redacted-",
            "for why",
            "\"r\"",
            "\"then\"",
            "--port=80",
            "\"A\"",
            "fieldPath",
        ] {
            assert!(text.contains(kept), "{kept}: {text}");
        }
        assert!(!text.contains(LAST_APPLIED));
        let env = |object: &Value, at: &str| object.pointer(at).expect("a value").clone();
        let place = "/spec/template/spec/containers/0/env/0/value";
        assert_eq!(env(&objects[0], place), "redacted-1");
        assert_ne!(env(&objects[0], place), env(&objects[1], &format!("/data{place}")));
    }

    /// What a rollout is understood by: real messages, reasons, images and names hold no secret and stay.
    #[test]
    fn what_is_found_in_real_clusters_is_understood_as_before() {
        fn kept(object: &Value, found: &mut Vec<String>) {
            match object {
                Value::Array(items) => items.iter().for_each(|item| kept(item, found)),
                Value::Object(members) => members.iter().for_each(|(member, value)| match value {
                    Value::String(text) if ["message", "reason", "image", "name", "key"].contains(&member.as_str()) => {
                        found.push(text.clone());
                    }
                    _ => kept(value, found),
                }),
                _ => {}
            }
        }
        for entry in std::fs::read_dir("tests/fixtures/situations").expect("the fixtures") {
            let text = std::fs::read_to_string(entry.expect("a file").path()).expect("text");
            let mut file: Value = serde_json::from_str(&text).expect("JSON");
            let (mut before, mut after) = (Vec::new(), Vec::new());
            kept(&file, &mut before);
            Redaction::default().apply(&mut file);
            kept(&file, &mut after);
            assert_eq!(before, after);
        }
    }
}
