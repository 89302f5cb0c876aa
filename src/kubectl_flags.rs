//! Global flags of kubectl that are about kubectl itself, or that hardly anybody has a use for: accepted where that is the
//! truth, refused with the reason where it would not be. Never shown in help.

use clap::Args;

use crate::command::value;

/// kubectl's other global flags.
#[derive(Debug, Args)]
pub struct KubectlArgs {
    /// User name for basic authentication
    #[arg(long, global = true, value_name = "NAME", hide = true)]
    pub username: Option<String>,
    /// Password for basic authentication
    #[arg(long, global = true, value_name = "PASSWORD", hide = true)]
    pub password: Option<String>,
    /// Accepted: preferences are of kubectl's own commands
    #[arg(long, global = true, value_name = "FILE", hide = true)]
    pub kuberc: Option<String>,
    /// Accepted: nothing is kept back that would have to be flushed
    #[arg(long, global = true, value_name = "DURATION", value_parser = value::duration, hide = true)]
    pub log_flush_frequency: Option<std::time::Duration>,
    /// Accepted: there is one log
    #[arg(long, global = true, value_name = "PATTERN=N,...", value_parser = modules, hide = true)]
    pub vmodule: Option<String>,
    /// Refused: this program has no version of Kubernetes
    #[arg(long, global = true, num_args = 0..=1, require_equals = true, default_missing_value = "true",
          value_parser = match_version, hide = true)]
    pub match_server_version: Option<bool>,
    /// Refused unless `none`
    #[arg(long, global = true, value_name = "NAME", value_parser = profile, hide = true)]
    pub profile: Option<String>,
    /// Accepted: without a profile nothing is written
    #[arg(long, global = true, value_name = "FILE", hide = true)]
    pub profile_output: Option<String>,
}

/// kubectl compares its own version with the server's; ours could never be the same.
fn match_version(text: &str) -> Result<bool, String> {
    match value::boolean(text)? {
        true => Err("kubectl ds has no version of Kubernetes that could match the server's".to_owned()),
        false => Ok(false),
    }
}

fn profile(text: &str) -> Result<String, String> {
    match text {
        "none" => Ok(text.to_owned()),
        "cpu" | "heap" | "goroutine" | "threadcreate" | "block" | "mutex" | "trace" => {
            Err("profiles are of kubectl's own runtime; kubectl ds has none".to_owned())
        }
        _ => Err(format!("unknown profile '{text}'")),
    }
}

fn modules(text: &str) -> Result<String, String> {
    let mut pairs = text.split(',').filter(|pair| !pair.is_empty());
    if pairs.all(|pair| {
        pair.split_once('=')
            .is_some_and(|(name, level)| !name.is_empty() && !level.is_empty())
    }) {
        Ok(text.to_owned())
    } else {
        Err("syntax error: expect comma-separated list of filename=N".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use crate::{cli, usage::Stop};

    fn read(flag: &str) -> Result<cli::Cli, Stop> {
        let words = ["ds", "status", "x", flag].map(str::to_owned);
        cli::parse("kubectl ds", &words)
    }

    #[test]
    fn what_cannot_be_done_is_refused_with_the_reason() {
        for (flag, reason) in [
            ("--match-server-version", "has no version of Kubernetes"),
            ("--profile=cpu", "kubectl's own runtime"),
            ("--profile=foo", "unknown profile 'foo'"),
            ("--vmodule=a", "expect comma-separated list of filename=N"),
            ("--log-flush-frequency=x", "time: invalid duration \"x\""),
        ] {
            match read(flag) {
                Err(Stop::Wrong(text)) => assert!(text.contains(reason), "{text}"),
                other => panic!("{flag}: {other:?}"),
            }
        }
    }

    #[test]
    fn what_changes_nothing_is_accepted() {
        for flag in [
            "--match-server-version=false",
            "--profile=none",
            "--profile-output=x",
            "--vmodule=a=1,b=2",
            "--vmodule=",
            "--log-flush-frequency=5s",
            "--kuberc=x",
        ] {
            assert!(read(flag).is_ok(), "{flag}");
        }
    }

    #[test]
    fn any_level_is_a_level() {
        let level = |flag: &str| read(flag).map(|cli| cli.global.verbosity).ok();
        assert_eq!(
            ["-v9", "--v=10", "-v=300", "-v=-1"].map(level),
            [Some(9), Some(10), Some(255), Some(0)]
        );
        assert_eq!(level("-v=x"), None);
    }
}
