//! The containers of a template (semantics F-5, F-6, F-10).

use serde_json::Value;

use super::{env, go, probe::probe, spelling, writer::Writer};
use crate::domain::json::{at, int, list, text};

/// A heading and a block for each container, in the order of the template.
pub(super) fn containers(heading: &str, containers: &[Value], w: &mut Writer) {
    let none = if containers.is_empty() { " <none>" } else { "" };
    w.write(1, format_args!("{heading}:{none}\n"));
    for container in containers {
        w.write(1, format_args!(" {}:\n", text(container, &["name"])));
        w.write(2, format_args!("Image:\t{}\n", text(container, &["image"])));
        ports("Port", "containerPort", container, w);
        ports("Host Port", "hostPort", container, w);
        seccomp(container, w);
        words("Command", "command", container, w);
        words("Args", "args", container, w);
        resources("Limits", "limits", container, w);
        resources("Requests", "requests", container, w);
        probes(container, w);
        env::env_from(container, w);
        env::env(container, w);
        mounts(container, w);
    }
}

fn ports(title: &str, member: &str, container: &Value, w: &mut Writer) {
    let one = |port| {
        let name = match text(port, &["name"]) {
            "" => String::new(),
            name => format!(" ({name})"),
        };
        format!("{}/{}{name}", int(port, &[member]), text(port, &["protocol"]))
    };
    let ports: Vec<String> = list(container, &["ports"]).iter().map(one).collect();
    match ports.join(", ") {
        ports if ports.is_empty() => w.write(2, format_args!("{title}:\t<none>\n")),
        ports if ports.contains(',') => w.write(2, format_args!("{title}s:\t{ports}\n")),
        ports => w.write(2, format_args!("{title}:\t{ports}\n")),
    }
}

fn seccomp(container: &Value, w: &mut Writer) {
    let Some(profile) = at(container, &["securityContext", "seccompProfile"]) else {
        return;
    };
    let kind = text(profile, &["type"]);
    w.write(2, format_args!("SeccompProfile:\t{kind}\n"));
    if kind == "Localhost" {
        w.write(
            3,
            format_args!("LocalhostProfile:\t{}\n", text(profile, &["localhostProfile"])),
        );
    }
}

fn words(title: &str, member: &str, container: &Value, w: &mut Writer) {
    let words = go::texts(container, &[member]);
    if words.is_empty() {
        return;
    }
    w.write(2, format_args!("{title}:\n"));
    for line in words.iter().flat_map(|word| word.split('\n')) {
        w.write(3, format_args!("{line}\n"));
    }
}

fn resources(title: &str, member: &str, container: &Value, w: &mut Writer) {
    let Some(resources) = at(container, &["resources", member]).and_then(Value::as_object) else {
        return;
    };
    if resources.is_empty() {
        return;
    }
    let mut resources: Vec<_> = resources.iter().collect();
    resources.sort_unstable_by_key(|(name, _)| *name);
    w.write(2, format_args!("{title}:\n"));
    for (name, value) in resources {
        w.write(3, format_args!("{name}:\t{}\n", spelling::spelling(value)));
    }
}

fn probes(container: &Value, w: &mut Writer) {
    for (title, member) in [
        ("Liveness", "livenessProbe"),
        ("Readiness", "readinessProbe"),
        ("Startup", "startupProbe"),
    ] {
        if let Some(value) = at(container, &[member]) {
            w.write(2, format_args!("{title}:\t{}\n", probe(value)));
        }
    }
}

/// Mounts, and devices where there are any. The heading of the devices says `<none>` when there are no *mounts*: a quirk
/// of kubectl (semantics F-10).
fn mounts(container: &Value, w: &mut Writer) {
    let mounts = by(container, "volumeMounts", "mountPath");
    let none = if mounts.is_empty() { "\t<none>" } else { "" };
    w.write(2, format_args!("Mounts:{none}\n"));
    for mount in mounts {
        let mode = if go::truth(mount, &["readOnly"]) { "ro" } else { "rw" };
        let sub = match text(mount, &["subPath"]) {
            "" => String::new(),
            path => format!(",path={}", go::quoted(path)),
        };
        let (path, volume) = (text(mount, &["mountPath"]), text(mount, &["name"]));
        w.write(3, format_args!("{path} from {volume} ({mode}{sub})\n"));
    }
    let devices = by(container, "volumeDevices", "devicePath");
    if !devices.is_empty() {
        w.write(2, format_args!("Devices:{none}\n"));
    }
    for device in devices {
        w.write(
            3,
            format_args!("{} from {}\n", text(device, &["devicePath"]), text(device, &["name"])),
        );
    }
}

/// The items of a list, sorted by a string member of theirs.
fn by<'a>(container: &'a Value, member: &str, key: &str) -> Vec<&'a Value> {
    let mut items: Vec<&Value> = list(container, &[member]).iter().collect();
    items.sort_by_key(|item| text(item, &[key]));
    items
}
