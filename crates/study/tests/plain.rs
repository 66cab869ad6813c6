//! Issue 19.5: whatever a segment says of a position is what a plain count over the same games says.

mod common;

use common::{Folder, RandomGame, build, rules, seen, try_build, view};
use draughts::{AnyPosition, Color, Ruleset, dispatch};
use draughts_study::explorer::{BuildOptions, Builder, ExplorerPosition, Segment, position_key};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::Read;

/// A move as its side sees it; `None` for the end of a game.
type Seen = Option<(u8, u8, Vec<u8>, bool)>;

/// What is counted: games, and what the side to move won, drew and lost.
#[derive(Clone, Default, PartialEq, Debug)]
struct Count {
    games: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    ratings: Vec<u64>,
    last: Option<u32>,
}

impl Count {
    fn add(&mut self, game: &RandomGame, turn: Color) {
        self.games += 1;
        match game.result {
            None => {}
            Some(None) => self.drawn += 1,
            Some(Some(winner)) if winner == turn => self.won += 1,
            Some(Some(_)) => self.lost += 1,
        }
        self.ratings.extend(game.ratings[turn as usize].map(u64::from));
        self.last = self.last.max(game.date);
    }
}

#[derive(Default)]
struct Position {
    /// As they came in games: from one side, and perhaps from the other.
    stand: Vec<AnyPosition>,
    all: Count,
    moves: BTreeMap<Seen, Count>,
}

/// Counts positions one by one: those of which the key is a multiple of a number.
struct PlainCount {
    every: u64,
    positions: HashMap<(Ruleset, Vec<u8>), Position>,
}

impl PlainCount {
    fn of(every: u64) -> Self {
        Self { every, positions: HashMap::new() }
    }

    fn add(&mut self, game: &RandomGame) {
        let (mut been, mut played) = (HashSet::new(), HashSet::new());
        for (position, mv) in game.positions() {
            if !position_key(&position).is_multiple_of(self.every) {
                continue;
            }
            let key = (game.rules.clone(), seen(&position));
            let mv = mv.map(|mv| view(&position, &mv));
            let counted = self.positions.entry(key.clone()).or_default();
            if !counted.stand.contains(&position) {
                counted.stand.push(position);
            }
            if been.insert(key.1.clone()) {
                counted.all.add(game, position.turn());
            }
            if played.insert((key.1, mv.clone())) {
                counted.moves.entry(mv).or_default().add(game, position.turn());
            }
        }
    }

    /// Asks the segment for every position; how many there are.
    fn compare(&self, segment: &Segment) -> usize {
        for ((rules, _), counted) in &self.positions {
            counted.stand.iter().for_each(|position| counted.compare(segment, rules, position));
        }
        self.positions.len()
    }
}

impl Position {
    fn compare(&self, segment: &Segment, rules: &Ruleset, position: &AnyPosition) {
        let found = segment.probe(rules, position).unwrap();
        let fen = || format!("{rules} {}", position.to_fen());
        let found = found.unwrap_or_else(|| panic!("{} is missing", fen()));
        let turn = position.turn();
        let sides = |count: &Count| match turn {
            Color::White => (count.games, count.won, count.drawn, count.lost),
            Color::Black => (count.games, count.lost, count.drawn, count.won),
        };
        let told = |results: &draughts_study::explorer::Results| {
            (results.games, results.white, results.draws, results.black)
        };
        assert_eq!(told(&found.results), sides(&self.all), "{}", fen());
        let ended = self.moves.get(&None).map_or(0, |count| count.games);
        assert_eq!(found.ended, ended, "{}", fen());
        let moves: BTreeMap<_, _> =
            found.moves.iter().map(|played| (view(position, &played.mv), played)).collect();
        assert_eq!(moves.len(), found.moves.len(), "a move comes twice: {}", fen());
        assert_eq!(moves.len() + usize::from(ended > 0), self.moves.len(), "{}", fen());
        for (mv, played) in moves {
            let count = &self.moves[&Some(mv)];
            assert_eq!(told(&played.results), sides(count), "{} {}", fen(), played.text);
            assert_eq!(position.parse_move(&played.text).unwrap(), played.mv);
            let (rated, sum) = (count.ratings.len() as u64, count.ratings.iter().sum::<u64>());
            let average = (sum + rated / 2).checked_div(rated);
            assert_eq!(played.average_rating.map(u64::from), average, "{}", fen());
            let last = count
                .last
                .map(|date| format!("{}.{:02}.{:02}", date / 10_000, date / 100 % 100, date % 100));
            let shown = played.last_played.map(|date| date.to_string().replace("??", "00"));
            assert_eq!(shown, last, "{}", fen());
            let examples = played.examples.len() as u64;
            assert!(examples == count.games.min(3), "{examples} of {}", count.games);
        }
        let counts: Vec<u64> = found.moves.iter().map(|played| played.results.games).collect();
        assert!(counts.is_sorted_by(|one, next| one >= next), "{}", fen());
    }
}

const VARIANTS: [&str; 8] = [
    "american",
    "international",
    "russian",
    "italian",
    "frisian",
    "turkish",
    "spanish",
    "american,capture=off,continue=no,kings=flying",
];

/// Writes games as they are read, and counts them; so a million need no file.
struct Written<'a> {
    next: u64,
    end: u64,
    rest: Vec<u8>,
    count: &'a mut PlainCount,
}

impl Read for Written<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.rest.is_empty() && self.next < self.end {
            let rules = rules(VARIANTS[(self.next % VARIANTS.len() as u64) as usize]);
            let game = RandomGame::new(&rules, self.next, 40);
            self.count.add(&game);
            self.rest = game.pdn().into_bytes();
            self.next += 1;
        }
        let length = buffer.len().min(self.rest.len());
        buffer[..length].copy_from_slice(&self.rest[..length]);
        self.rest.drain(..length);
        Ok(length)
    }
}

fn compare(games: u64, every: u64, memory: u64) {
    let folder = Folder::new(&format!("plain-{games}"));
    let path = folder.path("all.explorer");
    let mut count = PlainCount::of(every);
    let written = Written { next: 0, end: games, rest: Vec::new(), count: &mut count };
    let mut builder =
        Builder::create(&path, BuildOptions { memory, ..BuildOptions::default() }).unwrap();
    let imported =
        builder.add_pdn("all.pdn", written, None, &mut |problem| panic!("{problem}")).unwrap();
    assert_eq!((imported.read, imported.added, imported.cut), (games, games, 0));
    let built = builder.finish(&mut |_, _| {}).unwrap();
    let segment = Segment::open(&path).unwrap();
    assert_eq!(segment.counts(), &built.counts);
    segment.verify(&mut |_, _| {}).unwrap();
    let positions = count.compare(&segment);
    if every == 1 {
        assert_eq!(positions as u64, built.counts.positions());
    }
    assert!(positions as u64 > games / every, "{positions} positions of {games} games");
}

/// Ten thousand games of eight kinds, with runs on disk: every tenth position, chosen by its key.
#[test]
fn ten_thousand_games_are_counted_as_plainly() {
    compare(10_000, 10, 4 << 20);
}

/// Every position of a smaller collection, with runs on disk.
#[test]
fn no_position_is_forgotten() {
    compare(800, 1, 0);
}

/// A sample of the positions of a million games.
#[test]
fn a_million_games_are_counted_as_plainly() {
    if std::env::var_os("DAMIER_SLOW").is_none_or(|value| value != "1") {
        return eprintln!("skipped: takes minutes; DAMIER_SLOW=1 runs it");
    }
    compare(1_000_000, 101, 256 << 20);
}

/// The same games seen by the other side are the same collection, with the results of the other side; both
/// together count twice.
#[test]
fn turned_games_are_the_same_games() {
    let folder = Folder::new("turned");
    for name in VARIANTS {
        let rules = rules(name);
        let games: Vec<RandomGame> =
            (0..20).map(|number| RandomGame::new(&rules, number, 120)).collect();
        let turned: Vec<RandomGame> = games.iter().map(RandomGame::turned).collect();
        let text = |games: &[RandomGame]| games.iter().map(RandomGame::pdn).collect::<String>();
        let one = build(&folder, &text(&games));
        let other = build(&folder, &text(&turned));
        let both = build(&folder, &(text(&games) + &text(&turned)));
        assert_eq!(one.counts().positions(), other.counts().positions(), "{name}");
        assert_eq!(one.counts().positions(), both.counts().positions(), "{name}");
        for (position, _) in games.iter().flat_map(RandomGame::positions) {
            let opposite: AnyPosition = dispatch!(&position, inner => inner.rotated().into());
            let asked = one.probe(&rules, &position).unwrap().unwrap();
            let turned = other.probe(&rules, &opposite).unwrap().unwrap();
            // The segment of turned games answers for the position of the others as well.
            let across = other.probe(&rules, &position).unwrap().unwrap();
            assert_eq!(across.results, asked.results);
            assert_eq!(asked.results.white, turned.results.black);
            assert_eq!(asked.results.black, turned.results.white);
            let twice = both.probe(&rules, &position).unwrap().unwrap();
            assert_eq!(twice.results.games, 2 * asked.results.games);
            assert_eq!(twice.results.white, 2 * asked.results.white, "{}", position.to_fen());
            assert_eq!(asked.moves.len(), turned.moves.len());
            for mv in &asked.moves {
                let seen = view(&position, &mv.mv);
                let same = turned.moves.iter().find(|mv| view(&opposite, &mv.mv) == seen).unwrap();
                assert_eq!(mv.results.games, same.results.games);
                assert_eq!(mv.results.white, same.results.black);
                let games = |found: &ExplorerPosition| {
                    let same = found.moves.iter().find(|other| other.mv == mv.mv);
                    same.map(|other| other.results.games)
                };
                assert_eq!(games(&across), Some(mv.results.games), "{}", position.to_fen());
                assert_eq!(games(&twice), Some(2 * mv.results.games), "{}", position.to_fen());
            }
        }
    }
}

/// The bytes depend on the games alone.
#[test]
fn threads_and_memory_change_nothing() {
    let folder = Folder::new("threads");
    let games: String = (0..400)
        .map(|number| RandomGame::new(&rules(VARIANTS[number as usize % 3]), number, 60).pdn())
        .collect();
    let path = folder.path("same.explorer");
    let mut before: Option<Vec<u8>> = None;
    for (threads, memory) in [(1, 256 << 20), (1, 0), (2, 0), (3, 1 << 20), (8, 64 << 20)] {
        let options = BuildOptions { threads, memory, ..BuildOptions::default() };
        try_build(&path, games.as_bytes(), options).unwrap();
        let bytes = std::fs::read(&path).unwrap();
        assert!(before.is_none_or(|before| before == bytes), "{threads} threads, {memory} bytes");
        before = Some(bytes);
    }
    assert_eq!(folder.names(), ["same.explorer"], "nothing is left beside it");
}

/// Games come back with every move, and with where they are from.
#[test]
fn games_come_back() {
    let folder = Folder::new("games");
    for name in VARIANTS {
        let rules = rules(name);
        let games: Vec<RandomGame> =
            (0..150).map(|number| RandomGame::new(&rules, number, 90)).collect();
        let games: Vec<RandomGame> =
            games.iter().flat_map(|game| [game.clone(), game.turned()]).collect();
        let segment = build(&folder, &games.iter().map(RandomGame::pdn).collect::<String>());
        let mut line = 1;
        for (id, game) in games.iter().enumerate() {
            let stored = segment.game(id as u32).unwrap();
            assert_eq!((&stored.rules, &stored.moves), (&rules, &game.moves), "{name} {id}");
            assert_eq!(stored.start, game.start);
            let info = &stored.info;
            assert_eq!(info.white, format!("Player {}", game.number % 97));
            assert_eq!(info.event, format!("Evening {}", game.number % 50));
            assert_eq!((info.ratings.white, info.ratings.black), game.ratings.into());
            assert_eq!((info.source.as_str(), info.number), ("club.pdn", id as u64 + 1));
            assert_eq!(info.line, line, "{name} {id}");
            line += game.pdn().lines().count() as u64;
        }
        assert!(segment.game(games.len() as u32).is_err());
    }
}
