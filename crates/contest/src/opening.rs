//! The openings of a match.

use arbiter::{
    Dice, MOST_RANDOM_PLIES, Opening, Purpose, TermsError, table_openings, three_move_openings,
};
use core::fmt;
use core::str::FromStr;
use draughts::{Game, Ruleset, Variant};
use engine::{Engine, EngineOptions, Limits, Score, SearchOptions};
use std::collections::HashSet;
use std::path::PathBuf;

/// The source of openings, as text: `start`, `ballots`, `random:6` or the name of a file.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum OpeningSource {
    /// Every game starts from the start.
    Start,
    /// The ballots and tables of the federations, except those that are lost for a side.
    Ballots,
    /// A number of random moves that leave the position about level.
    Random(u8),
    /// The games of a PDN file, or a text file with a position or a list of moves on each line.
    File(PathBuf),
}

impl OpeningSource {
    /// Returns the default openings for these rules: ballots if there are enough for this many rounds, otherwise random
    /// moves. Deterministic players repeat their games when openings are repeated, which looks like more evidence than
    /// there is.
    pub fn usual(rules: &Ruleset, rounds: usize) -> Self {
        match ballots(rules) {
            Ok(list) if list.len() >= rounds => Self::Ballots,
            _ => Self::Random(6),
        }
    }
}

impl FromStr for OpeningSource {
    type Err = OpeningError;

    fn from_str(text: &str) -> Result<Self, OpeningError> {
        match text.trim() {
            "" => Err(OpeningError::NoSource),
            "start" => Ok(Self::Start),
            "ballots" => Ok(Self::Ballots),
            text => match text.strip_prefix("random:") {
                None => Ok(Self::File(text.into())),
                Some(plies) => {
                    let plies: Option<u8> = plies.parse().ok();
                    let plies = plies.filter(|plies| (1..=MOST_RANDOM_PLIES).contains(plies));
                    plies.map(Self::Random).ok_or(OpeningError::Plies)
                }
            },
        }
    }
}

impl fmt::Display for OpeningSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start => f.write_str("start"),
            Self::Ballots => f.write_str("ballots"),
            Self::Random(plies) => write!(f, "random:{plies}"),
            Self::File(path) => write!(f, "{}", path.display()),
        }
    }
}

/// Why there are no openings.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    /// The source is empty.
    #[error("openings are start, ballots, random:6 or the name of a file")]
    NoSource,
    /// Too few or too many random moves.
    #[error("random openings are written random:6, with 1 to {MOST_RANDOM_PLIES} moves")]
    Plies,
    /// There are no ballots for these rules.
    #[error("there are no ballots for {0}; choose random:6 or a file of openings")]
    NoBallots(String),
    /// A file cannot be read.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// The error.
        error: std::io::Error,
    },
    /// A line of a file is not an opening.
    #[error("{path}, line {line}: {problem}")]
    Line {
        /// The file.
        path: String,
        /// The number of the line, from 1.
        line: usize,
        /// The problem.
        problem: String,
    },
    /// A file contains none.
    #[error("{0}")]
    None(String),
    /// No game can start with it.
    #[error(transparent)]
    Terms(#[from] TermsError),
}

/// The start of a game.
#[derive(Clone, Debug)]
pub struct GameStart {
    /// The name of the opening.
    pub name: String,
    /// The game after it.
    pub game: Game,
}

/// The openings of a match, one per round, determined by the seed.
pub struct Openings {
    known: Vec<GameStart>,
    more: Option<Maker>,
}

impl Openings {
    /// Reads the openings of a source for these rules. Lists are shuffled by the seed, so that any part of them is a
    /// fair sample; PDN games are cut after `plies`.
    pub fn new(
        source: &OpeningSource,
        rules: &Ruleset,
        plies: usize,
        seed: u64,
    ) -> Result<Self, OpeningError> {
        let mut known = match source {
            OpeningSource::Start => {
                vec![GameStart { name: "start".to_owned(), game: Game::new(rules.clone()) }]
            }
            OpeningSource::Ballots => ballots(rules)?,
            OpeningSource::File(path) => crate::file::read(path, rules, plies)?,
            OpeningSource::Random(plies) => {
                let mut maker = Maker::new(rules, *plies, seed);
                let known = (0..FIRST).map(|_| maker.make()).collect();
                return Ok(Self { known, more: Some(maker) });
            }
        };
        shuffle(&mut known, &mut Dice::new(seed, Purpose::Opening));
        Ok(Self { known, more: None })
    }

    /// The number of openings; `None` if unlimited.
    pub fn len(&self) -> Option<usize> {
        self.more.is_none().then_some(self.known.len())
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == Some(0)
    }

    /// The opening of a round, from 0; a list starts again after its end.
    pub fn round(&mut self, round: usize) -> GameStart {
        match &mut self.more {
            None => self.known[round % self.known.len()].clone(),
            Some(maker) => {
                while self.known.len() <= round {
                    self.known.push(maker.make());
                }
                self.known[round].clone()
            }
        }
    }

    /// A hash of the openings.
    pub fn fingerprint(&self) -> u64 {
        let positions = self.known.iter().map(|start| start.game.position().hash());
        positions.fold(0, |print: u64, hash| print.rotate_left(5) ^ hash)
    }
}

/// The number of random openings generated in advance: enough to notice that another engine judges them.
const FIRST: usize = 4;

fn shuffle<T>(list: &mut [T], dice: &mut Dice) {
    for last in (1..list.len()).rev() {
        list.swap(last, dice.below(last as u64 + 1) as usize);
    }
}

/// The ballots of these rules.
fn ballots(rules: &Ruleset) -> Result<Vec<GameStart>, OpeningError> {
    let start =
        |name: String, opening: Opening| Ok(GameStart { name, game: opening.set_up(rules, 0)? });
    match rules.base {
        Variant::American => three_move_openings()
            .filter(|ballot| !ballot.lost)
            .map(|ballot| {
                let name = format!("ballot {} ({})", ballot.number, ballot.moves);
                start(name, Opening::ThreeMove(Some(ballot.number)))
            })
            .collect(),
        Variant::Russian | Variant::Brazilian => table_openings()
            .map(|table| {
                let name = format!("table {} ({})", table.name, table.moves);
                start(name, Opening::Table(Some(table.name.to_owned())))
            })
            .collect(),
        _ => Err(OpeningError::NoBallots(rules.title())),
    }
}

/// Generates random openings.
struct Maker {
    rules: Ruleset,
    plies: u8,
    seed: u64,
    tried: u32,
    judge: Engine,
    seen: HashSet<u64>,
}

/// The largest lead in a level position, in hundredths of a man.
const EVEN: i32 = 50;
/// The number of nodes for judging an opening.
const JUDGED_BY: u64 = 2_000;
/// After this many openings that are not level or not new, the best of them is taken.
const MOST_TRIES: u32 = 64;

impl Maker {
    fn new(rules: &Ruleset, plies: u8, seed: u64) -> Self {
        let judge = Engine::new(EngineOptions { tt_bytes: 256 << 10, ..Default::default() });
        Self { rules: rules.clone(), plies, seed, tried: 0, judge, seen: HashSet::new() }
    }

    fn make(&mut self) -> GameStart {
        let mut best: Option<(i32, Game)> = None;
        for _ in 0..MOST_TRIES {
            let game = self.next();
            let off = match self.seen.contains(&game.position().hash()) {
                true => i32::MAX,
                false => self.off_balance(&game),
            };
            if best.as_ref().is_none_or(|(least, _)| off < *least) {
                best = Some((off, game));
            }
            if off <= EVEN {
                break;
            }
        }
        let game = best.map_or_else(|| Game::new(self.rules.clone()), |(_, game)| game);
        self.seen.insert(game.position().hash());
        let moves: Vec<String> = moves_as_text(&game).collect();
        GameStart { name: moves.join(" "), game }
    }

    fn next(&mut self) -> Game {
        let seed = Dice::new(self.seed, Purpose::Match { number: self.tried }).bits();
        self.tried = self.tried.wrapping_add(1);
        let opening = Opening::Random { plies: self.plies };
        opening.set_up(&self.rules, seed).unwrap_or_else(|_| Game::new(self.rules.clone()))
    }

    /// The lead of the side that is ahead.
    fn off_balance(&mut self, game: &Game) -> i32 {
        self.judge.clear();
        let options = SearchOptions::default();
        let report = self.judge.search(game, &Limits::nodes(JUDGED_BY), &options, &mut |_| {});
        match report.map(|report| report.score()) {
            Some(Score::Centimen(value)) => value.abs(),
            _ => i32::MAX - 1,
        }
    }
}

/// The moves of a game in its notation.
pub(crate) fn moves_as_text(game: &Game) -> impl Iterator<Item = String> {
    let turns = game.history().enumerate();
    turns.filter_map(|(ply, mv)| Some(game.position_after(ply)?.text(mv)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(text: &str) -> Ruleset {
        text.parse().unwrap()
    }

    fn openings(source: &str, variant: &str, seed: u64) -> Result<Openings, OpeningError> {
        Openings::new(&source.parse()?, &rules(variant), 8, seed)
    }

    fn names(openings: &mut Openings, rounds: usize) -> Vec<String> {
        (0..rounds).map(|round| openings.round(round).name).collect()
    }

    #[test]
    fn ballots_are_those_of_the_federations() {
        let mut american = openings("ballots", "american", 1).unwrap();
        let sound = three_move_openings().filter(|ballot| !ballot.lost).count();
        assert_eq!(american.len(), Some(sound));
        assert_eq!(american.round(3).game.history().len(), 3);
        assert_eq!(american.round(sound + 3).name, american.round(3).name);
        assert_eq!(openings("ballots", "russian", 1).unwrap().len(), Some(150));
        assert_eq!(openings("ballots", "brazilian", 1).unwrap().len(), Some(150));
        let none = openings("ballots", "frisian", 1).err().unwrap().to_string();
        assert!(none.contains("random:6"), "{none}");
        let usual = |variant, rounds| OpeningSource::usual(&rules(variant), rounds);
        assert_eq!(usual("american", sound), OpeningSource::Ballots);
        assert_eq!(usual("american", sound + 1), OpeningSource::Random(6));
        assert_eq!(usual("frisian", 1), OpeningSource::Random(6));
    }

    #[test]
    fn the_seed_decides() {
        for source in ["ballots", "random:4"] {
            let of = |seed| names(&mut openings(source, "american", seed).unwrap(), 6);
            assert_eq!(of(1), of(1));
            assert_ne!(of(1), of(2));
        }
    }

    #[test]
    fn random_openings_are_even_and_differ() {
        for variant in ["international", "italian", "breakthrough", "antidraughts"] {
            let mut made = openings("random:5", variant, 9).unwrap();
            let mut judge = Maker::new(&rules(variant), 5, 0);
            let mut seen = HashSet::new();
            for round in 0..10 {
                let start = made.round(round);
                assert_eq!(start.game.history().len(), 5, "{variant}: {}", start.name);
                assert!(judge.off_balance(&start.game) <= EVEN, "{variant}: {}", start.name);
                assert!(seen.insert(start.game.position().hash()), "{variant}: {}", start.name);
            }
        }
    }

    #[test]
    fn what_is_used_up_is_repeated() {
        // There are nine first moves.
        let mut made = openings("random:1", "international", 1).unwrap();
        let names = names(&mut made, 12);
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), 9, "{names:?}");
    }

    #[test]
    fn texts() {
        for text in ["random:0", "random:41", "random:x", "random:", ""] {
            assert!(text.parse::<OpeningSource>().is_err(), "{text}");
        }
        for text in ["start", "ballots", "random:6", "openings/mine.pdn"] {
            assert_eq!(text.parse::<OpeningSource>().unwrap().to_string(), text);
        }
    }
}
