//! How soon the first line of an analysis comes while so many people analyse at once, each a position of their own.
//!
//! ```text
//! damier serve --addr 127.0.0.1:8000 --limits off
//! cargo run --release -p load --example first_lines -- 127.0.0.1:8000 10 20
//! ```

use draughts::{AnyPosition, Variant};
use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::{Duration, Instant};

/// How long each of them goes on looking.
const LOOK: Duration = Duration::from_secs(2);

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(address), Some(people)) = (arguments.next(), arguments.next()) else {
        return Err("first_lines ADDRESS PEOPLE [ROUNDS]".into());
    };
    let people: usize = people.parse()?;
    let rounds: usize = arguments.next().map_or(Ok(10), |rounds| rounds.parse())?;
    let together = Arc::new(Barrier::new(people));
    let threads: Vec<_> = (0..people)
        .map(|person| {
            let (address, together) = (address.clone(), Arc::clone(&together));
            thread::spawn(move || {
                let look = |round| look(&address, person, round, &together);
                (0..rounds).map(look).collect::<Result<Vec<_>, _>>()
            })
        })
        .collect();
    let mut times = Vec::new();
    for thread in threads {
        times.extend(thread.join().map_err(|_| "a thread panicked")??);
    }
    times.sort();
    let at = |share: usize| times[(times.len() * share / 100).min(times.len() - 1)];
    println!(
        "{people} at once, {} first lines: median {:.0?}, 95 % within {:.0?}, at most {:.0?}",
        times.len(),
        at(50),
        at(95),
        at(100)
    );
    Ok(())
}

/// How long the first line takes to come. All ask in the same moment, and go on looking while others wait.
fn look(
    address: &str,
    person: usize,
    round: usize,
    together: &Barrier,
) -> Result<Duration, std::io::Error> {
    together.wait();
    let begun = Instant::now();
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    let fen = position(10 * round + person).to_fen();
    let client = format!("measured{person}");
    write!(
        stream,
        "GET /api/analysis?rules=international&fen={fen}&lines=3&client={client} HTTP/1.1\r\n\
         Host: {address}\r\nConnection: close\r\n\r\n"
    )?;
    let mut lines = BufReader::new(stream).lines();
    loop {
        match lines.next() {
            Some(line) if line.as_ref().is_ok_and(|line| line.starts_with("data:")) => break,
            Some(line) => {
                line?;
            }
            None => return Err(std::io::Error::other("the server told no line")),
        }
    }
    let taken = begun.elapsed();
    thread::sleep(LOOK.saturating_sub(taken));
    Ok(taken)
}

/// A position of the opening that no other number has, so that nobody finds what an engine knows of it already.
fn position(mut number: usize) -> AnyPosition {
    let mut position = AnyPosition::start(&Variant::International.into());
    for _ in 0..6 {
        let legal = position.legal_moves();
        position = position.play_unchecked(&legal[number % legal.len()]);
        number /= legal.len();
    }
    position
}
