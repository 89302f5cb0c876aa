//! What `crate::fuzz_test` types before Tab.

use std::cell::OnceCell;

use clap::Command;

use super::{line, wanted};

/// Words that are separated by blanks.
pub(crate) fn words(text: &str) {
    thread_local! {
        static TREE: OnceCell<Command> = const { OnceCell::new() };
    }
    TREE.with(|tree| {
        let tree = tree.get_or_init(|| {
            let mut tree = crate::cli::tree("kubectl ds");
            tree.build();
            tree
        });
        let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
        let line = line::read(tree, &words);
        let _ = (wanted::wanted(&line), line.global_flags());
    });
}
