//! Writing games as text.

use crate::tree::{Action, Game, Step, Variation};
use core::fmt::{self, Write};

/// The format of a written game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Form {
    /// PDN 3: a game ends with `*`; its result is in the tag.
    #[default]
    Pdn3,
    /// For older programs: a game ends with its result.
    Pdn2,
    /// A game ends with the terminator it was read with, whatever its tag says; with `*` if there was none.
    AsRead,
}

/// The maximum line length, as far as words allow it.
const WIDTH: usize = 79;

impl Game {
    /// The game as text, followed by an empty line.
    ///
    /// ```
    /// let text = "[White \"Anna\"]\n\n1. 32-28 {solid} 19-23 (1... 18-23 2. 38-32) 2. 28x19 *\n\n";
    /// let game = pdn::Games::new(text.as_bytes()).next().unwrap()?;
    /// assert_eq!(game.to_pdn(pdn::Form::Pdn3), text);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn to_pdn(&self, form: Form) -> String {
        let mut text = String::new();
        for tag in &self.tags {
            let _ = writeln!(text, "[{} \"{}\"]", tag.name, Escaped(&tag.value));
        }
        if !self.tags.is_empty() {
            text.push('\n');
        }
        let mut moves = Wrapped { text, column: 0, opened: false };
        let first = (self.first_number as usize, self.starts_second);
        moves.line(&self.line, first);
        moves.word(match form {
            Form::Pdn3 => "*",
            Form::Pdn2 => self.result().unwrap_or("*"),
            Form::AsRead => self.terminator.as_deref().unwrap_or("*"),
        });
        moves.text.push_str("\n\n");
        moves.text
    }
}

/// Words separated by spaces, wrapped into lines.
struct Wrapped {
    text: String,
    column: usize,
    /// Whether a variation was just opened: its parenthesis goes with the next word.
    opened: bool,
}

impl Wrapped {
    fn word(&mut self, word: &str) {
        let word = match core::mem::take(&mut self.opened) {
            true => &format!("({word}"),
            false => word,
        };
        let length = word.chars().count();
        let space = usize::from(self.column > 0);
        if self.column + space + length > WIDTH && self.column > 0 {
            self.text.push('\n');
            self.column = 0;
            // At the start of a line, this could be taken for the first tag of the next game.
            if word.starts_with('[') {
                self.text.push(' ');
                self.column = 1;
            }
        } else if space > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(word);
        self.column += length;
    }

    fn line(&mut self, line: &Variation, (number, second): (usize, bool)) {
        let mut half = 2 * number + usize::from(second);
        self.comments(&line.comments);
        // A number precedes each move of the first side, and a move after an interruption.
        let mut between = true;
        for step in &line.steps {
            let number = match (&step.action, half % 2) {
                (Action::Setup(_), _) => String::new(),
                (_, 0) => format!("{}. ", half / 2),
                _ if between => format!("{}... ", half / 2),
                _ => String::new(),
            };
            self.step(step, &number, (half / 2, half % 2 == 1));
            half += usize::from(!matches!(step.action, Action::Setup(_)));
            between = !step.variations.is_empty() || matches!(step.action, Action::Setup(_));
        }
    }

    /// A move is not separated from its number by a line break.
    fn step(&mut self, step: &Step, written: &str, number: (usize, bool)) {
        let marks = step.marks.concat();
        match &step.action {
            Action::Move(text) => self.word(&format!("{written}{text}{marks}")),
            Action::Unknown => self.word(&format!("{written}-")),
            Action::Setup(fen) => self.word(&format!("/FEN \"{}\"/", fen.replace(['/', '"'], ""))),
        }
        for nag in &step.nags {
            self.word(&format!("${nag}"));
        }
        self.comments(&step.comments);
        for variation in &step.variations {
            self.opened = true;
            self.line(variation, number);
            if self.opened {
                self.word("");
            }
            self.text.push(')');
            self.column += 1;
        }
    }

    fn comments(&mut self, comments: &[String]) {
        for comment in comments {
            let text = format!("{{{}}}", comment.replace('}', ")"));
            let mut rest = text.as_str();
            while !rest.is_empty() {
                // Commands for programs are not wrapped.
                let command =
                    rest.trim_start_matches('{').starts_with("[%").then(|| rest.find(']'));
                let end = command.flatten().map_or(0, |end| end + 1);
                let blank = rest[end..].find(char::is_whitespace).map(|at| end + at);
                let (word, after) = rest.split_at(blank.unwrap_or(rest.len()));
                self.word(word);
                rest = after.trim_start();
            }
        }
    }
}

/// A tag's value, with quotes and backslashes escaped.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '"' | '\\' => write!(f, "\\{character}")?,
                _ if character.is_control() => f.write_char(' ')?,
                _ => f.write_char(character)?,
            }
        }
        Ok(())
    }
}
