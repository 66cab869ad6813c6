//! Hub's names of variants, scores and limits.

use super::HubLine;
use draughts::{Ruleset, UnknownVariant, Variant};
use engine::{ClockLimit, Limits, Score};
use std::time::Duration;

/// The variants with Hub names of their own.
const HUB_NAMES: [(&str, Variant); 5] = [
    ("normal", Variant::International),
    ("killer", Variant::Killer),
    ("bt", Variant::Breakthrough),
    ("frisian", Variant::Frisian),
    ("losing", Variant::Antidraughts),
];

/// Returns Hub's name of a variant: its own for the five it knows, ours for the others.
///
/// ```
/// use draughts::Variant;
/// use draughts_protocol::hub::{variant_name, variant_named};
///
/// assert_eq!(variant_name(Variant::International), "normal");
/// assert_eq!(variant_name(Variant::Italian), "italian");
/// assert_eq!(variant_named("bt")?, Variant::Breakthrough);
/// assert_eq!(variant_named("international")?, Variant::International);
/// # Ok::<(), draughts::UnknownVariant>(())
/// ```
pub fn variant_name(variant: Variant) -> &'static str {
    let own = HUB_NAMES.iter().find(|(_, other)| *other == variant);
    own.map_or(variant.name(), |(name, _)| name)
}

/// Finds a variant by Hub's name or ours.
pub fn variant_named(name: &str) -> Result<Variant, UnknownVariant> {
    let own = HUB_NAMES.iter().find(|(own, _)| *own == name);
    own.map_or_else(|| name.parse(), |(_, variant)| Ok(*variant))
}

/// The names of all variants, Hub's own first.
pub(crate) fn variant_names() -> String {
    let own = HUB_NAMES.iter().map(|(_, variant)| variant);
    let others = Variant::ALL.iter().filter(|variant| own.clone().all(|other| other != *variant));
    own.clone().chain(others).map(|variant| variant_name(*variant)).collect::<Vec<_>>().join(" ")
}

/// The variant name to send to an engine, if Hub has one for these rules.
pub(crate) fn name_of_rules(rules: &Ruleset) -> Option<&'static str> {
    rules.official().map(variant_name)
}

/// Formats a score in men, as in Hub. A win in n plies is 100 − n/100, as in Scan.
pub(crate) fn score_text(score: Score) -> String {
    let hundredths = match score {
        Score::Centimen(value) => value.clamp(-MOST_JUDGED, MOST_JUDGED),
        Score::WinsIn(plies) => WIN - plies.min(MOST_PLIES) as i32,
        Score::LosesIn(plies) => plies.min(MOST_PLIES) as i32 - WIN,
    };
    let sign = if hundredths < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", hundredths.abs() / 100, hundredths.abs() % 100)
}

/// Parses an engine's score.
pub(crate) fn score_of(text: &str) -> Option<Score> {
    let men: f64 = text.parse().ok().filter(|men: &f64| men.is_finite())?;
    let hundredths = (men * 100.0).round().clamp(-f64::from(WIN), f64::from(WIN)) as i32;
    let plies = (WIN - hundredths.abs()) as u32;
    Some(match hundredths {
        _ if plies > MOST_PLIES => Score::Centimen(hundredths),
        1.. => Score::WinsIn(plies),
        _ => Score::LosesIn(plies),
    })
}

const WIN: i32 = 10_000;
/// A more distant win looks like a very good position.
const MOST_PLIES: u32 = 999;
/// However high the evaluation, it is not taken for a win.
const MOST_JUDGED: i32 = 8_000;

/// The arguments of a line `level …`.
const LEVEL_ARGUMENTS: [&str; 7] =
    ["depth", "nodes", "move-time", "moves", "time", "inc", "infinite"];

/// Parses the limits of a line `level …`, on top of earlier ones. Unknown arguments are ignored, as Hub requires, but
/// reported, because the controller expects them to limit something.
pub(crate) fn read_level(line: &HubLine, limits: &mut Limits) -> Result<(), String> {
    let mut new = *limits;
    if line.has("infinite") {
        new = Limits::infinite();
    }
    if let Some(depth) = number(line, "depth")? {
        new.depth = Some(depth);
    }
    if let Some(nodes) = number(line, "nodes")? {
        new.nodes = Some(nodes);
    }
    if let Some(seconds) = seconds(line, "move-time")? {
        new.time = Some(duration(seconds));
    }
    let moves: Option<u32> = number(line, "moves")?;
    let increment = seconds(line, "inc")?.unwrap_or(0.0);
    if let Some(time) = seconds(line, "time")? {
        new.clock = Some(ClockLimit {
            // In Hub the increment is added before the move.
            left: duration(time + increment),
            increment: duration(increment),
            moves_to_go: moves.filter(|moves| *moves > 0),
        });
    } else if line.has("moves") || line.has("inc") {
        return Err("level with moves or inc needs time, such as time=60".to_owned());
    }
    *limits = new;
    let names = line.arguments.iter().map(|(name, _)| name.as_str());
    let unknown: Vec<&str> = names.filter(|name| !LEVEL_ARGUMENTS.contains(name)).collect();
    if unknown.is_empty() {
        return Ok(());
    }
    let (unknown, known) = (unknown.join("\", \""), LEVEL_ARGUMENTS.join(", "));
    Err(format!("level has no \"{unknown}\", which is ignored; it has {known}"))
}

/// Formats the line that sends these limits to an engine.
pub(crate) fn level_line(limits: &Limits) -> HubLine {
    let mut line = HubLine::new("level");
    if let Some(depth) = limits.depth {
        line = line.with("depth", depth);
    }
    if let Some(nodes) = limits.nodes {
        line = line.with("nodes", nodes);
    }
    if let Some(time) = limits.time {
        line = line.with("move-time", time.as_secs_f64());
    }
    if let Some(clock) = limits.clock {
        if let Some(moves) = clock.moves_to_go {
            line = line.with("moves", moves);
        }
        let before = clock.left.as_secs_f64() - clock.increment.as_secs_f64();
        line = line.with("time", before.max(0.0));
        if !clock.increment.is_zero() {
            line = line.with("inc", clock.increment.as_secs_f64());
        }
    }
    if limits.is_infinite() { line.with_flag("infinite") } else { line }
}

fn number<T: std::str::FromStr>(line: &HubLine, name: &str) -> Result<Option<T>, String> {
    let wrong =
        |text| format!("{name} should be a whole number that is not negative, not \"{text}\"");
    line.value(name).map(|text| text.parse().map_err(|_| wrong(text))).transpose()
}

fn seconds(line: &HubLine, name: &str) -> Result<Option<f64>, String> {
    let Some(text) = line.value(name) else { return Ok(None) };
    let seconds = text.parse().ok().filter(|seconds: &f64| seconds.is_finite());
    seconds.map(Some).ok_or_else(|| format!("{name} should be seconds, not \"{text}\""))
}

/// Converts seconds to a duration between zero and a year.
fn duration(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds.clamp(0.0, 31_557_600.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_has_a_name_of_its_own() {
        let names = variant_names();
        assert!(names.starts_with("normal killer bt frisian losing american italian "), "{names}");
        assert_eq!(names.split(' ').count(), Variant::ALL.len());
        for (name, variant) in Variant::ALL.iter().map(|variant| (variant_name(*variant), *variant))
        {
            assert_eq!(variant_named(name), Ok(variant));
        }
    }

    #[test]
    fn scores_there_and_back() {
        for score in [
            Score::Centimen(0),
            Score::Centimen(-1),
            Score::Centimen(-135),
            Score::Centimen(8_000),
            Score::WinsIn(7),
            Score::LosesIn(998),
        ] {
            assert_eq!(score_of(&score_text(score)), Some(score), "{score:?}");
        }
        assert_eq!(score_text(Score::Centimen(-1)), "-0.01");
        assert_eq!(score_text(Score::WinsIn(7)), "99.93");
        assert_eq!(score_text(Score::LosesIn(2_000)), "-90.01");
        assert_eq!(score_of("99.930000"), Some(Score::WinsIn(7)));
        assert_eq!(score_of("-123456"), Some(Score::LosesIn(0)));
        for text in ["", "nan", "inf", "1,5", "win"] {
            assert_eq!(score_of(text), None, "{text}");
        }
    }

    fn level(text: &str) -> Result<Limits, String> {
        let mut limits = Limits::default();
        read_level(&text.parse().unwrap(), &mut limits).map(|()| limits)
    }

    #[test]
    fn limits_there_and_back() {
        for text in [
            "level depth=7",
            "level nodes=5000 move-time=0.25",
            "level moves=9 time=291.587",
            "level time=60 inc=0.5",
        ] {
            let limits = level(text).unwrap();
            assert_eq!(level(&level_line(&limits).to_string()), Ok(limits), "{text}");
        }
        assert_eq!(level_line(&Limits::infinite()).to_string(), "level infinite");
        let clock = level("level time=-0.5 inc=2").unwrap().clock.unwrap();
        assert_eq!((clock.left.as_millis(), clock.increment.as_millis()), (1_500, 2_000));
        let long = level("level move-time=1e300 depth=0 nodes=0").unwrap();
        assert_eq!(long.time, Some(Duration::from_secs(31_557_600)));
    }

    #[test]
    fn what_is_unknown_is_told_and_ignored() {
        let mut limits = Limits::default();
        let line = "level bla=3 depth=4 colour=red".parse().unwrap();
        let complaint = "level has no \"bla\", \"colour\", which is ignored; \
                         it has depth, nodes, move-time, moves, time, inc, infinite";
        assert_eq!(read_level(&line, &mut limits), Err(complaint.to_owned()));
        assert_eq!(limits, Limits::depth(4));
    }

    #[test]
    fn limits_that_are_none() {
        for (text, complaint) in [
            ("level depth=-1", "depth should be a whole number that is not negative, not \"-1\""),
            ("level nodes=1e6", "nodes should be a whole number that is not negative, not \"1e6\""),
            ("level move-time=soon", "move-time should be seconds, not \"soon\""),
            ("level time=NaN", "time should be seconds, not \"NaN\""),
            ("level moves=9", "level with moves or inc needs time, such as time=60"),
        ] {
            assert_eq!(level(text), Err(complaint.to_owned()));
        }
    }
}
