//! What the draw rules make of a win.

mod common;

use common::Folder;
use draughts::{AnyPosition, Game, Ruleset};
use draughts_endgame::{Tables, Verdict, Wld};

fn game(tables: &Tables, rules: &str, fen: &str) -> Game {
    let rules: Ruleset = rules.parse().unwrap();
    assert_eq!(draughts_endgame::table_rules(&rules), *tables.rules());
    let position = AnyPosition::from_fen(&rules, fen).unwrap();
    Game::from_position(rules, position)
}

fn verdict(tables: &Tables, game: &Game) -> Verdict {
    tables.verdict(game).unwrap().unwrap()
}

/// Plays the best move of the table.
fn play_best(tables: &Tables, game: &mut Game) {
    let moves = tables.moves(game).unwrap().unwrap();
    game.play(&moves[0].0).unwrap();
}

/// A rule that is set very tight spoils a win that needs longer, by as many moves as it is short.
#[test]
fn a_win_that_comes_too_late_is_spoiled() {
    let folder = Folder::new("spoiled");
    let tables = folder.built("american", 3);
    let fen = tables.longest_win(&draughts_endgame::Material::new(0, 2, 0, 1)).unwrap().unwrap();
    let plain = verdict(&tables, &game(&tables, "american", &fen));
    assert_eq!((plain.entry.wld, plain.entry.dtw, plain.rule), (Wld::Win, Some(33), None));

    let tight = "american,no-capture=none,kings-only=10";
    let ruling = verdict(&tables, &game(&tables, tight, &fen)).rule.unwrap();
    let dtc = plain.entry.dtc.unwrap();
    assert_eq!(ruling.verdict, Some(Wld::Draw));
    assert_eq!(ruling.moves, (dtc - 20).div_ceil(2));
    assert_eq!(ruling.rule.to_string(), "10-move rule: only king moves and no capture");

    let enough = format!("american,no-capture=none,kings-only={}", dtc.div_ceil(2));
    assert_eq!(verdict(&tables, &game(&tables, &enough, &fen)).rule, None);
}

/// Five moves for two kings against one: the count of the game decides.
#[test]
fn the_counters_of_a_game_count() {
    let folder = Folder::new("counters");
    let tables = folder.built("international", 3);
    let material = draughts_endgame::Material::new(0, 2, 0, 1);
    let fen = tables.longest_win(&material).unwrap().unwrap();
    assert_eq!(fen, "W:WK1,K2:BK45");
    let fresh = game(&tables, "international", &fen);
    let first = verdict(&tables, &fresh);
    assert_eq!((first.entry.dtw, first.rule), (Some(7), None));

    // Kings that go there and back use up the count: with two moves of five gone, seven plies are too many.
    let mut later = fresh;
    for text in ["1-6", "45-50", "6-1", "50-45"] {
        later.play(&later.position().parse_move(text).unwrap()).unwrap();
    }
    let second = verdict(&tables, &later);
    assert_eq!(second.entry, first.entry);
    let ruling = second.rule.unwrap();
    assert_eq!((ruling.verdict, ruling.moves), (Some(Wld::Draw), 1));
    let name = "5 moves of two pieces at most, a king among them, against a king";
    assert_eq!(ruling.rule.to_string(), name);
    let moves = tables.moves(&later).unwrap().unwrap();
    assert_eq!(moves[0].1.rule, Some(ruling));
    assert!(
        moves.iter().all(|(_, verdict)| verdict.rule.is_none() || verdict.entry.wld == Wld::Win)
    );
}

/// With best play of both sides the game ends as the table says, after as many plies.
#[test]
fn best_moves_end_the_game_in_time() {
    let folder = Folder::new("best");
    for rules in ["american", "russian", "international"] {
        let tables = folder.built(rules, 3);
        for material in tables.slices(3) {
            let Some(fen) = tables.longest_win(&material).unwrap() else { continue };
            let mut game = game(&tables, rules, &fen);
            let Verdict { entry, rule } = verdict(&tables, &game);
            assert_eq!(rule, None, "{rules} {fen}");
            let winner = game.position().turn();
            for _ in 0..entry.dtw.unwrap() {
                assert_eq!(game.outcome(), None, "{rules} {fen}");
                play_best(&tables, &mut game);
            }
            assert_eq!(game.outcome().unwrap().winner, Some(winner), "{rules} {fen}");
        }
    }
}

/// The line of best play is as long as the table says, and ends the game.
#[test]
fn the_line_of_a_win_ends_it() {
    let folder = Folder::new("line");
    for rules in ["american", "international", "frisian"] {
        let tables = folder.built(rules, 3);
        for material in tables.slices(3) {
            let Some(fen) = tables.longest_win(&material).unwrap() else { continue };
            let start = *game(&tables, rules, &fen).position();
            let dtw = usize::from(tables.probe(&start).unwrap().unwrap().dtw.unwrap());
            let line = tables.line(&start, 500);
            let end = line.iter().fold(start, |position, mv| position.play(mv).unwrap());
            assert_eq!(line.len(), dtw, "{rules} {fen}");
            assert_eq!(end.outcome().unwrap().winner, Some(start.turn()), "{rules} {fen}");
            assert_eq!(tables.line(&start, 3), line[..dtw.min(3)]);
        }
    }
}

#[test]
fn a_game_that_is_drawn_already_says_so() {
    let folder = Folder::new("drawn");
    let tables = folder.built("frisian", 2);
    let drawn = game(&tables, "frisian", "W:WK46:BK4");
    let verdict = verdict(&tables, &drawn);
    assert!(drawn.outcome().is_some());
    assert_eq!(verdict.rule.is_some(), verdict.entry.wld != Wld::Draw);
    assert_eq!(tables.moves(&drawn).unwrap().unwrap().len(), 0);
}
