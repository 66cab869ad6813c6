//! Detects the rules by which a game was played, and checks that it follows them.

use crate::gametype::GameType;
use crate::problem::{Flaw, Problem};
use crate::replay::{LinePlayer, Origin, Replay, ReplayedStep, Walked, place_of, start};
use crate::results::{Recorded, Sense, ahead, is_odd_result, read_result};
use crate::tags::find_tag;
use crate::tree::Game;
use draughts::{AnyPosition, Color, Ruleset, Variant};

/// Replays the games of a file, by the rules that their tags name or their moves suggest.
///
/// ```
/// let text = "[GameType \"20\"] 1. 11-15 22-18 2. 15x22 25x18 1-0";
/// let game = pdn::Games::new(text.as_bytes()).next().unwrap()?;
/// let replay = pdn::Judge::default().replay(&game);
/// assert_eq!(replay.rules.to_string(), "american");
/// assert_eq!(replay.origin, pdn::Origin::Overruled("20".to_owned()));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Judge {
    given: Option<Ruleset>,
    usual: Option<Ruleset>,
    sense: Option<Sense>,
}

/// The rank of a variant among those guessed for untagged moves; `None` if its moves look the same as another's.
const fn place_among_likely(variant: Variant) -> Option<u8> {
    Some(match variant {
        Variant::American => 0,
        Variant::International => 1,
        Variant::Italian => 2,
        Variant::Russian => 3,
        Variant::Brazilian => 4,
        Variant::Pool => 5,
        Variant::Czech => 6,
        Variant::Spanish => 7,
        Variant::Portuguese => 8,
        Variant::Frisian => 9,
        Variant::Canadian => 10,
        Variant::Turkish => 11,
        Variant::Thai => 12,
        Variant::Frysk => 13,
        Variant::Killer | Variant::Antidraughts | Variant::Breakthrough => return None,
    })
}

impl Judge {
    /// Creates a judge that uses these rules for all games.
    pub fn of(rules: Ruleset) -> Self {
        Self { given: Some(rules), ..Self::default() }
    }

    /// The number of games that is enough to learn from.
    pub const SAMPLE: usize = 200;

    /// Learns from some games of a file: the rules of games without a tag, and whose points come first in results.
    pub fn learn(&mut self, games: &[Game]) {
        let silent: Vec<&Game> = games.iter().filter(|game| tagged(game).is_none()).collect();
        if self.given.is_none() && !silent.is_empty() {
            let whole = |rules: &Ruleset| {
                let fits = |game: &&&Game| {
                    !game.line.steps.is_empty() && self.walk(game, rules).is_whole()
                };
                silent.iter().filter(fits).count()
            };
            let votes = likely().map(|rules| (whole(&rules), rules));
            // The first of those with the most votes.
            let best = votes.fold((0, None), |best, (votes, rules)| match votes > best.0 {
                true => (votes, Some(rules)),
                false => best,
            });
            self.usual = best.1;
        }
        let senses: Vec<Sense> =
            games.iter().filter_map(|game| evidence(game, &self.replay(game))).collect();
        let black_first = senses.iter().filter(|sense| **sense == Sense::BlackFirst).count();
        if !senses.is_empty() {
            let black_first = 2 * black_first > senses.len();
            self.sense = Some(if black_first { Sense::BlackFirst } else { Sense::WhiteFirst });
        }
    }

    /// Replays a game.
    pub fn replay(&self, game: &Game) -> Replay {
        let Trial { rules, start, walked, origin } = self.trial(game);
        let recorded = self.recorded(game, &rules);
        let Walked { played, end, problem, notes, .. } = walked;
        // The problem that comes first in the text is reported; the rest follows from it.
        let grave = game.grave_problem();
        let problem = match place_of(grave) < place_of(problem.as_ref()) {
            true => grave.cloned(),
            false => problem,
        };
        Replay { rules, origin, start, played, end, recorded, problem, notes }
    }

    /// All irregularities that do not make a game unreliable, in the order of the text: those noted by the reader,
    /// ambiguous captures, contradictory results, a wrong tag for the rules, and problems in variations.
    pub fn notes(&self, game: &Game, replay: &Replay) -> Vec<Problem> {
        let mut in_variations = Vec::new();
        let player = player(game, &replay.rules);
        player.check_variations(&game.line, replay.start, &mut in_variations);
        let in_variations = in_variations.into_iter().map(|Problem { place, flaw }| Problem {
            place,
            flaw: Flaw::InVariation(Box::new(flaw)),
        });
        let read = game.problems.iter().filter(|problem| !problem.flaw.is_grave()).cloned();
        let mut notes: Vec<Problem> = read.chain(replay.notes.iter().cloned()).collect();
        notes.extend(results_differ(game));
        notes.extend(repeated_tags(game));
        if let Some(tag) = find_tag(&game.tags, "Result").filter(|tag| is_odd_result(&tag.value)) {
            let flaw = Flaw::OddResult(tag.value.clone(), replay.recorded.to_string());
            notes.push(Problem { place: tag.place, flaw });
        }
        if let Origin::Overruled(tag) = &replay.origin {
            let (tag, rules) = (tag.clone(), replay.rules.to_string());
            notes.push(Problem { place: game.place, flaw: Flaw::WrongRules { tag, rules } });
        }
        let is_unknown = |step: &ReplayedStep| matches!(step, ReplayedStep::Unknown);
        if let Some(first) = game.line.steps.first()
            && !replay.played.is_empty()
            && replay.played.iter().all(is_unknown)
        {
            notes.push(Problem { place: first.place, flaw: Flaw::NoMoveKnown });
        }
        notes.extend(in_variations);
        notes.sort_by_key(|problem| problem.place);
        notes
    }

    fn trial(&self, game: &Game) -> Trial {
        if let Some(rules) = &self.given {
            return self.walk(game, rules).by(Origin::Given);
        }
        let (tag, first) = match tagged(game) {
            Some((tag, rules)) => (Some(tag), Some(rules)),
            None => (None, self.usual.clone()),
        };
        let told = first.map(|rules| self.walk(game, &rules));
        let origin = match tag {
            Some(_) => Origin::Tagged,
            None => Origin::Inferred,
        };
        let mut best: Option<Trial> = None;
        if let Some(told) = told {
            if told.is_whole() {
                return told.by(origin);
            }
            best = Some(told.by(origin.clone()));
        }
        for rules in likely() {
            let trial = self.walk(game, &rules);
            if trial.is_whole() && trial.is_telling() {
                return trial.by(match tag {
                    Some(text) => Origin::Overruled(text.to_owned()),
                    None => Origin::Inferred,
                });
            }
            // If no rules fit, use those that fit longest; a tag takes precedence.
            let free = tag.is_none() && self.usual.is_none();
            if best.as_ref().is_none_or(|best| free && trial.walked.reach() > best.walked.reach()) {
                best = Some(trial.by(Origin::Inferred));
            }
        }
        best.unwrap_or_else(|| self.walk(game, &Variant::International.into()))
    }

    fn walk(&self, game: &Game, rules: &Ruleset) -> Trial {
        let (start, walked) = match start(game, rules) {
            Ok(start) => (start, player(game, rules).walk(&game.line, start)),
            Err(problem) => {
                let start = AnyPosition::start(rules);
                (start, Walked::stopped(start, problem))
            }
        };
        Trial { rules: rules.clone(), start, walked, origin: Origin::Inferred }
    }

    fn recorded(&self, game: &Game, rules: &Ruleset) -> Recorded {
        match game.tag("Winner").map(str::to_ascii_lowercase).as_deref() {
            Some("white") => return Recorded::Win(Color::White),
            Some("black") => return Recorded::Win(Color::Black),
            _ => {}
        }
        let sense = match rules.first {
            Color::White => Sense::WhiteFirst,
            Color::Black => self.sense.unwrap_or(Sense::BlackFirst),
        };
        game.result().map_or(Recorded::Unknown, |text| read_result(text, sense))
    }
}

/// Tags repeated with another value.
fn repeated_tags(game: &Game) -> impl Iterator<Item = Problem> {
    let again = game.tags.iter().enumerate().filter(|(index, tag)| {
        let before = game.tags[..*index].iter().take(MOST_COMPARED);
        before.into_iter().any(|other| other.name == tag.name && other.value != tag.value)
    });
    again
        .take(MOST_COMPARED)
        .map(|(_, tag)| Problem { place: tag.place, flaw: Flaw::RepeatedTag(tag.name.clone()) })
}

/// How many tags are checked for repetitions.
const MOST_COMPARED: usize = 64;

/// Whether tag and terminator contradict each other.
fn results_differ(game: &Game) -> Option<Problem> {
    let tag = find_tag(&game.tags, "Result")?;
    let terminator = game.terminator.as_ref()?;
    let read = |text: &str| read_result(text, Sense::WhiteFirst);
    let differ = read(&tag.value) != read(terminator)
        && read(&tag.value) != Recorded::Unknown
        && read(terminator) != Recorded::Unknown;
    let flaw = Flaw::ResultsDiffer { tag: tag.value.clone(), terminator: terminator.clone() };
    differ.then_some(Problem { place: tag.place, flaw })
}

/// A game replayed by some rules, to see whether they fit.
struct Trial {
    rules: Ruleset,
    start: AnyPosition,
    walked: Walked,
    origin: Origin,
}

impl Trial {
    fn by(self, origin: Origin) -> Self {
        Self { origin, ..self }
    }

    fn is_whole(&self) -> bool {
        self.walked.problem.is_none()
    }

    /// Whether the moves say anything about the rules.
    fn is_telling(&self) -> bool {
        self.walked.played.iter().any(|step| matches!(step, ReplayedStep::Move(_)))
    }
}

fn player<'a>(game: &Game, rules: &'a Ruleset) -> LinePlayer<'a> {
    LinePlayer { rules, numbered_from: (game.first_number, game.starts_second) }
}

fn likely() -> impl Iterator<Item = Ruleset> {
    let mut unified = Ruleset::from(Variant::Pool);
    unified.first = Color::White;
    let mut likely: Vec<(u8, Variant)> = Variant::ALL
        .iter()
        .filter_map(|variant| Some((place_among_likely(*variant)?, *variant)))
        .collect();
    likely.sort_unstable();
    likely.into_iter().map(|(_, variant)| variant.into()).chain([unified])
}

/// Returns the rules that a game's tags name, with the tag's text.
fn tagged(game: &Game) -> Option<(&str, Ruleset)> {
    let find = |name| find_tag(&game.tags, name).map(|tag| tag.value.trim());
    ["Rules", "Variant", "GameType"].into_iter().filter_map(find).find_map(|text| {
        let rules = match text.starts_with(|first: char| first.is_ascii_digit()) {
            true => text.parse::<GameType>().ok()?.rules()?,
            false => text.parse().ok()?,
        };
        Some((text, rules))
    })
}

/// Returns whose points come first in results, as far as the end of a game shows it.
fn evidence(game: &Game, replay: &Replay) -> Option<Sense> {
    let decided = replay.rules.first == Color::Black && replay.problem.is_none();
    let ahead = ahead(&replay.end, &replay.rules).filter(|_| decided)?;
    match read_result(game.result()?, Sense::WhiteFirst) {
        Recorded::Win(winner) if winner == ahead => Some(Sense::WhiteFirst),
        Recorded::Win(_) => Some(Sense::BlackFirst),
        _ => None,
    }
}

impl Judge {
    /// Returns whose points come first in results, if the games showed it.
    pub fn sense(&self) -> Option<Sense> {
        self.sense
    }

    /// Returns the usual rules of the file's games, if they were detected.
    pub fn usual(&self) -> Option<&Ruleset> {
        self.usual.as_ref()
    }
}
