//! Help that follows the name the program was called by: the same program can be published as a plugin of another name.
//! How names of files and of plugins belong together is `domain::plugin_name`.

use clap::Command;

use crate::domain::plugin_name::executable;

/// The name that examples in the source are written for.
const WRITTEN: (&str, &str, &str) = ("kubectl ds", "kubectl-ds", "`ds`");

/// Makes the examples in the help of every verb follow the shown name.
pub fn follow(command: Command, program: &str) -> Command {
    let (shown, file, alone) = WRITTEN;
    if program == shown {
        return command;
    }
    let text = command.get_after_help().map(|text| {
        let word = format!("`{}`", program.rsplit(' ').next().unwrap_or(program));
        let text = text.to_string().replace(alone, &word);
        text.replace(file, &executable(program)).replace(shown, program)
    });
    let command = match text {
        Some(text) => command.after_help(text),
        None => command,
    };
    command.mut_subcommands(|verb| follow(verb, program))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli;

    fn helps(mut command: Command, found: &mut Vec<String>) {
        command.build();
        found.push(command.clone().render_long_help().to_string());
        for verb in command.get_subcommands() {
            helps(verb.clone(), found);
        }
    }

    #[test]
    fn no_help_text_shows_another_name() {
        let mut found = Vec::new();
        helps(cli::tree("kubectl daemonset-rollout"), &mut found);
        assert!(found.len() > 10, "every verb was looked at");
        let all = found.join("\n").replace("[default: kubectl-ds]", "");
        assert!(
            all.contains("kubectl daemonset-rollout status agent"),
            "examples are there: {all}"
        );
        assert!(all.contains("kubectl-daemonset_rollout completion bash"), "{all}");
        for line in all.lines() {
            assert!(
                !line.contains("kubectl ds") && !line.contains("kubectl-ds") && !line.contains("`ds`"),
                "{line}"
            );
        }
    }
}
