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
}
