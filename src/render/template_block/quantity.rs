//! Resource quantities: what is written, and its value in a unit, rounded up. Not here: their spelling.

use serde_json::Value;

/// What is written and what it amounts to: `mantissa * 10^exponent`.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Quantity {
    pub(super) mantissa: i128,
    pub(super) exponent: i32,
    pub(super) form: Form,
    /// The spelling, where Kubernetes takes it for canonical as it is.
    pub(super) kept: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Form {
    Decimal,
    Exponent,
    Binary,
}

/// Kubernetes computes in 64 bits as long as a number has no more digits than this.
const FAST_DIGITS: i32 = 18;
pub(super) const DECIMAL: [(&str, i32); 10] = [
    ("n", -9),
    ("u", -6),
    ("m", -3),
    ("", 0),
    ("k", 3),
    ("M", 6),
    ("G", 9),
    ("T", 12),
    ("P", 15),
    ("E", 18),
];
pub(super) const BINARY: [(&str, i32); 6] = [("Ki", 10), ("Mi", 20), ("Gi", 30), ("Ti", 40), ("Pi", 50), ("Ei", 60)];

impl Quantity {
    /// Reads a JSON string or number; `None` where it is no quantity or larger than 38 digits.
    pub(super) fn parse(value: &Value) -> Option<Self> {
        match value {
            Value::String(text) => Self::read(text.trim()),
            Value::Number(number) => Self::read(&number.to_string()),
            _ => None,
        }
    }

    fn read(text: &str) -> Option<Self> {
        let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
        let end = unsigned
            .find(|c: char| !c.is_ascii_digit() && c != '.')
            .unwrap_or(unsigned.len());
        let (number, suffix) = unsigned.split_at(end);
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        if number.is_empty() || fraction.contains('.') {
            return None;
        }
        let whole = if whole.trim_start_matches('0').is_empty() {
            "0"
        } else {
            whole.trim_start_matches('0')
        };
        let digits = format!("{whole}{fraction}");
        let sign = if text.starts_with('-') { -1 } else { 1 };
        let mantissa = digits.parse::<i128>().ok()?.checked_mul(sign)?;
        let fraction = i32::try_from(fraction.len()).ok()?;
        let length = i32::try_from(digits.len()).ok()?;
        if let Some((_, shift)) = BINARY.iter().find(|(name, _)| *name == suffix) {
            let fast = fraction == 0 && length + shift * 3 / 10 < 15;
            let kept = (fast && mantissa & 7 != 0).then(|| text.to_owned());
            let mantissa = mantissa.saturating_mul(1_i128 << shift);
            return Some(
                Self {
                    mantissa,
                    exponent: -fraction,
                    form: Form::Binary,
                    kept,
                }
                .bounded(),
            );
        }
        let (form, power) = match DECIMAL.iter().find(|(name, _)| *name == suffix) {
            Some((_, power)) => (Form::Decimal, *power),
            None => (Form::Exponent, suffix.strip_prefix(['e', 'E'])?.parse().ok()?),
        };
        let exponent = power - fraction;
        let fast = length <= FAST_DIGITS && exponent >= -9;
        let canonical = fast && exponent % 3 == 0 && !digits.ends_with("000") && !digits.starts_with('0');
        let kept = (canonical || text == "0").then(|| text.to_owned());
        Some(
            Self {
                mantissa,
                exponent,
                form,
                kept,
            }
            .bounded(),
        )
    }

    /// Nothing is smaller than a billionth (rounded up), and a binary quantity no larger than 2^63-1.
    fn bounded(mut self) -> Self {
        if self.exponent < -9 && self.mantissa != 0 {
            self.mantissa = self.scaled(-9);
            self.exponent = -9;
        }
        if self.form == Form::Binary {
            let limit = i128::from(i64::MAX);
            if self.scaled(0).abs() > limit {
                (self.mantissa, self.exponent) = (self.mantissa.signum() * limit, 0);
            }
        }
        self
    }

    /// Whether it is more than nothing.
    pub(super) fn positive(&self) -> bool {
        self.mantissa > 0
    }

    /// The value as a multiple of `10^exponent`, rounded away from zero.
    pub(super) fn scaled(&self, exponent: i32) -> i128 {
        let shift = self.exponent - exponent;
        let power = 10_i128.checked_pow(shift.unsigned_abs());
        match (shift >= 0, power) {
            (true, Some(power)) => self.mantissa.saturating_mul(power),
            (true, None) => self.mantissa.signum() * i128::MAX,
            (false, Some(power)) => {
                let rest = if self.mantissa % power == 0 {
                    0
                } else {
                    self.mantissa.signum()
                };
                self.mantissa / power + rest
            }
            (false, None) => self.mantissa.signum(),
        }
    }

    /// How many of `divisor` it is, rounded up; computed in thousandths where `thousandths` (as for CPU).
    pub(super) fn divided(&self, divisor: &Self, thousandths: bool) -> i64 {
        let scale = if thousandths { -3 } else { 0 };
        (self.scaled(scale) as f64 / divisor.scaled(scale) as f64).ceil() as i64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn division_rounds_up() {
        let quantity = |text| Quantity::parse(&json!(text)).expect("a quantity");
        assert_eq!(quantity("500m").divided(&quantity("1"), true), 1, "F-9");
        assert_eq!(quantity("500m").divided(&quantity("1m"), true), 500);
        assert_eq!(quantity("128Mi").divided(&quantity("1Mi"), false), 128);
        assert_eq!(quantity("129e6").divided(&quantity("1Mi"), false), 124);
    }
}
