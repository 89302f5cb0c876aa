//! A span of time as kubectl shows it (semantics E-82).

use jiff::Timestamp;

/// The age of something that began at `since`.
pub fn age(since: Option<Timestamp>, now: Timestamp) -> String {
    let Some(since) = since else {
        return "<unknown>".to_owned();
    };
    let seconds = now.as_second() - since.as_second();
    let (minutes, hours, days) = (seconds / 60, seconds / 3600, seconds / 86_400);
    let pair = |big: i64, unit: &str, small: i64, part: &str| match small {
        0 => format!("{big}{unit}"),
        small => format!("{big}{unit}{small}{part}"),
    };
    match seconds {
        ..-1 => "<invalid>".to_owned(),
        -1..0 => "0s".to_owned(),
        0..120 => format!("{seconds}s"),
        120..600 => pair(minutes, "m", seconds % 60, "s"),
        600..10_800 => format!("{minutes}m"),
        10_800..28_800 => pair(hours, "h", minutes % 60, "m"),
        28_800..172_800 => format!("{hours}h"),
        172_800..691_200 => pair(days, "d", hours % 24, "h"),
        691_200..63_072_000 => format!("{days}d"),
        63_072_000..252_288_000 => pair(days / 365, "y", days % 365, "d"),
        _ => format!("{}y", days / 365),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_kubectls() {
        let now = Timestamp::from_second(2_000_000_000).expect("a time");
        let of = |seconds: i64| age(Timestamp::from_second(2_000_000_000 - seconds).ok(), now);
        let day = 86_400;
        for (seconds, shown) in [
            (90, "90s"),
            (330, "5m30s"),
            (300, "5m"),
            (170 * 60, "170m"),
            (5 * 3600 + 20 * 60, "5h20m"),
            (30 * 3600, "30h"),
            (3 * day + 4 * 3600, "3d4h"),
            (400 * day, "400d"),
            (3 * 365 * day + 20 * day, "3y20d"),
            (9 * 365 * day, "9y"),
            (-1, "0s"),
            (-5, "<invalid>"),
        ] {
            assert_eq!(of(seconds), shown, "E-82");
        }
        assert_eq!(age(None, now), "<unknown>", "E-82");
    }
}
