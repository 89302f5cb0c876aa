//! `restart`: new pods from the same template, by kubectl's annotation (semantics E.5).

use anyhow::Result;
use clap::Args;
use jiff::{Timestamp, tz::TimeZone};

use super::{
    change::{send, under},
    change_args::ChangeArgs,
    context::Context,
    wait,
};
use crate::{
    domain::change,
    error::Exit,
    render::{
        self,
        change::{DryRun, success},
    },
};

/// Arguments of `restart`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  # Replace all pods, within the limits of the update strategy\n  kubectl ds restart \
                        agent\n\n  # And wait for it\n  kubectl ds restart agent --wait --timeout=10m"
)]
pub struct RestartArgs {
    /// What every change takes.
    #[command(flatten)]
    pub change: ChangeArgs,
}

/// Runs `restart`.
///
/// # Errors
/// Wrong usage, or no connection; what fails for one DaemonSet is reported and the others are still worked on (E-5).
pub async fn run(args: RestartArgs, context: &mut Context) -> Result<Exit> {
    let mut printer = args.change.printer()?;
    let refusal = "a kind without a name would restart every DaemonSet of the namespace: say --all or -l SELECTOR";
    let wanted = args.change.wanted(context, refusal)?.required()?;
    let cluster = wait::connected(&args.change, context).await?;
    let found = wanted.find(&cluster).await?;
    if found.sets.is_empty() && found.errors.is_empty() {
        return Ok(context.nothing_found(cluster.namespace(), false));
    }
    let mut worst = Exit::Done;
    let mut changed = Vec::new();
    let at = stamp(context.now(), &TimeZone::system());
    for set in &found.sets {
        let options = args.change.patch_options(DryRun::None);
        match send(&cluster, set, &options, |set| change::restart(set, &at)).await {
            Ok(sent) => {
                printer.print(context, &success(set, "restarted", DryRun::None), &sent.answer);
                for line in render::change::cautions(&sent.before, &sent.change) {
                    context.err.line(&line);
                }
                changed.push(sent.answer);
            }
            Err(error) => worst = worst.max(context.report(&under("failed to patch", error))),
        }
    }
    for error in &found.errors {
        worst = worst.max(context.report(error));
    }
    Ok(worst.max(wait::followed(&args.change, changed, &cluster, context).await?))
}

/// A moment as kubectl writes it: RFC 3339 in the local time zone, to the second (semantics E-40).
fn stamp(now: Timestamp, zone: &TimeZone) -> String {
    let local = now.to_zoned(zone.clone());
    let format = if local.offset().seconds() == 0 {
        "%Y-%m-%dT%H:%M:%SZ"
    } else {
        "%Y-%m-%dT%H:%M:%S%:z"
    };
    local.strftime(format).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::tz::Offset;

    #[test]
    fn the_time_is_local_and_to_the_second() {
        let now: Timestamp = "2026-01-02T03:04:05.678Z".parse().expect("a time");
        let zone = |minutes: i32| TimeZone::fixed(Offset::from_seconds(minutes * 60).expect("an offset"));
        assert_eq!(stamp(now, &zone(0)), "2026-01-02T03:04:05Z", "E-40, as Go writes it");
        assert_eq!(stamp(now, &zone(60)), "2026-01-02T04:04:05+01:00");
        assert_eq!(stamp(now, &zone(-210)), "2026-01-01T23:34:05-03:30");
    }
}
