//! Moving pods and revisions from one selector to another: which labels they need to be adopted (case C62).

use std::sync::Arc;

use k8s_openapi::api::core::v1::Pod;
use serde_json::Value;

use super::{daemonset::DaemonSet, json, leftover::Leftover, pod, revision::Revision, selector, shell};

/// The labels that make a new selector match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relabel {
    /// Key and value of each; the values are those of the new template.
    pub labels: Vec<(String, String)>,
    /// Whether they can be set while the present DaemonSet lives: its selector matches as before. Else it would release
    /// the pods and make others (semantics D-9).
    pub early: bool,
}

/// What is missing for `next` to adopt all of `left`; `present` is the selector of the DaemonSet that owns it, if there is
/// one. `None` where nothing is, and where labels
/// alone do not help.
pub fn relabel(present: Option<&Value>, next: &DaemonSet, left: &Leftover) -> Option<Relabel> {
    let wanted = |key: &str| json::at(next.template(), &["metadata", "labels", key]).and_then(Value::as_str);
    let expressions = json::list(next.selector(), &["matchExpressions"]).iter();
    let keys = json::strings(next.selector(), &["matchLabels"])
        .into_iter()
        .map(|(key, _)| key);
    let keys = keys.chain(expressions.map(|expression| json::text(expression, &["key"])));
    let mut labels: Vec<(String, String)> = keys
        .filter_map(|key| Some((key.to_owned(), wanted(key)?.to_owned())))
        .filter(|(key, value)| lacking(next, left).any(|pod| pod::label(pod, key) != Some(value)))
        .collect();
    labels.sort();
    labels.dedup();
    let moved = Relabel { labels, early: true }.applied(next, left);
    if lacking(next, left).next().is_none() || lacking(next, &moved).next().is_some() {
        return None;
    }
    let early = present.is_none_or(|present| {
        let held = |pod: &Arc<Pod>| pod::terminating(pod) || selector::matches(present, |key| pod::label(pod, key));
        let stored = |revision: &Revision| selector::matches(present, |key| revision.label(key));
        moved.pods.iter().all(held) && moved.revisions.iter().all(stored)
    });
    let labels = difference(left, &moved);
    Some(Relabel { labels, early })
}

/// The pods that `next` would leave alone.
fn lacking<'a>(next: &'a DaemonSet, left: &'a Leftover) -> impl Iterator<Item = &'a Pod> {
    let matches = |pod: &Pod| selector::matches(next.selector(), |key| pod::label(pod, key));
    left.pods
        .iter()
        .map(Arc::as_ref)
        .filter(move |pod| !pod::terminating(pod) && !matches(pod))
}

/// The labels that any pod got.
fn difference(before: &Leftover, after: &Leftover) -> Vec<(String, String)> {
    let mut labels = Vec::new();
    for (before, after) in before.pods.iter().zip(&after.pods) {
        for (key, value) in after.metadata.labels.iter().flatten() {
            let new = (key.clone(), value.clone());
            if pod::label(before, key) != Some(value) && !labels.contains(&new) {
                labels.push(new);
            }
        }
    }
    labels
}

impl Relabel {
    /// The same pods and revisions with the labels, where they need them.
    pub fn applied(&self, next: &DaemonSet, left: &Leftover) -> Leftover {
        let pod = |pod: &Arc<Pod>| {
            if pod::terminating(pod) || selector::matches(next.selector(), |key| pod::label(pod, key)) {
                return pod.clone();
            }
            let mut changed = Pod::clone(pod);
            let labels = changed.metadata.labels.get_or_insert_default();
            labels.extend(self.labels.iter().cloned());
            Arc::new(changed)
        };
        let revision = |revision: &Revision| match selector::matches(next.selector(), |key| revision.label(key)) {
            true => revision.clone(),
            false => revision.labelled(&self.labels),
        };
        Leftover {
            pods: left.pods.iter().map(pod).collect(),
            revisions: left.revisions.iter().map(revision).collect(),
        }
    }

    /// `KEY=VALUE KEY=VALUE`, as words of a shell.
    pub fn words(&self) -> String {
        let pairs = self.labels.iter().map(|(key, value)| format!("{key}={value}"));
        let pairs: Vec<String> = pairs.collect();
        shell::words(pairs.iter().map(String::as_str))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn left(labels: Value) -> Leftover {
        let pod = |name: &str| {
            let object = json!({"metadata": {"name": name, "labels": labels}});
            Arc::new(serde_json::from_value::<Pod>(object).expect("a pod"))
        };
        let stored = json!({"metadata": {"name": "r", "labels": labels}, "data": {"spec": {"template": {}}}});
        Leftover {
            pods: vec![pod("a"), pod("b")],
            revisions: vec![Revision::parse(&stored.to_string()).expect("a revision")],
        }
    }

    fn next(selector: Value, labels: Value) -> DaemonSet {
        DaemonSet::new(json!({"spec": {"selector": selector, "template": {"metadata": {"labels": labels}}}}))
    }

    #[test]
    fn labels_are_those_of_the_new_template() {
        let present = json!({"matchLabels": {"role": "agent"}});
        let left = left(json!({"role": "agent"}));
        let found = |selector: Value, labels: Value| relabel(Some(&present), &next(selector, labels), &left);
        let app = json!({"matchLabels": {"app": "agent"}});
        let one = Relabel {
            labels: vec![("app".into(), "agent".into())],
            early: true,
        };
        assert_eq!(
            found(app.clone(), json!({"app": "agent", "other": "x"})),
            Some(one.clone()),
            "C62"
        );
        let among = json!({"matchExpressions": [{"key": "app", "operator": "In", "values": ["x", "agent"]}]});
        assert_eq!(found(among, json!({"app": "agent"})), Some(one.clone()));
        let next = next(app, json!({"app": "agent"}));
        let moved = one.applied(&next, &left);
        assert_eq!(pod::label(&moved.pods[1], "app"), Some("agent"));
        assert_eq!(
            moved.revisions[0].label("app"),
            Some("agent"),
            "revisions are adopted by label as well"
        );
        assert_eq!(
            relabel(Some(&present), &next, &moved),
            None,
            "nothing is missing any more"
        );
    }

    #[test]
    fn a_label_of_the_present_selector_is_not_changed_while_it_lives() {
        let present = json!({"matchLabels": {"app": "old"}});
        let left = left(json!({"app": "old"}));
        let new = next(json!({"matchLabels": {"app": "new"}}), json!({"app": "new"}));
        assert_eq!(
            relabel(Some(&present), &new, &left).map(|it| it.early),
            Some(false),
            "D-9"
        );
        assert_eq!(
            relabel(None, &new, &left).map(|it| it.early),
            Some(true),
            "nobody owns them"
        );
        let never = next(
            json!({"matchExpressions": [{"key": "app", "operator": "DoesNotExist"}]}),
            json!({}),
        );
        assert_eq!(relabel(Some(&present), &never, &left), None, "labels alone do not help");
        let same = next(present.clone(), json!({"app": "old"}));
        assert_eq!(relabel(Some(&present), &same, &left), None);
    }
}
