//! A label selector of an object: as the text that a list request takes, and what it matches.

use serde_json::{Value, json};

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

/// A selector as it is typed, e.g. `pool=edge,tier in (a,b),!old`, as the object that [`matches`] takes.
///
/// # Errors
/// The part that cannot be read.
pub fn parse(text: &str) -> Result<Value, String> {
    let mut expressions = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        // A comma ends a part, but not between parentheses.
        let mut depth = 0;
        let end = rest.find(|letter| {
            depth += i32::from(letter == '(') - i32::from(letter == ')');
            letter == ',' && depth == 0
        });
        let (part, more) = end.map_or((rest, ""), |end| (&rest[..end], &rest[end + 1..]));
        let unreadable = || format!("unable to parse requirement: \"{}\"", part.trim());
        expressions.push(requirement(part.trim()).ok_or_else(unreadable)?);
        rest = more.trim();
    }
    match expressions.is_empty() {
        true => Err("an empty selector".to_owned()),
        false => Ok(json!({"matchExpressions": expressions})),
    }
}

fn requirement(part: &str) -> Option<Value> {
    let key = |text: &str| {
        let text = text.trim().to_owned();
        let letter = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
        (!text.is_empty() && text.chars().all(letter)).then_some(text)
    };
    let built = |name: &str, operator: &str, values: Vec<&str>| {
        let values: Vec<_> = values.into_iter().map(str::trim).collect();
        Some(json!({"key": key(name)?, "operator": operator, "values": values}))
    };
    let value = |text: &str| !text.contains(['=', '!', '(', ')']);
    if let Some((name, values)) = part.strip_suffix(')').and_then(|part| part.split_once('(')) {
        let words: Vec<&str> = name.split_whitespace().collect();
        let (name, operator) = match words[..] {
            [name, "in"] => (name, "In"),
            [name, "notin"] => (name, "NotIn"),
            _ => return None,
        };
        return value(values).then(|| built(name, operator, values.split(',').collect()))?;
    }
    match (part.split_once("!="), part.split_once("=="), part.split_once('=')) {
        (Some((name, text)), _, _) => value(text).then(|| built(name, "NotIn", vec![text]))?,
        (_, Some((name, text)), _) | (_, _, Some((name, text))) => {
            value(text).then(|| built(name, "In", vec![text]))?
        }
        _ => match part.strip_prefix('!') {
            Some(name) => built(name, "DoesNotExist", Vec::new()),
            None => built(part, "Exists", Vec::new()),
        },
    }
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

    #[test]
    fn what_is_typed_is_read_as_kubectl_reads_it() {
        let labels = |key: &str| {
            [("pool", "edge"), ("a.b/c", "")]
                .into_iter()
                .find(|it| it.0 == key)
                .map(|it| it.1)
        };
        for (text, expected) in [
            ("pool=edge", true),
            ("pool == edge", true),
            ("pool!=edge", false),
            ("none!=x", true),
            ("pool in (core, edge),a.b/c", true),
            ("pool notin (core,edge)", false),
            ("!none, pool", true),
            ("a.b/c=", true),
        ] {
            let selector = parse(text).unwrap_or_else(|words| panic!("{text}: {words}"));
            assert_eq!(matches(&selector, labels), expected, "{text}");
        }
        for wrong in [
            "",
            " ",
            "a==b=c",
            "pool in edge",
            "=x",
            "a b",
            "a,,b",
            "pool within (x)",
            "(x)",
        ] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

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
