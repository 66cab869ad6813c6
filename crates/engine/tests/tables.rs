//! Endgame tables in the search: what is won is won, what is drawn is not lost, and nobody waits for them.

mod common;

use common::*;
use draughts::{AnyPosition, Color, Game, Move, Ruleset};
use draughts_engine::endgame::{Build, TableFolder, Tables, Wld};
use draughts_engine::{Engine, EngineOptions, Level, Limits, Score, SearchOptions};
use std::path::PathBuf;
use std::sync::Arc;

/// A folder that is gone when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("engine-tables-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Self(path)
    }

    /// The folder with tables of these rules up to so many pieces.
    fn with(&self, rules: &Ruleset, pieces: usize) -> (TableFolder, Arc<Tables>) {
        let folder = TableFolder::new(&self.0);
        let tables = folder.tables(rules);
        let (stop, progress) = (|| false, |_, _| {});
        let build = Build { pieces, threads: 0, memory: 4 << 30, stop: &stop, progress: &progress };
        tables.build(&build).unwrap();
        assert_eq!(tables.pieces(), pieces);
        (folder, tables)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// With `DAMIER_SLOW=1`, in release, what the requirement says; else as many as a moment allows.
fn is_slow() -> bool {
    std::env::var_os("DAMIER_SLOW").is_some()
}

fn engine_with(folder: &TableFolder, pieces: usize) -> Engine {
    Engine::new(EngineOptions {
        tt_bytes: 1 << 18,
        endgame: Some(folder.clone()),
        endgame_pieces: pieces,
        ..Default::default()
    })
}

/// A position with so many pieces anywhere, unless the rules refuse it or it is over.
fn scattered(rules: &Ruleset, pieces: usize, random: &mut Random) -> Option<Game> {
    let squares = usize::from(AnyPosition::start(rules).layout().squares);
    let mut text = vec![b'e'; squares];
    for _ in 0..pieces {
        text[random.below(squares)] = b"wbWB"[random.below(4)];
    }
    let turn = ["W", "B"][random.below(2)];
    let fen = format!("{turn}{}", String::from_utf8(text).unwrap());
    let position = AnyPosition::from_fen(rules, &fen).ok()?;
    let game = Game::from_position(rules.clone(), position);
    let whole = Tables::needs(&position) == pieces && game.outcome().is_none();
    let both = Color::BOTH.into_iter().all(|color| !position.pieces(color).is_empty());
    (whole && both).then_some(game)
}

/// Positions for whose side to move the tables have this result, draw rules included.
fn with_result(tables: &Tables, rules: &Ruleset, pieces: usize, wanted: Wld) -> Vec<Game> {
    let count = if is_slow() { 1_000 } else { 100 };
    let mut random = Random(18);
    let mut found = Vec::new();
    while found.len() < count {
        // Half of them with as many pieces as there are tables for.
        let fewer = if random.below(2) == 0 { 0 } else { random.below(pieces - 1) };
        let Some(game) = scattered(rules, pieces - fewer, &mut random) else { continue };
        let verdict = tables.verdict(&game).unwrap().unwrap();
        if verdict.result() == Some(wanted) {
            found.push(game);
        }
    }
    found
}

fn pieces_for_conversion() -> usize {
    if is_slow() { 4 } else { 3 }
}

/// Who defends.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Defence {
    /// As long as possible.
    Tables,
    /// With the search alone.
    Search,
    /// Anyhow.
    Random,
}

struct Players {
    with: Engine,
    without: Engine,
    random: Random,
}

impl Players {
    fn new(folder: &TableFolder, pieces: usize) -> Self {
        let without = Engine::new(EngineOptions { tt_bytes: 1 << 18, ..Default::default() });
        Self { with: engine_with(folder, pieces), without, random: Random(5) }
    }

    fn choose(&mut self, game: &Game, tables: bool, defence: Defence) -> Move {
        let engine = match defence {
            _ if tables => &mut self.with,
            Defence::Tables => &mut self.with,
            Defence::Search => &mut self.without,
            Defence::Random => {
                let moves = game.legal_moves();
                return moves[self.random.below(moves.len())];
            }
        };
        let options = SearchOptions::default();
        engine.search(game, &Limits::nodes(2_000), &options, &mut |_| {}).unwrap().best
    }

    /// Plays a game to its end; who has won. The side to move has tables.
    fn play(&mut self, mut game: Game, defence: Defence) -> Option<Color> {
        let own = game.position().turn();
        while game.outcome().is_none() {
            let mv = self.choose(&game, game.position().turn() == own, defence);
            game.play(&mv).unwrap();
            assert!(game.history().len() < 1_000, "{}", game.start().to_fen());
        }
        game.outcome().and_then(|outcome| outcome.winner)
    }
}

/// Every won ending is won within the rules, however the other side defends.
fn converts(rules_text: &str) {
    let rules = rules(rules_text);
    let folder = Folder::new(&format!("won-{rules_text}"));
    let pieces = pieces_for_conversion();
    let (folder, tables) = folder.with(&rules, pieces);
    let mut players = Players::new(&folder, pieces);
    for game in with_result(&tables, &rules, pieces, Wld::Win) {
        for defence in [Defence::Tables, Defence::Search, Defence::Random] {
            let (fen, winner) = (game.position().to_fen(), game.position().turn());
            let won = players.play(game.clone(), defence);
            assert_eq!(won, Some(winner), "{rules_text} {fen} {defence:?}");
        }
    }
}

#[test]
fn won_endings_of_american_are_won() {
    converts("american");
}

#[test]
fn won_endings_of_international_are_won() {
    converts("international");
}

#[test]
fn won_endings_of_russian_are_won() {
    converts("russian");
}

/// Other kings, other aims, counters of king moves.
#[test]
fn won_endings_of_other_games_are_won() {
    if is_slow() {
        return;
    }
    for rules in ["italian", "brazilian", "frisian", "antidraughts", "casual"] {
        converts(rules);
    }
}

/// A drawn ending is never lost, and is not called won.
#[test]
fn drawn_endings_are_not_lost() {
    for rules_text in ["american", "international", "russian", "frisian"] {
        let rules = rules(rules_text);
        let folder = Folder::new(&format!("drawn-{rules_text}"));
        let (folder, tables) = folder.with(&rules, 3);
        let mut players = Players::new(&folder, 3);
        for game in with_result(&tables, &rules, 3, Wld::Draw) {
            let (fen, turn) = (game.position().to_fen(), game.position().turn());
            let mut engine = engine_with(&folder, 3);
            let options = SearchOptions { multi_pv: 2, ..Default::default() };
            let report = engine.search(&game, &Limits::nodes(500), &options, &mut |info| {
                assert!(matches!(info.score(), Score::Centimen(-25..=25)), "{fen} {info:?}");
            });
            assert_playable(&game, &report.unwrap());
            let winner = players.play(game, Defence::Tables);
            assert_ne!(winner, Some(!turn), "{rules_text} {fen}");
        }
    }
}

/// Tables of two pieces in the tree: what the search then calls won or lost in endings of three pieces is
/// won or lost, within the number of plies that it says, and it sees more than without.
#[test]
fn bounds_in_the_tree_are_right() {
    for rules_text in ["american", "international", "russian", "frisian"] {
        let rules = rules(rules_text);
        let folder = Folder::new(&format!("tree-{rules_text}"));
        let (folder, tables) = folder.with(&rules, 3);
        let mut random = Random(3);
        let mut seen = [0; 2];
        for _ in 0..400 {
            let Some(game) = scattered(&rules, 3, &mut random) else { continue };
            let entry = tables.probe(game.position()).unwrap().unwrap();
            for (limit, seen) in [0, 2].into_iter().zip(&mut seen) {
                let mut engine = engine_with(&folder, limit);
                let options = SearchOptions::default();
                let report =
                    engine.search(&game, &Limits::depth(5), &options, &mut |_| {}).unwrap();
                let (wld, plies) = match report.score() {
                    Score::WinsIn(plies) => (Wld::Win, plies),
                    Score::LosesIn(plies) => (Wld::Loss, plies),
                    Score::Centimen(_) => continue,
                };
                *seen += 1;
                let fen = game.position().to_fen();
                assert_eq!(entry.wld, wld, "{rules_text} {fen} {}", report.score());
                if wld == Wld::Win {
                    assert!(u32::from(entry.dtw.unwrap()) <= plies, "{rules_text} {fen}");
                }
            }
        }
        assert!(seen[0] < seen[1], "{rules_text}: {seen:?}");
    }
}

/// A root that the tables have is answered without a search, with the distance and the whole line.
#[test]
fn a_known_win_is_told_with_its_line() {
    let rules = rules("american");
    let folder = Folder::new("line");
    let (folder, tables) = folder.with(&rules, 3);
    for game in with_result(&tables, &rules, 3, Wld::Win).into_iter().take(40) {
        let dtw = u32::from(tables.probe(game.position()).unwrap().unwrap().dtw.unwrap());
        let mut engine = engine_with(&folder, 8);
        let options = SearchOptions { multi_pv: 3, ..Default::default() };
        let report = engine.search(&game, &Limits::depth(3), &options, &mut |_| {}).unwrap();
        assert_playable(&game, &report);
        assert_eq!(report.score(), Score::WinsIn(dtw));
        assert_eq!(report.info.nodes, 0);
        let scores: Vec<Score> = report.info.variations.iter().map(|line| line.score).collect();
        assert!(scores.is_sorted_by(|one, two| one >= two), "{scores:?}");
        let line = &report.info.variations[0].moves;
        let mut end = game.clone();
        line.iter().for_each(|mv| end.play(mv).unwrap());
        assert_eq!(end.outcome().map(|end| end.winner), Some(Some(game.position().turn())));
        assert_eq!(line.len() as u32, dtw);
    }
}

#[test]
fn levels_below_eight_do_without() {
    let rules = rules("russian");
    let folder = Folder::new("levels");
    let (folder, tables) = folder.with(&rules, 3);
    let game = with_result(&tables, &rules, 3, Wld::Win).swap_remove(0);
    let found = |level: u8, folder: Option<TableFolder>| {
        let mut engine = Engine::new(EngineOptions { endgame: folder, ..Default::default() });
        let options = SearchOptions { level: Level::new(level).unwrap(), ..Default::default() };
        let report = engine.search(&game, &Limits::depth(9), &options, &mut |_| {}).unwrap();
        (report.info.nodes, report.info.variations)
    };
    for level in 1..=10 {
        let same = found(level, None) == found(level, Some(folder.clone()));
        assert_eq!(same, level < 8, "{level}");
    }
}

/// A search never builds, and uses what is there when it begins.
#[test]
fn what_is_built_later_is_used_by_the_next_search() {
    let rules = rules("american");
    let place = Folder::new("later");
    let folder = TableFolder::new(&place.0);
    let mut engine = engine_with(&folder, 8);
    let game = game("american", "W:WK18,K22:BK1");
    let options = SearchOptions::default();
    let mut search =
        || engine.search(&game, &Limits::nodes(500), &options, &mut |_| {}).unwrap().info.nodes;
    assert!(search() > 0);
    assert!(!place.0.exists());
    place.with(&rules, 3);
    assert_eq!(search(), 0);
}

/// A damaged file is as good as none, for the root and in the tree.
#[test]
fn damaged_tables_are_not_believed() {
    let rules = rules("american");
    let place = Folder::new("damaged");
    place.with(&rules, 3);
    for entry in std::fs::read_dir(place.0.join("american")).unwrap() {
        let path = entry.unwrap().path();
        let mut bytes = std::fs::read(&path).unwrap();
        if let Some(last) = bytes.len().checked_sub(1) {
            (last / 2..=last).for_each(|at| bytes[at] ^= 0x55);
            std::fs::write(&path, bytes).unwrap();
        }
    }
    let mut random = Random(9);
    let folder = TableFolder::new(&place.0);
    for _ in 0..100 {
        let Some(game) = scattered(&rules, 3 + random.below(2), &mut random) else { continue };
        let mut engine = engine_with(&folder, 8);
        let options = SearchOptions::default();
        let report = engine.search(&game, &Limits::nodes(500), &options, &mut |_| {}).unwrap();
        assert_playable(&game, &report);
    }
}

/// Several threads read the same tables while they are decoded.
#[test]
fn threads_share_tables() {
    let rules = rules("international");
    let place = Folder::new("threads");
    let (folder, _) = place.with(&rules, 3);
    let mut random = Random(4);
    std::thread::scope(|scope| {
        for _ in 0..3 {
            let game = loop {
                match scattered(&rules, 5, &mut random) {
                    Some(game) => break game,
                    None => continue,
                }
            };
            let folder = folder.clone();
            scope.spawn(move || {
                let mut engine = Engine::new(EngineOptions {
                    threads: 2,
                    endgame: Some(folder),
                    ..Default::default()
                });
                let options = SearchOptions::default();
                let report = engine.search(&game, &Limits::nodes(50_000), &options, &mut |_| {});
                assert_playable(&game, &report.unwrap());
            });
        }
    });
}
