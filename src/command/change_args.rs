//! The arguments of the verbs that change something, and what they mean.

use std::time::Duration;

use anyhow::Result;
use clap::Args;

use super::{
    change::Printer,
    context::Context,
    rules::{AllowArgs, FailFastArgs, Rules},
    target::{TargetArgs, Wanted},
    value,
};
use crate::{
    client::write::PatchOptions,
    error::Failure,
    render::{change::DryRun, output::Format},
};

/// As long as the server lets the name of a field manager be.
const MANAGER_LENGTH: usize = 128;

/// Arguments of every verb that changes something.
#[derive(Debug, Args, Clone)]
pub struct ChangeArgs {
    /// Which DaemonSets.
    #[command(flatten)]
    pub targets: TargetArgs,
    /// Every DaemonSet of the namespace
    #[arg(long)]
    pub all: bool,
    /// Print the object as json or yaml, or only its name
    #[arg(short, long, value_name = "FORMAT")]
    pub output: Option<String>,
    /// With -o json or yaml: keep metadata.managedFields
    #[arg(long, hide_possible_values = true, hide_short_help = true)]
    pub show_managed_fields: bool,
    /// Name under which the server notes who changed a field
    #[arg(long, value_name = "NAME", default_value = "kubectl-ds", hide_short_help = true)]
    pub field_manager: String,
    /// Follow the rollout until it is done
    #[arg(long)]
    pub wait: bool,
    /// With --wait: give up after this time, for all together, e.g. 90s or 10m; 0 waits for ever
    #[arg(long, value_name = "DURATION", value_parser = value::duration, default_value = "0", hide_default_value = true)]
    pub timeout: Duration,
    /// With --wait: when to give up.
    #[command(flatten)]
    pub fail_fast: FailFastArgs,
}

/// `--dry-run`.
#[derive(Debug, Args, Clone)]
pub struct DryRunArgs {
    /// none, client (send nothing) or server (let the server check it, and keep nothing)
    #[arg(long, value_name = "WHERE", num_args = 0..=1, require_equals = true, default_missing_value = "unchanged", default_value = "none", hide_default_value = true)]
    pub dry_run: String,
}

impl DryRunArgs {
    /// What was meant, with kubectl's warning for its old spellings (semantics E-60).
    ///
    /// # Errors
    /// kubectl's words for another value.
    pub fn read(&self, context: &mut Context) -> Result<DryRun> {
        let (dry_run, warning) = read_dry_run(&self.dry_run).map_err(Failure::usage)?;
        if let Some(warning) = warning {
            context.err.line(&format!("Warning: {warning}"));
        }
        Ok(dry_run)
    }
}

fn read_dry_run(value: &str) -> Result<(DryRun, Option<String>), String> {
    let boolean = |to: &str| {
        Some(format!(
            "--dry-run={value} is deprecated (boolean value) and can be replaced with --dry-run={to}."
        ))
    };
    match value {
        "none" => Ok((DryRun::None, None)),
        "client" => Ok((DryRun::Client, None)),
        "server" => Ok((DryRun::Server, None)),
        "unchanged" => Ok((
            DryRun::Client,
            Some("--dry-run is deprecated and can be replaced with --dry-run=client.".to_owned()),
        )),
        "1" | "t" | "T" | "true" | "TRUE" | "True" => Ok((DryRun::Client, boolean("client"))),
        "0" | "f" | "F" | "false" | "FALSE" | "False" => Ok((DryRun::None, boolean("none"))),
        other => Err(format!(
            "Invalid dry-run value ({other}). Must be \"none\", \"server\", or \"client\"."
        )),
    }
}

impl ChangeArgs {
    /// Which DaemonSets are meant. A kind without a name never means all of them: that needs `--all` or a selector.
    ///
    /// # Errors
    /// Wrong usage; `refusal` for a kind alone.
    pub fn wanted(&self, context: &Context, refusal: &str) -> Result<Wanted> {
        if self.field_manager.len() > MANAGER_LENGTH {
            let words = format!("--field-manager: too long: may not be more than {MANAGER_LENGTH} bytes");
            return Err(Failure::usage(words).into());
        }
        self.rules()?;
        if self.all && self.targets.selector.is_some() {
            return Err(Failure::usage("cannot set --all and --selector at the same time").into());
        }
        match self.targets.wanted(context)? {
            Wanted::Every(None) if !self.all => Err(Failure::usage(refusal).into()),
            Wanted::Nothing if self.all && !context.as_kubectl() => Ok(Wanted::Every(None)),
            Wanted::Named(_) if self.all => Err(Failure::usage(
                "selectors and the all flag cannot be used when passing resource/name arguments",
            )
            .into()),
            wanted => Ok(wanted),
        }
    }

    /// When a wait ends early.
    ///
    /// # Errors
    /// Wrong usage.
    pub fn rules(&self) -> Result<Rules> {
        if self.fail_fast.fail_fast && !self.wait {
            return Err(Failure::usage("--fail-fast needs --wait").into());
        }
        Rules::new(&self.fail_fast, &AllowArgs::default())
    }

    /// How patches are to be sent.
    pub fn patch_options(&self, dry_run: DryRun) -> PatchOptions {
        PatchOptions {
            dry_run: dry_run == DryRun::Server,
            strict: false,
            field_manager: Some(self.field_manager.clone()),
        }
    }

    /// Whether objects or names for a program were asked for.
    pub fn prints_objects(&self) -> bool {
        self.output.as_deref().is_some_and(|word| !word.is_empty())
    }

    /// What to print for each object.
    ///
    /// # Errors
    /// kubectl's words for a format that is none (semantics E-2).
    pub fn printer(&self) -> Result<Printer> {
        let output = self.output.as_deref().filter(|word| !word.is_empty());
        let format = output.map(str::parse::<Format>).transpose().map_err(Failure::usage)?;
        Ok(Printer::new(format, self.show_managed_fields))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dry_run_is_read_as_kubectl_reads_it() {
        let read = |value| read_dry_run(value).map(|(dry_run, warning)| (dry_run, warning.is_some()));
        assert_eq!(read("none"), Ok((DryRun::None, false)));
        assert_eq!(read("client"), Ok((DryRun::Client, false)));
        assert_eq!(read("server"), Ok((DryRun::Server, false)));
        assert_eq!(read("unchanged"), Ok((DryRun::Client, true)), "E-60: bare");
        assert_eq!(read("True"), Ok((DryRun::Client, true)), "E-60: boolean");
        assert_eq!(read("0"), Ok((DryRun::None, true)));
        let words = "Invalid dry-run value (x). Must be \"none\", \"server\", or \"client\".";
        assert_eq!(read("x"), Err(words.to_owned()));
    }
}
