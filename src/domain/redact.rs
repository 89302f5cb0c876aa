//! Takes out of saved objects what may be secret, and keeps what a rollout is understood by: the same value is always replaced
//! by the same word, so that what differs still differs.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::{
    daemonset::{CHANGE_CAUSE, LAST_APPLIED, RESTARTED_AT, TEMPLATE_GENERATION},
    manager::MARKS,
};

/// Annotations that stay as they are, besides the marks of the tools that look after a DaemonSet.
const KNOWN: [&str; 4] = [CHANGE_CAUSE, RESTARTED_AT, TEMPLATE_GENERATION, super::saved::TAKEN];

/// Words in the name of a flag after which something secret may stand.
const SECRET: [&str; 8] = [
    "password",
    "passwd",
    "token",
    "secret",
    "key",
    "credential",
    "auth",
    "dsn",
];

/// Replaces, the same by the same.
#[derive(Debug, Default)]
pub struct Redaction {
    words: HashMap<String, usize>,
}

impl Redaction {
    /// Replaces in an object: values of environment variables and of HTTP headers, values of annotations that are not
    /// known, and what follows flags with a secret-looking name; takes out what `kubectl apply` keeps of the manifest. Names
    /// and messages stay.
    pub fn apply(&mut self, object: &mut Value) {
        match object {
            Value::Array(items) => items.iter_mut().for_each(|item| self.apply(item)),
            Value::Object(members) => {
                for (name, value) in members.iter_mut() {
                    match (name.as_str(), value) {
                        ("env" | "httpHeaders", Value::Array(items)) => self.values(items),
                        ("annotations", Value::Object(annotations)) => self.annotations(annotations),
                        ("args" | "command", Value::Array(items)) => self.flags(items),
                        // Which fields somebody manages: names of fields, and of what is in lists.
                        ("managedFields", _) => {}
                        (_, value) => self.apply(value),
                    }
                }
            }
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
            if let (false, Value::String(text)) = (known(name), value) {
                self.replace(text);
            }
        }
    }

    fn flags(&mut self, words: &mut [Value]) {
        let mut follows = false;
        for word in words {
            let Value::String(word) = word else { continue };
            let (name, value) = word
                .split_once('=')
                .map_or((word.as_str(), None), |(name, value)| (name, Some(value)));
            let lower = name.to_lowercase();
            let secret = SECRET.iter().any(|secret| lower.contains(secret));
            match value {
                Some(value) if secret => {
                    let (name, mut value) = (name.to_owned(), value.to_owned());
                    self.replace(&mut value);
                    *word = format!("{name}={value}");
                    follows = false;
                }
                None if secret && name.starts_with('-') => follows = true,
                _ if follows && !name.starts_with('-') => {
                    self.replace(word);
                    follows = false;
                }
                _ => follows = false,
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
                "name": "main", "image": "agent:1", "args": ["--db-password=hunter2", "--token", "hunter2", "--port=80"],
                "env": [{"name": "A", "value": value}, {"name": "B", "valueFrom": {"fieldRef": {"fieldPath": "x"}}}],
                "livenessProbe": {"httpGet": {"httpHeaders": [{"name": "Authorization", "value": "hunter2"}]}}}]}})
        };
        let mut objects = [
            json!({"metadata": {"annotations": {LAST_APPLIED: "hunter2", CHANGE_CAUSE: "why", "meta.helm.sh/release-name": "r"}},
                "spec": {"template": template("hunter2")}}),
            json!({"data": {"spec": {"template": template("hunter3")}}}),
        ];
        let mut redaction = Redaction::default();
        objects.iter_mut().for_each(|object| redaction.apply(object));
        let text = serde_json::to_string(&objects).expect("JSON");
        assert!(!text.contains("hunter"), "{text}");
        for kept in [
            "agent:1",
            "\"why\"",
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
}
