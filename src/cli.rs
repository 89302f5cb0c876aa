//! The clap tree: global flags, verbs, and the same verbs in kubectl's spelling. No logic beyond reading the line.

use std::path::PathBuf;

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

use crate::{
    client::config::ConnectOptions,
    command::{
        completion, history, orphan_args, plan_args, restart, set_image, snapshot, status, undo, value, version, why,
    },
    domain::target::Spelling,
    flags,
    kubectl_flags::KubectlArgs,
    naming,
    usage::{self, Stop},
};

/// DaemonSet rollouts with kubectl's words, and the truth pod by pod
///
/// Does for a DaemonSet what `kubectl rollout` and `kubectl set image` do, with their flags and results, says what kubectl
/// does not, and never calls a rollout done that is not.
#[derive(Debug, Parser)]
#[command(
    version,
    disable_help_subcommand = true,
    after_help = "Global flags go after `ds` (kubectl refuses flags before a plugin's name): kubectl ds -n kube-system \
                  status agent\n\nExit codes: 0 done, 1 error, 2 usage, 3 not finished, 4 failed or rolled back, 130 \
                  interrupted"
)]
pub struct Cli {
    /// Where to connect, and how to show things.
    #[command(flatten)]
    pub global: GlobalArgs,
    /// What to do.
    #[command(subcommand)]
    pub verb: Verb,
}

/// A verb and its arguments.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Show where rollouts stand, and follow them until they are done
    Status(status::StatusArgs),
    /// Show which templates there have been, what each changed, and how many pods run it
    History(history::HistoryArgs),
    /// Go back to the previous revision, or to a chosen one
    Undo(undo::UndoArgs),
    /// Replace all pods, within the limits of the update strategy
    Restart(restart::RestartArgs),
    /// Give containers new images: NAME CONTAINER=IMAGE...
    SetImage(set_image::SetImageArgs),
    /// Show what a change would do, before it is made: which nodes, how many at a time, what is in the way
    #[command(visible_alias = "plan")]
    DryRunPlan(plan_args::PlanArgs),
    /// Delete a DaemonSet and keep its pods
    OrphanDelete(orphan_args::OrphanDeleteArgs),
    /// Save everything the reading commands need in one file, for --snapshot
    Snapshot(snapshot::SnapshotArgs),
    /// Show why there is, or is no, healthy pod on a node, or on any node
    Why(why::WhyArgs),
    /// The same verbs as `kubectl rollout` spells them
    #[command(subcommand)]
    Rollout(RolloutVerb),
    /// The same verb as `kubectl set image` spells it
    #[command(subcommand)]
    Set(SetVerb),
    /// Print a completion script for a shell
    Completion(completion::CompletionArgs),
    /// Print the version of this program and of the server
    Version(version::VersionArgs),
}

/// kubectl's spelling: `rollout …`.
#[derive(Debug, Subcommand)]
pub enum RolloutVerb {
    /// Show where a rollout stands, and follow it until it is done
    Status(status::StatusArgs),
    /// Show the stored revisions in kubectl's two columns, or one of them in full
    History(history::HistoryArgs),
    /// Go back to the previous revision, or to a chosen one
    Undo(undo::UndoArgs),
    /// Replace all pods, within the limits of the update strategy
    Restart(restart::RestartArgs),
}

/// kubectl's spelling: `set …`.
#[derive(Debug, Subcommand)]
pub enum SetVerb {
    /// Give containers new images: TYPE NAME CONTAINER=IMAGE...
    Image(set_image::SetImageArgs),
}

/// kubectl's own global flags, with kubectl's shorthands, and ours.
#[derive(Debug, Args)]
#[command(next_help_heading = "Global flags")]
pub struct GlobalArgs {
    /// Namespace to work in; that of the context by default
    #[arg(short, long, global = true, value_name = "NAME")]
    pub namespace: Option<String>,
    /// Context of the kubeconfig to use
    #[arg(long, global = true, value_name = "NAME")]
    pub context: Option<String>,
    /// Kubeconfig file to use instead of $KUBECONFIG and ~/.kube/config
    #[arg(long, global = true, value_name = "FILE")]
    pub kubeconfig: Option<PathBuf>,
    /// Saved objects to look at instead of a cluster: a file that `snapshot` or `kubectl get -o yaml` wrote, or - for standard
    /// input
    #[arg(long, global = true, value_name = "FILE", value_parser = value::file)]
    pub snapshot: Option<String>,
    /// Colour the output
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t = Colour::Auto)]
    pub color: Colour,
    /// Cluster of the kubeconfig to use
    #[arg(long, global = true, value_name = "NAME", hide_short_help = true)]
    pub cluster: Option<String>,
    /// User of the kubeconfig to use
    #[arg(long, global = true, value_name = "NAME", hide_short_help = true)]
    pub user: Option<String>,
    /// Address and port of the API server
    #[arg(short, long, global = true, value_name = "URL", hide_short_help = true)]
    pub server: Option<String>,
    /// Bearer token for the API server
    #[arg(long, global = true, value_name = "TOKEN", hide_short_help = true)]
    pub token: Option<String>,
    /// User to act as
    #[arg(long = "as", global = true, value_name = "USER", hide_short_help = true)]
    pub as_user: Option<String>,
    /// Group to act as; can be given several times
    #[arg(long = "as-group", global = true, value_name = "GROUP", hide_short_help = true)]
    pub as_groups: Vec<String>,
    /// UID to act as
    #[arg(long, global = true, value_name = "UID", hide_short_help = true)]
    pub as_uid: Option<String>,
    /// Further attributes to act with, KEY=VALUE; can be given several times
    #[arg(long, global = true, value_name = "KEY=VALUE", hide_short_help = true)]
    pub as_user_extra: Vec<String>,
    /// File with the certificate of the authority that the server's certificate must come from
    #[arg(long, global = true, value_name = "FILE", hide_short_help = true)]
    pub certificate_authority: Option<String>,
    /// File with a client certificate
    #[arg(long, global = true, value_name = "FILE", hide_short_help = true)]
    pub client_certificate: Option<String>,
    /// File with the key of the client certificate
    #[arg(long, global = true, value_name = "FILE", hide_short_help = true)]
    pub client_key: Option<String>,
    /// Do not check the server's certificate
    #[arg(long, global = true, hide_short_help = true)]
    pub insecure_skip_tls_verify: bool,
    /// Name to expect in the server's certificate
    #[arg(long, global = true, value_name = "NAME", hide_short_help = true)]
    pub tls_server_name: Option<String>,
    /// Proxy to the API server, http, https or socks5, instead of that of kubeconfig and environment
    #[arg(long, global = true, value_name = "URL", hide_short_help = true)]
    pub proxy_url: Option<String>,
    /// Exit code 1 if the server warned of something, although it went well
    #[arg(long, global = true, hide_short_help = true)]
    pub warnings_as_errors: bool,
    /// How long one request may take, e.g. 10s or 2m; 0 for ever
    #[arg(long, global = true, value_name = "DURATION", value_parser = value::request_timeout, hide_short_help = true)]
    pub request_timeout: Option<std::time::Duration>,
    /// Do not ask for compressed answers
    #[arg(long, global = true, hide_short_help = true)]
    pub disable_compression: bool,
    /// Accepted as kubectl accepts it; nothing is cached
    #[arg(long, global = true, value_name = "DIR", hide_short_help = true)]
    pub cache_dir: Option<String>,
    /// Detail on stderr: 6 shows each request, 7 its headers, 8 bodies, 9 more of them; never a secret
    #[arg(
        short = 'v',
        long = "v",
        global = true,
        value_name = "LEVEL",
        default_value_t = 0,
        value_parser = value::verbosity,
        allow_negative_numbers = true,
        hide_short_help = true
    )]
    pub verbosity: u8,
    /// What kubectl has besides.
    #[command(flatten)]
    pub kubectl: KubectlArgs,
}

/// When to colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// On a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl GlobalArgs {
    /// The part that says where to connect.
    pub fn connect_options(&self) -> ConnectOptions {
        ConnectOptions {
            kubeconfig: self.kubeconfig.clone(),
            context: self.context.clone(),
            cluster: self.cluster.clone(),
            user: self.user.clone(),
            namespace: self.namespace.clone().filter(|namespace| !namespace.is_empty()),
            server: self.server.clone(),
            token: self.token.clone(),
            username: self.kubectl.username.clone(),
            password: self.kubectl.password.clone(),
            as_user: self.as_user.clone(),
            as_groups: self.as_groups.clone(),
            as_uid: self.as_uid.clone(),
            as_user_extra: self.as_user_extra.clone(),
            certificate_authority: self.certificate_authority.clone(),
            client_certificate: self.client_certificate.clone(),
            client_key: self.client_key.clone(),
            insecure_skip_tls_verify: self.insecure_skip_tls_verify,
            tls_server_name: self.tls_server_name.clone(),
            proxy_url: self.proxy_url.clone(),
            request_timeout: self.request_timeout,
            disable_compression: self.disable_compression,
            cache_dir: self.cache_dir.clone(),
            snapshot: self.snapshot.clone(),
            verbosity: self.verbosity,
            log: None,
            warnings: None,
            unattended: false,
        }
    }
}

impl Verb {
    /// How the verb was spelled.
    pub fn spelling(&self) -> Spelling {
        match self {
            Self::Rollout(_) | Self::Set(_) => Spelling::Kubectl,
            _ => Spelling::Own,
        }
    }
}

/// The tree under the name the program was called by.
pub fn tree(program: &str) -> clap::Command {
    naming::follow(flags::as_kubectl(Cli::command()), program).bin_name(program)
}

/// What the global flags alone say, for completion; `None` where they cannot be read.
pub fn options_of(flags: &[String]) -> Option<ConnectOptions> {
    let mut line = vec!["kubectl-ds".to_owned(), "version".to_owned()];
    line.extend_from_slice(flags);
    let matches = tree("kubectl ds").try_get_matches_from(line).ok()?;
    let cli = Cli::from_arg_matches(&matches).ok()?;
    Some(cli.global.connect_options())
}

/// Reads a command line; the first word is the program's own.
///
/// # Errors
/// [`Stop`] with the text to print: help or version for stdout, or kubectl's words for a line that cannot be read.
pub fn parse(program: &str, line: &[String]) -> Result<Cli, Stop> {
    let tree = tree(program);
    let stop = |error: clap::Error| usage::stop(&spelled(&tree, program, line), &error);
    let matches = tree.clone().try_get_matches_from(line).map_err(stop)?;
    Cli::from_arg_matches(&matches).map_err(stop)
}

/// The command that a line spells, as far as it can be recognised: `kubectl ds rollout status`.
fn spelled(tree: &clap::Command, program: &str, line: &[String]) -> String {
    let (mut command, mut spelled) = (tree, program.to_owned());
    for word in line.iter().skip(1) {
        if let Some(found) = command.find_subcommand(word) {
            command = found;
            spelled = format!("{spelled} {word}");
        }
    }
    spelled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tree_is_sound() {
        tree("kubectl ds").debug_assert();
    }
}
