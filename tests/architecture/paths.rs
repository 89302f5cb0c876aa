//! The paths that a file of Rust spells, `use` trees taken apart and `super` resolved. What a path may be is not known here.

use std::path::Path;

use super::tokens::{Token, tokens};

/// A path as it is spelled: `crate::…`, or beginning with the name of a crate or of anything else.
pub struct Spelled {
    /// The segments, joined by `::`.
    pub path: String,
    /// Inside of a `#[cfg(test)]` module.
    pub test: bool,
}

/// Every path of two segments or more, and every imported name.
pub fn paths(file: &Path, text: &str) -> Vec<Spelled> {
    let path = file.strip_prefix("src").unwrap_or(file).with_extension("");
    let names = path.iter().map(|name| name.to_string_lossy().into_owned());
    let mut reader = Reader {
        tokens: tokens(text),
        at: 0,
        // `src/render/template_block/pod.rs` is `render`, `template_block`, `pod`.
        module: names.filter(|name| name != "mod").collect(),
        blocks: Vec::new(),
        found: Vec::new(),
    };
    reader.file();
    reader.found
}

struct Reader {
    tokens: Vec<Token>,
    at: usize,
    module: Vec<String>,
    /// For each open brace: whether it is a module's, and of tests.
    blocks: Vec<Option<bool>>,
    found: Vec<Spelled>,
}

impl Reader {
    fn file(&mut self) {
        let mut import = false;
        while let Some(token) = self.next() {
            match token {
                Token::Word(word) if word == "use" => import = true,
                Token::Word(word) if word == "mod" => self.inner(),
                Token::Word(word) => {
                    self.path(vec![word], import);
                    import = false;
                }
                Token::Sign('{') => self.blocks.push(None),
                Token::Sign('}') => {
                    if let Some(Some(_)) = self.blocks.pop() {
                        self.module.pop();
                    }
                }
                _ => {}
            }
        }
    }

    fn next(&mut self) -> Option<Token> {
        self.at += 1;
        self.tokens.get(self.at - 1).cloned()
    }

    fn take(&mut self, wanted: &Token) -> bool {
        let found = self.tokens.get(self.at) == Some(wanted);
        self.at += usize::from(found);
        found
    }

    /// After `mod`: its name, and perhaps the beginning of its body.
    fn inner(&mut self) {
        let before = &self.tokens[self.at.saturating_sub(8)..self.at];
        let test = before.iter().any(|token| *token == Token::Word("test".into()));
        if let Some(Token::Word(name)) = self.next()
            && self.take(&Token::Sign('{'))
        {
            self.module.push(name);
            self.blocks.push(Some(test));
        }
    }

    /// Reads on after the first segment of a path; braces are the branches of a `use` tree.
    fn path(&mut self, mut segments: Vec<String>, import: bool) {
        while self.take(&Token::Separator) {
            match self.tokens.get(self.at).cloned() {
                Some(Token::Word(word)) => segments.push(word),
                Some(Token::Sign('{')) if import => return self.branches(&segments),
                _ => break,
            }
            self.at += 1;
        }
        if import || segments.len() > 1 {
            let path = self.resolved(segments).join("::");
            let test = self.blocks.contains(&Some(true));
            self.found.push(Spelled { path, test });
        }
    }

    fn branches(&mut self, stem: &[String]) {
        while let Some(token) = self.next() {
            match token {
                Token::Sign('}') => return,
                Token::Word(word) if word == "as" => drop(self.next()),
                Token::Word(word) if word == "self" => self.path(stem.to_vec(), true),
                Token::Word(word) => self.path([stem, &[word]].concat(), true),
                _ => {}
            }
        }
    }

    /// `self::` and `super::` as seen from the crate's root.
    fn resolved(&self, segments: Vec<String>) -> Vec<String> {
        let ups = segments.iter().take_while(|segment| *segment == "super").count();
        let here = usize::from(segments[0] == "self");
        if ups + here == 0 {
            return segments;
        }
        let kept = self.module.len().saturating_sub(ups);
        let root = std::iter::once("crate".to_owned()).chain(self.module[..kept].iter().cloned());
        root.chain(segments.into_iter().skip(ups + here)).collect()
    }
}
