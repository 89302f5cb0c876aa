//! Kubernetes quantities (`100m`, `1Gi`, `2e3`) as numbers, exactly: what is written, its value in a unit, rounded up. Not
//! here: how they are spelled.

use serde_json::Value;

/// What is written and what it amounts to: `mantissa * 10^exponent`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Quantity {
    pub(crate) mantissa: i128,
    pub(crate) exponent: i32,
    pub(crate) form: Form,
    /// The spelling, where Kubernetes takes it for canonical as it is.
    pub(crate) kept: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Form {
    Decimal,
    Exponent,
    Binary,
}

/// Kubernetes computes in 64 bits as long as a number has no more digits than this.
const FAST_DIGITS: i32 = 18;
pub(crate) const DECIMAL: [(&str, i32); 10] = [
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
pub(crate) const BINARY: [(&str, i32); 6] = [("Ki", 10), ("Mi", 20), ("Gi", 30), ("Ti", 40), ("Pi", 50), ("Ei", 60)];

impl Quantity {
    /// Reads a JSON string or number; `None` where it is no quantity or larger than 38 digits.
    pub(crate) fn parse(value: &Value) -> Option<Self> {
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
        if (whole.is_empty() && fraction.is_empty()) || fraction.contains('.') {
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
    pub(crate) fn positive(&self) -> bool {
        self.mantissa > 0
    }

    /// The value as a multiple of `10^exponent`, rounded away from zero.
    pub(crate) fn scaled(&self, exponent: i32) -> i128 {
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
    pub(crate) fn divided(&self, divisor: &Self, thousandths: bool) -> i64 {
        let scale = if thousandths { -3 } else { 0 };
        (self.scaled(scale) as f64 / divisor.scaled(scale) as f64).ceil() as i64
    }
}

/// A quantity in billionths of its unit, e.g. `"1m"` → 1 000 000. What is finer than a billionth is rounded up, as the
/// API server does.
///
/// `None` where `text` is no quantity or is out of range.
pub fn nano(text: &str) -> Option<i128> {
    let quantity = Quantity::read(text)?;
    if quantity.mantissa == 0 {
        return Some(0);
    }
    let power = u32::try_from(quantity.exponent + 9).ok()?;
    quantity.mantissa.checked_mul(10_i128.checked_pow(power)?)
}

#[cfg(test)]
#[path = "quantity_test.rs"]
mod tests;
