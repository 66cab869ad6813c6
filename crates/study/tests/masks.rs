//! Issue 19.5: searches by pattern against looking at every square of every position.

mod common;

use common::{Folder, RandomGame, build, rules};
use draughts::{AnyPosition, Color, Piece, Rank};
use draughts_study::explorer::{Mask, Search};

/// What stands on a square, as lists write it: `W27`, `BK5`, `E22`.
fn letters(piece: Option<Piece>) -> &'static str {
    match piece {
        None => "E",
        Some(Piece { color: Color::White, rank: Rank::Man }) => "W",
        Some(Piece { color: Color::White, rank: Rank::King }) => "WK",
        Some(Piece { color: Color::Black, rank: Rank::Man }) => "B",
        Some(Piece { color: Color::Black, rank: Rank::King }) => "BK",
    }
}

/// A list of squares, as pairs of what and where, and as text.
struct List(Vec<(&'static str, u8)>);

impl List {
    fn random(random: &mut fastrand::Rng, squares: u8, most: usize, empty: bool) -> Self {
        let kinds: &[&str] =
            if empty { &["W", "WK", "B", "BK", "E"] } else { &["W", "WK", "B", "BK"] };
        let count = random.usize(..=most);
        Self(
            (0..count)
                .map(|_| (kinds[random.usize(..kinds.len())], random.u8(1..=squares)))
                .collect(),
        )
    }

    fn text(&self) -> String {
        let part = |(what, square): &(&str, u8)| format!("{}{}{square}", &what[..1], &what[1..]);
        self.0.iter().map(part).collect::<Vec<_>>().join(":")
    }

    fn has(&self, what: &str, square: u8) -> bool {
        self.0.contains(&(what, square))
    }

    fn names(&self, square: u8) -> bool {
        self.0.iter().any(|(_, other)| *other == square)
    }
}

/// The meaning of a mask, square by square.
fn plainly(position: &AnyPosition, must: &List, may: Option<&List>, not: &List) -> bool {
    let squares = position.layout().squares;
    (1..=squares).all(|number| {
        let square = position.square(&number.to_string()).unwrap();
        let what = letters(position.piece(square));
        (!must.names(number) || must.has(what, number))
            && may.is_none_or(|may| must.names(number) || what == "E" || may.has(what, number))
            && !not.has(what, number)
    })
}

fn turned(position: &AnyPosition) -> AnyPosition {
    draughts::dispatch!(position, inner => inner.rotated().into())
}

#[test]
fn masks_mean_what_their_lists_say() {
    let mut random = fastrand::Rng::with_seed(19);
    for name in ["american", "international", "russian", "italian", "turkish"] {
        let rules = rules(name);
        let games: Vec<_> = (0..20).map(|seed| RandomGame::new(&rules, seed, 150)).collect();
        let positions: Vec<AnyPosition> =
            games.iter().flat_map(RandomGame::positions).map(|(position, _)| position).collect();
        let squares = positions[0].layout().squares;
        let mut matched = 0;
        for _ in 0..100 {
            // From a position, so that something is found; or wild.
            let model = &positions[random.usize(..positions.len())];
            let of = |number: u8| {
                let square = model.square(&number.to_string()).unwrap();
                (letters(model.piece(square)), number)
            };
            let must = List((0..random.u8(..6)).map(|_| of(random.u8(1..=squares))).collect());
            let all = || List((1..=squares).map(of).filter(|(what, _)| *what != "E").collect());
            let may = random.bool().then(|| {
                let mut may = all();
                may.0.extend(List::random(&mut random, squares, 10, false).0);
                may
            });
            let not = List::random(&mut random, squares, 4, true);
            let may_text = may.as_ref().map(List::text);
            let mask = Mask::new(&rules, &must.text(), may_text.as_deref(), &not.text()).unwrap();
            for position in &positions {
                let plain = plainly(position, &must, may.as_ref(), &not);
                assert_eq!(mask.matches(position), plain, "{} {}", position.to_fen(), must.text());
                assert_eq!(mask.turned(&rules).matches(&turned(position)), plain);
                matched += usize::from(plain);
            }
            assert!(Mask::of(model).matches(model));
            assert_eq!(mask.turned(&rules).turned(&rules), mask);
        }
        assert!(matched > 100, "{name}: {matched}");
    }
}

/// Ranges, stars and letters.
#[test]
fn lists_may_be_short() {
    let rules = rules("russian");
    let same = |one: &str, other: &str| {
        let mask = |list| Mask::new(&rules, list, None, "").unwrap();
        assert_eq!(mask(one), mask(other), "{one} {other}");
    };
    same("W31-32,Ka1", "W31,32,Ka1");
    same("WPc3", "Wc3,Kc3");
    same("e * ", &format!("E{}", (1..=32).map(|n| n.to_string()).collect::<Vec<_>>().join(",")));
}

#[test]
fn a_search_finds_the_first_position_of_every_game_that_matches() {
    let folder = Folder::new("search");
    let rules = rules("international");
    let others = common::rules("russian");
    // Enough for several parts, and other rules between them.
    let games: Vec<_> = (0..1_500)
        .map(|seed| RandomGame::new(if seed % 5 == 0 { &others } else { &rules }, seed, 30))
        .collect();
    let segment = build(&folder, &games.iter().map(RandomGame::pdn).collect::<String>());
    let list = |text: &str| Mask::new(&rules, text, None, "B19:E45").unwrap();
    for (mask, turn) in
        [(list("W28"), None), (list("E50:B23"), Some(Color::Black)), (list("WK50"), None)]
    {
        for both in [false, true] {
            let matches = |position: &AnyPosition| {
                let is_turn =
                    |position: &AnyPosition| turn.is_none_or(|turn| turn == position.turn());
                let opposite = turned(position);
                (is_turn(position) && mask.matches(position))
                    || (both && is_turn(&opposite) && mask.matches(&opposite))
            };
            let mut expected = Vec::new();
            for (id, game) in (0..).zip(&games).filter(|(_, game)| game.rules == rules) {
                let found = game.positions().into_iter().zip(0..).find(|((p, _), _)| matches(p));
                expected.extend(found.map(|((position, _), ply)| (id, ply, position)));
            }
            let mut search = Search { turn, turned: both, ..Search::new(&rules, &mask, 10_000) };
            let found = segment.search(&search).unwrap();
            let hits: Vec<(u32, u32, AnyPosition)> =
                found.hits.iter().map(|hit| (hit.game, hit.ply, hit.position)).collect();
            assert_eq!((hits, found.next), (expected.clone(), None));

            // In parts: so many found at a time, or so many looked at.
            for (most_hits, most_games) in [(7, u32::MAX), (10_000, 100), (3, 50)] {
                (search.most_hits, search.most_games, search.from) = (most_hits, most_games, 0);
                let mut hits = Vec::new();
                loop {
                    let found = segment.search(&search).unwrap();
                    assert!(found.hits.len() <= most_hits);
                    hits.extend(found.hits.iter().map(|hit| (hit.game, hit.ply, hit.position)));
                    match found.next {
                        Some(next) => assert!(next > std::mem::replace(&mut search.from, next)),
                        None => break,
                    }
                }
                assert_eq!(hits, expected, "{most_hits} {most_games}");
            }
            (search.most_hits, search.most_games, search.from) = (10_000, u32::MAX, 0);
            let stopped = segment.search(&Search { stop: &|| true, ..search }).unwrap();
            assert!(stopped.next.is_none_or(|next| next > 0));
        }
    }
}
