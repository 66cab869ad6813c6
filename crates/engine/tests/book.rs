//! Opening books: built by searches and from games, kept as bytes, asked by position.

mod common;

use common::*;
use draughts::{AnyPosition, Color, Game, Ruleset};
use draughts_engine::{
    Book, BookError, BookOrigin, BookStatistics, Expansion, Growth, Score, Stop,
};
use std::collections::HashSet;

fn growth(positions: usize) -> Growth {
    Growth { positions, nodes: 300, ..Default::default() }
}

fn expanded(rules: &Ruleset, openings: &[AnyPosition], growth: &Growth) -> Book {
    let mut expansion = Expansion::new(rules.clone(), openings.to_vec());
    expansion.grow(growth, &mut |_| {});
    expansion.book()
}

fn from_start(rules: &Ruleset, positions: usize) -> Book {
    expanded(rules, &[AnyPosition::start(rules)], &growth(positions))
}

/// A book of random games.
fn from_games(rules: &Ruleset, games: u64, least: u32) -> Book {
    let mut statistics = BookStatistics::new(rules.clone());
    for seed in 0..games {
        let game = random_game(rules, 20, &mut Random(seed));
        let result = [None, Some(None), Some(Some(Color::White)), Some(Some(Color::Black))];
        for (plies, mv) in game.history().enumerate() {
            let position = game.position_after(plies).unwrap();
            statistics.add(position, mv, result[seed as usize % 4]).unwrap();
        }
    }
    statistics.book(least)
}

#[test]
fn every_book_survives_being_kept() {
    for rules in all_rules() {
        for book in [from_start(&rules, 12), from_games(&rules, 40, 1)] {
            assert!(book.positions() >= 12, "{rules}");
            let read = Book::from_bytes(&book.to_bytes()).unwrap();
            assert_eq!(read, book, "{rules}");
            assert_eq!(read.rules(), &rules);
        }
    }
}

#[test]
fn all_that_comes_out_is_legal_in_every_variant() {
    for rules in all_rules() {
        let book = from_games(&rules, 60, 1);
        assert_eq!(book.origin(), BookOrigin::Games);
        let mut known = 0;
        for seed in 0..60 {
            let game = random_game(&rules, 20, &mut Random(seed));
            let mut again = Game::new(rules.clone());
            for mv in game.history() {
                let moves = book.probe(&again);
                known += moves.len();
                assert!(moves.iter().any(|known| known.mv == *mv), "{rules}: a move was lost");
                assert!(moves.iter().all(|known| again.position().is_legal(&known.mv)));
                assert!(moves.is_sorted_by(|one, next| one.value >= next.value));
                again.play(mv).unwrap();
            }
        }
        assert!(known >= 60);
    }
}

#[test]
fn a_book_of_searches_is_the_same_with_any_number_of_threads() {
    // R-DT-1.
    for name in ["american", "international", "turkish"] {
        let rules = rules(name);
        let start = [AnyPosition::start(&rules)];
        let one = expanded(&rules, &start, &growth(90));
        let three = expanded(&rules, &start, &Growth { threads: 3, ..growth(90) });
        assert_eq!(one, three, "{name}");
        assert_eq!(one.positions(), 90);
    }
}

#[test]
fn a_book_that_was_interrupted_becomes_what_it_would_have_become() {
    for name in ["american", "frisian", "turkish"] {
        let rules = rules(name);
        let start = vec![AnyPosition::start(&rules)];
        let whole = from_start(&rules, 80);
        let stop = Stop::new();
        let mut expansion = Expansion::new(rules.clone(), start.clone());
        let mut last = 0;
        let interrupted = Growth { stop: stop.clone(), ..growth(80) };
        expansion.grow(&interrupted, &mut |book| {
            last = book.positions();
            if last == 33 {
                stop.stop();
            }
        });
        assert_eq!((last, expansion.positions()), (33, 33), "{name}");
        let kept = Book::from_bytes(&expansion.book().to_bytes()).unwrap();
        let mut resumed = Expansion::resume(&kept, start).unwrap();
        assert_eq!(resumed.book(), kept, "{name}: nothing changes by reading it");
        resumed.grow(&growth(80), &mut |_| {});
        assert_eq!(resumed.book(), whole, "{name}");
    }
}

#[test]
fn other_openings_and_games_are_not_resumed() {
    let rules = rules("american");
    let book = from_start(&rules, 9);
    let after = random_game(&rules, 3, &mut Random(7));
    let error = Expansion::resume(&book, vec![*after.position()]).unwrap_err();
    assert!(matches!(error, BookError::OtherOpenings(_)));
    assert!(error.to_string().contains("built from other openings"), "{error}");
    let games = from_games(&rules, 3, 1);
    let error = Expansion::resume(&games, vec![AnyPosition::start(&rules)]).unwrap_err();
    assert_eq!(error, BookError::FromGames);
}

#[test]
fn damaged_books_are_refused() {
    let bytes = from_start(&rules("italian"), 5).to_bytes();
    for length in 0..bytes.len() {
        assert!(Book::from_bytes(&bytes[..length]).is_err(), "{length} bytes of {}", bytes.len());
    }
    for at in 0..bytes.len() {
        for change in [1, 0x80, 0xff] {
            let mut damaged = bytes.clone();
            damaged[at] ^= change;
            let error = Book::from_bytes(&damaged).unwrap_err();
            match at {
                0..8 => assert_eq!(error, BookError::NotABook),
                8..10 => assert!(matches!(error, BookError::Version(_))),
                _ => assert_eq!(error, BookError::Damaged, "byte {at}"),
            }
        }
    }
    assert_eq!(Book::from_bytes(&[&bytes[..], b"\0"].concat()), Err(BookError::Damaged));
    assert_eq!(Book::from_bytes(b"[Event \"no book\"]"), Err(BookError::NotABook));
}

/// The bytes of a book with this content behind the version, and a checksum that fits.
fn forged(content: &[u8]) -> Vec<u8> {
    let mut bytes = [b"DAMIERBK\x01\x00", content].concat();
    let sum = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    bytes.extend(sum.to_le_bytes());
    bytes
}

#[test]
fn forged_books_do_no_harm() {
    let header = |rules: &str, positions: u32, moves: u32| {
        let mut bytes = vec![1];
        bytes.extend((rules.len() as u16).to_le_bytes());
        bytes.extend(rules.as_bytes());
        bytes.extend(positions.to_le_bytes());
        bytes.extend(moves.to_le_bytes());
        bytes
    };
    let read = |content: &[u8]| Book::from_bytes(&forged(content));
    assert_eq!(read(&header("american", 0, 0)).unwrap().positions(), 0);
    for huge in [(u32::MAX, u32::MAX), (0, u32::MAX), (u32::MAX, 0), (1, 1)] {
        assert_eq!(read(&header("american", huge.0, huge.1)), Err(BookError::Damaged));
    }
    let error = read(&header("chess", 0, 0)).unwrap_err();
    assert!(error.to_string().contains("rules that are not known, \"chess\""), "{error}");

    // A move that is on no board, one that is not legal, and one that is.
    let game = Game::new(rules("american"));
    let mut content = header("american", 1, 3);
    content.extend(game.position().hash().to_le_bytes());
    content.extend([3, 99, 200, 7, 1, 0, 1, 0, 1, 5, 0, 1, 0, 1, 0, 11, 15, 0, 1, 0, 1, 0]);
    let book = read(&content).unwrap();
    let texts: Vec<String> =
        book.probe(&game).iter().map(|known| game.position().text(&known.mv)).collect();
    assert_eq!(texts, ["11-15"]);

    // Positions out of order, twice the same, and counts that do not fit.
    for positions in [[(2, 1), (1, 1)], [(1, 1), (1, 1)], [(1, 0), (2, 1)], [(1, 255), (2, 1)]] {
        let mut content = header("american", 2, 2);
        for (key, count) in positions {
            content.extend(u64::to_le_bytes(key));
            content.push(count);
        }
        content.extend([0; 14]);
        assert_eq!(read(&content), Err(BookError::Damaged), "{positions:?}");
    }
}

#[test]
fn no_bytes_make_a_reader_panic() {
    // Real books with random bytes in them and a checksum that fits; what is read can be asked.
    let mut random = Random(5);
    let mut read = 0;
    for name in ["american", "russian", "casual"] {
        let rules = rules(name);
        let bytes = from_games(&rules, 8, 1).to_bytes();
        let content = &bytes[10..bytes.len() - 8];
        for _ in 0..400 {
            let mut content = content.to_vec();
            for _ in 0..=random.below(4) {
                let at = random.below(content.len());
                content[at] = random.below(256) as u8;
            }
            content.truncate(content.len() - random.below(2) * random.below(content.len()));
            let Ok(book) = Book::from_bytes(&forged(&content)) else { continue };
            read += 1;
            let game = random_game(&rules, random.below(8), &mut Random(random.below(8) as u64));
            assert!(book.probe(&game).iter().all(|known| game.position().is_legal(&known.mv)));
            book.choose(&game, 10, 3);
        }
    }
    assert!(read > 100, "{read}");
}

#[test]
fn the_best_move_with_no_margin_and_variety_by_seed_with_one() {
    // R-DT-1: the same seed, the same choice.
    let rules = rules("international");
    let book = from_start(&rules, 30);
    let game = Game::new(rules);
    let moves = book.probe(&game);
    let chosen = |margin, seed| book.choose(&game, margin, seed).unwrap();
    let strict: HashSet<_> = (0..50).map(|seed| chosen(0, seed).mv).collect();
    assert_eq!(strict, HashSet::from([moves[0].mv]));
    let margin = 20;
    let Score::Centimen(best) = moves[0].value else { panic!("{moves:?}") };
    let near = |score: Score| score >= Score::Centimen(best - i32::from(margin));
    let allowed: HashSet<_> =
        moves.iter().filter(|known| near(known.value)).map(|known| known.mv).collect();
    let various: HashSet<_> = (0..400).map(|seed| chosen(margin, seed).mv).collect();
    assert!(allowed.len() > 1);
    assert_eq!(various, allowed, "all that are good enough, and no others");
    for seed in 0..50 {
        assert_eq!(chosen(margin, seed), chosen(margin, seed));
    }
}

#[test]
fn weights_are_how_likely_a_move_is() {
    let game = Game::new(rules("american"));
    let mut statistics = BookStatistics::new(game.rules().clone());
    let moves = ["11-15", "9-13"].map(|text| game.position().parse_move(text).unwrap());
    for number in 0..40 {
        let usual = usize::from(number % 4 == 0);
        statistics.add(game.position(), &moves[usual], Some(None)).unwrap();
    }
    let book = statistics.book(1);
    let usual = (0..4_000).filter(|seed| book.choose(&game, 5, *seed).unwrap().mv == moves[0]);
    let share = usual.count();
    assert!((2_850..3_150).contains(&share), "{share} of 4000");
    assert_eq!(statistics.book(11).probe(&game).len(), 1);
    assert_eq!(statistics.book(31).positions(), 0);
}

#[test]
fn results_speak_for_the_side_that_moved() {
    let mut game = Game::new(rules("american"));
    let mut statistics = BookStatistics::new(game.rules().clone());
    let black = game.position().parse_move("11-15").unwrap();
    for _ in 0..8 {
        statistics.add(game.position(), &black, Some(Some(Color::Black))).unwrap();
    }
    statistics.add(game.position(), &black, None).unwrap();
    let before = game.clone();
    game.play(&black).unwrap();
    let white = game.position().parse_move("23-18").unwrap();
    statistics.add(game.position(), &white, Some(Some(Color::Black))).unwrap();
    let book = statistics.book(1);
    let [known] = book.probe(&before)[..] else { panic!() };
    assert_eq!((known.value, known.weight), (Score::Centimen(80), 9));
    assert_eq!(book.probe(&game)[0].value, Score::Centimen(-33));
}

#[test]
fn a_book_is_asked_by_position_so_ballots_and_transpositions_are_known() {
    let rules = rules("american");
    let play = |moves: &[&str]| {
        let mut game = Game::new(rules.clone());
        for text in moves {
            let mv = game.position().parse_move(text).unwrap();
            game.play(&mv).unwrap();
        }
        game
    };
    let ballots = [play(&["9-13", "21-17", "5-9"]), play(&["12-16", "24-20", "8-12"])];
    let openings: Vec<AnyPosition> = ballots.iter().map(|game| *game.position()).collect();
    let book = expanded(&rules, &openings, &growth(10));
    for ballot in &ballots {
        assert_eq!(book.probe(ballot).len(), ballot.legal_moves().len());
    }
    assert!(book.probe(&Game::new(rules.clone())).is_empty(), "a ballot's moves are not its own");
    let [one, other] = [&["9-13", "22-18", "12-16"], &["12-16", "22-18", "9-13"]].map(|m| play(m));
    assert_eq!(one.position(), other.position());
    let after = expanded(&rules, &[*one.position()], &growth(1));
    assert_eq!(after.probe(&one), after.probe(&other));
    let foreign = Game::from_position("casual".parse().unwrap(), *one.position());
    assert!(after.probe(&foreign).is_empty(), "other rules, other book");
}

#[test]
fn values_go_back_to_the_first_position() {
    // 12-8 4x11 27-23 18x27 31x8 wins a man: a search of one position does not see it, the plies of
    // the book do.
    // House rules, so that what is learned about American draughts does not matter.
    let shot = game("american,blocked=draws", "W:W6,12,27-31:B1,4,10,18-21");
    let best = |positions| {
        let growth = Growth { positions, nodes: 1, ..Default::default() };
        let book = expanded(shot.rules(), &[*shot.position()], &growth);
        book.probe(&shot)[0]
    };
    assert!(best(1).value < Score::Centimen(50), "{:?}", best(1));
    assert!(best(300).value > Score::Centimen(100), "{:?}", best(300));
}

#[test]
fn kings_that_go_to_and_fro_are_a_draw_and_no_endless_loop() {
    let game = game("american", "W:WK32:BK1");
    let book = expanded(game.rules(), &[*game.position()], &growth(2_000));
    assert!(book.positions() < 2_000, "every position was looked at: {}", book.positions());
    assert_eq!(book.probe(&game)[0].value, Score::Centimen(0));
}

#[test]
fn what_is_decided_is_not_expanded() {
    let game = game("american", "W:W14,K32:B9");
    let book = expanded(game.rules(), &[*game.position()], &growth(50));
    assert!(book.positions() < 50);
    assert!(matches!(book.probe(&game)[0].value, Score::WinsIn(_)), "{:?}", book.probe(&game));
    let over = common::game("american", "W:W14:B");
    assert_eq!(expanded(over.rules(), &[*over.position()], &growth(5)).positions(), 0);
}
