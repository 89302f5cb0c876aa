//! `status` of a rollout that is looked at once, in words.

use super::{
    context::Context,
    look::{self, Look},
    rules::Rules,
    status::StatusArgs,
    tell,
};
use crate::{
    domain::{
        rollout::{Phase, Rollout},
        snapshot::Snapshot,
    },
    render::status,
};

/// Says where the rollout stands. In our own spelling and looked at once, the nodes and findings are the answer; kubectl's
/// spelling answers with kubectl's lines, and what is wrong besides goes where progress goes.
pub fn say(args: &StatusArgs, snapshot: &Snapshot, found: &Rollout, look: Look, rules: &Rules, context: &mut Context) {
    let set = &snapshot.daemonset;
    let style = look::style(context, rules);
    if let Some(open) = &look.open
        && found.phase != Phase::Done
    {
        context.out.line(&rules.passed(set.name(), open));
    } else if context.as_kubectl() || found.phase != Phase::WaitingForDeletion || !look.worrying() {
        tell::standing(context, set, found);
    } else {
        context.out.line(&status::line(set, found));
    }
    let own = !context.as_kubectl() && !args.watch || rules.all_nodes;
    let healthy = matches!(found.phase, Phase::Done | Phase::Idle) && !look.worrying() && !rules.all_nodes;
    let look = look.besides_notes();
    match (own && !healthy, look.worrying()) {
        (true, _) => look.lines(style).iter().for_each(|line| context.out.line(line)),
        (_, true) => look.worries(style).iter().for_each(|line| context.err.line(line)),
        _ => {}
    }
}
