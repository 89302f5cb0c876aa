//! Files that nobody should be able to stop the program with, or to make it say half of the truth.

use std::{fmt::Write as _, time::Instant};

use anyhow::{Result, ensure};
use serde_json::{Value, json};

use super::ensure_harmless;
use crate::{side_by_side::Ran, snapshots::alone};

/// A DaemonSet on one node, rolled out.
pub fn rollout() -> [Value; 4] {
    let template =
        json!({"metadata": {"labels": {"app": "agent"}}, "spec": {"containers": [{"name": "main", "image": "a:1"}]}});
    let owner =
        json!([{"apiVersion": "apps/v1", "kind": "DaemonSet", "name": "agent", "uid": "u", "controller": true}]);
    let labels = json!({"app": "agent", "controller-revision-hash": "h", "pod-template-generation": "1"});
    [
        json!({"apiVersion": "apps/v1", "kind": "DaemonSet", "metadata": {"name": "agent", "namespace": "fleet", "uid": "u",
            "generation": 1, "creationTimestamp": "2026-01-01T10:00:00Z"},
            "spec": {"selector": {"matchLabels": {"app": "agent"}}, "template": template},
            "status": {"observedGeneration": 1, "desiredNumberScheduled": 1, "currentNumberScheduled": 1,
                "updatedNumberScheduled": 1, "numberReady": 1, "numberAvailable": 1}}),
        json!({"apiVersion": "apps/v1", "kind": "ControllerRevision", "metadata": {"name": "agent-h", "namespace": "fleet",
            "uid": "r", "labels": labels, "ownerReferences": owner}, "revision": 1, "data": {"spec": {"template": template}}}),
        json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "agent-x", "namespace": "fleet", "uid": "p",
            "labels": labels, "ownerReferences": owner, "creationTimestamp": "2026-01-01T10:00:00Z"},
            "spec": {"nodeName": "n1", "containers": [{"name": "main", "image": "a:1"}]},
            "status": {"phase": "Running", "conditions": [{"type": "Ready", "status": "True",
                "lastTransitionTime": "2026-01-01T10:00:05Z"}]}}),
        json!({"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n1", "uid": "n"},
            "status": {"conditions": [{"type": "Ready", "status": "True"}]}}),
    ]
}

/// All reading verbs over the objects of a list; the answer of `status`.
fn looked_at(what: &str, items: &[Value]) -> Result<Ran> {
    let file = tempfile::NamedTempFile::new()?;
    let list = json!({"apiVersion": "v1", "kind": "List", "items": items});
    std::fs::write(file.path(), list.to_string())?;
    let path = file.path().display().to_string();
    for line in [
        &["status", "-A"][..],
        &["status", "agent", "--watch=false", "-o", "json"],
        &["history", "agent"],
        &["rollout", "history", "ds/agent", "--revision=1"],
        &["why", "--ds", "agent"],
        &["why", "n1", "--ds", "agent"],
    ] {
        ensure_harmless(&alone(&[line, &["--snapshot", &path]].concat(), "")?, what)?;
    }
    let ran = alone(&["status", "agent", "--watch=false", "--snapshot", &path], "")?;
    ensure_harmless(&ran, what)?;
    Ok(ran)
}

#[test]
fn odd_values_are_nothing_and_stop_no_view() -> Result<()> {
    let done = looked_at("as it should be", &rollout())?;
    ensure!(done.stdout.contains("successfully rolled out"), "{done:?}");
    for (object, place, value) in [
        (0, "/status", Value::Null),
        (
            0,
            "/spec/updateStrategy",
            json!({"type": "Sideways", "rollingUpdate": 7}),
        ),
        (0, "/spec/template/spec/containers", Value::Null),
        (
            0,
            "/spec/selector",
            json!({"matchLabels": null, "matchExpressions": null}),
        ),
        (0, "/status/desiredNumberScheduled", json!(i64::MAX)),
        (0, "/status/updatedNumberScheduled", json!(-1)),
        (0, "/metadata/generation", json!(i64::MIN)),
        (0, "/spec/minReadySeconds", json!(i64::MAX)),
        (0, "/spec/template", json!([1, 2])),
        (1, "/revision", json!(i64::MAX)),
        (1, "/revision", json!(i64::MIN)),
        (1, "/data", Value::Null),
        (1, "/data", json!("text")),
        (2, "/spec/containers", Value::Null),
        (2, "/status", Value::Null),
        (2, "/status/phase", json!("Sideways")),
        (
            2,
            "/status/conditions/0/lastTransitionTime",
            json!("9999-12-31T23:59:59Z"),
        ),
        (
            2,
            "/status/conditions/0/lastTransitionTime",
            json!("0000-01-01T00:00:00Z"),
        ),
        (2, "/metadata/creationTimestamp", json!("-009999-01-01T00:00:00Z")),
        (2, "/metadata/deletionGracePeriodSeconds", json!(i64::MIN)),
        (
            2,
            "/status/containerStatuses",
            json!([{"name": "main", "image": "", "imageID": "", "ready": false,
            "restartCount": i32::MIN, "state": {"waiting": {"reason": "Sideways"}}}]),
        ),
        (3, "/status", Value::Null),
        (
            3,
            "/status/allocatable",
            json!({"cpu": "99999999999999999999999999999Ei", "memory": "-1e999", "pods": "x"}),
        ),
        (3, "/spec/taints", json!([{"key": "k", "effect": "Sideways"}])),
    ] {
        let mut items = rollout();
        let (parent, member) = place.rsplit_once('/').unwrap_or_default();
        let whole = &mut items[object];
        let at = if parent.is_empty() {
            Some(whole)
        } else {
            whole.pointer_mut(parent)
        };
        if let Some(at) = at {
            // `spec` of a node is not there otherwise.
            at[member] = value.clone();
        } else {
            items[object]["spec"] = json!({member: value});
        }
        looked_at(&format!("{place} = {value}"), &items)?;
    }
    Ok(())
}

#[test]
fn an_object_that_cannot_be_read_is_named_and_the_rest_is_shown() -> Result<()> {
    let mut items = rollout().to_vec();
    items.push(json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "odd\u{1b}[2J", "namespace": "fleet"}}));
    items.push(
        json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "odd", "namespace": "fleet"},
        "spec": {"containers": {"a": 1}}}),
    );
    let ran = looked_at("odd pods", &items)?;
    for named in [
        "fleet/odd^[[2J cannot be used: no object",
        "fleet/odd cannot be used: invalid type",
    ] {
        ensure!(ran.stderr.contains(named), "{named}: {ran:?}");
    }
    ensure!(ran.stdout.contains("successfully rolled out"), "{ran:?}");
    Ok(())
}

/// Owners that own each other, the same name under many owners, and texts of any size.
#[test]
fn circles_and_masses_are_looked_at() -> Result<()> {
    let mut items = rollout().to_vec();
    items[0]["metadata"]["ownerReferences"] =
        json!([{"apiVersion": "apps/v1", "kind": "DaemonSet", "name": "agent", "uid": "u", "controller": true}]);
    items[0]["metadata"]["annotations"] =
        json!({"big": "x".repeat(1 << 20), "kubernetes.io/change-cause": "y".repeat(1 << 20)});
    items[1]["metadata"]["annotations"] = json!({"kubernetes.io/change-cause": "z".repeat(1 << 20)});
    items[2]["metadata"]["ownerReferences"] = json!([
        {"apiVersion": "apps/v1", "kind": "DaemonSet", "name": "agent", "uid": "u", "controller": true},
        {"apiVersion": "v1", "kind": "Pod", "name": "agent-x", "uid": "p"}]);
    let containers: Vec<Value> = (0..10_000)
        .map(|number| json!({"name": format!("c{number}"), "image": format!("registry.test/image-{number}:1")}))
        .collect();
    items[2]["spec"]["containers"] = containers.clone().into();
    items[0]["spec"]["template"]["spec"]["containers"] = containers.into();
    items.push(
        json!({"apiVersion": "v1", "kind": "Event", "metadata": {"name": "e", "namespace": "fleet"},
        "involvedObject": {"kind": "DaemonSet", "name": "agent", "namespace": "fleet", "uid": "u"}, "type": "Warning",
        "reason": "FailedCreate", "message": "w".repeat(5 << 20), "lastTimestamp": "2026-01-01T10:00:06Z"}),
    );
    let ran = looked_at("much of everything", &items)?;
    ensure!(
        ran.stdout.len() + ran.stderr.len() < 2_000_000,
        "texts are cut: {}",
        ran.stdout.len()
    );
    Ok(())
}

fn refused(what: &str, bytes: &[u8], why: &str) -> Result<()> {
    let file = tempfile::NamedTempFile::new()?;
    std::fs::write(file.path(), bytes)?;
    let begun = Instant::now();
    let ran = alone(&["status", "-A", "--snapshot", &file.path().display().to_string()], "")?;
    ensure_harmless(&ran, what)?;
    ensure!(
        ran.code == 1 && ran.stdout.is_empty() && ran.stderr.contains(why),
        "{what}: {ran:?}"
    );
    // Not a measurement: a bomb takes minutes or all memory.
    ensure!(begun.elapsed().as_secs() < 30, "{what} took {:?}", begun.elapsed());
    Ok(())
}

#[test]
fn bombs_are_refused_before_they_go_off() -> Result<()> {
    let mut laughs = "a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n".to_owned();
    for level in 1..12 {
        let former = [format!("*a{}", level - 1)].repeat_joined(9);
        let _ = writeln!(laughs, "a{level}: &a{level} [{former}]");
    }
    refused("a billion laughs", laughs.as_bytes(), "alias")?;
    let mass = format!(
        "a: &a {}\nb: [{}]\n",
        "x".repeat(1 << 20),
        ["*a".to_owned()].repeat_joined(10_000)
    );
    refused("a big text ten thousand times", mass.as_bytes(), "")?;
    for (open, what) in [("[", "lists"), ("{\"a\":", "maps")] {
        refused(what, open.repeat(100_000).as_bytes(), "")?;
    }
    refused("block lists", "- ".repeat(100_000).as_bytes(), "")?;
    Ok(())
}

/// So many times, as a list of YAML.
trait Repeated {
    fn repeat_joined(&self, times: usize) -> String;
}

impl Repeated for [String; 1] {
    fn repeat_joined(&self, times: usize) -> String {
        vec![self[0].as_str(); times].join(", ")
    }
}

#[test]
fn what_is_no_text_of_objects_is_refused_and_utf_16_is_read() -> Result<()> {
    refused("HTML", b"<!DOCTYPE html>\n<html><body>Sign in</body></html>\n", "")?;
    refused("not UTF-8", b"{\"kind\": \"List\xff\"}", "not UTF-8 text (byte 14)")?;
    refused(
        "half of UTF-16",
        &[0xff, 0xfe, 0x00, 0xd8, 0x61, 0x00],
        "not UTF-16 text",
    )?;
    refused("zeros", &[0; 1000], "")?;
    let list = json!({"apiVersion": "v1", "kind": "List", "items": rollout()}).to_string();
    for (mark, bytes) in [
        ([0xff, 0xfe], u16::to_le_bytes as fn(u16) -> [u8; 2]),
        ([0xfe, 0xff], u16::to_be_bytes),
    ] {
        let file = tempfile::NamedTempFile::new()?;
        let text: Vec<u8> = mark.into_iter().chain(list.encode_utf16().flat_map(bytes)).collect();
        std::fs::write(file.path(), text)?;
        let path = file.path().display().to_string();
        let ran = alone(&["status", "agent", "--watch=false", "--snapshot", &path], "")?;
        ensure!(
            ran.code == 0 && ran.stdout.contains("successfully rolled out"),
            "{ran:?}"
        );
    }
    Ok(())
}
