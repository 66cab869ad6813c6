//! Frames: texts ended by a delimiter byte, with a maximum length.

use std::io::{self, BufRead};

/// One frame, without its delimiter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Frame {
    Whole(Vec<u8>),
    /// It was too long and has been discarded.
    TooLong,
}

pub(crate) struct Frames<R> {
    input: R,
    end: u8,
    most: usize,
}

impl<R: BufRead> Frames<R> {
    pub fn new(input: R, end: u8, most: usize) -> Self {
        Self { input, end, most }
    }

    /// Adds the buffer's contents to the text; returns whether the frame is complete.
    fn gather(&mut self, text: &mut Vec<u8>, length: &mut usize) -> io::Result<Gathered> {
        let buffer = match self.input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(Gathered::More),
            buffer => buffer?,
        };
        if buffer.is_empty() {
            return Ok(Gathered::Closed);
        }
        let end = buffer.iter().position(|byte| *byte == self.end);
        let part = &buffer[..end.unwrap_or(buffer.len())];
        *length = length.saturating_add(part.len());
        if *length <= self.most {
            text.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        self.input.consume(used);
        Ok(if end.is_some() { Gathered::Whole } else { Gathered::More })
    }
}

enum Gathered {
    More,
    Whole,
    Closed,
}

impl<R: BufRead> Iterator for Frames<R> {
    type Item = io::Result<Frame>;

    fn next(&mut self) -> Option<Self::Item> {
        let (mut text, mut length) = (Vec::new(), 0);
        loop {
            match self.gather(&mut text, &mut length) {
                Err(error) => return Some(Err(error)),
                Ok(Gathered::More) => continue,
                Ok(Gathered::Closed) if length == 0 => return None,
                Ok(_) if length > self.most => return Some(Ok(Frame::TooLong)),
                Ok(_) => return Some(Ok(Frame::Whole(text))),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    #[test]
    fn long_texts_are_dropped_and_the_next_is_read() {
        let text = [&b"one\n\n"[..], &[b'x'; 50], b"\ntwo\nlast"].concat();
        for capacity in [1, 3, 1000] {
            let frames = Frames::new(BufReader::with_capacity(capacity, &text[..]), b'\n', 10);
            let frames: Vec<_> = frames.map(Result::unwrap).collect();
            let whole = |text: &str| Frame::Whole(text.into());
            assert_eq!(
                frames,
                [whole("one"), whole(""), Frame::TooLong, whole("two"), whole("last")]
            );
        }
    }
}
