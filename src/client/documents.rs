//! A text of one or several documents, as kubectl's reader (YAML 1.1, or JSON) takes it apart. What stands in them is not
//! looked at here.

use serde_json::Value;

/// How many bytes of text aliases may add.
const MULTIPLIED: usize = 16 << 20;
/// How many parts of a document aliases may add: whoever writes a manifest by hand repeats a few.
const REPLAYED: usize = 50_000;

/// JSON documents one after the other, with or without `---` between them; the rest from where it is no JSON is YAML.
///
/// # Errors
/// Where the text is neither, and why.
pub fn documents(text: &str) -> Result<Vec<Value>, String> {
    let mut documents = Vec::new();
    let mut rest = text.trim_start_matches('\u{feff}');
    loop {
        rest = rest.trim_start();
        if let (false, Some(after)) = (documents.is_empty(), rest.strip_prefix("---")) {
            rest = after.trim_start();
        }
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
        match values.next() {
            Some(Ok(value)) if rest.starts_with('{') => {
                rest = &rest[values.byte_offset()..];
                documents.push(value);
            }
            _ => break,
        }
    }
    // The indentation of the first line means something in YAML.
    let rest = if documents.is_empty() { text } else { rest };
    documents.extend(yaml(rest).map_err(|error| error.to_string())?);
    Ok(documents)
}

fn yaml(text: &str) -> Result<Vec<Value>, serde_yaml::Error> {
    // The objects of a big cluster are a big file; what is limited is how much aliases may multiply.
    let budget = serde_yaml::budget! {
        max_events: usize::MAX,
        max_nodes: usize::MAX,
        max_total_scalar_bytes: text.len().saturating_add(MULTIPLIED),
        max_documents: usize::MAX,
    };
    let aliases = serde_yaml::alias_limits! {
        max_total_replayed_events: REPLAYED,
    };
    // YAML 1.1: `0644` is a file mode, `yes` is true. Of a key that is there twice the last counts.
    let options = serde_yaml::options! {
        budget: budget,
        alias_limits: aliases,
        legacy_octal_numbers: true,
        duplicate_keys: serde_yaml::DuplicateKeyPolicy::LastWins,
    };
    let mut documents: Vec<Value> = serde_yaml::from_multiple_with_options(text, options)?;
    documents.iter_mut().for_each(whole);
    Ok(documents)
}

/// Whole numbers that were written as others (`08`, `1e3`, `1.0`) become whole: on its way through JSON kubectl's reader
/// makes no difference.
fn whole(value: &mut Value) {
    match value {
        Value::Object(map) => map.values_mut().for_each(whole),
        Value::Array(items) => items.iter_mut().for_each(whole),
        Value::Number(number) if number.is_f64() => {
            // Below 2^53 every whole number has just one float, so that nothing is rounded.
            if let Some(float) = number
                .as_f64()
                .filter(|float| float.fract() == 0.0 && float.abs() < 9e15)
            {
                #[allow(clippy::cast_possible_truncation, reason = "it is whole and in range")]
                let integer = float as i64;
                *value = Value::from(integer);
            }
        }
        _ => {}
    }
}
