//! The width of the output.

use std::io::IsTerminal;

/// The columns of the terminal; `None` if the output is not a terminal.
pub fn columns() -> Option<usize> {
    let is_seen = std::io::stdout().is_terminal();
    let (columns, _) = is_seen.then(crossterm::terminal::size)?.ok()?;
    // Some terminals do not know their width.
    (columns > 0).then_some(columns.into())
}

/// Wraps a text to the terminal, indented by this many spaces. If the output is not a terminal, it stays one line.
pub fn fitted(text: &str, indent: usize) -> String {
    lines(text, indent, columns().unwrap_or(usize::MAX))
}

fn lines(text: &str, indent: usize, columns: usize) -> String {
    let mut lines = String::new();
    let mut room = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        match length < room {
            true => {
                lines.push(' ');
                room -= length + 1;
            }
            false => {
                if !lines.is_empty() {
                    lines.push('\n');
                }
                lines.extend(std::iter::repeat_n(' ', indent));
                room = columns.saturating_sub(indent + length);
            }
        }
        lines.push_str(word);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::lines;

    #[test]
    fn lines_fit_and_no_word_is_lost() {
        assert_eq!(lines("one two three", 2, 9), "  one two\n  three");
        assert_eq!(lines("one two three", 2, 8), "  one\n  two\n  three");
        assert_eq!(lines("one two three", 2, usize::MAX), "  one two three");
        assert_eq!(lines("unbreakable word", 2, 1), "  unbreakable\n  word");
        assert_eq!(lines("", 2, 9), "  ");
    }
}
