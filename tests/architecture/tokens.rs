//! Rust text as words and signs, without comments, strings, characters and lifetimes. Just enough to find paths; a parser
//! would be the better tool if this were ever to understand more.

/// One token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// An identifier, keyword or number.
    Word(String),
    /// `::`
    Separator,
    /// Any other character.
    Sign(char),
}

/// All tokens of a file.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut rest = text;
    let mut found = Vec::new();
    while let Some(next) = rest.chars().next() {
        let length = literal(rest).or_else(|| comment(rest));
        if let Some(length) = length {
            rest = &rest[length..];
        } else if is_word(next) {
            let length = rest.find(|each| !is_word(each)).unwrap_or(rest.len());
            found.push(Token::Word(rest[..length].to_owned()));
            rest = &rest[length..];
        } else if let Some(after) = rest.strip_prefix("::") {
            found.push(Token::Separator);
            rest = after;
        } else {
            if !next.is_whitespace() {
                found.push(Token::Sign(next));
            }
            rest = &rest[next.len_utf8()..];
        }
    }
    found
}

fn is_word(each: char) -> bool {
    each == '_' || each.is_alphanumeric()
}

/// The length of the comment that the text begins with.
fn comment(text: &str) -> Option<usize> {
    if text.starts_with("//") {
        return Some(text.find('\n').unwrap_or(text.len()));
    }
    if !text.starts_with("/*") {
        return None;
    }
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        match (rest.starts_with(b"/*"), rest.starts_with(b"*/")) {
            (true, _) => (depth, at) = (depth + 1, at + 2),
            (_, true) => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    Some(at.min(text.len()))
}

/// The length of the string, character or lifetime that the text begins with.
fn literal(text: &str) -> Option<usize> {
    let prefix = ["br", "cr", "b", "c", "r", ""].into_iter().find(|prefix| {
        let rest = text.strip_prefix(prefix).unwrap_or_default();
        rest.starts_with('"')
            || prefix.ends_with('r') && rest.trim_start_matches('#').starts_with('"')
            || !prefix.ends_with('r') && rest.starts_with('\'')
    })?;
    let rest = &text[prefix.len()..];
    if prefix.ends_with('r') {
        let hashes = rest.find('"')?;
        let end = format!("\"{}", "#".repeat(hashes));
        let length = rest[hashes + 1..].find(&end)?;
        return Some(prefix.len() + hashes + 1 + length + end.len());
    }
    let quote = rest.chars().next()?;
    let is_lifetime = quote == '\'' && !rest.starts_with("'\\") && rest.chars().nth(2) != Some('\'');
    if is_lifetime {
        return Some(prefix.len() + 1);
    }
    let mut escaped = false;
    let closing = rest.char_indices().skip(1).find(|(_, each)| {
        let closes = *each == quote && !escaped;
        escaped = *each == '\\' && !escaped;
        closes
    });
    closing.map(|(at, _)| prefix.len() + at + 1)
}

#[test]
fn only_code_is_read() {
    let text = "use a::b; // c::d \"\n/* e::f /* g */ \" */ x('\"', '\\'', b\"h::i\\\"\", r#\"j::k\"#, &'l m::n)";
    let words: Vec<_> = tokens(text)
        .into_iter()
        .filter(|token| !matches!(token, Token::Sign(_)))
        .collect();
    let word = |word: &str| Token::Word(word.to_owned());
    let separator = || Token::Separator;
    let wanted = [
        word("use"),
        word("a"),
        separator(),
        word("b"),
        word("x"),
        word("l"),
        word("m"),
        separator(),
        word("n"),
    ];
    assert_eq!(words, wanted);
}
