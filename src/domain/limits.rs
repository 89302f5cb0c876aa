//! The limits of a rolling update as numbers of nodes (semantics B-10 to B-12).

use super::daemonset::Strategy;

/// maxUnavailable and maxSurge, scaled to a number of nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Nodes that may be without an available pod.
    pub unavailable: i64,
    /// Nodes that may have a second pod.
    pub surge: i64,
}

/// Scales the limits to `base` eligible nodes, percentages rounded up; `None` for a strategy without limits.
pub fn limits(strategy: &Strategy, base: i64) -> Option<Limits> {
    let Strategy::RollingUpdate {
        max_unavailable,
        max_surge,
    } = strategy
    else {
        return None;
    };
    let (mut unavailable, surge) = (scale(max_unavailable, base), scale(max_surge, base));
    if base > 0 && unavailable == 0 && surge == 0 {
        unavailable = 1;
    }
    Some(Limits { unavailable, surge })
}

fn scale(limit: &str, base: i64) -> i64 {
    match limit.strip_suffix('%') {
        Some(percent) => {
            let percent: i64 = percent.parse().unwrap_or_default();
            percent.saturating_mul(base).saturating_add(99).div_euclid(100)
        }
        None => limit.parse().unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_round_up_and_never_both_to_nothing() {
        let scaled = |max_unavailable: &str, max_surge: &str, base| {
            let strategy = Strategy::RollingUpdate {
                max_unavailable: max_unavailable.into(),
                max_surge: max_surge.into(),
            };
            limits(&strategy, base).map(|it| (it.unavailable, it.surge))
        };
        for (percent, nodes) in [("1%", 1), ("20%", 1), ("21%", 2), ("40%", 2), ("60%", 3), ("100%", 5)] {
            assert_eq!(scaled(percent, "0", 5), Some((nodes, 0)), "B-10 {percent}");
        }
        assert_eq!(scaled("50%", "0", 0), Some((0, 0)), "B-10, B-67");
        assert_eq!(scaled("1000", "0", 3), Some((1000, 0)), "B-11");
        assert_eq!(scaled("0%", "0%", 2), Some((1, 0)), "B-12");
        assert_eq!(scaled("0", "100%", 2), Some((0, 2)), "B-67");
        assert_eq!(limits(&Strategy::OnDelete, 5), None);
    }
}
