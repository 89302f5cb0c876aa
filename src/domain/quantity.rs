//! Kubernetes quantities (`100m`, `1Gi`, `2e3`) as numbers, exactly. Only what comparing and rounding need.

/// A quantity in billionths of its unit, e.g. `"1m"` → 1 000 000. What is finer than a billionth is rounded up, as the
/// API server does.
///
/// `None` where `text` is no quantity or is out of range.
pub fn nano(text: &str) -> Option<i128> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let digits = unsigned
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(unsigned.len());
    let (number, suffix) = unsigned.split_at(digits);
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    if (whole.is_empty() && fraction.is_empty()) || fraction.contains('.') {
        return None;
    }
    let (multiplier, exponent) = scale(suffix)?;
    let mantissa: i128 = format!("{whole}{fraction}").parse().ok()?;
    let exponent = exponent + 9 - i32::try_from(fraction.len()).ok()?;
    let scaled = mantissa.checked_mul(multiplier)?;
    let power = 10_i128.checked_pow(exponent.unsigned_abs());
    let value = match (exponent < 0, power) {
        (false, power) => scaled.checked_mul(power?)?,
        (true, Some(power)) => scaled / power + i128::from(scaled % power != 0),
        (true, None) => i128::from(scaled != 0),
    };
    Some(if text.starts_with('-') { -value } else { value })
}

/// What a suffix stands for: a factor and a power of ten.
fn scale(suffix: &str) -> Option<(i128, i32)> {
    Some(match suffix {
        "n" => (1, -9),
        "u" => (1, -6),
        "m" => (1, -3),
        "" => (1, 0),
        "k" => (1, 3),
        "M" => (1, 6),
        "G" => (1, 9),
        "T" => (1, 12),
        "P" => (1, 15),
        "E" => (1, 18),
        "Ki" => (1 << 10, 0),
        "Mi" => (1 << 20, 0),
        "Gi" => (1 << 30, 0),
        "Ti" => (1 << 40, 0),
        "Pi" => (1 << 50, 0),
        "Ei" => (1 << 60, 0),
        other => (1, other.strip_prefix(['e', 'E'])?.parse().ok()?),
    })
}

#[cfg(test)]
mod tests {
    use super::nano;

    #[test]
    fn equal_amounts_are_equal_however_they_are_written() {
        for (left, right) in [
            ("1000m", "1"),
            ("1Gi", "1024Mi"),
            ("0.5", "500m"),
            (".5", "500m"),
            ("1.", "1"),
            ("1e3", "1k"),
            ("1E3", "1k"),
            ("1e-3", "1m"),
            ("+2", "2"),
            ("-1000m", "-1"),
            ("0.5Gi", "512Mi"),
            ("1000000n", "1m"),
            ("12E", "12000P"),
        ] {
            assert!(nano(left).is_some(), "{left}");
            assert_eq!(nano(left), nano(right), "{left} and {right}");
        }
    }

    #[test]
    fn different_amounts_differ_and_fine_ones_round_up() {
        assert_ne!(nano("1G"), nano("1Gi"));
        assert_ne!(nano("1"), nano("-1"));
        assert_eq!(nano("0.1n"), Some(1));
        assert_eq!(nano("1e-60"), Some(1));
    }

    #[test]
    fn what_is_no_quantity_is_none() {
        for text in [
            "",
            "x",
            "1x",
            "1.2.3",
            "Mi",
            "-",
            "1e",
            "1 Mi",
            "1e99",
            "99999999999999999999999999999999999999E",
        ] {
            assert_eq!(nano(text), None, "{text}");
        }
    }
}
