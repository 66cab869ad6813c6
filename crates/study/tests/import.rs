//! Collections as people have them: dialects, broken games, strange tags, floods.

mod common;

use common::{Folder, RandomGame, build, rules, try_build};
use draughts::{AnyPosition, Color};
use draughts_study::explorer::{BuildError, BuildOptions, Builder, GameInfo, PlayedGame, Segment};
use pdn::Recorded;

fn options() -> BuildOptions<'static> {
    BuildOptions { threads: 2, ..BuildOptions::default() }
}

fn results(segment: &Segment, name: &str, moves: &str) -> [u64; 4] {
    let rules = rules(name);
    let mut position = AnyPosition::start(&rules);
    for text in moves.split_whitespace() {
        position = position.play_unchecked(&position.parse_move(text).unwrap());
    }
    let found = segment.probe(&rules, &position).unwrap().unwrap().results;
    [found.games, found.white, found.draws, found.black]
}

#[test]
fn dialects_and_results_are_those_that_pdn_reads() {
    let folder = Folder::new("dialects");
    let text = "[Bianco \"Rossi\"] [Nero \"Verdi\"] [GameType \"22\"] 1. 22-18 11-15 1-0\n\n\
                [GameType \"21\"] [Result \"1-0\"] [Black \"Nash\"] 1. 11-15 23-19 1-0\n\n\
                [GameType \"25\"] [Date \"03/07/1999\"] 1. c3-d4 f6-g5 0-0\n\n\
                [Rules \"american,name=Ours\"] [Result \"0-1\"] 1. 11-15 22-18 *\n";
    let segment = build(&folder, text);
    let names: Vec<String> =
        segment.counts().rules.iter().map(|counted| counted.rules.to_string()).collect();
    assert_eq!(names, ["italian", "american", "russian"], "a name is no rule");
    // In American checkers Black's points come first.
    assert_eq!(results(&segment, "american", "11-15"), [2, 1, 0, 1]);
    assert_eq!(results(&segment, "american", "11-15 23-19"), [1, 0, 0, 1]);
    // Both lost, which is no result of either.
    assert_eq!(results(&segment, "russian", "c3-d4"), [1, 0, 0, 0]);
    assert_eq!(segment.info(2).unwrap().result, Recorded::BothLost);
    assert_eq!(segment.info(2).unwrap().date, None, "read in two ways");
    assert_eq!(
        (segment.info(0).unwrap().white.as_str(), segment.info(0).unwrap().line),
        ("Rossi", 1)
    );
}

#[test]
fn broken_games_count_up_to_what_is_broken() {
    let folder = Folder::new("broken");
    let text = "[Rules \"international\"] 1. 32-28 19-23 2. 28x19 3. 50-1 *\n\n\
                [Rules \"international\"] 1. 32-28 - 2. 31-27 *\n\n\
                [Rules \"international\"] 1. 32-28 /FEN \"B:W31:B20\"/ 20-24 *\n\n\
                [Rules \"international\"] [FEN \"nonsense\"] 1. 32-28 *\n\n\
                [White \"nobody moved\"] *\n\n\
                [Rules \"international\"] 1. 32-28 {never closed 18-23 *\n";
    let (segment, imported, problems) =
        try_build(&folder.path("a"), text.as_bytes(), options()).unwrap();
    assert_eq!((imported.read, imported.added, imported.cut), (6, 4, 4), "{problems:#?}");
    let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 5, "{told:#?}");
    assert!(told[0].starts_with("game 1, line 1, column 52: "), "{told:#?}");
    assert!(told[1].contains("the move is missing; counted up to there"), "{told:#?}");
    assert!(told[2].contains("set up in the middle of the game"), "{told:#?}");
    assert!(told[3].starts_with("game 4") && told[3].ends_with("; left out"), "{told:#?}");
    assert_eq!(results(&segment, "international", "32-28")[0], 4);
    segment.verify(&mut |_, _| {}).unwrap();
}

/// A game counts once in a position, however often it comes back to it.
#[test]
fn repetitions_count_once() {
    let folder = Folder::new("repetitions");
    let text = "[Rules \"international\"] [FEN \"W:WK50:BK1\"] [Result \"1-1\"] \
                1. 50-45 1-6 2. 45-50 6-1 3. 50-45 1-6 4. 45-50 6-1 5. 50-44 1-6 *";
    let segment = build(&folder, text);
    let rules = rules("international");
    let position = AnyPosition::from_fen(&rules, "W:WK50:BK1").unwrap();
    let found = segment.probe(&rules, &position).unwrap().unwrap();
    assert_eq!((found.results.games, found.results.draws), (1, 1));
    let moves: Vec<(&str, u64)> =
        found.moves.iter().map(|played| (played.text.as_str(), played.results.games)).collect();
    assert_eq!(moves, [("50-44", 1), ("50-45", 1)]);
    // Turned half round it is the same position, with Black to move: now White's result is Black's.
    let turned = AnyPosition::from_fen(&rules, "B:WK50:BK1").unwrap();
    assert!(segment.probe(&rules, &turned).unwrap().is_some());
}

/// Limits of what is indexed leave games whole.
#[test]
fn plies_limit_what_is_looked_up() {
    let folder = Folder::new("plies");
    let game = RandomGame::new(&rules("russian"), 3, 60);
    let options = BuildOptions { plies: Some(10), ..options() };
    let (segment, ..) = try_build(&folder.path("a"), game.pdn().as_bytes(), options).unwrap();
    for (ply, (position, _)) in game.positions().iter().enumerate() {
        let found = segment.probe(&game.rules, position).unwrap();
        assert_eq!(found.is_some(), ply < 10, "{ply}");
    }
    assert_eq!(segment.counts().plies, Some(10));
    assert_eq!(segment.game(0).unwrap().moves, game.moves);
}

/// Of the games with a move those of the strongest players are named, then the latest, then the first.
#[test]
fn examples_are_of_the_strongest_then_the_latest() {
    let folder = Folder::new("examples");
    let game = |number: u32, rating: &str, date: &str| {
        format!("[White \"{number}\"][WhiteElo \"{rating}\"][Date \"{date}\"] 1. 32-28 18-23 *\n\n")
    };
    let text = game(1, "?", "2001")
        + &game(2, "1500", "1990.01.01")
        + &game(3, "1500?", "1990.01.02")
        + &game(4, "2100.5", "?")
        + &game(5, "70000", "2020.05")
        + &game(6, "1500", "1990.01.02");
    let segment = build(&folder, &text);
    let rules = rules("international");
    let found = segment.probe(&rules, &AnyPosition::start(&rules)).unwrap().unwrap();
    let played = &found.moves[0];
    let names: Vec<&str> = played.examples.iter().map(|(_, info)| info.white.as_str()).collect();
    assert_eq!(names, ["4", "3", "6"]);
    assert_eq!(played.average_rating, Some(1_650));
    assert_eq!(played.last_played.unwrap().to_string(), "2020.05.??");
}

/// Games that are not PDN: a server's own.
#[test]
fn games_can_be_added_one_by_one() {
    let folder = Folder::new("added");
    let random = RandomGame::new(&rules("frisian"), 7, 50);
    let mut builder = Builder::create(&folder.path("a"), options()).unwrap();
    let info = GameInfo { result: Recorded::Win(Color::Black), ..GameInfo::default() };
    let mut game = PlayedGame {
        rules: random.rules.clone(),
        info,
        start: random.start,
        moves: random.moves.clone(),
    };
    assert!(builder.add_game(&game).unwrap());
    // What is not legal counts for nothing.
    game.moves = [&random.moves[..1], &random.moves[..1]].concat();
    assert!(builder.add_game(&game).unwrap());
    assert_eq!(builder.games(), 2);
    builder.finish(&mut |_, _| {}).unwrap();
    let segment = Segment::open(&folder.path("a")).unwrap();
    assert_eq!(segment.game(0).unwrap().moves, random.moves);
    assert_eq!(segment.game(1).unwrap().moves.len(), 1);
    let found = segment.probe(&random.rules, &random.start).unwrap().unwrap();
    assert_eq!((found.results.games, found.results.black), (2, 2));
}

/// Whatever a hostile file repeats, the build ends, and what it wrote is sound.
#[test]
fn floods_are_built_or_refused() {
    let folder = Folder::new("floods");
    let length = 1 << 18;
    let floods =
        ["1-0 ", "1.*\n", "1-2 *\n", "[A \"b\"]\n\n", "1. 11-15 *\n", "{} * ", "1. 32-28 * "];
    let mut texts = floods.map(|text| text.repeat(length / text.len())).to_vec();
    let within = ["() ", "1-2 ", "$1 ", "{a} ", "[A \"b\"]\n", "/FEN \"W:W1:B2\"/ ", "! ", "("];
    texts.extend(within.map(|text| format!("1. 11-15 {} *", text.repeat(length / text.len()))));
    // A king to and fro, for as long as a game may be.
    let long = "50-45 1-6 45-50 6-1 ".repeat(12_000);
    texts.push(format!("[Rules \"international\"][FEN \"W:WK50:BK1\"] {long} *"));
    // Ever new rules.
    let rules =
        (3..403).map(|limit| format!("[Rules \"american,king-run={limit}\"] 1. 11-15 *\n\n"));
    texts.push(rules.collect());
    texts.push(format!("[White \"{}\"] 1. 32-28 *", "Ä".repeat(5_000)));
    for text in texts {
        let begin: String = text.chars().take(40).collect();
        let options = BuildOptions { memory: 1 << 20, ..options() };
        let built = try_build(&folder.path("a"), text.as_bytes(), options);
        let (segment, imported, _) = built.unwrap_or_else(|error| panic!("{begin}: {error}"));
        assert_eq!(segment.counts().games(), imported.added, "{begin}");
        segment.verify(&mut |_, _| {}).unwrap_or_else(|error| panic!("{begin}: {error}"));
    }
    assert_eq!(folder.names(), ["a"]);
}

#[test]
fn two_builds_of_one_file_do_not_meet() {
    let folder = Folder::new("busy");
    let path = folder.path("a");
    let first = Builder::create(&path, options()).unwrap();
    assert!(matches!(Builder::create(&path, options()), Err(BuildError::Busy(_))));
    drop(first);
    assert_eq!(folder.names(), [""; 0], "nothing is left");
    assert!(Builder::create(&path, options()).is_ok());
}

/// A source that breaks off is told, and nothing is written.
#[test]
fn a_source_that_fails_is_told() {
    struct Failing(u32);
    impl std::io::Read for Failing {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            self.0 += 1;
            let text = b"1. 32-28 18-23 * ";
            if self.0 > 60_000 {
                return Err(std::io::Error::other("the disk is gone"));
            }
            let length = buffer.len().min(text.len());
            buffer[..length].copy_from_slice(&text[..length]);
            Ok(length)
        }
    }
    let folder = Folder::new("failing");
    let mut builder = Builder::create(&folder.path("a"), options()).unwrap();
    let failed = builder.add_pdn("tape", Failing(0), None, &mut |_| {});
    assert_eq!(failed.unwrap_err().to_string(), "tape cannot be read: the disk is gone");
    drop(builder);
    assert_eq!(folder.names(), [""; 0]);
    let stopped = BuildOptions { stop: &|| true, ..options() };
    let built = try_build(&folder.path("a"), b"1. 32-28 *", stopped);
    assert!(matches!(built, Err(BuildError::Stopped)));
    assert_eq!(folder.names(), [""; 0]);
}

/// Segments are merged without the files they were made from, into what these files together would give.
#[test]
fn segments_become_one_segment() {
    let folder = Folder::new("merge");
    let text = |numbers: std::ops::Range<u64>, name: &str| -> String {
        numbers.map(|number| RandomGame::new(&rules(name), number, 50).pdn()).collect()
    };
    let parts =
        [text(0..700, "international"), text(700..720, "frisian"), text(720..900, "american")];
    let mut direct = Builder::create(&folder.path("direct"), options()).unwrap();
    let mut merged = Builder::create(&folder.path("merged"), options()).unwrap();
    for (part, name) in parts.iter().zip(["a.pdn", "b.pdn", "c.pdn"]) {
        direct.add_pdn(name, part.as_bytes(), None, &mut |_| {}).unwrap();
        let mut single = Builder::create(&folder.path(name), options()).unwrap();
        single.add_pdn(name, part.as_bytes(), None, &mut |_| {}).unwrap();
        single.finish(&mut |_, _| {}).unwrap();
        assert!(Segment::is_segment(&folder.path(name)));
        let segment = Segment::open(&folder.path(name)).unwrap();
        assert_eq!(merged.add_segment(&segment).unwrap(), segment.counts().games());
    }
    direct.finish(&mut |_, _| {}).unwrap();
    merged.finish(&mut |_, _| {}).unwrap();
    let bytes = |name: &str| std::fs::read(folder.path(name)).unwrap();
    assert!(bytes("direct") == bytes("merged"));
}
