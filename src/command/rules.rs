//! When a wait ends otherwise than with all nodes done: given up early, or content with less. Both only where asked for.

use std::time::Duration;

use anyhow::Result;
use clap::Args;
use tokio::time::Instant;

use super::value;
use crate::{
    domain::{
        allowance::{Allowance, Limit, Open},
        failing::Failed,
        selector,
    },
    error::Failure,
};

/// When to give up.
#[derive(Debug, Args, Clone, Default)]
pub struct FailFastArgs {
    /// Give up with exit code 4 when it cannot finish without somebody, or too many new pods fail
    #[arg(long)]
    pub fail_fast: bool,
    /// With --fail-fast: so many pods of the new template may fail; by default as many as may be unavailable
    #[arg(long, value_name = "N", value_parser = pods)]
    pub max_failures: Option<usize>,
    /// With --fail-fast: how long it must have been so without a break
    #[arg(long, value_name = "DURATION", value_parser = value::duration, default_value = "30s")]
    pub grace: Duration,
}

/// With how much less to be content.
#[derive(Debug, Args, Clone, Default)]
pub struct AllowArgs {
    /// Done although so many nodes, or N%, have no available pod; never less than one that has
    #[arg(long, value_name = "N|N%")]
    pub allow_unavailable: Option<String>,
    /// Done whatever is on the nodes with these labels
    #[arg(long, value_name = "SELECTOR")]
    pub ignore_nodes: Option<String>,
}

/// A number of pods, as a flag gives it.
fn pods(text: &str) -> Result<usize, String> {
    let number = text.trim().parse();
    number.map_err(|_| "a whole number of pods is needed, such as 2".to_owned())
}

/// What was asked for.
#[derive(Debug, Clone, Default)]
pub struct Rules {
    fail_fast: Option<FailFastArgs>,
    allow: AllowArgs,
    /// The same, read.
    pub allowance: Allowance,
    /// Nodes that are done are shown too.
    pub all_nodes: bool,
    /// The column that nodes are put in order by.
    pub sort: Option<&'static str>,
}

impl Rules {
    /// Reads the flags.
    ///
    /// # Errors
    /// Wrong usage.
    pub fn new(fail_fast: &FailFastArgs, allow: &AllowArgs) -> Result<Self> {
        if fail_fast.max_failures.is_some() && !fail_fast.fail_fast {
            return Err(Failure::usage("--max-failures needs --fail-fast").into());
        }
        let unavailable = allow.allow_unavailable.as_deref().map(Limit::parse).transpose();
        let ignored = allow.ignore_nodes.as_deref().map(selector::parse).transpose();
        Ok(Self {
            fail_fast: fail_fast.fail_fast.then(|| fail_fast.clone()),
            allow: allow.clone(),
            allowance: Allowance {
                unavailable: unavailable.map_err(|words| Failure::usage(format!("--allow-unavailable: {words}")))?,
                ignored: ignored.map_err(|words| Failure::usage(format!("--ignore-nodes: {words}")))?,
            },
            all_nodes: false,
            sort: None,
        })
    }

    /// How many pods may fail, where a number was given.
    pub fn max_failures(&self) -> Option<usize> {
        self.fail_fast.as_ref().and_then(|args| args.max_failures)
    }

    /// Whether a rollout that fails at this moment is to be given up, `since` being the moment from which on it did.
    pub fn gives_up(&self, failed: bool, since: &mut Option<Instant>, now: Instant) -> bool {
        if !failed {
            *since = None;
            return false;
        }
        let begun = *since.get_or_insert(now);
        let args = self.fail_fast.as_ref();
        args.is_some_and(|args| now.saturating_duration_since(begun) >= args.grace)
    }

    /// The line for a rollout that counts as done by what was allowed, naming that.
    pub fn passed(&self, name: &str, open: &Open) -> String {
        let flag = |flag: &str, value: &Option<String>| format!("{flag} {}", value.as_deref().unwrap_or_default());
        let part = |nodes: usize, words: &str, flag: String| {
            let noun = if nodes == 1 { "node" } else { "nodes" };
            (nodes > 0).then(|| format!("{nodes} {noun} {words} by {flag})"))
        };
        let unavailable = flag("--allow-unavailable", &self.allow.allow_unavailable);
        let ignored = flag("--ignore-nodes", &self.allow.ignore_nodes);
        let parts = [
            part(
                open.unavailable.len() + open.unseen,
                "not available (allowed",
                unavailable,
            ),
            part(open.ignored.len(), "not done (ignored", ignored),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        match parts.is_empty() {
            true => format!("daemon set \"{name}\" is done"),
            false => format!("daemon set \"{name}\" is done with {}", parts.join(" and ")),
        }
    }
}

/// Why a rollout is given up, as an error.
pub fn given_up(name: &str, failed: &Failed, reason: &str) -> String {
    match failed {
        Failed::Stalled if reason.is_empty() => format!("daemon set \"{name}\" will not finish by itself"),
        Failed::Stalled => format!("daemon set \"{name}\" will not finish by itself: {reason}"),
        Failed::Pods { failing, allowed } => {
            let verb = if *failing == 1 { "pod fails" } else { "pods fail" };
            format!("daemon set \"{name}\": {failing} of the new {verb}, and {allowed} may")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::roster::Names;

    fn rules(fail_fast: bool, unavailable: Option<&str>, ignored: Option<&str>) -> Result<Rules> {
        let fast = FailFastArgs {
            fail_fast,
            max_failures: None,
            grace: Duration::from_secs(30),
        };
        let allow = AllowArgs {
            allow_unavailable: unavailable.map(str::to_owned),
            ignore_nodes: ignored.map(str::to_owned),
        };
        Rules::new(&fast, &allow)
    }

    #[test]
    fn only_what_lasts_is_given_up() {
        let rules = rules(true, None, None).expect("rules");
        let (mut since, start) = (None, Instant::now());
        let mut at = |seconds, failed| rules.gives_up(failed, &mut since, start + Duration::from_secs(seconds));
        assert!(!at(0, true) && !at(29, true), "C02: within the grace");
        assert!(
            !at(29, false) && !at(30, true) && !at(59, true),
            "C02: it had recovered"
        );
        assert!(at(60, true));
        let never = super::Rules::default();
        assert!(!never.gives_up(true, &mut None, start), "only where asked for");
    }

    #[test]
    fn what_was_allowed_is_named() {
        let names = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Names>();
        let rules = rules(false, Some("10%"), Some("pool=edge")).expect("rules");
        let said = |unavailable: &str, ignored: &str| {
            let (unavailable, ignored) = (names(unavailable), names(ignored));
            let open = Open {
                unavailable,
                ignored,
                unseen: 0,
            };
            rules.passed("agent", &open)
        };
        assert_eq!(
            said("n1 n2", ""),
            "daemon set \"agent\" is done with 2 nodes not available (allowed by --allow-unavailable 10%)",
            "C59"
        );
        assert_eq!(
            said("n1", "n2"),
            "daemon set \"agent\" is done with 1 node not available (allowed by --allow-unavailable 10%) and 1 node not \
             done (ignored by --ignore-nodes pool=edge)"
        );
    }

    #[test]
    fn flags_that_cannot_be_meant_are_refused() {
        for (unavailable, ignored) in [(Some("x"), None), (None, Some("")), (None, Some("a b"))] {
            assert!(rules(false, unavailable, ignored).is_err());
        }
        let alone = FailFastArgs {
            max_failures: Some(1),
            ..FailFastArgs::default()
        };
        assert!(Rules::new(&alone, &AllowArgs::default()).is_err());
    }
}
