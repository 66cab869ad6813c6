//! The text of a chapter as comments of PDN, which have no blank lines, no `}` and single spaces: what they cannot hold is
//! written as in HTML, `&#125;`, and a tag says where blank lines are.

use std::fmt::Write;

/// A text as comments, a paragraph each, and the value of the tag with which they become the text again; nothing for a text
/// without a letter.
pub fn to_comments(text: &str) -> Option<(Vec<String>, String)> {
    let mut paragraphs = Vec::new();
    let mut blank = vec![0_usize];
    for line in text.split('\n') {
        if line.is_empty() {
            blank[paragraphs.len()] += 1;
        } else {
            paragraphs.push(escaped(line));
            blank.push(0);
        }
    }
    let tag = if blank.iter().all(|lines| *lines == 0) {
        paragraphs.len().to_string()
    } else {
        let numbers: Vec<String> = blank.iter().map(ToString::to_string).collect();
        numbers.join(" ")
    };
    (!paragraphs.is_empty()).then_some((paragraphs, tag))
}

/// How many of the first comments of a game are its text, by the value of the tag.
pub fn count(tag: &str) -> usize {
    match tag.split_once(' ') {
        None => tag.parse().unwrap_or(0),
        Some(_) => tag.split(' ').count() - 1,
    }
}

/// The text that comments are, at most so many characters of it.
pub fn from_comments(comments: &[String], tag: &str, most: usize) -> String {
    let blank: Vec<usize> = match tag.split_once(' ') {
        None => Vec::new(),
        Some(_) => tag.split(' ').map(|lines| lines.parse().unwrap_or(0)).collect(),
    };
    let mut lines = Vec::new();
    let mut left = most;
    for index in 0..=comments.len() {
        let empty = blank.get(index).map_or(0, |lines| (*lines).min(left));
        left -= empty;
        lines.extend(std::iter::repeat_n(String::new(), empty));
        lines.extend(comments.get(index).map(|comment| unescaped(comment)));
    }
    lines.join("\n").chars().take(most).collect()
}

/// A line without what a comment cannot hold.
fn escaped(line: &str) -> String {
    let mut written = String::new();
    let mut letters = line.chars().peekable();
    // At the beginning there is a space before, at the end one behind.
    let mut after_space = true;
    while let Some(letter) = letters.next() {
        let next = letters.peek();
        let is_single = letter == ' ' && !after_space && next.is_some_and(|next| *next != ' ');
        let is_lost = letter == '}' || letter.is_whitespace() && !is_single;
        after_space = letter.is_whitespace();
        if is_lost || letter == '&' && next == Some(&'#') {
            let _ = write!(written, "&#{};", u32::from(letter));
        } else {
            written.push(letter);
        }
    }
    written
}

fn unescaped(comment: &str) -> String {
    let mut text = String::new();
    let mut rest = comment;
    while let Some((before, after)) = rest.split_once("&#") {
        text.push_str(before);
        let code = after.split_once(';').and_then(|(code, behind)| {
            let letter = char::from_u32(code.parse().ok()?)?;
            Some((letter, behind))
        });
        rest = match code {
            Some((letter, behind)) => {
                text.push(letter);
                behind
            }
            None => {
                text.push_str("&#");
                after
            }
        };
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Issue 19.6: nothing of a text is lost in PDN.
    #[test]
    fn texts_come_back_from_pdn() {
        for text in [
            "one line",
            "two\nparagraphs",
            "a blank\n\nline, {braces} and }, two  spaces",
            "\n\n first indented\n\tsecond\t\n\n\nend \n",
            "&#125; stays; so do & and &# and &#; and &#x7d; and &&#",
            "a\u{a0}b\r\nc \u{2003} d",
            "[Event \"no tag\"]\n(not a variation) 1. 32-28",
            "\u{a0}",
        ] {
            let (comments, tag) = to_comments(text).unwrap();
            let mut game = pdn::Game::default();
            game.set_tag("ChapterText", &tag);
            game.line.comments = comments;
            let written = game.to_pdn(pdn::Form::Pdn3);
            let read = pdn::Games::new(written.as_bytes()).next().unwrap().unwrap();
            let tag = read.tag("ChapterText").unwrap();
            assert_eq!(count(tag), read.line.comments.len(), "{written}");
            assert_eq!(from_comments(&read.line.comments, tag, 1_000), text, "{written}");
        }
        assert_eq!(to_comments(""), None);
        assert_eq!(to_comments("\n\n"), None);
    }

    #[test]
    fn forged_tags_are_bounded() {
        let comment = ["text".to_owned()];
        let huge = usize::MAX.to_string();
        assert_eq!(count(&huge), usize::MAX);
        assert_eq!(from_comments(&comment, &huge, 10), "text");
        assert_eq!(from_comments(&comment, &format!("{huge} {huge}"), 10), "\n".repeat(10));
        assert_eq!(from_comments(&comment, "x -1", 10), "text");
        assert_eq!(from_comments(&[], "1 2 3", 10), "");
    }
}
