//! A label selector of an object: as the text that a list request takes, and what it matches.

use serde_json::Value;

use super::json;

/// `matchLabels` and `matchExpressions` as a query, sorted by key as kubectl sends and shows it, e.g.
/// `app=agent,tier in (core,edge)`.
pub fn query(selector: &Value) -> String {
    let labels = json::strings(selector, &["matchLabels"]);
    let mut parts: Vec<(&str, String)> = labels
        .into_iter()
        .map(|(key, value)| (key, format!("{key}={value}")))
        .collect();
    for expression in json::list(selector, &["matchExpressions"]) {
        let key = json::text(expression, &["key"]);
        let values = json::list(expression, &["values"]).iter();
        let mut values: Vec<_> = values.filter_map(Value::as_str).collect();
        values.sort_unstable();
        let values = values.join(",");
        let part = match json::text(expression, &["operator"]) {
            "NotIn" => format!("{key} notin ({values})"),
            "Exists" => key.to_owned(),
            "DoesNotExist" => format!("!{key}"),
            _ => format!("{key} in ({values})"),
        };
        parts.push((key, part));
    }
    parts.sort_by_key(|(key, _)| *key);
    parts.into_iter().map(|(_, part)| part).collect::<Vec<_>>().join(",")
}

/// Whether a selector matches an object whose labels `label` looks up. An absent or empty one matches nothing: no
/// controller adopts by it (semantics B-2).
pub fn matches<'a>(selector: &Value, label: impl Fn(&str) -> Option<&'a str>) -> bool {
    let (labels, expressions) = (
        json::strings(selector, &["matchLabels"]),
        json::list(selector, &["matchExpressions"]),
    );
    let agrees = |expression: &Value| {
        let value = label(json::text(expression, &["key"]));
        let among = |value: &str| json::list(expression, &["values"]).iter().any(|known| known == value);
        match json::text(expression, &["operator"]) {
            "In" => value.is_some_and(among),
            "NotIn" => !value.is_some_and(among),
            "Exists" => value.is_some(),
            "DoesNotExist" => value.is_none(),
            _ => false,
        }
    };
    !(labels.is_empty() && expressions.is_empty())
        && labels.iter().all(|(key, wanted)| label(key) == Some(wanted))
        && expressions.iter().all(agrees)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_operator_has_its_text() {
        let selector = json!({"matchLabels": {"app": "agent"}, "matchExpressions": [
            {"key": "tier", "operator": "In", "values": ["edge", "core"]}, {"key": "old", "operator": "NotIn", "values": ["y"]},
            {"key": "a", "operator": "Exists"}, {"key": "b", "operator": "DoesNotExist"}]});
        assert_eq!(query(&selector), "a,app=agent,!b,old notin (y),tier in (core,edge)");
        assert_eq!(query(&Value::Null), "");
    }
    #[test]
    fn a_selector_matches_by_all_of_its_parts() {
        let label = |key: &str| {
            [("app", "agent"), ("tier", "edge")]
                .into_iter()
                .find(|(known, _)| *known == key)
                .map(|it| it.1)
        };
        let expression = |key: &str, operator: &str, values: &[&str]| {
            matches(
                &json!({"matchLabels": {"app": "agent"},
                    "matchExpressions": [{"key": key, "operator": operator, "values": values}]}),
                label,
            )
        };
        assert!(expression("tier", "In", &["edge", "core"]) && !expression("tier", "In", &["core"]));
        assert!(expression("tier", "NotIn", &["core"]) && !expression("tier", "NotIn", &["edge"]));
        assert!(expression("none", "NotIn", &["x"]), "absent is not in");
        assert!(expression("tier", "Exists", &[]) && !expression("none", "Exists", &[]));
        assert!(expression("none", "DoesNotExist", &[]) && !expression("tier", "DoesNotExist", &[]));
        assert!(!matches(&json!({"matchLabels": {"app": "other"}}), label));
        assert!(!matches(&json!({}), label) && !matches(&Value::Null, label), "B-2");
    }
}
