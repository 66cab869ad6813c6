//! A match, from its first game to its last.

use crate::bout::{Bout, Conditions, play};
use crate::ending::BoutEnding;
use crate::entrant::Entrant;
use crate::match_score::GameResult;
use crate::opening::{GameStart, OpeningError, OpeningSource, Openings};
use crate::player::{Contestant, Failure};
use crate::schedule::{Pairing, Schedule};
use crate::scribe::{RecordError, RecordFile, Scribe, terms};
use crate::sheet::Sheet;
use crate::sprt::Sprt;
use crate::standings::Standings;
use arbiter::{Dice, Purpose};
use draughts::{ByColor, Color, Ruleset};
use endgame::{TableFolder, Tables};
use engine::Stop;
use pdn::Judge;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// A match between two players, or a tournament of more.
///
/// ```
/// use draughts_contest::Contest;
/// use draughts::Variant;
/// use draughts_contest::engine::Stop;
///
/// let players = vec!["damier:name=more,nodes=400".parse()?, "level:1".parse()?];
/// let mut contest = Contest::new(Variant::American.into(), players);
/// contest.rounds = 2;
/// let standings = contest.run(&Stop::new(), &mut |progress| println!("{}", progress.standings))?;
/// assert_eq!(standings.score(0, 1).games(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Contest {
    /// The rules of all games.
    pub rules: Ruleset,
    /// The players.
    pub entrants: Vec<Entrant>,
    /// The time control, limits, and adjudication.
    pub conditions: Conditions,
    /// The source of the openings.
    pub openings: OpeningSource,
    /// The number of plies taken from the games of a PDN file.
    pub opening_plies: usize,
    /// The seed of everything random.
    pub seed: u64,
    /// The number of openings; each is played twice by every two players.
    pub rounds: usize,
    /// The test that ends a match of two players early.
    pub sprt: Option<Sprt>,
    /// The number of concurrent games.
    pub jobs: usize,
    /// The file in which games are recorded.
    pub record: Option<RecordFile>,
    /// Endgame tables, for players and adjudication that ask for them.
    pub endgame: Option<TableFolder>,
}

/// An event of a match.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The game that has ended; `None` at the start of a match.
    pub ended: Option<(Pairing, &'a BoutEnding)>,
    /// The current standings.
    pub standings: &'a Standings,
}

/// Why a match cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum ContestError {
    /// One player alone, or too many.
    #[error("a match has 2 to {MOST_PLAYERS} players")]
    Players,
    /// Too few or too many games.
    #[error("a match has 1 to {MOST_GAMES} games")]
    Games,
    /// A player's thinking time is unlimited.
    #[error(
        "nothing limits {0}: give a number of positions, a time for each move, a clock or a depth"
    )]
    Limitless(String),
    /// A sequential test with more than two players.
    #[error("a sequential test compares two players, not more")]
    TestOfMany,
    /// A player that exists only once cannot play itself.
    #[error("{0} plays one game at a time; play them one after the other")]
    Single(String),
    /// The tables for adjudication are missing.
    #[error("there are no endgame tables for {0} pieces to adjudicate by")]
    Tables(usize),
    /// There are no openings.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The record cannot be written.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A player could not be started.
    #[error("{name} {failure}")]
    Start {
        /// The name of the player.
        name: String,
        /// The failure.
        failure: Failure,
    },
}

const MOST_PLAYERS: usize = 64;
const MOST_GAMES: usize = 10_000_000;

impl Contest {
    /// Creates a match with the default openings for these rules, one game at a time, without a record. Players with
    /// the same name are numbered.
    pub fn new(rules: Ruleset, mut entrants: Vec<Entrant>) -> Self {
        for later in 1..entrants.len() {
            let name = entrants[later].name().to_owned();
            let same = entrants[..later].iter().filter(|entrant| {
                let known = entrant.name();
                known == name || known.starts_with(&format!("{name} #"))
            });
            match same.count() {
                0 => {}
                same => entrants[later].rename(format!("{name} #{}", same + 1)),
            }
        }
        Self {
            openings: OpeningSource::usual(&rules, 1),
            rules,
            entrants,
            conditions: Conditions::default(),
            opening_plies: 8,
            seed: 0,
            rounds: 1,
            sprt: None,
            jobs: 1,
            record: None,
            endgame: None,
        }
    }

    fn check(&self) -> Result<(), ContestError> {
        if !(2..=MOST_PLAYERS).contains(&self.entrants.len()) {
            return Err(ContestError::Players);
        }
        let meetings = self.entrants.len() * (self.entrants.len() - 1);
        let games = self.rounds.checked_mul(meetings);
        if !games.is_some_and(|games| (1..=MOST_GAMES).contains(&games)) {
            return Err(ContestError::Games);
        }
        if self.sprt.is_some() && self.entrants.len() > 2 {
            return Err(ContestError::TestOfMany);
        }
        for entrant in &self.entrants {
            if self.conditions.pace.is_infinite() && !entrant.limits_itself() {
                return Err(ContestError::Limitless(entrant.name().to_owned()));
            }
            if entrant.is_single() && self.jobs > 1 {
                return Err(ContestError::Single(entrant.name().to_owned()));
            }
        }
        let pieces = self.conditions.adjudication.tables;
        if pieces > 0 && self.tables().is_none_or(|tables| tables.pieces() < pieces) {
            return Err(ContestError::Tables(pieces));
        }
        Ok(())
    }

    fn tables(&self) -> Option<Arc<Tables>> {
        self.endgame.as_ref().map(|folder| folder.tables(&self.rules))
    }

    /// The openings.
    pub fn openings(&self) -> Result<Openings, OpeningError> {
        Openings::new(&self.openings, &self.rules, self.opening_plies, self.seed)
    }

    /// Returns the terms that define the match's games: it can only be resumed on the same terms.
    fn terms(&self, openings: &Openings) -> String {
        let mut list = vec![
            ("rules", self.rules.to_string()),
            ("seed", self.seed.to_string()),
            ("limits", self.conditions.pace.to_string()),
            ("adjudication", self.conditions.adjudication.to_string()),
            ("openings", format!("{} ({:016x})", self.openings, openings.fingerprint())),
        ];
        let players = self.entrants.iter();
        list.extend(players.map(|entrant| ("player", format!("{entrant} ({})", entrant.name()))));
        terms(&list)
    }

    /// Plays the rest of the match until it is over, decided or stopped.
    pub fn run(
        &self,
        stop: &Stop,
        watch: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<Standings, ContestError> {
        self.check()?;
        let openings = self.openings()?;
        let schedule = Schedule::new(self.entrants.len(), self.rounds);
        let names = self.entrants.iter().map(|entrant| entrant.name().to_owned()).collect();
        let mut standings = Standings::new(names, schedule.clone(), self.sprt);
        let scribe = self.record.as_ref();
        let scribe = scribe.map(|record| Scribe::open(record, &self.terms(&openings)));
        let mut scribe = scribe.transpose()?;
        if let Some(scribe) = &mut scribe {
            self.recall(scribe, &schedule, &mut standings)?;
        }
        let left = (0..schedule.len()).filter(|number| !standings.is_finished(*number));
        let run = MatchRun {
            contest: self,
            left: left.map(|number| schedule.pairing(number)).collect(),
            next: AtomicUsize::new(0),
            openings: Mutex::new(openings),
            started: self.entrants.iter().map(|_| AtomicBool::new(false)).collect(),
            stop: Stop::new(),
        };
        if !standings.is_over() {
            watch(&Progress { ended: None, standings: &standings });
            run.play(&mut standings, &mut scribe, stop, watch)?;
        }
        Ok(standings)
    }

    /// Counts the games already recorded.
    fn recall(
        &self,
        scribe: &mut Scribe,
        schedule: &Schedule,
        standings: &mut Standings,
    ) -> Result<(), ContestError> {
        for past in scribe.past(&self.rules)? {
            // A match may be shortened.
            if past.number >= schedule.len() {
                continue;
            }
            let pairing = schedule.pairing(past.number);
            let seats = ByColor {
                white: (pairing.white, &past.white),
                black: (pairing.black, &past.black),
            };
            if let Some((player, name)) = [seats.white, seats.black]
                .into_iter()
                .find(|(player, name)| self.entrants[*player].name() != *name)
            {
                let expected = self.entrants[player].name();
                let problem = format!("{name} played instead of {expected}");
                return Err(scribe.foreign(past.line, problem).into());
            }
            let failed = past.failed.map(|color| seats[color].0);
            standings.add(&pairing, past.for_white, failed);
        }
        Ok(())
    }

    fn seed_of(&self, pairing: &Pairing) -> u64 {
        let number = pairing.number as u32;
        // Openings use the same generator, and each number only once.
        Dice::new(!self.seed, Purpose::Match { number }).bits()
    }
}

/// The shared state of a match's workers.
struct MatchRun<'a> {
    contest: &'a Contest,
    left: Vec<Pairing>,
    next: AtomicUsize,
    openings: Mutex<Openings>,
    /// Whether each player has ever started: one that never has is a mistake of the user, not a loser.
    started: Vec<AtomicBool>,
    stop: Stop,
}

/// A game that a worker has finished.
struct FinishedGame {
    pairing: Pairing,
    ending: BoutEnding,
    /// Its PDN, if games are recorded.
    text: String,
}

/// How often to check whether to stop.
const GLANCE: Duration = Duration::from_millis(20);

impl MatchRun<'_> {
    fn play(
        &self,
        standings: &mut Standings,
        scribe: &mut Option<Scribe>,
        stop: &Stop,
        watch: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<(), ContestError> {
        std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for _ in 0..self.contest.jobs.clamp(1, self.left.len().max(1)) {
                let sender = sender.clone();
                scope.spawn(move || Worker::new(self).work(&sender));
            }
            drop(sender);
            let result = self.collect(&receiver, standings, scribe, stop, watch);
            self.stop.stop();
            result
        })
    }

    fn collect(
        &self,
        receiver: &Receiver<Result<FinishedGame, ContestError>>,
        standings: &mut Standings,
        scribe: &mut Option<Scribe>,
        stop: &Stop,
        watch: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<(), ContestError> {
        while !standings.is_over() && !stop.is_stopped() {
            let FinishedGame { pairing, ending, text } = match receiver.recv_timeout(GLANCE) {
                Ok(played) => played?,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => break,
            };
            if let Some(scribe) = scribe {
                scribe.write(&text)?;
            }
            let for_white = match ending.winner() {
                Some(Color::White) => GameResult::Win,
                Some(Color::Black) => GameResult::Loss,
                None => GameResult::Draw,
            };
            let failed = ending.failure().map(|(color, _)| match color {
                Color::White => pairing.white,
                Color::Black => pairing.black,
            });
            standings.add(&pairing, for_white, failed);
            watch(&Progress { ended: Some((pairing, &ending)), standings });
        }
        Ok(())
    }

    fn opening(&self, round: usize) -> GameStart {
        self.openings.lock().unwrap_or_else(PoisonError::into_inner).round(round)
    }
}

/// Plays games one by one, with players of its own.
struct Worker<'a> {
    run: &'a MatchRun<'a>,
    players: Vec<Option<Box<dyn Contestant>>>,
    judge: Judge,
    tables: Option<Arc<Tables>>,
}

impl<'a> Worker<'a> {
    fn new(run: &'a MatchRun<'a>) -> Self {
        let players = run.contest.entrants.iter().map(|_| None).collect();
        let judge = Judge::of(run.contest.rules.clone());
        Self { run, players, judge, tables: run.contest.tables() }
    }

    fn work(mut self, sender: &Sender<Result<FinishedGame, ContestError>>) {
        while !self.run.stop.is_stopped() {
            let next = self.run.next.fetch_add(1, Ordering::Relaxed);
            let Some(pairing) = self.run.left.get(next) else { break };
            let start = self.run.opening(pairing.round);
            let played = match self.game(pairing, &start) {
                Ok(Some(bout)) => Ok(self.played(*pairing, &start, bout)),
                Ok(None) => break,
                Err(error) => Err(error),
            };
            if sender.send(played).is_err() {
                break;
            }
        }
    }

    fn played(&self, pairing: Pairing, start: &GameStart, bout: Bout) -> FinishedGame {
        let contest = self.run.contest;
        let text = match contest.record {
            None => String::new(),
            Some(_) => {
                let name = |player: usize| contest.entrants[player].name();
                let sheet = Sheet {
                    pairing: &pairing,
                    names: [name(pairing.white), name(pairing.black)],
                    opening: &start.name,
                    pace: &contest.conditions.pace,
                    bout: &bout,
                };
                sheet.text(&self.judge)
            }
        };
        FinishedGame { pairing, ending: bout.ending, text }
    }

    fn game(&mut self, pairing: &Pairing, start: &GameStart) -> Result<Option<Bout>, ContestError> {
        for (color, player) in [(Color::White, pairing.white), (Color::Black, pairing.black)] {
            if let Err(failure) = self.seat(player) {
                if !self.run.started[player].load(Ordering::Relaxed) {
                    let name = self.run.contest.entrants[player].name().to_owned();
                    return Err(ContestError::Start { name, failure });
                }
                let ending = BoutEnding::Failed(color, failure);
                let game = start.game.clone();
                return Ok(Some(Bout { game, thoughts: Vec::new(), ending }));
            }
        }
        let contest = self.run.contest;
        let [white, black] =
            [pairing.white, pairing.black].map(|player| self.players[player].take());
        let (Some(mut white), Some(mut black)) = (white, black) else { return Ok(None) };
        let seed = contest.seed_of(pairing);
        let players: [&mut dyn Contestant; 2] = [&mut *white, &mut *black];
        let (tables, stop) = (self.tables.as_deref(), &self.run.stop);
        let bout = play(players, &start.game, &contest.conditions, tables, seed, stop);
        // A player that failed is restarted.
        let failed = bout.as_ref().and_then(|bout| bout.ending.failure()).map(|(color, _)| color);
        self.players[pairing.white] = (failed != Some(Color::White)).then_some(white);
        self.players[pairing.black] = (failed != Some(Color::Black)).then_some(black);
        Ok(bout)
    }

    /// Starts a player unless it is running.
    fn seat(&mut self, player: usize) -> Result<(), Failure> {
        if self.players[player].is_none() {
            let contest = self.run.contest;
            let (rules, pace) = (&contest.rules, &contest.conditions.pace);
            let opened = contest.entrants[player].open(rules, pace, contest.endgame.as_ref())?;
            self.run.started[player].store(true, Ordering::Relaxed);
            self.players[player] = Some(opened);
        }
        Ok(())
    }
}
