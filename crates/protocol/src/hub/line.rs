//! One line of Hub: a command and its arguments.

use std::fmt;
use std::str::FromStr;

/// A line: `<command> <name>=<value> <name> …`.
///
/// ```
/// use draughts_protocol::hub::HubLine;
///
/// let line: HubLine = "pos pos=Weeb moves=\"38-15 5-41\"".parse()?;
/// assert_eq!(line.command, "pos");
/// assert_eq!(line.value("moves"), Some("38-15 5-41"));
/// let line = HubLine::new("id").with("name", "Damier").with("author", "The founders");
/// assert_eq!(line.to_string(), "id name=Damier author=\"The founders\"");
/// # Ok::<(), draughts_protocol::hub::HubLineError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HubLine {
    /// The command.
    pub command: String,
    /// Names and values in order; a flag has no value.
    pub arguments: Vec<(String, Option<String>)>,
}

impl HubLine {
    /// A command without arguments.
    pub fn new(command: &str) -> Self {
        Self { command: command.to_owned(), arguments: Vec::new() }
    }

    /// Appends an argument.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl ToString) -> Self {
        self.arguments.push((name.to_owned(), Some(value.to_string())));
        self
    }

    /// Appends a flag.
    #[must_use]
    pub fn with_flag(mut self, name: &str) -> Self {
        self.arguments.push((name.to_owned(), None));
        self
    }

    /// The value of an argument, empty for a flag; the last one if it is repeated.
    pub fn value(&self, name: &str) -> Option<&str> {
        let mut of_name = self.arguments.iter().rev().filter(|(other, _)| other == name);
        of_name.next().map(|(_, value)| value.as_deref().unwrap_or_default())
    }

    /// Whether an argument is present, with or without a value.
    pub fn has(&self, name: &str) -> bool {
        self.value(name).is_some()
    }
}

impl fmt::Display for HubLine {
    /// Hub cannot quote a quotation mark or a line break inside a value: they become `'` and a space.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.command)?;
        for (name, value) in &self.arguments {
            write!(f, " {name}")?;
            let Some(value) = value else { continue };
            f.write_str("=")?;
            if !value.is_empty() && value.chars().all(is_plain) {
                f.write_str(value)?;
            } else {
                let sayable = |letter: char| match letter {
                    '"' => '\'',
                    _ if letter.is_control() => ' ',
                    _ => letter,
                };
                write!(f, "\"{}\"", value.chars().map(sayable).collect::<String>())?;
            }
        }
        Ok(())
    }
}

/// Why a text is not a Hub line, and where; characters are counted from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HubLineError {
    /// There is no command.
    #[error("the line is empty; it should start with a command")]
    Empty,
    /// Something else stands in place of a name.
    #[error(
        "expected a name at character {at}; a value with blanks or \"=\" in it stands in double quotes"
    )]
    NoName {
        /// The character, from 1.
        at: usize,
    },
    /// There is nothing after `=`.
    #[error("expected a value at character {at}; an empty one is written \"\"")]
    NoValue {
        /// The character, from 1.
        at: usize,
    },
    /// A quoted value is not closed.
    #[error("the double quote at character {at} is not closed")]
    OpenQuote {
        /// The character at which it was opened.
        at: usize,
    },
}

impl FromStr for HubLine {
    type Err = HubLineError;

    fn from_str(text: &str) -> Result<Self, HubLineError> {
        let mut scanner = LineScanner { text, rest: text.trim() };
        if scanner.rest.is_empty() {
            return Err(HubLineError::Empty);
        }
        let mut line = HubLine::new(scanner.name()?);
        while !scanner.rest.is_empty() {
            let name = scanner.name()?.to_owned();
            let value = match scanner.rest.strip_prefix('=') {
                Some(rest) => {
                    scanner.rest = rest.trim_start();
                    Some(scanner.value()?.to_owned())
                }
                None => None,
            };
            line.arguments.push((name, value));
        }
        Ok(line)
    }
}

/// Whether a character may be part of a name or an unquoted value.
fn is_plain(letter: char) -> bool {
    !letter.is_control() && !letter.is_whitespace() && letter != '=' && letter != '"'
}

struct LineScanner<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> LineScanner<'a> {
    /// The position of the next character, from 1.
    fn at(&self) -> usize {
        let start = self.rest.as_ptr() as usize - self.text.as_ptr() as usize;
        self.text[..start].chars().count() + 1
    }

    fn name(&mut self) -> Result<&'a str, HubLineError> {
        let end = self.rest.find(|letter| !is_plain(letter)).unwrap_or(self.rest.len());
        if end == 0 {
            return Err(HubLineError::NoName { at: self.at() });
        }
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        Ok(name)
    }

    fn value(&mut self) -> Result<&'a str, HubLineError> {
        let Some(quoted) = self.rest.strip_prefix('"') else {
            let at = self.at();
            return self.name().map_err(|_| HubLineError::NoValue { at });
        };
        let Some((value, rest)) = quoted.split_once('"') else {
            return Err(HubLineError::OpenQuote { at: self.at() });
        };
        self.rest = rest.trim_start();
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(text: &str) -> String {
        text.parse::<HubLine>().unwrap_err().to_string()
    }

    #[test]
    fn as_the_protocol_writes_them() {
        let line: HubLine =
            "info depth=21 mean-depth=20.8 score=-0.01 nodes=31261613 time=3.906 nps=8.0 pv=\"32-28 17-22 28x17x22\""
                .parse()
                .unwrap();
        assert_eq!(line.value("mean-depth"), Some("20.8"));
        assert_eq!(line.value("pv"), Some("32-28 17-22 28x17x22"));
        let line: HubLine = "  go   think ".parse().unwrap();
        assert!(line.has("think") && !line.has("ponder"));
        let line: HubLine = "set-param name = rules value = \"\"".parse().unwrap();
        assert_eq!((line.value("name"), line.value("value")), (Some("rules"), Some("")));
    }

    #[test]
    fn what_is_wrong_and_where() {
        assert_eq!(wrong(" \t "), "the line is empty; it should start with a command");
        assert!(wrong("=x").starts_with("expected a name at character 1;"));
        assert!(wrong("pos pos=W=e").starts_with("expected a name at character 10;"));
        assert!(wrong("é \"q\"").starts_with("expected a name at character 3;"));
        assert!(wrong("pos pos=").starts_with("expected a value at character 9;"));
        assert_eq!(wrong("pos moves=\"1-2"), "the double quote at character 11 is not closed");
    }

    #[test]
    fn what_is_written_is_read_again() {
        for value in ["", "plain", "two words", "a=b", "é×", "tab\there"] {
            let line = HubLine::new("error").with("message", value).with("more", "1");
            let again: HubLine = line.to_string().parse().unwrap();
            assert_eq!(again.value("message"), Some(value.replace('\t', " ").as_str()));
            assert_eq!(again.value("more"), Some("1"));
        }
        let quoted = HubLine::new("error").with("message", "no \"x\"\nhere").to_string();
        assert_eq!(quoted, "error message=\"no 'x' here\"");
    }
}
