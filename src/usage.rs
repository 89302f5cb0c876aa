//! A command line that cannot be read, in kubectl's words (semantics E-4), and the help that was asked for.

use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Why no verb is run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// Help or version, for stdout; the program ends well.
    Told(String),
    /// A wrong line, for stderr; the program ends with the usage code.
    Wrong(String),
}

/// Turns what clap says into what kubectl would say; `verb` is the command whose help tells more.
pub fn stop(verb: &str, error: &clap::Error) -> Stop {
    use ErrorKind as Kind;
    if matches!(error.kind(), Kind::DisplayHelp | Kind::DisplayVersion) {
        return Stop::Told(error.to_string());
    }
    if error.kind() == Kind::DisplayHelpOnMissingArgumentOrSubcommand {
        return Stop::Wrong(error.to_string());
    }
    let get = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(", "),
        _ => String::new(),
    };
    let argument = get(ContextKind::InvalidArg);
    let flag = argument.split([' ', '=', '[']).next().unwrap_or_default();
    let value = get(ContextKind::InvalidValue);
    let said = match error.kind() {
        Kind::UnknownArgument if flag.starts_with("--") => format!("unknown flag: {flag}"),
        Kind::UnknownArgument if flag.starts_with('-') && flag.len() > 1 => {
            format!(
                "unknown shorthand flag: '{}' in {flag}",
                flag.trim_start_matches('-').chars().next().unwrap_or('-')
            )
        }
        Kind::InvalidSubcommand => format!("unknown command \"{}\"", get(ContextKind::InvalidSubcommand)),
        Kind::InvalidValue if value.is_empty() => format!("flag needs an argument: {flag}"),
        Kind::InvalidValue | Kind::ValueValidation => {
            let reason = std::error::Error::source(error)
                .map(ToString::to_string)
                .unwrap_or_else(|| format!("must be one of {}", get(ContextKind::ValidValue)));
            format!("invalid argument \"{value}\" for \"{flag}\" flag: {reason}")
        }
        _ => {
            let text = error.to_string();
            text.strip_prefix("error: ")
                .unwrap_or(&text)
                .split("\n\nUsage")
                .next()
                .unwrap_or_default()
                .trim()
                .to_owned()
        }
    };
    Stop::Wrong(format!("error: {said}\nSee '{verb} --help' for usage.\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli;

    fn wrong(line: &str) -> String {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        match cli::parse("kubectl ds", &words) {
            Err(Stop::Wrong(text)) => text,
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn wrong_lines_get_kubectls_words() {
        let cases = [
            (
                "ds rollout status --revision x",
                "error: invalid argument \"x\" for \"--revision\" flag: \
              strconv.ParseInt: parsing \"x\": invalid syntax\nSee 'kubectl ds rollout status --help' for usage.\n",
            ),
            (
                "ds status --watch=perhaps",
                "error: invalid argument \"perhaps\" for \"--watch\" flag: strconv.ParseBool: parsing \"perhaps\": \
                 invalid syntax\nSee 'kubectl ds status --help' for usage.\n",
            ),
            (
                "ds status --nope",
                "error: unknown flag: --nope\nSee 'kubectl ds status --help' for usage.\n",
            ),
            (
                "ds rollout foo",
                "error: unknown command \"foo\"\nSee 'kubectl ds rollout --help' for usage.\n",
            ),
            (
                "ds status --timeout",
                "error: flag needs an argument: --timeout\nSee 'kubectl ds status --help' for usage.\n",
            ),
            (
                "ds status --timeout 5",
                "error: invalid argument \"5\" for \"--timeout\" flag: time: missing unit in \
              duration \"5\"\nSee 'kubectl ds status --help' for usage.\n",
            ),
        ];
        for (line, text) in cases {
            assert_eq!(wrong(line), text, "E-4 {line}");
        }
    }

    #[test]
    fn help_is_no_error() {
        let words = ["ds", "status", "--help"].map(str::to_owned);
        assert!(matches!(cli::parse("kubectl ds", &words), Err(Stop::Told(_))));
    }
}
