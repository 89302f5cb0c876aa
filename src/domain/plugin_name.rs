//! Names of plugins: the file that kubectl runs, and the words by which people call it (semantics E-90).

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

#[cfg(test)]
mod tests {
    use super::*;

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
}
