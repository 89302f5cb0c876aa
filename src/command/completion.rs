//! `completion`: scripts for shells, which complete a direct call of the program, and the file by which kubectl completes
//! `kubectl ds …`. What candidates there are is not known here.

use anyhow::Result;
use clap::{Args, ValueEnum};
use clap_complete::Shell as Kind;

use super::context::Context;
use crate::error::Exit;

/// Arguments of `completion`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  # `kubectl ds …` in every shell that completes kubectl itself: a file that kubectl asks\n  \
                  ln -s \"$(command -v kubectl-ds)\" ~/.local/bin/kubectl_complete-ds\n\n  # The same as a script, where \
                  links are not wanted\n  kubectl ds completion kubectl > ~/.local/bin/kubectl_complete-ds\n  \
                  chmod +x ~/.local/bin/kubectl_complete-ds\n\n  # `kubectl-ds …` in bash, for this shell\n  \
                  source <(kubectl-ds completion bash)\n\n  # zsh\n  kubectl-ds completion zsh > \
                  \"${fpath[1]}/_kubectl-ds\"\n\n  # fish\n  kubectl-ds completion fish > \
                  ~/.config/fish/completions/kubectl-ds.fish"
)]
pub struct CompletionArgs {
    /// The shell, or kubectl
    #[arg(value_enum)]
    pub shell: Shell,
}

/// Who completes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Shell {
    /// The file kubectl_complete-ds: kubectl asks it, whatever the shell
    Kubectl,
    /// bash, for a direct call
    Bash,
    /// Elvish, for a direct call
    Elvish,
    /// fish, for a direct call
    Fish,
    /// PowerShell, for a direct call
    #[value(name = "powershell")]
    PowerShell,
    /// zsh, for a direct call
    Zsh,
}

/// The file that kubectl runs; it works under every plugin's name.
const FOR_KUBECTL: &str = include_str!("../../completions/kubectl_complete-ds");

/// Runs `completion` for the command tree; `executable` is the file that is called.
///
/// # Errors
/// None; the result has the form of all verbs.
pub fn run(args: &CompletionArgs, mut tree: clap::Command, executable: &str, context: &mut Context) -> Result<Exit> {
    let kind = match args.shell {
        Shell::Kubectl => {
            context.out.exactly(FOR_KUBECTL);
            return Ok(Exit::Done);
        }
        Shell::Bash => Kind::Bash,
        Shell::Elvish => Kind::Elvish,
        Shell::Fish => Kind::Fish,
        Shell::PowerShell => Kind::PowerShell,
        Shell::Zsh => Kind::Zsh,
    };
    context.out.exactly(&script(kind, &mut tree, executable));
    Ok(Exit::Done)
}

/// The script by which `kind` completes a call of `executable`.
fn script(kind: Kind, tree: &mut clap::Command, executable: &str) -> String {
    let generated = |tree: &mut clap::Command, name: &str| {
        let mut script = Vec::new();
        clap_complete::generate(kind, tree, name, &mut script);
        String::from_utf8_lossy(&script).into_owned()
    };
    if kind != Kind::Bash {
        return generated(tree, executable);
    }
    // A dash in the name of the program becomes one thing where clap_complete's script for bash finds out the verb, and
    // another where it looks up what the verb takes. So the script is made for a name without one, and registered for the
    // real one.
    let inner = executable.replace('-', "_");
    let end = format!(" {inner}");
    let register = |line: &str| match line.strip_suffix(&end) {
        Some(start) if line.trim_start().starts_with("complete -F ") => format!("{start} {executable}\n"),
        _ => format!("{line}\n"),
    };
    generated(tree, &inner).lines().map(register).collect()
}
