//! The process of a credential plugin: it ends with whoever waits for it, and what it has started ends with it.
//!
//! It stays in our process group, as under kubectl: outside of it a plugin that asks for a password on the terminal would
//! be stopped by the system, and whoever ends our group would miss it. So its own children are looked up when it must end.

use std::io;
use std::process::{Output, Stdio};

use tokio::process::Command;

/// Runs `command` to its end and returns what it printed. Whoever drops the future ends the process.
pub(crate) async fn output(mut command: Command) -> io::Result<Output> {
    let child = command.stdout(Stdio::piped()).kill_on_drop(true).spawn()?;
    let process = child.id();
    let mut ended = std::pin::pin!(child.wait_with_output());
    // Dropped before the child: the children of a process that is gone cannot be told any more.
    let mut remains = Remains(process);
    let output = ended.as_mut().await;
    remains.0 = None;
    output
}

/// A running process with what it has started; ends all of it when dropped.
struct Remains(Option<u32>);

impl Drop for Remains {
    fn drop(&mut self) {
        if let Some(process) = self.0 {
            end(process);
        }
    }
}

#[cfg(not(unix))]
fn end(_: u32) {
    // The child itself is ended by its own drop.
}

#[cfg(unix)]
fn end(process: u32) {
    let parents = parents();
    // A number that is no longer our child's was given to somebody else.
    if !parents.contains(&(process, std::process::id())) {
        return;
    }
    for one in family(process, &parents) {
        if let Some(pid) = i32::try_from(one).ok().and_then(rustix::process::Pid::from_raw) {
            // One that has ended meanwhile is what is wanted.
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
        }
    }
}

/// Each process with its parent. Empty where the system tells nothing.
#[cfg(target_os = "linux")]
fn parents() -> Vec<(u32, u32)> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    entries
        .filter_map(|entry| {
            let process = entry.file_name().to_str()?.parse().ok()?;
            let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
            Some((process, parent(&stat)?))
        })
        .collect()
}

/// The parent in a line of `/proc/N/stat`, `N (NAME) STATE PARENT …`, where the name may be anything.
#[cfg(target_os = "linux")]
fn parent(stat: &str) -> Option<u32> {
    stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}

#[cfg(all(unix, not(target_os = "linux")))]
fn parents() -> Vec<(u32, u32)> {
    let listed = std::process::Command::new("ps")
        .args(["-A", "-o", "pid=", "-o", "ppid="])
        .stderr(Stdio::null())
        .output();
    let listed = listed.map(|ran| String::from_utf8_lossy(&ran.stdout).into_owned());
    let pair = |line: &str| {
        let mut numbers = line.split_whitespace().map(str::parse);
        Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
    };
    listed.unwrap_or_default().lines().filter_map(pair).collect()
}

/// A process and everything below it, parents first: who is ended first starts nothing new.
#[cfg(unix)]
fn family(process: u32, parents: &[(u32, u32)]) -> Vec<u32> {
    let mut found = vec![process];
    let mut next = 0;
    while let Some(&one) = found.get(next) {
        let below = parents.iter().filter(|(_, parent)| *parent == one);
        let below: Vec<u32> = below
            .map(|(child, _)| *child)
            .filter(|it| !found.contains(it))
            .collect();
        found.extend(below);
        next += 1;
    }
    found
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_family_is_found_at_every_depth_and_nobody_else() {
        let parents = [(1, 0), (5, 1), (6, 5), (7, 6), (8, 1), (0, 0)];
        assert_eq!(family(5, &parents), [5, 6, 7]);
        assert_eq!(family(8, &parents), [8]);
        assert_eq!(family(0, &parents), [0, 1, 5, 8, 6, 7], "a circle ends");
    }

    #[test]
    fn our_own_parent_is_known() {
        let own = (std::process::id(), std::os::unix::process::parent_id());
        assert!(parents().contains(&own));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_name_of_a_process_cannot_hide_its_parent() {
        assert_eq!(parent("12 (a) S 99 (b) R 7 12"), Some(7));
        assert_eq!(parent("12 (sh) S 7 12 12"), Some(7));
        assert_eq!(parent(""), None);
    }
}
