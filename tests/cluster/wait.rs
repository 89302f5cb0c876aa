//! Waiting for a condition, with an answer that says what was seen last.

use std::fmt::Debug;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

/// Asks until `done` accepts the answer, and gives the answer. Errors of `ask` count as "not yet".
pub async fn eventually<T, F>(
    what: &str,
    within: Duration,
    mut ask: impl FnMut() -> F,
    done: impl Fn(&T) -> bool,
) -> Result<T>
where
    T: Debug,
    F: Future<Output = Result<T>>,
{
    let begun = Instant::now();
    let mut pause = Duration::from_millis(50);
    loop {
        let answer = ask().await;
        match answer {
            Ok(answer) if done(&answer) => return Ok(answer),
            answer if begun.elapsed() > within => {
                bail!("not within {} s: {what}; last seen: {answer:?}", within.as_secs())
            }
            _ => {}
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(Duration::from_millis(500));
    }
}
