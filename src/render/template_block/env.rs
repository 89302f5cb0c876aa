//! The environment of a container (semantics F-8, F-9).

use serde_json::{Value, json};

use super::{go, writer::Writer};
use crate::domain::{
    json::{at, list, text},
    quantity::Quantity,
};

/// `Environment Variables from:`, only where there are any.
pub(super) fn env_from(container: &Value, w: &mut Writer) {
    let sources = list(container, &["envFrom"]);
    if sources.is_empty() {
        return;
    }
    w.write(2, format_args!("Environment Variables from:\n"));
    for source in sources {
        let (kind, reference) = match (at(source, &["configMapRef"]), at(source, &["secretRef"])) {
            (Some(reference), _) => ("ConfigMap", reference),
            (None, Some(reference)) => ("Secret", reference),
            (None, None) => ("", &Value::Null),
        };
        let prefix = match text(source, &["prefix"]) {
            "" => String::new(),
            prefix => format!(" with prefix '{prefix}'"),
        };
        let (name, optional) = (text(reference, &["name"]), go::truth(reference, &["optional"]));
        w.write(3, format_args!("{name}\t{kind}{prefix}\tOptional: {optional}\n"));
    }
}

/// `Environment:`, always.
pub(super) fn env(container: &Value, w: &mut Writer) {
    let variables = list(container, &["env"]);
    let none = if variables.is_empty() { "\t<none>" } else { "" };
    w.write(2, format_args!("Environment:{none}\n"));
    for variable in variables {
        let name = text(variable, &["name"]);
        match at(variable, &["valueFrom"]) {
            Some(source) => from(name, source, container, w),
            None => plain(name, text(variable, &["value"]), w),
        }
    }
}

fn plain(name: &str, value: &str, w: &mut Writer) {
    for (index, line) in value.split('\n').enumerate() {
        match index {
            0 => w.write(3, format_args!("{name}:\t{line}\n")),
            _ => w.write(3, format_args!("\t{line}\n")),
        }
    }
}

/// A source of a kind that kubectl does not know is left out, as kubectl does.
fn from(name: &str, source: &Value, container: &Value, w: &mut Writer) {
    if let Some(field) = at(source, &["fieldRef"]) {
        let (version, path) = (text(field, &["apiVersion"]), text(field, &["fieldPath"]));
        w.write(3, format_args!("{name}:\t ({version}:{path})\n"));
    } else if let Some(field) = at(source, &["resourceFieldRef"]) {
        let resource = text(field, &["resource"]);
        w.write(
            3,
            format_args!("{name}:\t{} ({resource})\n", resource_value(field, container)),
        );
    } else if let Some(key) = at(source, &["secretKeyRef"]) {
        let (key, secret, optional) = reference(key);
        w.write(
            3,
            format_args!("{name}:\t<set to the key '{key}' in secret '{secret}'>\tOptional: {optional}\n"),
        );
    } else if let Some(key) = at(source, &["configMapKeyRef"]) {
        let (key, map, optional) = reference(key);
        w.write(
            3,
            format_args!("{name}:\t<set to the key '{key}' of config map '{map}'>\tOptional: {optional}\n"),
        );
    }
}

fn reference(key: &Value) -> (&str, &str, bool) {
    (text(key, &["key"]), text(key, &["name"]), go::truth(key, &["optional"]))
}

/// What the container would see, in the unit of the divisor (1 where there is none), rounded up; empty for a resource
/// that cannot be referred to.
fn resource_value(field: &Value, container: &Value) -> String {
    let reference = text(field, &["resource"]);
    let Some((side @ ("limits" | "requests"), resource)) = reference.split_once('.') else {
        return String::new();
    };
    if !matches!(resource, "cpu" | "memory" | "ephemeral-storage") && !resource.starts_with("hugepages-") {
        return String::new();
    }
    let one = || Quantity::parse(&json!("1"));
    let divisor = at(field, &["divisor"])
        .and_then(Quantity::parse)
        .filter(Quantity::positive)
        .or_else(one);
    let value = at(container, &["resources", side, resource]).and_then(Quantity::parse);
    let amount = match (value, divisor) {
        (Some(value), Some(divisor)) => value.divided(&divisor, resource == "cpu"),
        _ => 0,
    };
    match (amount, reference) {
        (0, "limits.cpu" | "limits.memory") => "node allocatable".to_owned(),
        _ => amount.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resources_are_counted_in_the_divisor_and_rounded_up() {
        let container = json!({"resources": {"limits": {"cpu": "500m", "hugepages-2Mi": "4Mi"},
            "requests": {"memory": "100M", "ephemeral-storage": "1Gi"}}});
        let value = |resource, divisor| resource_value(&json!({"resource": resource, "divisor": divisor}), &container);
        assert_eq!(value("limits.cpu", "0"), "1", "F-9");
        assert_eq!(value("limits.cpu", "1m"), "500");
        assert_eq!(value("limits.memory", "0"), "node allocatable");
        assert_eq!(value("requests.memory", "1Mi"), "96");
        assert_eq!(value("requests.cpu", "0"), "0");
        assert_eq!(value("limits.hugepages-2Mi", "1Mi"), "4");
        assert_eq!(value("limits.example.com/gpu", "0"), "");
    }
}
