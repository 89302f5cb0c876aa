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
            context.out.text(FOR_KUBECTL);
            return Ok(Exit::Done);
        }
        Shell::Bash => Kind::Bash,
        Shell::Elvish => Kind::Elvish,
        Shell::Fish => Kind::Fish,
        Shell::PowerShell => Kind::PowerShell,
        Shell::Zsh => Kind::Zsh,
    };
    let mut script = Vec::new();
    clap_complete::generate(kind, &mut tree, executable, &mut script);
    context.out.text(&String::from_utf8_lossy(&script));
    Ok(Exit::Done)
}
