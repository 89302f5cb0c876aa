//! How a container ended, in words.

use k8s_openapi::api::core::v1::ContainerStateTerminated;

use super::{case::Case, code::Code, part::Part, said};

/// What the end of a container means: code and words that are the same on every node.
pub(super) fn end(case: Case<'_>, part: &Part<'_>, last: &ContainerStateTerminated) -> (Code, String) {
    let reason = last.reason.as_deref().unwrap_or_default();
    let message = last.message.as_deref().unwrap_or_default();
    if reason == "OOMKilled" {
        let limits = part.spec.and_then(|spec| spec.resources.as_ref()?.limits.as_ref());
        let words = match limits.and_then(|limits| limits.get("memory")) {
            Some(limit) => format!("killed for using more memory than its limit {}", limit.0),
            None => "killed because the memory of the node ran out".to_owned(),
        };
        return (Code::OutOfMemory, words);
    }
    if message.contains("exec format error") {
        return (
            Code::CrashLoop,
            "its program is for another platform (exec format error)".to_owned(),
        );
    }
    if matches!(reason, "StartError" | "ContainerCannotRun") {
        let cause = said::essential(message);
        let words = match case.common(&cause) {
            Some(cause) => format!("cannot be started: {cause}"),
            None => "cannot be started".to_owned(),
        };
        return (Code::ContainerError, words);
    }
    (Code::CrashLoop, exit_code(last))
}

/// `exit code 139 (SIGSEGV)`.
pub(super) fn exit_code(last: &ContainerStateTerminated) -> String {
    let code = last.exit_code;
    let signal = last.signal.filter(|signal| *signal > 0).or(match code {
        129..=192 => Some(code - 128),
        _ => None,
    });
    let meaning = match (code, signal.and_then(name)) {
        (_, Some(name)) => name,
        (0, _) => "it ends by itself, and a daemon must not",
        (126, _) => "the command cannot be executed",
        (127, _) => "command not found",
        _ => return format!("exit code {code}"),
    };
    format!("exit code {code} ({meaning})")
}

/// The name of a signal on Linux.
fn name(signal: i32) -> Option<&'static str> {
    Some(match signal {
        1 => "SIGHUP",
        2 => "SIGINT",
        3 => "SIGQUIT",
        4 => "SIGILL",
        5 => "SIGTRAP",
        6 => "SIGABRT",
        7 => "SIGBUS",
        8 => "SIGFPE",
        9 => "SIGKILL",
        10 => "SIGUSR1",
        11 => "SIGSEGV",
        12 => "SIGUSR2",
        13 => "SIGPIPE",
        14 => "SIGALRM",
        15 => "SIGTERM",
        24 => "SIGXCPU",
        25 => "SIGXFSZ",
        31 => "SIGSYS",
        _ => return None,
    })
}

/// The last line that the container left behind, if it left any.
pub(super) fn last_words(last: &ContainerStateTerminated) -> Option<String> {
    let message = last.message.as_deref()?;
    let line = message.lines().rev().find(|line| !line.trim().is_empty())?;
    Some(said::clip(line))
}
