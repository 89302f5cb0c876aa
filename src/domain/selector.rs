//! A label selector of an object as the text that a list request takes.

use serde_json::Value;

use super::json;

/// `matchLabels` and `matchExpressions` as a query, e.g. `app=agent,tier in (edge,core)`.
pub fn query(selector: &Value) -> String {
    let labels = json::strings(selector, &["matchLabels"]);
    let mut parts: Vec<String> = labels
        .into_iter()
        .map(|(key, value)| format!("{key}={value}"))
        .collect();
    for expression in json::list(selector, &["matchExpressions"]) {
        let key = json::text(expression, &["key"]);
        let values: Vec<_> = json::list(expression, &["values"])
            .iter()
            .filter_map(Value::as_str)
            .collect();
        let values = values.join(",");
        parts.push(match json::text(expression, &["operator"]) {
            "NotIn" => format!("{key} notin ({values})"),
            "Exists" => key.to_owned(),
            "DoesNotExist" => format!("!{key}"),
            _ => format!("{key} in ({values})"),
        });
    }
    parts.join(",")
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
        assert_eq!(query(&selector), "app=agent,tier in (edge,core),old notin (y),a,!b");
        assert_eq!(query(&Value::Null), "");
    }
}
