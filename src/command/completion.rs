//! `completion`: scripts that complete a direct call of the program.

use anyhow::Result;
use clap::Args;
use clap_complete::Shell;

use super::context::Context;
use crate::error::Exit;

/// Arguments of `completion`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  # bash, for this shell\n  source <(kubectl-ds completion bash)\n\n  # zsh\n  \
                        kubectl-ds completion zsh > \"${fpath[1]}/_kubectl-ds\"\n\n  # fish\n  kubectl-ds completion fish \
                        > ~/.config/fish/completions/kubectl-ds.fish"
)]
pub struct CompletionArgs {
    /// The shell
    #[arg(value_enum)]
    pub shell: Shell,
}

/// Runs `completion` for the command tree.
///
/// # Errors
/// None; the result has the form of all verbs.
pub fn run(args: &CompletionArgs, mut tree: clap::Command, context: &mut Context) -> Result<Exit> {
    let mut script = Vec::new();
    // The scripts complete the executable; `kubectl ds …` is completed by kubectl, which asks another program.
    clap_complete::generate(args.shell, &mut tree, "kubectl-ds", &mut script);
    context.out.text(&String::from_utf8_lossy(&script));
    Ok(Exit::Done)
}
