//! The spelling Kubernetes gives a quantity, e.g. `1000m` → `1`.

use serde_json::Value;

use crate::domain::quantity::{BINARY, DECIMAL, Form, Quantity};

/// The canonical spelling of a JSON quantity; what cannot be read is shown as it is.
pub(super) fn spelling(value: &Value) -> String {
    let as_written = || value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    Quantity::parse(value).map_or_else(as_written, |quantity| quantity.spelling())
}

impl Quantity {
    /// Its canonical spelling.
    pub(super) fn spelling(&self) -> String {
        if let Some(kept) = &self.kept {
            return kept.clone();
        }
        if self.mantissa == 0 {
            return "0".to_owned();
        }
        let whole = self.scaled(0);
        let exact = self.exponent >= 0 || self.mantissa % 10_i128.pow(self.exponent.unsigned_abs()) == 0;
        if self.form == Form::Binary && exact && whole.abs() >= 1024 {
            return binary(whole);
        }
        let (mut number, mut exponent) = (self.mantissa, self.exponent);
        while number % 10 == 0 {
            (number, exponent) = (number / 10, exponent + 1);
        }
        while exponent % 3 != 0 {
            (number, exponent) = (number.saturating_mul(10), exponent - 1);
        }
        let suffix = match self.form {
            Form::Exponent if exponent == 0 => String::new(),
            Form::Exponent => format!("e{exponent}"),
            _ => DECIMAL
                .iter()
                .find(|(_, power)| *power == exponent)
                .map_or("", |(name, _)| name)
                .to_owned(),
        };
        format!("{number}{suffix}")
    }
}

fn binary(mut number: i128) -> String {
    let mut suffix = "";
    for (name, _) in BINARY {
        if number % 1024 != 0 {
            break;
        }
        (number, suffix) = (number / 1024, name);
    }
    format!("{number}{suffix}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn spellings_are_those_of_the_api_server() {
        for (written, canonical) in [
            ("1000m", "1"),
            ("0.5", "500m"),
            ("1500m", "1500m"),
            ("1024Mi", "1Gi"),
            ("1.5Gi", "1536Mi"),
            ("1001Mi", "1001Mi"),
            ("0.5Ki", "512"),
            ("128974848", "128974848"),
            ("129e6", "129e6"),
            ("1e3", "1e3"),
            ("10e3", "10e3"),
            ("1000", "1k"),
            ("0Mi", "0"),
            ("0", "0"),
            ("1000000k", "1G"),
            ("0.0000000001", "1n"),
        ] {
            assert_eq!(spelling(&json!(written)), canonical, "{written}");
        }
        assert_eq!(spelling(&json!(2)), "2", "a number of a file that no server has read");
        assert_eq!(spelling(&json!("lots")), "lots");
    }
}
