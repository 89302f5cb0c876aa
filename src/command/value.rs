//! How the values of flags are read: as Go's flag library reads them, so that what kubectl accepts is accepted.

use std::{
    num::{IntErrorKind, ParseIntError},
    time::Duration,
};

/// An integer, with Go's words for what is none (semantics E-4).
///
/// # Errors
/// Go's text.
pub fn int(text: &str) -> Result<i64, String> {
    text.parse().map_err(|error: ParseIntError| {
        let wrong = match error.kind() {
            IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => "value out of range",
            _ => "invalid syntax",
        };
        format!("strconv.ParseInt: parsing \"{text}\": {wrong}")
    })
}

/// The level of `-v`: any number, as in kubectl; below 0 is 0, and there is nothing above 255.
///
/// # Errors
/// Go's text.
pub fn verbosity(text: &str) -> Result<u8, String> {
    int(text).map(|level| u8::try_from(level.clamp(0, 255)).unwrap_or(u8::MAX))
}

/// The name of a file: an empty one is a variable that is not set, and must not read as no flag at all.
///
/// # Errors
/// An empty name.
pub fn file(text: &str) -> Result<String, String> {
    match text {
        "" => Err("a file is needed, or - for standard input".to_owned()),
        text => Ok(text.to_owned()),
    }
}

/// A boolean as Go reads it: `true`, `1`, `T`, `false`, `0`, `f`…
///
/// # Errors
/// Go's text.
pub fn boolean(text: &str) -> Result<bool, String> {
    match text {
        "1" | "t" | "T" | "true" | "TRUE" | "True" => Ok(true),
        "0" | "f" | "F" | "false" | "FALSE" | "False" => Ok(false),
        _ => Err(format!("strconv.ParseBool: parsing \"{text}\": invalid syntax")),
    }
}

/// A duration as Go writes it: `90s`, `1m30s`, `1.5h`, `500ms`, `0`.
///
/// # Errors
/// Go's text: a missing unit, an unknown unit, or no duration at all.
pub fn duration(text: &str) -> Result<Duration, String> {
    const UNITS: [(&str, f64); 7] = [
        ("ns", 1e-9),
        ("us", 1e-6),
        ("µs", 1e-6),
        ("ms", 1e-3),
        ("s", 1.0),
        ("m", 60.0),
        ("h", 3600.0),
    ];
    let invalid = || format!("time: invalid duration \"{text}\"");
    if text == "0" {
        return Ok(Duration::ZERO);
    }
    let mut rest = text;
    let mut seconds = 0.0;
    while !rest.is_empty() {
        let end = rest
            .find(|c: char| !c.is_ascii_digit() && c != '.')
            .unwrap_or(rest.len());
        let amount: f64 = rest[..end].parse().map_err(|_| invalid())?;
        rest = &rest[end..];
        let end = rest
            .find(|c: char| c.is_ascii_digit() || c == '.')
            .unwrap_or(rest.len());
        let unit = &rest[..end];
        if unit.is_empty() {
            return Err(format!("time: missing unit in duration \"{text}\""));
        }
        let scale = UNITS.iter().find(|(name, _)| *name == unit).map(|(_, scale)| scale);
        seconds += amount * scale.ok_or_else(|| format!("time: unknown unit \"{unit}\" in duration \"{text}\""))?;
        rest = &rest[end..];
    }
    // Go counts nanoseconds in 64 bits: about 292 years.
    const MOST: f64 = 9.2e9;
    match seconds {
        _ if text.is_empty() => Err(invalid()),
        0.0..MOST => Duration::try_from_secs_f64(seconds).map_err(|_| invalid()),
        _ => Err(invalid()),
    }
}

/// `--request-timeout`: whole seconds, or a duration with a unit.
///
/// # Errors
/// kubectl's text.
pub fn request_timeout(text: &str) -> Result<Duration, String> {
    const WORDS: &str = "Invalid timeout value. Timeout must be a single integer in seconds, or an integer followed by a \
                         corresponding time unit (e.g. 1s | 2m | 3h)";
    text.parse()
        .map(Duration::from_secs)
        .or_else(|_| duration(text))
        .map_err(|_| WORDS.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_gos() {
        assert_eq!(duration("1m30s"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("1.5h"), Ok(Duration::from_secs(5400)));
        assert_eq!(duration("0"), Ok(Duration::ZERO));
        assert_eq!(duration("5"), Err("time: missing unit in duration \"5\"".to_owned()));
        assert_eq!(
            duration("5x"),
            Err("time: unknown unit \"x\" in duration \"5x\"".to_owned())
        );
        for nonsense in ["", "s", "-5s", "abc", "99999999999999h"] {
            assert!(duration(nonsense).is_err(), "{nonsense}");
        }
        assert_eq!(request_timeout("5"), Ok(Duration::from_secs(5)));
        assert_eq!(request_timeout("2m"), Ok(Duration::from_secs(120)));
        assert!(request_timeout("soon").is_err());
    }
}
