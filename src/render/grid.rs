//! All nodes at once: a letter for each, in the order of their names, with a legend that counts them. Where there are more nodes
//! than there is room for, a letter stands for several and shows the worst of them.

use super::fit::cut;
use crate::domain::diagnosis::standing::Standing;

/// Every standing, the worst first.
const ALL: [Standing; 5] = [
    Standing::Stuck,
    Standing::Unavailable,
    Standing::Old,
    Standing::New,
    Standing::Ineligible,
];

/// The letter, the word for it, and a colour that adds to it. What needs a look is in capitals.
fn sign(standing: Standing) -> (char, &'static str, &'static str) {
    match standing {
        Standing::Stuck => ('S', "stuck", "\u{1b}[1;31m"),
        Standing::Unavailable => ('U', "unavailable", "\u{1b}[33m"),
        Standing::Old => ('o', "old", "\u{1b}[36m"),
        Standing::New => ('n', "new", "\u{1b}[32m"),
        Standing::Ineligible => ('i', "ineligible", "\u{1b}[2m"),
    }
}

/// The letters and the legend, in at most so many columns and lines; nothing where that is too little, or for a single node.
pub fn lines(nodes: &[Standing], (width, height): (usize, usize), colour: bool) -> Vec<String> {
    if nodes.len() < 2 || height < 2 || width == 0 {
        return Vec::new();
    }
    let eligible: Vec<Standing> = nodes.iter().copied().filter(|it| *it != Standing::Ineligible).collect();
    let cells = |rows: usize| width.saturating_mul(rows);
    // Nodes that the rollout is not about have a place only where there is one to spare.
    let (shown, left_out) = match nodes.len() <= cells(height - 1) {
        true => (nodes, false),
        false => (eligible.as_slice(), eligible.len() < nodes.len()),
    };
    let folded = shown.len() > cells(height - 1);
    let mut words = Vec::new();
    for (letter, word, count) in counts(nodes) {
        let hidden = if left_out && letter == 'i' { " (not shown)" } else { "" };
        words.push(format!("{letter} {word} {count}{hidden}"));
    }
    let legend = words.join("  ");
    let each = |rows: usize| shown.len().div_ceil(cells(rows).max(1)).max(1);
    let fold = |each: usize| format!("a letter is {each} nodes and shows the worst");
    let one = format!("{legend}  ({})", fold(each(height - 1)));
    let (each, legend) = match (folded, one.chars().count() <= width || height < 3) {
        (false, _) => (1, vec![legend]),
        (true, true) => (each(height - 1), vec![one]),
        (true, false) => (each(height - 2), vec![legend, fold(each(height - 2))]),
    };
    let letters: Vec<Standing> = shown
        .chunks(each)
        .filter_map(|nodes| nodes.iter().max().copied())
        .collect();
    let mut lines: Vec<String> = letters.chunks(width).map(|row| drawn(row, colour)).collect();
    lines.extend(legend.iter().map(|line| cut(line, width)));
    lines
}

/// How many nodes stand so, for each standing that there is.
fn counts(nodes: &[Standing]) -> Vec<(char, &'static str, usize)> {
    let count = |standing: &Standing| nodes.iter().filter(|it| *it == standing).count();
    let counted = ALL.iter().map(|standing| (sign(*standing), count(standing)));
    let there = counted.filter(|(_, count)| *count > 0);
    there.map(|((letter, word, _), count)| (letter, word, count)).collect()
}

/// One row; neighbours that stand alike share their colour.
fn drawn(row: &[Standing], colour: bool) -> String {
    let mut text = String::new();
    for alike in row.chunk_by(|a, b| a == b) {
        let (letter, _, paint) = sign(alike[0]);
        let letters: String = std::iter::repeat_n(letter, alike.len()).collect();
        match colour {
            true => text.push_str(&format!("{paint}{letters}\u{1b}[0m")),
            false => text.push_str(&letters),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use Standing::*;

    fn many(parts: &[(usize, Standing)]) -> Vec<Standing> {
        let nodes = parts.iter().flat_map(|(count, it)| std::iter::repeat_n(*it, *count));
        nodes.collect()
    }

    #[test]
    fn a_letter_for_each_node_and_a_legend_that_counts() {
        let nodes = [New, New, Stuck, Old, Unavailable, Ineligible, Old];
        let expected = [
            "nnSoUio",
            "S stuck 1  U unavailable 1  o old 2  n new 2  i ineligible 1",
        ];
        assert_eq!(lines(&nodes, (80, 4), false), expected);
        assert_eq!(
            lines(&nodes, (4, 3), false),
            ["nnSo", "Uio", "S s…"],
            "in rows, where it is narrow"
        );
        let coloured = lines(&nodes[..3], (80, 4), true);
        assert_eq!(coloured[0], "\u{1b}[32mnn\u{1b}[0m\u{1b}[1;31mS\u{1b}[0m");
        assert_eq!(coloured[1], "S stuck 1  n new 2", "the legend needs none");
    }

    #[test]
    fn many_nodes_are_folded_and_the_worst_is_shown() {
        let nodes = many(&[(999, New), (1, Stuck), (2000, Old)]);
        let shown = lines(&nodes, (80, 8), false);
        assert_eq!(shown.len(), 8, "3000 nodes, 6 to a letter: 500 letters: {shown:#?}");
        assert!(shown.iter().all(|line| line.len() <= 80), "{shown:#?}");
        let letters = shown[..7].concat();
        assert_eq!((letters.matches('S').count(), letters.find('S')), (1, Some(166)));
        assert_eq!(
            shown[7],
            "S stuck 1  o old 2000  n new 999  (a letter is 6 nodes and shows the worst)"
        );
        let narrow = lines(&nodes, (50, 8), false);
        assert_eq!(narrow[narrow.len() - 2], "S stuck 1  o old 2000  n new 999");
        assert_eq!(narrow[narrow.len() - 1], "a letter is 10 nodes and shows the worst");
    }

    #[test]
    fn nodes_that_it_is_not_about_make_room_first() {
        let nodes = many(&[(4990, Ineligible), (10, Old)]);
        let expected = ["oooooooooo", "o old 10  i ineligible 4990 (not shown)"];
        assert_eq!(lines(&nodes, (80, 6), false), expected);
        let both = many(&[(4000, Ineligible), (1000, Old)]);
        let shown = lines(&both, (80, 4), false);
        assert!(shown.iter().any(|line| line.contains("(not shown)")), "{shown:#?}");
        assert!(shown.iter().any(|line| line.contains("a letter is ")), "{shown:#?}");
    }

    #[test]
    fn it_never_needs_more_room_than_there_is() {
        let nodes = many(&[(700, New), (5, Stuck), (300, Ineligible), (600, Old)]);
        for width in [1, 7, 20, 72, 80, 200] {
            for height in 0..12 {
                let shown = lines(&nodes, (width, height), false);
                let fits = shown.iter().all(|line| line.chars().count() <= width);
                assert!(shown.len() <= height && fits, "{width}x{height}: {shown:#?}");
                assert!(shown.len() >= 2 || height < 2, "{width}x{height}: {shown:#?}");
            }
        }
        assert_eq!(lines(&nodes[..1], (80, 8), false), [""; 0], "one node is no grid");
    }
}
