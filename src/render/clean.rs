//! Text from a cluster, made harmless for a terminal.

use std::borrow::Cow;

/// `text` without control characters.
pub fn clean(text: &str) -> Cow<'_, str> {
    match text.chars().any(char::is_control) {
        true => text.chars().filter(|c| !c.is_control()).collect::<String>().into(),
        false => text.into(),
    }
}
