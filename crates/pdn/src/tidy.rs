//! Normalises a game to the standard.

use crate::gametype::GameType;
use crate::judge::Judge;
use crate::place::Place;
use crate::problem::{Flaw, Problem};
use crate::replay::{LinePlayer, Origin, Replay, ReplayedStep};
use crate::results::{Recorded, Sense, is_odd_result, write_result};
use crate::tags::{ROSTER, Tag, find_tag, standard_date, standard_name};
use crate::tree::{Action, Game, Variation};
use draughts::{AnyPosition, Color, Move, Ruleset, Variant};

impl Judge {
    /// Normalises a game: English tag names in their order, dates and results in standard form, the rules named, every
    /// move in the variant's own notation and unambiguous. If the game cannot be replayed to its end, nothing is lost:
    /// the rest becomes a comment.
    ///
    /// ```
    /// let text = "[Bianco \"Anna\"][Anno \"2005\"] 1. 21- 17 12-15 1-0";
    /// let game = pdn::Games::new(text.as_bytes()).next().unwrap()?;
    /// let judge = pdn::Judge::default();
    /// let tidy = judge.tidy(&game, &judge.replay(&game));
    /// assert_eq!(tidy.tag("Date"), Some("2005.??.??"));
    /// assert_eq!(tidy.tag("GameType"), Some("22,W,8,8,N2,1"));
    /// assert!(tidy.to_pdn(pdn::Form::Pdn3).ends_with("1. 21-17 12-15 *\n\n"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn tidy(&self, game: &Game, replay: &Replay) -> Game {
        let rules = &replay.rules;
        let player = LinePlayer {
            rules,
            numbered_from: (game.first_number, replay.start.turn() != rules.first),
        };
        let mut line = rewritten(&game.line, replay.start, &replay.played, &player);
        if let Some(problem) = &replay.problem {
            // The text of an unclosed comment is in the comment already.
            let rest = match problem.flaw {
                Flaw::UnclosedComment => "",
                _ => game.text_from(problem.place),
            };
            cut(&mut line, problem.place, &problem.to_string(), rest);
        }
        Game {
            place: game.place,
            tags: self.tidy_tags(game, replay),
            line,
            starts_second: player.numbered_from.1,
            first_number: game.first_number,
            terminator: None,
            problems: Vec::new(),
            text: String::new(),
        }
    }
}

/// The tags that say something beyond the standard ones.
fn is_kept(name: &str) -> bool {
    let said = ["GameType", "Rules", "Variant", "Winner", "FEN", "SetUp"];
    !ROSTER.contains(&name) && !said.contains(&name)
}

impl Judge {
    fn tidy_tags(&self, game: &Game, replay: &Replay) -> Vec<Tag> {
        let rules = &replay.rules;
        let mut tags = Vec::new();
        let mut add = |name: &str, value: &str| {
            tags.push(Tag { name: name.to_owned(), value: printable(value), place: Place::START });
        };
        for name in ROSTER {
            let value = printable(game.tag(name).unwrap_or_default());
            let value = value.as_str();
            match name {
                "Result" => add(name, result(game, replay)),
                "Date" if value.is_empty() => add(name, "????.??.??"),
                "Date" => add(name, standard_date(value).as_deref().unwrap_or(value)),
                _ if value.is_empty() => add(name, "?"),
                _ => add(name, value),
            }
        }
        // Do not write what is merely assumed as if it were known.
        let sure = self.sense().is_some() || game.tag("Winner").is_some();
        if let (Recorded::Win(winner), Color::Black, true) = (replay.recorded, rules.first, sure) {
            add("Winner", if winner == Color::White { "White" } else { "Black" });
        }
        let set_up = replay.start != AnyPosition::start(rules);
        if set_up
            || !replay.played.is_empty()
            || replay.origin != Origin::Inferred
            || self.usual().is_some()
        {
            if let Some(kind) = game_type(rules) {
                add("GameType", &kind);
            }
            if !is_said_by_game_type(rules) {
                add("Rules", &rules.to_string());
            }
        }
        if set_up {
            add("FEN", &replay.start.to_fen());
        }
        if let Some(Problem { place, flaw: Flaw::Fen(_) }) = &replay.problem
            && let Some(tag) = find_tag(&game.tags, "FEN").filter(|tag| tag.place == *place)
        {
            add("WrongFEN", &tag.value);
        }
        let mut seen: Vec<(&str, &str)> = Vec::new();
        for tag in &game.tags {
            let name = standard_name(&tag.name);
            // Of two tags with one name the first was used above; the second is renamed.
            let before = seen.iter().find(|(other, _)| *other == name);
            match before {
                _ if is_kept(name) => add(name, &tag.value),
                Some((_, value)) if *value == tag.value => {}
                Some(_) if name != tag.name && !name.eq_ignore_ascii_case(&tag.name) => {
                    add(&tag.name, &tag.value)
                }
                Some(_) => add(&format!("{name}Again"), &tag.value),
                None => {}
            }
            seen.push((name, &tag.value));
        }
        tags
    }
}

/// A text that fits on a line.
fn printable(text: &str) -> String {
    let spaced = text.replace(|letter: char| letter.is_control() || letter == '\u{FEFF}', " ");
    spaced.trim().to_owned()
}

fn game_type(rules: &Ruleset) -> Option<String> {
    let mut kind: GameType = GameType::of(rules)?.parse().ok()?;
    if let Some(details) = &mut kind.details {
        details.first = rules.first;
    }
    Some(kind.to_string())
}

/// Whether the standard's tag describes the rules completely.
fn is_said_by_game_type(rules: &Ruleset) -> bool {
    let kind = game_type(rules).and_then(|text| text.parse::<GameType>().ok());
    kind.and_then(|kind| kind.rules()).as_ref() == Some(rules)
}

/// Whether a win is written with two points: `2-0`.
const fn has_two_points(variant: Variant) -> bool {
    match variant {
        Variant::International | Variant::Canadian => true,
        Variant::American
        | Variant::Italian
        | Variant::Russian
        | Variant::Brazilian
        | Variant::Pool
        | Variant::Spanish
        | Variant::Portuguese
        | Variant::Czech
        | Variant::Frisian
        | Variant::Frysk
        | Variant::Killer
        | Variant::Antidraughts
        | Variant::Breakthrough
        | Variant::Thai
        | Variant::Turkish => false,
    }
}

fn result<'a>(game: &'a Game, replay: &Replay) -> &'a str {
    // Other divisions of the points are kept as they are.
    if let Some(result) = game.result().filter(|text| is_odd_result(text)) {
        return result;
    }
    let two_points = has_two_points(replay.rules.base);
    let sense = match replay.rules.first {
        Color::White => Sense::WhiteFirst,
        Color::Black => Sense::BlackFirst,
    };
    write_result(replay.recorded, two_points, sense)
}

/// Rewrites a line in the variant's own notation, as far as it was played.
fn rewritten(
    line: &Variation,
    start: AnyPosition,
    played: &[ReplayedStep],
    player: &LinePlayer<'_>,
) -> Variation {
    let mut position = start;
    let mut rewritten = line.clone();
    for (index, step) in rewritten.steps.iter_mut().enumerate() {
        for variation in &mut step.variations {
            let walked = player.walk(variation, position);
            *variation = self::rewritten(variation, position, &walked.played, player);
        }
        let Some(played) = played.get(index) else { break };
        step.action = match played {
            ReplayedStep::Move(mv) => Action::Move(move_text(player.rules, &position, mv)),
            ReplayedStep::Setup(setup) => Action::Setup(setup.to_fen()),
            ReplayedStep::Unknown => Action::Unknown,
        };
        position = played.after(&position);
    }
    rewritten
}

/// Writes a move in the notation of these rules' records, as short as is unambiguous.
///
/// ```
/// use draughts::{AnyPosition, Variant};
///
/// let rules = Variant::Russian.into();
/// let position = AnyPosition::from_fen(&rules, "W:Wc3:Bd4")?;
/// assert_eq!(pdn::move_text(&rules, &position, &position.legal_moves()[0]), "c3:e5");
/// # Ok::<(), draughts::FenError>(())
/// ```
pub fn move_text(rules: &Ruleset, position: &AnyPosition, mv: &Move) -> String {
    let text = position.text(mv);
    match rules.base.spec().capture_separator {
        'x' => text,
        other => text.replace('x', other.encode_utf8(&mut [0; 4])),
    }
}

/// Turns everything after a place into a comment.
fn cut(line: &mut Variation, place: Place, reason: &str, rest: &str) {
    let kept = line.steps.iter().take_while(|step| step.place < place).count();
    line.steps.truncate(kept);
    let rest = printable(&rest.split_whitespace().collect::<Vec<_>>().join(" "));
    let comment = match rest.is_empty() {
        true => reason.to_owned(),
        false => format!("{reason}; as written from here: {rest}"),
    };
    match line.steps.last_mut() {
        Some(step) => step.comments.push(comment),
        None => line.comments.push(comment),
    }
}
