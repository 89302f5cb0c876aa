//! Text made to fit where there is not room for all of it. Widths are those of a terminal: some letters take two columns,
//! some none.

use console::measure_text_width;

/// `text` in at most `width` columns; what is cut off is marked with `…`.
pub fn cut(text: &str, width: usize) -> String {
    if measure_text_width(text) <= width {
        return text.to_owned();
    }
    let mut kept = String::new();
    let mut left = width.saturating_sub(1);
    for letter in text.chars() {
        let columns = of(letter);
        if columns > left {
            break;
        }
        left -= columns;
        kept.push(letter);
    }
    let kept = kept.trim_end();
    if width == 0 {
        String::new()
    } else {
        format!("{kept}…")
    }
}

/// The end of `text` in at most `width` columns, for names that differ at their ends.
pub fn cut_front(text: &str, width: usize) -> String {
    if measure_text_width(text) <= width {
        return text.to_owned();
    }
    let mut left = width.saturating_sub(1);
    let mut kept: Vec<char> = Vec::new();
    for letter in text.chars().rev() {
        let columns = of(letter);
        if columns > left {
            break;
        }
        left -= columns;
        kept.push(letter);
    }
    let kept: String = kept.into_iter().rev().collect();
    if width == 0 {
        String::new()
    } else {
        format!("…{kept}")
    }
}

/// Widths that together are at most `room`: the widest give way first, none below its `least`; more than `room` only where
/// those are.
pub(super) fn share(mut widths: Vec<usize>, least: &[usize], room: usize) -> Vec<usize> {
    let mut over = widths.iter().sum::<usize>().saturating_sub(room);
    while over > 0 {
        let free = |(index, width): &(usize, usize)| *width > least.get(*index).copied().unwrap_or_default();
        // Of several that are as wide, the last one: it mostly says why.
        let Some((index, _)) = widths.iter().copied().enumerate().filter(free).max_by_key(|it| it.1) else {
            break;
        };
        widths[index] -= 1;
        over -= 1;
    }
    widths
}

fn of(letter: char) -> usize {
    measure_text_width(letter.encode_utf8(&mut [0; 4]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_is_left_and_what_does_not_is_cut() {
        assert_eq!(cut("agent", 5), "agent");
        assert_eq!(cut("agents", 5), "agen…");
        assert_eq!(cut("a b c", 3), "a…", "no blank before the sign");
        assert_eq!(cut("日本語です", 5), "日本…", "two columns each");
        assert_eq!((cut("agent", 0), cut("agent", 1)), (String::new(), "…".to_owned()));
        assert_eq!(cut_front("fluentd-x7f2q", 6), "…x7f2q");
        assert_eq!(cut_front("agent", 5), "agent");
    }

    #[test]
    fn the_widest_give_way_first() {
        assert_eq!(share(vec![4, 30, 10], &[4, 4, 4], 24), [4, 10, 10]);
        assert_eq!(share(vec![4, 30, 10], &[4, 4, 4], 15), [4, 6, 5]);
        assert_eq!(share(vec![4, 30, 10], &[4, 4, 4], 50), [4, 30, 10], "all of it");
        assert_eq!(share(vec![4, 30, 10], &[4, 8, 4], 3), [4, 8, 4], "headers are whole");
    }
}
