//! Files of ours, read whole.

use std::fs::File;
use std::io::{Error, ErrorKind, Read, Result};
use std::path::Path;

/// No book and no file of weights comes near.
const LARGEST: u64 = 512 << 20;

/// Reads a book or a file of weights. One that is larger than any of ours can be is refused, so that
/// a device without end, or a wrong name, costs neither time nor memory without end.
///
/// ```
/// let wrong = draughts_engine::read_file("no such file".as_ref());
/// assert!(wrong.is_err());
/// ```
pub fn read_file(path: &Path) -> Result<Vec<u8>> {
    read(File::open(path)?, LARGEST)
}

fn read(source: impl Read, largest: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(largest + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > largest {
        true => {
            let words = format!("it has more than {} MiB, so it is none of ours", largest >> 20);
            Err(Error::new(ErrorKind::FileTooLarge, words))
        }
        false => Ok(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_read_without_end() {
        assert_eq!(read(&[7; 1 << 20][..], 1 << 20).unwrap().len(), 1 << 20);
        let error = read(std::io::repeat(7), 1 << 20).unwrap_err();
        assert_eq!(error.to_string(), "it has more than 1 MiB, so it is none of ours");
    }
}
