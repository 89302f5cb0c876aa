//! The way of a planned change to the server and back, for `undo`, `restart` and `set-image`. What a change is, is in
//! `domain::change`; the arguments are in `change_args`.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::Result;
use serde_json::{Map, Value};
use tokio::time::{Instant, sleep};

use super::context::Context;
use crate::{
    client::{Cluster, write::PatchOptions},
    domain::{change::Change, daemonset::DaemonSet, template},
    error::Failure,
    render::output::Format,
};

/// How long a change is planned anew because something else of the object changed meanwhile. The controller writes the
/// status several times a second while a rollout is under way, and others may write annotations faster.
const PATIENCE: Duration = Duration::from_secs(10);
/// The first pause between two attempts, and the longest.
const PAUSES: (Duration, Duration) = (Duration::from_millis(20), Duration::from_millis(500));

/// Prints what became of each object.
#[derive(Default)]
pub struct Printer {
    format: Option<Format>,
    managed_fields: bool,
    printed: usize,
}

impl Printer {
    /// One for this format; kubectl's line for each object without one.
    pub fn new(format: Option<Format>, managed_fields: bool) -> Self {
        Self {
            format,
            managed_fields,
            printed: 0,
        }
    }

    /// Prints the result for one object: `line`, or the object where `-o` asks for it.
    pub fn print(&mut self, context: &mut Context, line: &str, set: &DaemonSet) {
        self.printed += 1;
        let Some(format) = self.format else {
            return context.out.line(line);
        };
        if format == Format::Yaml && self.printed > 1 {
            context.out.line("---");
        }
        let mut text = Vec::new();
        // A Vec takes every write.
        let _ = format.write(&shown(set, self.managed_fields), &mut text);
        context.out.exactly(&String::from_utf8_lossy(&text));
    }
}

/// The object as kubectl prints it: with its kind, which the items of a list lack, and without managed fields.
fn shown(set: &DaemonSet, managed_fields: bool) -> Value {
    let mut object = Map::new();
    object.insert("apiVersion".to_owned(), "apps/v1".into());
    object.insert("kind".to_owned(), "DaemonSet".into());
    object.extend(set.object().as_object().cloned().unwrap_or_default());
    if let Some(metadata) = object
        .get_mut("metadata")
        .and_then(Value::as_object_mut)
        .filter(|_| !managed_fields)
    {
        metadata.shift_remove("managedFields");
    }
    object.into()
}

/// A change that the server took.
pub struct Sent {
    /// The object it was planned on.
    pub before: DaemonSet,
    /// What was sent.
    pub change: Change,
    /// The object as the server answered.
    pub answer: DaemonSet,
}

/// Plans a change of `set` and sends it. When the object changed meanwhile but its template did not, the change is
/// planned anew on the new object, for about ten seconds; a template that somebody else changed is left alone (S6).
///
/// # Errors
/// What `plan` says, and what the server answers.
pub async fn send(
    cluster: &Cluster,
    set: &DaemonSet,
    options: &PatchOptions,
    plan: impl Fn(&DaemonSet) -> Result<Change, String>,
) -> Result<Sent> {
    let mut before = set.clone();
    let end = Instant::now() + PATIENCE;
    for attempt in 0.. {
        let change = plan(&before).map_err(Failure::error)?;
        let body = change.body.clone();
        let error = match cluster
            .patch_daemonset(before.namespace(), before.name(), body, options)
            .await
        {
            Ok(answer) => return Ok(Sent { before, change, answer }),
            Err(kube::Error::Api(status)) if status.code == 409 && Instant::now() < end => kube::Error::Api(status),
            Err(error) if !options.dry_run && unclear(&error) => {
                let answer = taken(cluster, &before, &change).await;
                return answer
                    .map(|answer| Sent { before, change, answer })
                    .ok_or_else(|| error.into());
            }
            Err(error) => return Err(error.into()),
        };
        sleep(pause(attempt)).await;
        let now = cluster.daemonset(set.namespace(), set.name()).await?;
        if now.uid() != set.uid() {
            let words = format!(
                "daemon set \"{}\" was deleted and recreated meanwhile; nothing was changed",
                set.name()
            );
            return Err(Failure::error(words).into());
        }
        if !template::same(now.template(), set.template()) {
            let who = now
                .last_template_change()
                .map(|(manager, _)| format!(" by {manager}"))
                .unwrap_or_default();
            let words = format!(
                "{}; the template was changed{who} meanwhile, nothing was overwritten",
                server_words(&error)
            );
            return Err(Failure::error(words).into());
        }
        before = now;
    }
    unreachable!("the last attempt returns")
}

/// Whether the server may have taken a change although this is what came back: no answer, a broken one, or a gateway's.
fn unclear(error: &kube::Error) -> bool {
    !matches!(error, kube::Error::Api(status) if status.code < 500)
}

/// The object, where it is as `change` was to make it and was not so before: its answer was lost, and the change is made.
async fn taken(cluster: &Cluster, before: &DaemonSet, change: &Change) -> Option<DaemonSet> {
    let now = cluster.daemonset(before.namespace(), before.name()).await.ok()?;
    let made = change.effective && now.uid() == before.uid() && template::same(now.template(), &change.template);
    made.then_some(now)
}

/// The pause after attempt number `attempt` (from 0): doubles, with up to a half more, so that two writers do not go on
/// meeting.
fn pause(attempt: u32) -> Duration {
    let (first, longest) = PAUSES;
    let base = first.saturating_mul(2_u32.saturating_pow(attempt)).min(longest);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    base + base / 2 * (now.subsec_micros() % 1000) / 1000
}

/// An error under kubectl's words for what was tried, e.g. `failed restoring revision 1: …`.
pub fn under(prefix: &str, error: anyhow::Error) -> anyhow::Error {
    match error.downcast_ref::<kube::Error>() {
        Some(api @ kube::Error::Api(_)) => Failure::error(format!("{prefix}: {}", server_words(api))).into(),
        _ => error,
    }
}

/// The server's message, as kubectl passes it on.
fn server_words(error: &kube::Error) -> String {
    match error {
        kube::Error::Api(status) => status.message.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_pauses_grow_and_stay_short() {
        let pauses: Vec<u128> = [0, 1, 4, 5, 40, u32::MAX]
            .map(|attempt| pause(attempt).as_millis())
            .into();
        assert!(
            (20..=30).contains(&pauses[0]) && (40..=60).contains(&pauses[1]),
            "{pauses:?}"
        );
        assert!((320..=480).contains(&pauses[2]), "{pauses:?}");
        assert!(
            pauses[3..].iter().all(|pause| (500..=750).contains(pause)),
            "{pauses:?}"
        );
    }

    #[test]
    fn printed_objects_name_their_kind_and_hide_managed_fields() {
        let set = DaemonSet::new(json!({"metadata": {"name": "agent", "managedFields": [{}]}}));
        let plain = json!({"apiVersion": "apps/v1", "kind": "DaemonSet", "metadata": {"name": "agent"}});
        assert_eq!(shown(&set, false), plain);
        assert!(shown(&set, true)["metadata"].get("managedFields").is_some());
    }
}
