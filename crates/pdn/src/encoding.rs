//! Text in whatever encoding a file has: UTF-8, UTF-16 with a byte order mark, or an old code page.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Decoder, Encoding, UTF_8, UTF_16BE, UTF_16LE};
use std::borrow::Cow;
use std::io::{self, Read};

/// Decodes the texts of one file. Valid UTF-8 is taken as UTF-8; for everything else one code page is guessed from the
/// bytes at hand when first needed, so that a file with both old and new games keeps all its names.
#[derive(Debug, Default)]
pub(crate) struct Texts {
    old: Option<&'static Encoding>,
}

impl Texts {
    /// Decodes a text; `around` is as much of the file as is in memory.
    pub fn decode<'a>(&mut self, text: &'a [u8], around: &[u8]) -> Cow<'a, str> {
        match str::from_utf8(text) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => {
                let old = *self.old.get_or_insert_with(|| guess(text, around));
                old.decode_without_bom_handling(text).0
            }
        }
    }

    /// Returns the encoding of texts other than UTF-8, if there were any.
    pub fn old(&self) -> Option<&'static str> {
        self.old.map(Encoding::name)
    }
}

fn guess(text: &[u8], around: &[u8]) -> &'static Encoding {
    /// More text than this does not improve the guess.
    const ENOUGH: usize = 1 << 16;
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(text, false);
    detector.feed(&around[..around.len().min(ENOUGH)], true);
    detector.guess(None, Utf8Detection::Deny)
}

/// Converts UTF-16 with a byte order mark to UTF-8, removes UTF-8's own mark, and passes on everything else unchanged.
pub(crate) struct Utf8Source<R> {
    inner: R,
    /// Converted bytes, and how many of them have been passed on.
    ready: Vec<u8>,
    handed: usize,
    decoder: Option<Decoder>,
    looked: bool,
}

impl<R: Read> Utf8Source<R> {
    pub fn new(inner: R) -> Self {
        Self { inner, ready: Vec::new(), handed: 0, decoder: None, looked: false }
    }

    /// Checks the start of the file for a byte order mark.
    fn look(&mut self) -> io::Result<()> {
        self.looked = true;
        (&mut self.inner).take(4).read_to_end(&mut self.ready)?;
        // Without a mark, an ASCII letter next to a zero byte means UTF-16.
        let unmarked = match self.ready[..] {
            [1..=0x7F, 0, 1..=0x7F, 0] => Some((UTF_16LE, 0)),
            [0, 1..=0x7F, 0, 1..=0x7F] => Some((UTF_16BE, 0)),
            _ => None,
        };
        if let Some((encoding, mark)) = Encoding::for_bom(&self.ready).or(unmarked) {
            self.ready.drain(..mark);
            if encoding != UTF_8 {
                let mut decoder = encoding.new_decoder_without_bom_handling();
                self.ready = decode(&mut decoder, &self.ready, false);
                self.decoder = Some(decoder);
            }
        }
        Ok(())
    }
}

fn decode(decoder: &mut Decoder, bytes: &[u8], last: bool) -> Vec<u8> {
    let room = decoder.max_utf8_buffer_length(bytes.len()).unwrap_or(4 * bytes.len());
    let mut text = String::with_capacity(room);
    let _ = decoder.decode_to_string(bytes, &mut text, last);
    text.into_bytes()
}

impl<R: Read> Read for Utf8Source<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if !self.looked {
            self.look()?;
        }
        while self.handed == self.ready.len() {
            let Some(decoder) = &mut self.decoder else { return self.inner.read(out) };
            let mut raw = [0; 1 << 13];
            let length = self.inner.read(&mut raw)?;
            self.ready = decode(decoder, &raw[..length], length == 0);
            self.handed = 0;
            if length == 0 {
                self.decoder = None;
            }
        }
        let left = &self.ready[self.handed..];
        let length = left.len().min(out.len());
        out[..length].copy_from_slice(&left[..length]);
        self.handed += length;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn through(bytes: &[u8]) -> String {
        let mut text = String::new();
        Utf8Source::new(bytes).read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn marks_are_understood() {
        let text = "[White \"Сергей é\"]";
        assert_eq!(through(text.as_bytes()), text);
        assert_eq!(through(&[b"\xEF\xBB\xBF", text.as_bytes()].concat()), text);
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(through(&[b"\xFF\xFE", &little[..]].concat()), text);
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(through(&[b"\xFE\xFF", &big[..]].concat()), text);
        assert_eq!(through(&little), text);
        assert_eq!(through(&big), text);
        assert_eq!(through(b""), "");
    }

    #[test]
    fn old_code_pages_are_guessed() {
        let mut texts = Texts::default();
        let latin = b"69\xB0 Assoluto, Caff\xE8 Citt\xE0";
        assert_eq!(texts.decode(latin, latin), "69° Assoluto, Caffè Città");
        assert_eq!(texts.old(), Some("windows-1252"));
        assert_eq!(texts.decode("é".as_bytes(), b""), "é", "new games in an old file");
        let (cyrillic, _, _) =
            encoding_rs::WINDOWS_1251.encode("Чемпионат СССР, Блиндер — Коган, Москва");
        let mut texts = Texts::default();
        assert_eq!(texts.decode(&cyrillic, b""), "Чемпионат СССР, Блиндер — Коган, Москва");
    }
}
