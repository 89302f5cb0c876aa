//! The name the program was called by, and what is shown because of it. The same program can be published as a plugin
//! of another name, so help, examples and refusals follow that name and not the one in the source.

use clap::Command;

/// The name that examples in the source are written for.
const WRITTEN: (&str, &str, &str) = ("kubectl ds", "kubectl-ds", "`ds`");

/// The file name of a path of this or another platform, without `.exe`.
pub fn file_name(called: &str) -> &str {
    let file = called.rsplit(['/', '\\']).next().unwrap_or(called);
    file.strip_suffix(".exe").unwrap_or(file)
}

/// The name to show, from the name the program was called by: `kubectl-ds` reads as `kubectl ds`, and under a longer
/// name `kubectl-daemonset_rollout` as `kubectl daemonset-rollout`.
pub fn program(called: &str) -> String {
    let file = file_name(called);
    match file.strip_prefix("kubectl-") {
        Some(plugin) => format!("kubectl {}", plugin.replace('_', "-")),
        None => file.to_owned(),
    }
}

/// The file that a shown name stands for: kubectl's rule, the other way round (semantics E-90).
pub fn executable(program: &str) -> String {
    match program.strip_prefix("kubectl ") {
        Some(plugin) => format!("kubectl-{}", plugin.replace('-', "_")),
        None => program.to_owned(),
    }
}

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

    #[test]
    fn the_shown_name_follows_the_called_one() {
        for (called, shown, file) in [
            ("/usr/local/bin/kubectl-ds", "kubectl ds", "kubectl-ds"),
            (
                "kubectl-daemonset_rollout.exe",
                "kubectl daemonset-rollout",
                "kubectl-daemonset_rollout",
            ),
            ("C:\\bin\\kubectl-ds.exe", "kubectl ds", "kubectl-ds"),
            ("other", "other", "other"),
        ] {
            assert_eq!(program(called), shown, "R04");
            assert_eq!(executable(shown), file, "E-90");
        }
    }

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
