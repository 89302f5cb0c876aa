//! `kubectl ds`: DaemonSet rollouts with kubectl's words and the truth pod by pod.
//!
//! Four layers, a folder each, and one direction of dependence:
//!
//! - [`domain`] is pure: values in, values out. No async, no I/O, no clock, no printing.
//! - [`client`] is all I/O with a cluster. It knows `domain`, never how something is shown.
//! - [`render`] turns domain values into text and writes only to the `Write` it is given.
//! - [`command`] has a verb a file: its arguments, and the road `client → domain → render` (and back for a change).
//!
//! [`cli`] is the clap tree, [`usage`] its refusals, [`naming`] the name it is shown under, [`completion`] what a shell is
//! offered, `offline` what verbs do with saved objects, [`error`] the only place where an error becomes words and an exit code.
//! [`run`] is the whole program but for the process's streams.

use std::{
    io::{IsTerminal, Write},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use client::config::RequestLog;
use command::context::{Context, Output, Terminal};
use domain::plugin_name;
use error::{Exit, Failure};

pub mod cli;
pub mod client;
pub mod command;
pub mod completion;
pub mod domain;
pub mod error;
pub mod flags;
#[cfg(test)]
mod fuzz_test;
pub mod kubectl_flags;
pub mod naming;
mod offline;
pub mod render;
pub mod usage;

/// Reads the command line, runs the verb, and returns what the process ends with. `line` begins with the program's name.
pub fn run(line: &[String]) -> Exit {
    if let Some(words) = completion::asked(line) {
        return completion::run(words);
    }
    let program = plugin_name::program(line.first().map_or("kubectl-ds", String::as_str));
    let (stdout, stderr) = (std::io::stdout(), std::io::stderr());
    let plain = |terminal: bool| terminal && !unicode();
    let (plain_out, plain_err) = (plain(stdout.is_terminal()), plain(stderr.is_terminal()));
    let shared = render::shared::Shared::default();
    let mut out = Output::new(Box::new(stdout)).plain(plain_out).shared(&shared);
    let mut err = Output::new(Box::new(stderr)).plain(plain_err).shared(&shared);
    let cli = match cli::parse(&program, line) {
        Ok(cli) => cli,
        Err(usage::Stop::Told(text)) => {
            out.text(&text);
            return ended(out, &mut err, Exit::Done);
        }
        Err(usage::Stop::Wrong(text)) => {
            err.text(&text);
            return Exit::Usage;
        }
    };
    let mut options = cli.global.connect_options();
    let said = move |line: String| shared.apart(|| drop(writeln!(std::io::stderr(), "{line}")));
    let log = said.clone();
    options.log = Some(RequestLog::new(move |line| {
        log(render::clean::clean_line(line).into_owned())
    }));
    let warnings = Arc::new(AtomicUsize::new(0));
    let count = warnings.clone();
    options.warnings = Some(RequestLog::new(move |text| {
        count.fetch_add(1, Ordering::Relaxed);
        said(format!("Warning: {}", render::clean::clean_line(text)));
    }));
    let (spelling, warnings_as_errors) = (cli.verb.spelling(), cli.global.warnings_as_errors);
    let mut context = Context::new(options, program, spelling, out, err);
    context.terminal = terminal(cli.global.color);
    let exit = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => {
            let exit = runtime.block_on(until_interrupted(cli.verb, &mut context));
            // Watches and idle connections end with the process; nothing waits for them.
            runtime.shutdown_background();
            exit
        }
        Err(error) => context.report(&error.into()),
    };
    let exit = match warnings.load(Ordering::Relaxed) {
        count if count > 0 && exit == Exit::Done && warnings_as_errors => {
            let plural = if count == 1 { "" } else { "s" };
            context.report(&Failure::error(format!("{count} warning{plural} received")).into())
        }
        _ => exit,
    };
    ended(context.out, &mut context.err, exit)
}

async fn until_interrupted(verb: cli::Verb, context: &mut Context) -> Exit {
    the_second_ends_at_once();
    let result = tokio::select! {
        result = dispatch(verb, context) => Some(result),
        _ = tokio::signal::ctrl_c() => None,
    };
    let Some(result) = result else {
        if let Some(words) = context.farewell.take() {
            context.err.line(&words);
        }
        return Exit::Interrupted;
    };
    result.unwrap_or_else(|error| context.report(&error))
}

/// A first interrupt ends cleanly, as soon as something is looked at again. A second one waits for nothing: the first may have
/// come while a stopped terminal is written to, or a manifest is read that nobody sends.
fn the_second_ends_at_once() {
    #[cfg(unix)]
    {
        use signal_hook::{consts::SIGINT, flag};
        let interrupted = Arc::new(std::sync::atomic::AtomicBool::new(false));
        // Where a signal cannot be handled, it does what it does by default: it ends the program.
        let _ = flag::register_conditional_shutdown(SIGINT, Exit::Interrupted as i32, interrupted.clone());
        let _ = flag::register(SIGINT, interrupted);
    }
}

async fn dispatch(verb: cli::Verb, context: &mut Context) -> anyhow::Result<Exit> {
    use cli::{RolloutVerb, SetVerb, Verb};
    let verb = match &context.options.snapshot {
        Some(file) if !file.is_empty() => verb.on_a_snapshot()?,
        _ => verb,
    };
    match verb {
        Verb::Status(args) | Verb::Rollout(RolloutVerb::Status(args)) => command::status::run(args, context).await,
        Verb::History(args) | Verb::Rollout(RolloutVerb::History(args)) => command::history::run(args, context).await,
        Verb::Undo(args) | Verb::Rollout(RolloutVerb::Undo(args)) => command::undo::run(args, context).await,
        Verb::Restart(args) | Verb::Rollout(RolloutVerb::Restart(args)) => command::restart::run(args, context).await,
        Verb::SetImage(args) | Verb::Set(SetVerb::Image(args)) => command::set_image::run(args, context).await,
        Verb::DryRunPlan(args) => command::dry_run_plan::run(args, context).await,
        Verb::OrphanDelete(args) => command::orphan_delete::run(args, context).await,
        Verb::Snapshot(args) => command::snapshot::run(args, context).await,
        Verb::Why(args) => command::why::run(args, context).await,
        Verb::Version(args) => command::version::run(args, context).await,
        Verb::Completion(args) => {
            let executable = plugin_name::executable(&context.program);
            command::completion::run(&args, cli::tree(&context.program), &executable, context)
        }
    }
}

/// The exit code, or the one for an answer that could not be written.
fn ended(out: Output, err: &mut Output, exit: Exit) -> Exit {
    match out.finish() {
        Ok(()) => exit,
        Err(error) => {
            err.line(&format!("error: writing the answer: {error}"));
            exit.max(Exit::Error)
        }
    }
}

/// Whether terminals show more than ASCII; those of Windows do.
fn unicode() -> bool {
    cfg!(windows) || render::ascii::knows_unicode(|name| std::env::var(name).ok())
}

fn terminal(colour: cli::Colour) -> Terminal {
    let (stdout, stderr) = (std::io::stdout().is_terminal(), std::io::stderr().is_terminal());
    let dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
    let plain = dumb || std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    Terminal {
        asks: std::io::stdin().is_terminal() && stderr,
        live: stdout && stderr && !dumb && render::progress::draws(),
        stdout,
        fits: stdout && !dumb,
        colour: match colour {
            cli::Colour::Auto => stdout && !plain,
            cli::Colour::Always => true,
            cli::Colour::Never => false,
        },
        unicode: unicode(),
    }
}
