//! The files of `completions/` are what the program prints today, and nothing more than that: whether a shell can make
//! anything of them is seen where Tab is pressed, in `shells`.

use std::{env, fs, path::Path, process::Command};

use anyhow::{Result, ensure};

use crate::side_by_side::binary;

/// With this variable the files are written anew instead of compared.
const WRITE: &str = "KUBECTL_DS_WRITE_COMPLETIONS";

#[test]
fn the_files_are_what_the_program_prints() -> Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("completions");
    let files = [
        ("kubectl", "kubectl_complete-ds"),
        ("bash", "kubectl-ds.bash"),
        ("zsh", "_kubectl-ds"),
        ("fish", "kubectl-ds.fish"),
        ("powershell", "_kubectl-ds.ps1"),
    ];
    for (shell, file) in files {
        let printed = Command::new(binary()).args(["completion", shell]).output()?.stdout;
        ensure!(!printed.is_empty(), "{shell}");
        let file = folder.join(file);
        if env::var_os(WRITE).is_some() {
            fs::write(&file, &printed)?;
        }
        let kept = fs::read(&file).unwrap_or_default();
        ensure!(
            kept == printed,
            "{} is not what `kubectl-ds completion {shell}` prints; {WRITE}=1 cargo test completion writes it anew",
            file.display()
        );
    }
    Ok(())
}
