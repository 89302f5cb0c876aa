//! What time it is on the server, told from the `Date` of its answers (case C21): ages and waits are counted by the clock that
//! set the timestamps, not by that of the machine the program runs on.

use std::sync::{Mutex, PoisonError};

use http::{HeaderMap, header::DATE};
use jiff::{SignedDuration, Timestamp, fmt::rfc2822};

/// Below it two clocks count as one: a `Date` has whole seconds, and answers take their time.
const NEGLIGIBLE: SignedDuration = SignedDuration::from_secs(2);

/// The server's clock. Before the first answer it is this machine's.
#[derive(Debug, Default)]
pub(crate) struct Clock {
    fixed: Option<Timestamp>,
    /// How far the server's clock is ahead of this machine's: at least, and at most.
    ahead: Mutex<Option<(SignedDuration, SignedDuration)>>,
}

impl Clock {
    /// One that stands still: the moment at which objects were saved.
    pub(crate) fn at(moment: Timestamp) -> Self {
        Self {
            fixed: Some(moment),
            ..Self::default()
        }
    }

    /// The present moment by the server's clock.
    pub(crate) fn now(&self) -> Timestamp {
        let now = Timestamp::now();
        self.fixed
            .unwrap_or_else(|| now.checked_add(self.skew()).unwrap_or(now))
    }

    /// Takes in the head of an answer to a request that was sent at `sent` and answered by `received`, both by this machine's
    /// clock.
    pub(crate) fn answered(&self, headers: &HeaderMap, sent: Timestamp, received: Timestamp) {
        let date = headers.get(DATE).and_then(|date| date.to_str().ok());
        let Some(date) = date.and_then(|date| rfc2822::parse(date).ok()) else {
            return;
        };
        let date = date.timestamp();
        // The fraction of its second is not sent.
        let (least, most) = (
            date.duration_since(received),
            date.duration_since(sent).saturating_add(SignedDuration::from_secs(1)),
        );
        let mut ahead = self.ahead.lock().unwrap_or_else(PoisonError::into_inner);
        *ahead = match *ahead {
            // Each answer narrows it; one that contradicts the others tells of a clock that was set, or of another server.
            Some((low, high)) if low.max(least) <= high.min(most) => Some((low.max(least), high.min(most))),
            _ => Some((least, most)),
        };
    }

    /// The smallest difference that agrees with all answers.
    fn skew(&self) -> SignedDuration {
        let ahead = *self.ahead.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((least, most)) = ahead else {
            return SignedDuration::ZERO;
        };
        let smallest = SignedDuration::ZERO.max(least).min(most);
        if smallest.abs() < NEGLIGIBLE {
            SignedDuration::ZERO
        } else {
            smallest
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(text: &str) -> Timestamp {
        text.parse().expect("a time")
    }

    fn after(answers: &[(&str, &str, &str)]) -> SignedDuration {
        let clock = Clock::default();
        for (date, sent, received) in answers {
            let mut headers = HeaderMap::new();
            headers.insert(DATE, date.parse().expect("a value"));
            clock.answered(&headers, moment(sent), moment(received));
        }
        clock.skew()
    }

    #[test]
    fn a_server_that_is_ahead_or_behind_is_told_by_its_answers() {
        let (sent, received) = ("2026-01-01T12:00:00.2Z", "2026-01-01T12:00:00.4Z");
        let ahead = after(&[("Thu, 01 Jan 2026 12:10:00 GMT", sent, received)]);
        assert_eq!(ahead, SignedDuration::from_millis(599_600), "C21: at least so much");
        let behind = after(&[("Thu, 01 Jan 2026 11:58:00 GMT", sent, received)]);
        assert_eq!(behind, SignedDuration::from_millis(-119_200));
    }

    #[test]
    fn the_missing_fraction_and_a_slow_answer_are_no_difference() {
        for (date, sent, received) in [
            (
                "Thu, 01 Jan 2026 12:00:00 GMT",
                "2026-01-01T12:00:00.1Z",
                "2026-01-01T12:00:00.9Z",
            ),
            (
                "Thu, 01 Jan 2026 12:00:00 GMT",
                "2026-01-01T11:59:40Z",
                "2026-01-01T12:00:25Z",
            ),
            (
                "Thu, 01 Jan 2026 12:00:02 GMT",
                "2026-01-01T12:00:00.5Z",
                "2026-01-01T12:00:00.6Z",
            ),
            ("no date", "2026-01-01T12:00:00Z", "2026-01-01T12:00:00Z"),
        ] {
            assert_eq!(after(&[(date, sent, received)]), SignedDuration::ZERO, "{date} {sent}");
        }
    }

    #[test]
    fn answers_narrow_it_and_a_clock_that_is_set_is_followed() {
        let slow = (
            "Thu, 01 Jan 2026 12:10:00 GMT",
            "2026-01-01T12:00:00Z",
            "2026-01-01T12:00:09Z",
        );
        let quick = (
            "Thu, 01 Jan 2026 12:10:10 GMT",
            "2026-01-01T12:00:10Z",
            "2026-01-01T12:00:10.1Z",
        );
        assert_eq!(after(&[slow, quick]), SignedDuration::from_millis(599_900));
        assert_eq!(after(&[quick, slow]), SignedDuration::from_millis(599_900));
        let set = (
            "Thu, 01 Jan 2026 12:00:20 GMT",
            "2026-01-01T12:00:20Z",
            "2026-01-01T12:00:20.1Z",
        );
        assert_eq!(after(&[slow, quick, set]), SignedDuration::ZERO);
    }

    #[test]
    fn one_that_stands_still_says_its_moment() {
        let moment = moment("2026-01-01T12:00:00Z");
        assert_eq!(Clock::at(moment).now(), moment);
    }
}
