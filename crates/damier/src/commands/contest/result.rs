//! The result of a match as JSON.

use contest::{Contest, MatchScore, SprtVerdict, Standings};
use serde_json::{Value, json};

/// Everything known about a match.
pub fn json(contest: &Contest, standings: &Standings) -> Value {
    let players = contest.entrants.len();
    let pairs = (0..players).flat_map(|one| (one + 1..players).map(move |other| (one, other)));
    json!({
        "rules": contest.rules.to_string(),
        "limits": contest.conditions.pace.to_string(),
        "adjudication": contest.conditions.adjudication.to_string(),
        "openings": contest.openings.to_string(),
        "seed": contest.seed,
        "games": standings.games(),
        "finished": standings.finished(),
        "over": standings.is_over(),
        "players": ranking(contest, standings),
        "matches": pairs.map(|(one, other)| encounter(standings, one, other)).collect::<Vec<_>>(),
        "sprt": test(standings),
    })
}

/// The players, best first.
fn ranking(contest: &Contest, standings: &Standings) -> Vec<Value> {
    let places = standings.places();
    let player = |place: &contest::StandingsRow| {
        let mut value = points(&place.score);
        value["name"] = json!(standings.names()[place.player]);
        value["player"] = json!(contest.entrants[place.player].to_string());
        value["rating"] = json!(place.rating);
        value["failures"] = json!(standings.failures(place.player));
        value
    };
    places.iter().map(player).collect()
}

/// One player's score against another.
fn encounter(standings: &Standings, one: usize, other: usize) -> Value {
    let score = standings.score(one, other);
    let names = standings.names();
    let mut value = points(&score);
    value["players"] = json!([names[one], names[other]]);
    value["pairs"] = json!(score.pairs);
    // Infinite values become null.
    value["elo"] = json!(score.elo().map(|elo| [elo.difference, elo.low, elo.high]));
    value["superiority"] = json!(score.likelihood_of_superiority());
    value
}

fn points(score: &MatchScore) -> Value {
    json!({
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "score": score.average(),
    })
}

fn test(standings: &Standings) -> Value {
    let Some(test) = standings.test() else { return Value::Null };
    let (lower, upper) = test.sprt.bounds();
    let claims = [SprtVerdict::Lower, SprtVerdict::Upper].map(|verdict| test.sprt.claim(verdict));
    json!({
        "elo": claims,
        "bounds": [lower, upper],
        "ratio": test.ratio,
        "pairs": test.pairs,
        "accepted": test.verdict.map(|verdict| test.sprt.claim(verdict)),
    })
}
