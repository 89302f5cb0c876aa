//! How flags behave, for the whole tree: as kubectl's flag library has it, which differs from clap's defaults.

use clap::{Arg, ArgAction, Command};

use crate::command::value;

/// Makes every flag of the tree behave as kubectl's do: one that is given twice counts as it is given last (scripts append
/// to what they were given), and one that needs no value takes one (`--wait=false`).
pub fn as_kubectl(command: Command) -> Command {
    command.mut_args(flag).mut_subcommands(as_kubectl)
}

fn flag(arg: Arg) -> Arg {
    if arg.is_positional() {
        return arg;
    }
    let off = arg.get_default_values().is_empty();
    let arg = match arg.get_action() {
        ArgAction::SetTrue => arg
            .action(ArgAction::Set)
            .num_args(0..=1)
            .require_equals(true)
            .default_value(if off { "false" } else { "true" })
            .default_missing_value("true")
            .hide_default_value(off)
            .value_name("BOOL")
            .value_parser(value::boolean),
        ArgAction::Set => arg,
        _ => return arg,
    };
    let id = arg.get_id().clone();
    arg.overrides_with(id)
}

#[cfg(test)]
mod tests {
    use crate::cli::{self, Cli, Verb};

    fn read(line: &str) -> Cli {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        cli::parse("kubectl ds", &words).unwrap_or_else(|stop| panic!("{line}: {stop:?}"))
    }

    #[test]
    fn the_last_of_a_repeated_flag_counts_at_whatever_place() {
        let cli = read("ds -n a status x -n b --timeout 1s --timeout 2s --watch=false --watch");
        assert_eq!(cli.global.namespace.as_deref(), Some("b"));
        let Verb::Status(args) = cli.verb else {
            panic!("another verb")
        };
        assert_eq!((args.timeout.as_secs(), args.watch), (2, true));
        let cli = read("ds status -f a.yaml -f b.yaml --as-group x --as-group y");
        let Verb::Status(args) = cli.verb else {
            panic!("another verb")
        };
        assert_eq!(args.targets.filename, ["a.yaml", "b.yaml"], "a list grows");
        assert_eq!(cli.global.as_groups, ["x", "y"]);
    }

    #[test]
    fn every_boolean_takes_a_value() {
        let exit_code = |line: &str| match read(line).verb {
            Verb::Status(args) => (args.exit_code, args.targets.recursive),
            _ => panic!("another verb"),
        };
        assert_eq!(exit_code("ds status x --exit-code=false -R=true"), (false, true));
        assert_eq!(exit_code("ds status x --exit-code --recursive=F"), (true, false));
        assert_eq!(exit_code("ds status x"), (false, false));
        let watch = |line: &str| match read(line).verb {
            Verb::Status(args) => args.watch,
            _ => panic!("another verb"),
        };
        assert!(
            watch("ds status x") && watch("ds status x -w") && !watch("ds status x --watch=0"),
            "on by default"
        );
    }
}
