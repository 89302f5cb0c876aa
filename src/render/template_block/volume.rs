//! The volumes of a template (semantics F-11).

use serde_json::Value;

use super::{
    go,
    pod::{LONG, annotations, labels, shortened},
    spelling::spelling,
    volume_forms::{Form, PLAIN, Plain},
    writer::Writer,
};
use crate::domain::{
    json::{at, int, list, text},
    quantity::Quantity,
};

/// A heading and a block for each volume.
pub(super) fn volumes(volumes: &[Value], w: &mut Writer) {
    if volumes.is_empty() {
        w.write(1, format_args!("Volumes:\t<none>\n"));
        return;
    }
    w.write(1, format_args!("Volumes:\n"));
    for volume in volumes {
        w.write(1, format_args!(" {}:\n", text(volume, &["name"])));
        source(volume, w);
    }
}

fn source(volume: &Value, w: &mut Writer) {
    let has = |name| at(volume, &[name]);
    if let Some(dir) = has("emptyDir") {
        empty_dir(dir, w);
    } else if let Some(projected) = has("projected") {
        w.write(
            2,
            format_args!("Type:\tProjected (a volume that contains injected data from multiple sources)\n"),
        );
        list(projected, &["sources"])
            .iter()
            .for_each(|source| projection(source, w));
    } else if let Some(downward) = has("downwardAPI") {
        downward_api(downward, w);
    } else if let Some(csi) = has("csi") {
        container_storage(csi, w);
    } else if let Some(ephemeral) = has("ephemeral") {
        w.write(2, format_args!("Type:\tEphemeralVolume (an inline specification for a volume that gets created and deleted with the pod)\n"));
        if let Some(claim) = at(ephemeral, &["volumeClaimTemplate"]) {
            w.nested(2, |w| claim_template(claim, w));
        }
    } else if let Some((form, source)) = PLAIN.iter().find_map(|form| Some((form, has(form.0)?))) {
        plain(form, source, w);
    } else {
        w.write(1, format_args!("<unknown>\n"));
    }
}

fn plain((_, description, fields): &Plain, source: &Value, w: &mut Writer) {
    w.write(2, format_args!("Type:\t{description}\n"));
    for (title, member, form) in *fields {
        let path = &[*member];
        let value = match form {
            Form::Text => text(source, path).to_owned(),
            Form::TextOr(none) => at(source, path).and_then(Value::as_str).unwrap_or(none).to_owned(),
            Form::Int => int(source, path).to_string(),
            Form::IntOr(none) => at(source, path).map_or_else(|| (*none).to_owned(), Value::to_string),
            Form::Bool => go::truth(source, path).to_string(),
            Form::List => go::list(source, path),
            Form::Joined => go::texts(source, path).join(", "),
            Form::Map => go::map(source, path),
            Form::Reference => go::reference(source, path),
        };
        w.write(2, format_args!("{title}\t{value}\n"));
    }
}

fn empty_dir(dir: &Value, w: &mut Writer) {
    let limit = at(dir, &["sizeLimit"]).filter(|limit| Quantity::parse(limit).is_none_or(|limit| limit.positive()));
    let limit = limit.map_or_else(|| "<unset>".to_owned(), spelling);
    w.write(
        2,
        format_args!("Type:\tEmptyDir (a temporary directory that shares a pod's lifetime)\n"),
    );
    w.write(2, format_args!("Medium:\t{}\n", text(dir, &["medium"])));
    w.write(2, format_args!("SizeLimit:\t{limit}\n"));
}

/// A source of a projected volume; kubectl says nothing of the newer kinds.
fn projection(source: &Value, w: &mut Writer) {
    let mut named = |title, source| {
        w.write(2, format_args!("{title}:\t{}\n", text(source, &["name"])));
        w.write(2, format_args!("Optional:\t{}\n", go::truth(source, &["optional"])));
    };
    if let Some(secret) = at(source, &["secret"]) {
        named("SecretName", secret);
    } else if at(source, &["downwardAPI"]).is_some() {
        w.write(2, format_args!("DownwardAPI:\ttrue\n"));
    } else if let Some(map) = at(source, &["configMap"]) {
        named("ConfigMapName", map);
    } else if let Some(token) = at(source, &["serviceAccountToken"]) {
        w.write(
            2,
            format_args!("TokenExpirationSeconds:\t{}\n", int(token, &["expirationSeconds"])),
        );
    }
}

fn downward_api(downward: &Value, w: &mut Writer) {
    w.write(
        2,
        format_args!("Type:\tDownwardAPI (a volume populated by information about the pod)\n"),
    );
    w.write(2, format_args!("Items:\n"));
    for item in list(downward, &["items"]) {
        for (member, name) in [("fieldRef", "fieldPath"), ("resourceFieldRef", "resource")] {
            if let Some(source) = at(item, &[member]) {
                w.write(
                    3,
                    format_args!("{} -> {}\n", text(source, &[name]), text(item, &["path"])),
                );
            }
        }
    }
}

/// Each part of the attributes is indented anew, also within a line: a quirk of kubectl.
fn container_storage(csi: &Value, w: &mut Writer) {
    w.write(
        2,
        format_args!("Type:\tCSI (a Container Storage Interface (CSI) volume source)\n"),
    );
    w.write(2, format_args!("Driver:\t{}\n", text(csi, &["driver"])));
    w.write(2, format_args!("FSType:\t{}\n", text(csi, &["fsType"])));
    w.write(2, format_args!("ReadOnly:\t{}\n", go::truth(csi, &["readOnly"])));
    w.write(2, format_args!("VolumeAttributes:\t"));
    let attributes = go::sorted(csi, &["volumeAttributes"]);
    if attributes.is_empty() {
        w.write(0, format_args!("<none>\n"));
    }
    for (index, (key, value)) in attributes.iter().enumerate() {
        if index > 0 {
            w.write(2, format_args!(""));
            w.write(2, format_args!("\t"));
        }
        w.write(2, format_args!("{}\n", shortened(&format!("{key}={value}"), LONG)));
    }
}

/// The claim that an ephemeral volume makes. Capacity and access modes are those of a claim that exists: empty here.
fn claim_template(claim: &Value, w: &mut Writer) {
    const CLASS: &str = "volume.beta.kubernetes.io/storage-class";
    let spec = at(claim, &["spec"]).unwrap_or(&Value::Null);
    let beta = at(claim, &["metadata", "annotations", CLASS]).and_then(Value::as_str);
    w.write(
        0,
        format_args!(
            "StorageClass:\t{}\n",
            beta.unwrap_or_else(|| text(spec, &["storageClassName"]))
        ),
    );
    let volume = text(spec, &["volumeName"]);
    w.write(0, format_args!("Volume:\t{volume}\n"));
    labels("Labels", &go::sorted(claim, &["metadata", "labels"]), w);
    annotations("Annotations", claim, w);
    w.write(
        0,
        format_args!("Capacity:\t{}\n", if volume.is_empty() { "" } else { "0" }),
    );
    w.write(0, format_args!("Access Modes:\t\n"));
    if let Some(mode) = at(spec, &["volumeMode"]).and_then(Value::as_str) {
        w.write(0, format_args!("VolumeMode:\t{mode}\n"));
    }
    if let Some(source) = at(spec, &["dataSource"]) {
        w.write(0, format_args!("DataSource:\n"));
        if let Some(group) = at(source, &["apiGroup"]).and_then(Value::as_str) {
            w.write(1, format_args!("APIGroup:\t{group}\n"));
        }
        w.write(1, format_args!("Kind:\t{}\n", text(source, &["kind"])));
        w.write(1, format_args!("Name:\t{}\n", text(source, &["name"])));
    }
}
