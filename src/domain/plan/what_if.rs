//! Other limits than the DaemonSet has, to see what a rollout would be with them: by the API server's rules (semantics G-6
//! to G-12).

use serde_json::{Map, Value, json};

use crate::domain::daemonset::{DaemonSet, Strategy};

/// What is to be assumed of the spec; what is absent stays as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WhatIf {
    /// `RollingUpdate` or `OnDelete`.
    pub strategy: Option<String>,
    /// A number or a percentage.
    pub max_unavailable: Option<String>,
    /// A number or a percentage.
    pub max_surge: Option<String>,
    /// In seconds.
    pub min_ready_seconds: Option<i64>,
}

impl WhatIf {
    /// Whether anything is assumed.
    pub fn any(&self) -> bool {
        *self != Self::default()
    }

    /// The members of `spec` that it comes to, as a merge patch. Where one limit is given and the other would be in its way,
    /// the other becomes 0, since both cannot be (semantics G-7).
    ///
    /// # Errors
    /// What the API server would say of it.
    pub fn spec(&self, set: &DaemonSet) -> Result<Map<String, Value>, String> {
        let mut spec = Map::new();
        if let Some(seconds) = self.min_ready_seconds {
            if seconds < 0 {
                return Err(format!(
                    "--min-ready-seconds {seconds}: must be greater than or equal to 0"
                ));
            }
            spec.insert("minReadySeconds".to_owned(), seconds.into());
        }
        let limits = self.max_unavailable.is_some() || self.max_surge.is_some();
        if !limits && self.strategy.is_none() {
            return Ok(spec);
        }
        let rolling = match self.strategy.as_deref() {
            Some("RollingUpdate") => true,
            Some("OnDelete") if limits => return Err("strategy OnDelete has no limits".to_owned()),
            Some("OnDelete") => false,
            Some(other) => {
                return Err(format!(
                    "--strategy {other}: supported values: \"RollingUpdate\", \"OnDelete\""
                ));
            }
            None => !matches!(set.strategy(), Strategy::OnDelete | Strategy::Other(_)),
        };
        let strategy = match rolling {
            true => {
                let (unavailable, surge) = self.limits(set)?;
                json!({"type": "RollingUpdate", "rollingUpdate": {"maxUnavailable": unavailable, "maxSurge": surge}})
            }
            false if limits => {
                return Err("strategy OnDelete has no limits: say --strategy=RollingUpdate too".to_owned());
            }
            false => json!({"type": "OnDelete", "rollingUpdate": null}),
        };
        spec.insert("updateStrategy".to_owned(), strategy);
        Ok(spec)
    }

    /// Both limits.
    fn limits(&self, set: &DaemonSet) -> Result<(Value, Value), String> {
        let (unavailable, surge) = match set.strategy() {
            Strategy::RollingUpdate {
                max_unavailable,
                max_surge,
            } => (max_unavailable, max_surge),
            _ => ("1".to_owned(), "0".to_owned()),
        };
        let zero = |text: &str| matches!(text, "0" | "0%");
        let (unavailable, surge) = match (&self.max_unavailable, &self.max_surge) {
            (None, None) => (unavailable, surge),
            (Some(unavailable), Some(surge)) => (unavailable.clone(), surge.clone()),
            (Some(unavailable), None) if zero(unavailable) => (unavailable.clone(), surge),
            (Some(unavailable), None) => (unavailable.clone(), "0".to_owned()),
            (None, Some(surge)) if zero(surge) => (unavailable, surge.clone()),
            (None, Some(surge)) => ("0".to_owned(), surge.clone()),
        };
        let both = (limit("--max-unavailable", &unavailable)?, limit("--max-surge", &surge)?);
        match (zero(&unavailable), zero(&surge)) {
            (true, true) => Err("maxUnavailable cannot be 0 when maxSurge is 0".to_owned()),
            (false, false) => Err("maxSurge may not be set when maxUnavailable is non-zero".to_owned()),
            _ => Ok(both),
        }
    }

    /// `set` with it.
    ///
    /// # Errors
    /// As [`WhatIf::spec`].
    pub fn applied_to(&self, set: &DaemonSet) -> Result<DaemonSet, String> {
        let mut object = set.object().clone();
        for (field, value) in self.spec(set)? {
            object["spec"][field] = value;
        }
        Ok(DaemonSet::new(object))
    }
}

/// A number, or a percentage up to 100 (semantics G-8 to G-10).
fn limit(flag: &str, text: &str) -> Result<Value, String> {
    let wrong = || format!("{flag} {text}: must be a number, or a percentage from 0% to 100%");
    match text.strip_suffix('%') {
        Some(percent) => match percent.parse::<u32>() {
            Ok(0..=100) => Ok(text.into()),
            _ => Err(wrong()),
        },
        None => text.parse::<u32>().map(Value::from).map_err(|_| wrong()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strategy(what_if: &WhatIf, rolling: &Value) -> Result<Value, String> {
        let set = DaemonSet::new(json!({"spec": {"updateStrategy": {"rollingUpdate": rolling}}}));
        what_if
            .applied_to(&set)
            .map(|set| set.object()["spec"]["updateStrategy"].clone())
    }

    #[test]
    fn one_limit_puts_the_other_out_of_its_way() {
        let surge = WhatIf {
            max_surge: Some("25%".to_owned()),
            ..WhatIf::default()
        };
        let found = strategy(&surge, &json!({"maxUnavailable": 1})).expect("allowed");
        assert_eq!(
            found["rollingUpdate"],
            json!({"maxUnavailable": 0, "maxSurge": "25%"}),
            "G-7"
        );
        let unavailable = WhatIf {
            max_unavailable: Some("3".to_owned()),
            ..WhatIf::default()
        };
        let found = strategy(&unavailable, &json!({"maxUnavailable": 0, "maxSurge": 1})).expect("allowed");
        assert_eq!(
            found["rollingUpdate"],
            json!({"maxUnavailable": 3, "maxSurge": 0}),
            "G-7"
        );
    }

    #[test]
    fn what_the_server_would_refuse_is_refused() {
        let with = |unavailable: Option<&str>, surge: Option<&str>| WhatIf {
            max_unavailable: unavailable.map(str::to_owned),
            max_surge: surge.map(str::to_owned),
            ..WhatIf::default()
        };
        for (unavailable, surge, rule) in [
            (Some("0"), None, "G-6"),
            (Some("0%"), Some("0"), "G-6"),
            (Some("1"), Some("1"), "G-7"),
            (Some("101%"), None, "G-8"),
            (Some("-1"), None, "G-9"),
            (None, Some("abc"), "G-10"),
        ] {
            assert!(strategy(&with(unavailable, surge), &json!(null)).is_err(), "{rule}");
        }
        let on_delete = WhatIf {
            strategy: Some("OnDelete".to_owned()),
            ..with(None, None)
        };
        let found = strategy(&on_delete, &json!({"maxUnavailable": 2})).expect("allowed");
        assert_eq!(found["type"], "OnDelete");
        assert!(
            strategy(
                &WhatIf {
                    max_surge: Some("1".to_owned()),
                    ..on_delete
                },
                &json!(null)
            )
            .is_err()
        );
    }
}
