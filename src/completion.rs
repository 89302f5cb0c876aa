//! Completion of `kubectl ds …`, in the protocol by which kubectl asks a plugin (semantics E-93): words in, candidates
//! and a directive out. Here is the frame that keeps the promises: an answer within a second or none, always a
//! directive, never an error. What is wanted is read in `line` and decided in `wanted`, both pure; `lookup` asks the
//! kubeconfig and the cluster; `answer` is the text. Scripts for shells are not here but in `command::completion`.

mod answer;
mod formats;
#[cfg(test)]
pub(crate) mod fuzz_test;
mod line;
mod lookup;
mod places;
mod wanted;

use std::{
    io::Write,
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use crate::{cli, domain::plugin_name, error::Exit};
use answer::Answer;
use wanted::Wanted;

/// Whoever presses Tab waits this long at most.
const LIMIT: Duration = Duration::from_secs(1);

/// The first word that asks for candidates, for callers that cannot call the program by another name.
const WORD: &str = "__complete";

/// The words to complete, the last one being typed, if that is what the program was called for: under a name such as
/// `kubectl_complete-ds`, whatever comes after the dash, or with `__complete` as the first word.
pub fn asked(line: &[String]) -> Option<&[String]> {
    let (called, words) = line.split_first()?;
    if plugin_name::file_name(called).starts_with("kubectl_complete-") {
        return Some(words);
    }
    match words.split_first() {
        Some((first, words)) if first == WORD => Some(words),
        _ => None,
    }
}

/// Prints the candidates for the last of `words`. Whatever goes wrong, there is a directive and success: kubectl would
/// offer files for anything else (case R03).
pub fn run(words: &[String]) -> Exit {
    let deadline = Instant::now() + LIMIT;
    std::panic::set_hook(Box::new(|_| {}));
    let (words, (sender, receiver)) = (words.to_vec(), mpsc::channel());
    // A credential plugin or a name server can hold up its thread for longer than anybody waits for candidates. That
    // thread ends with the process.
    let spawned = thread::Builder::new().spawn(move || sender.send(answer(&words, deadline)));
    let answer = match spawned {
        Ok(_) => receiver.recv_timeout(LIMIT).unwrap_or_default(),
        Err(_) => Answer::default(),
    };
    let mut stdout = std::io::stdout();
    let _ = stdout.write_all(answer.text().as_bytes()).and_then(|()| stdout.flush());
    Exit::Done
}

fn answer(words: &[String], deadline: Instant) -> Answer {
    let mut tree = cli::tree("kubectl ds");
    tree.build();
    let line = line::read(&tree, words);
    let (wanted, frame) = wanted::wanted(&line);
    let candidates = match wanted {
        Wanted::Fixed(candidates) => candidates,
        Wanted::Files => return Answer::files(),
        Wanted::Folders => return Answer::folders(),
        Wanted::Nothing => Vec::new(),
        asking => match cli::options_of(&line.global_flags()) {
            Some(options) => lookup::candidates(&asking, options, deadline),
            None => Vec::new(),
        },
    };
    Answer::new(candidates, frame)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_name_or_the_first_word_asks() {
        let asked = |line: &str| {
            let line: Vec<String> = line.split(' ').map(str::to_owned).collect();
            super::asked(&line).map(<[String]>::to_vec)
        };
        let words = Some(vec!["status".to_owned(), String::new()]);
        for line in [
            "kubectl_complete-ds status ",
            "/usr/local/bin/kubectl_complete-daemonset_rollout status ",
            "C:\\bin\\kubectl_complete-ds.exe status ",
            "kubectl-ds __complete status ",
        ] {
            assert_eq!(asked(line), words, "E-93, anchors 4.1: {line}");
        }
        assert_eq!(asked("kubectl-ds status __complete"), None);
        assert_eq!(asked("kubectl-ds"), None);
    }
}
