//! Input that means harm, or means nothing: whatever stands in a file or comes from a server, the answer is a correct view or a
//! clear line, no panic, and nothing that a terminal would obey.

mod files;
mod secrets;
mod server;
mod text;

use anyhow::{Result, ensure};

use crate::side_by_side::Ran;

/// Every letter that a terminal would obey or would not show.
fn obeyed(letter: char) -> bool {
    let hidden = matches!(letter, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}');
    !matches!(letter, '\n' | '\t') && letter.is_control() || hidden
}

/// That a person can look at what was printed, and that it ended by itself.
fn ensure_harmless(ran: &Ran, what: &str) -> Result<()> {
    ensure!((0..=4).contains(&ran.code), "{what}: {ran:?}");
    for text in [&ran.stdout, &ran.stderr] {
        ensure!(!text.contains(obeyed), "{what}: {text:?}");
        ensure!(!text.contains("panicked"), "{what}: {text}");
    }
    Ok(())
}
