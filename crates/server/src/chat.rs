//! Chat between players. It is not part of the game: it is neither logged nor stored.

use draughts::Color;
use std::time::{Duration, Instant};
use wire::{ChatText, ChatView};

/// The longest message.
pub const LONGEST: usize = 200;

/// Cleans up a message; `None` if nothing is left or it is too long.
pub fn message(side: Color, words: ChatText, at: u64) -> Option<ChatView> {
    let words = match words {
        ChatText::Text(text) => {
            let text: String = text.chars().filter(|letter| !letter.is_control()).collect();
            let text = text.trim().to_owned();
            let fits = (1..=LONGEST).contains(&text.chars().count());
            fits.then_some(ChatText::Text(text))?
        }
        preset @ ChatText::Preset(_) => preset,
    };
    Some(ChatView { from: side, words, at })
}

/// The rate limit of chat: a burst of messages, then one every few seconds.
pub struct ChatRate {
    left: u32,
    since: Instant,
}

impl ChatRate {
    const MOST: u32 = 5;
    const EACH: Duration = Duration::from_secs(3);

    /// Takes a message from the allowance, if there is one left.
    pub fn take(&mut self) -> bool {
        let gained = self.since.elapsed().as_millis() / Self::EACH.as_millis();
        if gained > 0 {
            self.left = Self::MOST.min(self.left.saturating_add(gained.min(99) as u32));
            self.since = Instant::now();
        }
        let some = self.left > 0;
        self.left = self.left.saturating_sub(1);
        some
    }
}

impl Default for ChatRate {
    fn default() -> Self {
        Self { left: Self::MOST, since: Instant::now() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wire::Preset;

    #[test]
    fn messages_are_lines_of_text() {
        let said = |text: &str| message(Color::White, ChatText::Text(text.to_owned()), 1);
        assert_eq!(said(" a\u{7}b\nc ").unwrap().words, ChatText::Text("abc".to_owned()));
        assert_eq!(said(" \n "), None);
        assert_eq!(said(&"x".repeat(LONGEST + 1)), None);
        let preset = message(Color::Black, ChatText::Preset(Preset::WellPlayed), 1).unwrap();
        let text = serde_json::to_string(&preset).unwrap();
        assert_eq!(text, r#"{"from":"black","preset":"well-played","at":1}"#);
        assert_eq!(serde_json::from_str::<ChatView>(&text).unwrap(), preset);
    }

    #[test]
    fn nobody_talks_without_a_breath() {
        let mut breath = ChatRate::default();
        assert_eq!((0..9).filter(|_| breath.take()).count(), ChatRate::MOST as usize);
    }
}
