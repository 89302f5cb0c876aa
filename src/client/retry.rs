//! Whether and when to send a read again. Pure: the waiting is done in `requests`.

use std::time::Duration;

use http::{HeaderMap, StatusCode};

use super::failure::Cause;

/// Without a word from the server: 0.1, 0.2, 0.4, 0.8 s. Enough for a leader change, short enough to wait for.
const TRIES: u32 = 4;
const FIRST: Duration = Duration::from_millis(100);
/// As client-go, when the server asks for it with `Retry-After`.
const ASKED_TRIES: u32 = 10;

/// After an answer to try number `tried` (from 0): how long to wait before the next, `None` to accept the answer.
pub(crate) fn after_answer(tried: u32, status: StatusCode, headers: &HeaderMap) -> Option<Duration> {
    if !matches!(status.as_u16(), 429 | 500 | 502 | 503 | 504) {
        return None;
    }
    let asked = headers
        .get(http::header::RETRY_AFTER)
        .and_then(|value| value.to_str().ok()?.trim().parse().ok());
    match asked {
        Some(seconds) => (tried < ASKED_TRIES).then(|| Duration::from_secs(seconds).max(backoff(tried.min(TRIES)))),
        None => (tried < TRIES).then(|| backoff(tried)),
    }
}

/// After a failed connection. A server that was never reached is reported at once: the address is likelier to be wrong
/// than the server to come up within a second.
pub(crate) fn after_failure(tried: u32, cause: &Cause, reached_before: bool) -> Option<Duration> {
    let again = match cause {
        Cause::Closed | Cause::Reset => true,
        Cause::Refused => reached_before,
        _ => false,
    };
    (again && tried < TRIES).then(|| backoff(tried))
}

/// Doubles with each try; up to a quarter more, so that many clients do not come back at the same moment.
fn backoff(tried: u32) -> Duration {
    let base = FIRST * 2_u32.pow(tried);
    let now = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .unwrap_or_default();
    base + base / 4 * (now.subsec_nanos() % 1000) / 1000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_passing_trouble_is_tried_again_and_not_for_ever() {
        let none = HeaderMap::new();
        for code in [200, 400, 401, 403, 404, 409, 410, 422, 501, 505] {
            assert_eq!(
                after_answer(0, StatusCode::from_u16(code).expect("a code"), &none),
                None,
                "{code}"
            );
        }
        for code in [429, 500, 502, 503, 504] {
            let code = StatusCode::from_u16(code).expect("a code");
            let waits: Vec<_> = (0..9).map_while(|tried| after_answer(tried, code, &none)).collect();
            assert_eq!(waits.len(), 4);
            assert!(
                waits[0] >= Duration::from_millis(100) && waits[3] <= Duration::from_secs(1),
                "{waits:?}"
            );
        }
    }

    #[test]
    fn the_server_decides_how_long_to_wait() {
        let mut headers = HeaderMap::new();
        headers.insert("retry-after", "7".parse().expect("a value"));
        let waits: Vec<_> = (0..20)
            .map_while(|tried| after_answer(tried, StatusCode::TOO_MANY_REQUESTS, &headers))
            .collect();
        assert_eq!(waits, vec![Duration::from_secs(7); 10]);
    }

    #[test]
    fn a_refused_connection_is_tried_again_only_where_the_server_was_seen() {
        assert!(after_failure(0, &Cause::Reset, false).is_some());
        assert!(after_failure(0, &Cause::Refused, false).is_none());
        assert!(after_failure(0, &Cause::Refused, true).is_some());
        assert!(after_failure(0, &Cause::Tls("x".into()), true).is_none());
        assert!(after_failure(4, &Cause::Reset, true).is_none());
    }
}
