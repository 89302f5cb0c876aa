//! A label selector of an object as the text that a list request takes.

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
}
