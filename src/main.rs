//! The binary: argv in, exit code out.

use std::process::ExitCode;

fn main() -> ExitCode {
    let line: Vec<String> = std::env::args_os()
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    ExitCode::from(kubectl_ds::run(&line) as u8)
}
