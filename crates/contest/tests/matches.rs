//! Whole matches: games, records, and failures.

mod common;

use common::*;
use draughts::{Color, Game};
use draughts_contest::*;
use engine::Stop;
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

#[test]
fn the_same_seed_gives_the_same_games_whatever_is_played_at_a_time() {
    let folder = Folder::new("seed");
    let play = |name: &str, seed, jobs| {
        let path = folder.path(name);
        let mut contest = contest(&["level:3", "damier:nodes=300"], 6);
        contest.seed = seed;
        contest.jobs = jobs;
        contest.record = Some(RecordFile { path: path.clone(), resume: false });
        let standings = contest.run(&Stop::new(), &mut |_| {}).unwrap();
        assert_eq!(standings.finished(), 12);
        (standings.score(0, 1), games(&path))
    };
    let (one, other) = (play("a.pdn", 7, 1), play("b.pdn", 7, 2));
    assert_eq!(one, other);
    assert_eq!(one.1.len(), 12);
    assert_ne!(play("c.pdn", 8, 2).1, one.1);
}

#[test]
fn twins_score_the_same_from_every_opening() {
    let mut contest = contest(&["damier:nodes=150", "damier:nodes=150"], 8);
    contest.openings = OpeningSource::Random(5);
    contest.jobs = 2;
    let score = contest.run(&Stop::new(), &mut |_| {}).unwrap().score(0, 1);
    assert_eq!(score.pairs, [0, 0, 8, 0, 0], "what one wins with a colour the other wins with it");
    assert!(score.wins > 0, "{score}");
}

#[test]
fn every_game_is_on_record_with_all_that_is_to_be_known() {
    let folder = Folder::new("record");
    let path = folder.path("games.pdn");
    let mut contest = contest(&["level:2,name=Anna \"the fox\"", "damier:nodes=200"], 2);
    contest.openings = "ballots".parse().unwrap();
    contest.conditions.adjudication.plies = 30;
    contest.record = Some(RecordFile { path: path.clone(), resume: false });
    let mut seen = Vec::new();
    let mut watch =
        |progress: &Progress<'_>| seen.extend(progress.ended.map(|(_, ending)| ending.to_string()));
    contest.run(&Stop::new(), &mut watch).unwrap();
    let text = fs::read(&path).unwrap();
    let records: Vec<pdn::Game> = pdn::Games::new(&text[..]).map(Result::unwrap).collect();
    assert_eq!(records.len(), 4);
    for (index, record) in records.iter().enumerate() {
        let replay = pdn::Judge::default().replay(record);
        assert_eq!(replay.rules.to_string(), "american");
        assert!(replay.problem.is_none() && replay.played.len() <= 30);
        let first = if index % 2 == 0 { "White" } else { "Black" };
        assert_eq!(record.tag(first), Some("Anna \"the fox\""));
        assert_eq!(record.tag("Round"), Some(["1", "1", "2", "2"][index]));
        assert_eq!(record.tag("Pairing").unwrap(), (index + 1).to_string());
        assert_eq!(record.tag("Termination").unwrap(), seen[index]);
        assert_eq!(record.tag("Limits"), Some("players' own limits"));
        assert!(record.tag("Opening").unwrap().starts_with("ballot "));
        assert!(record.tag("Date").unwrap().starts_with("20"));
        assert!(record.line.steps[2].comments.is_empty(), "the opening is nobody's thought");
        assert!(record.line.steps[3].comments[0].contains('/'), "score and depth");
        let last = record.line.steps.last().unwrap();
        assert_eq!(last.comments.last(), Some(&seen[index]));
    }
    assert_eq!(records[0].line.steps[..3].len(), 3);
    let moves = |game: usize| -> Vec<&str> {
        records[game].line.steps[..3].iter().map(pdn::Step::text).collect()
    };
    assert_eq!(moves(0), moves(1), "a pair has one opening");
    assert_ne!(moves(0), moves(2));
}

#[test]
fn a_match_that_was_stopped_goes_on_without_losing_or_doubling_a_game() {
    let folder = Folder::new("resume");
    let whole = folder.path("whole.pdn");
    let mut contest = contest(&["level:2", "damier:nodes=200", "level:1"], 3);
    contest.jobs = 2;
    contest.record = Some(RecordFile { path: whole.clone(), resume: false });
    let expected = contest.run(&Stop::new(), &mut |_| {}).unwrap();

    let path = folder.path("stopped.pdn");
    contest.record = Some(RecordFile { path: path.clone(), resume: true });
    let mut sittings = 0;
    let standings = loop {
        let stop = Stop::new();
        let mut games = 0;
        let standings = contest.run(&stop, &mut |progress| {
            games += u32::from(progress.ended.is_some());
            if games == 4 {
                stop.stop();
            }
        });
        sittings += 1;
        // A game that was being written when the machine crashed.
        if sittings == 2 {
            let text = fs::read_to_string(&path).unwrap();
            let last = text.rfind("[Event").unwrap();
            fs::write(&path, format!("{text}{}", &text[last..last + 150])).unwrap();
        }
        let standings = standings.unwrap();
        if standings.is_over() {
            break standings;
        }
    };
    assert!(sittings >= 4, "{sittings}");
    assert_eq!(games(&path), games(&whole));
    for (one, other) in [(0, 1), (0, 2), (1, 2)] {
        assert_eq!(standings.score(one, other), expected.score(one, other));
    }

    contest.rounds = 4;
    let longer = contest.run(&Stop::new(), &mut |_| {}).unwrap();
    assert_eq!(longer.finished(), 24);
    let (longer, whole) = (games(&path), games(&whole));
    assert_eq!(longer.len(), 24);
    assert!(whole.iter().all(|(number, game)| longer[number] == *game));
}

#[test]
fn a_record_is_not_mixed_up_with_another() {
    let folder = Folder::new("other");
    let path = folder.path("games.pdn");
    let mut contest = contest(&["level:1", "level:2"], 1);
    let with = |resume| Some(RecordFile { path: path.clone(), resume });
    contest.record = with(false);
    let error = |contest: &Contest| contest.run(&Stop::new(), &mut |_| {}).unwrap_err().to_string();
    contest.run(&Stop::new(), &mut |_| {}).unwrap();
    assert!(error(&contest).contains("--resume"), "{}", error(&contest));
    contest.record = with(true);
    contest.run(&Stop::new(), &mut |_| {}).unwrap();
    // Older versions wrote clocks in seconds.
    let nodes = contest.conditions.pace;
    let terms = folder.path("games.pdn.match");
    let written = fs::read_to_string(&terms).unwrap();
    let old = written.replace(&format!("limits: {nodes}"), "limits: 60+0.6 s a game");
    assert_ne!(old, written);
    fs::write(&terms, old).unwrap();
    contest.conditions.pace.clock = "1m+600ms".parse().ok();
    contest.conditions.pace.nodes = None;
    contest.run(&Stop::new(), &mut |_| {}).unwrap();
    contest.conditions.pace = nodes;
    fs::write(&terms, written).unwrap();
    let mine = folder.file("mine.pdn", "[Event \"mine\"]\n\n1. 11-15 *\n\nand notes\n");
    contest.record = Some(RecordFile { path: mine.clone(), resume: true });
    assert!(error(&contest).contains("its terms are missing"), "{}", error(&contest));
    assert!(fs::read_to_string(&mine).unwrap().ends_with("and notes\n"), "nothing is cut off");
    contest.record = with(true);
    contest.seed = 9;
    assert!(error(&contest).contains("seed: 0 instead of seed: 9"), "{}", error(&contest));
    contest.seed = 0;
    contest.entrants[1] = "level:3".parse().unwrap();
    assert!(error(&contest).contains("level:2"), "{}", error(&contest));
    contest.entrants[1] = "level:2".parse().unwrap();
    let file = fs::File::open(&path).unwrap();
    file.try_lock().unwrap();
    let busy = error(&contest);
    assert!(busy.contains("is being written by another match that still runs"), "{busy}");
    // A match that was killed releases the lock as it exits.
    let dying = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        drop(file);
    });
    contest.run(&Stop::new(), &mut |_| {}).unwrap();
    dying.join().unwrap();
    let text = fs::read_to_string(&path).unwrap().replace("level:1", "level:5");
    fs::write(&path, text).unwrap();
    assert!(error(&contest).contains("level:5 played instead of level:1"), "{}", error(&contest));
}

#[test]
fn a_sequential_test_ends_a_match() {
    let mut contest = contest(&["level:5", "level:1"], 2_000);
    contest.sprt = Some("0,60".parse().unwrap());
    contest.jobs = 2;
    let standings = contest.run(&Stop::new(), &mut |_| {}).unwrap();
    let test = standings.test().unwrap();
    assert_eq!(test.verdict, Some(SprtVerdict::Upper));
    assert!(standings.finished() < 400, "{standings}");
    assert!(standings.to_string().contains("60 is accepted"), "{standings}");
}

#[test]
fn a_tournament_has_a_cross_table() {
    let mut contest = contest(&["level:1", "level:5", "level:1"], 3);
    contest.jobs = 2;
    let standings = contest.run(&Stop::new(), &mut |_| {}).unwrap();
    assert_eq!(standings.finished(), 18);
    assert_eq!(standings.names(), ["level:1", "level:5", "level:1 #2"]);
    let table = standings.to_string();
    let lines: Vec<&str> = table.lines().collect();
    assert!(lines[1].trim_start().starts_with("1 level:5"), "{table}");
    assert!(lines[4].contains("18 of 18 games"), "{table}");
}

/// Plays the first legal move after some time, with a score.
struct Slow(Duration, engine::Score);

impl Contestant for Slow {
    fn begin(&mut self, _: &Game, _: Color, _: u64) -> Result<(), Failure> {
        Ok(())
    }

    fn choose(&mut self, game: &Game, _: &MoveTime<'_>) -> Result<Choice, Failure> {
        std::thread::sleep(self.0);
        let mv = game.legal_moves()[0];
        Ok(Choice { mv, score: Some(self.1), depth: None, nodes: None })
    }
}

#[test]
fn whoever_takes_too_long_loses() {
    let ms = Duration::from_millis;
    let pace = Pace { time: Some(ms(20)), margin: ms(20), ..Pace::default() };
    let clock = Some(MatchClock { base: ms(20), increment: ms(0) });
    let clock = Pace { clock, margin: ms(20), ..Pace::default() };
    for pace in [pace, clock] {
        let score = engine::Score::Centimen(0);
        let (mut quick, mut slow) = (Slow(ms(0), score), Slow(ms(60), score));
        let conditions = Conditions { pace, ..Conditions::default() };
        let game = Game::new("american".parse().unwrap());
        let bout =
            play([&mut quick, &mut slow], &game, &conditions, None, 0, &Stop::new()).unwrap();
        assert_eq!(bout.ending.winner(), Some(Color::White));
        assert!(
            matches!(bout.ending.failure(), Some((Color::Black, Failure::Overtime(_)))),
            "{bout:?}"
        );
        assert!(bout.ending.to_string().starts_with("white wins: black took "), "{}", bout.ending);
    }
}

#[test]
fn players_who_agree_need_not_play_on() {
    let played = |white, black, adjudication| {
        let score = engine::Score::Centimen;
        let [mut white, mut black] = [white, black].map(|value| Slow(Duration::ZERO, score(value)));
        let conditions = Conditions { adjudication, ..Conditions::default() };
        let game = Game::new("international".parse().unwrap());
        let bout =
            play([&mut white, &mut black], &game, &conditions, None, 0, &Stop::new()).unwrap();
        (bout.game.history().len(), bout.ending.to_string())
    };
    let agreed = Adjudication {
        resign: "3.00,3".parse().ok(),
        draw: "0.05,2,4".parse().ok(),
        ..Adjudication::default()
    };
    let said = |plies, text: &str| (plies, text.to_owned());
    // Forced captures do not count.
    let drawn = said(8, "draw: adjudicated, both players agree");
    assert_eq!(played(400, -350, agreed), said(8, "white wins: adjudicated, both players agree"));
    assert_eq!(played(-400, 350, agreed), said(8, "black wins: adjudicated, both players agree"));
    assert_eq!(played(5, -5, agreed), drawn);
    let short = Adjudication { plies: 10, ..Adjudication::default() };
    assert_eq!(played(400, -350, short), said(10, "draw: adjudicated after 10 plies"));
}

#[test]
fn a_match_that_cannot_be_is_refused() {
    let refused =
        |contest: &Contest| contest.run(&Stop::new(), &mut |_| {}).unwrap_err().to_string();
    assert!(refused(&contest(&["level:1"], 1)).contains("2 to 64 players"));
    assert!(refused(&contest(&["level:1", "level:2"], 0)).contains("1 to"));
    assert!(refused(&contest(&["level:1", "level:2"], usize::MAX)).contains("1 to"));
    let endless = refused(&contest(&["level:1", "damier"], 1));
    assert!(endless.contains("nothing limits damier"), "{endless}");
    let mut many = contest(&["level:1", "level:2", "level:3"], 1);
    many.sprt = "0,5".parse().ok();
    assert!(refused(&many).contains("two players"));
    let mut single = contest(&["level:1", "dxp:localhost:1"], 1);
    single.conditions.pace = Pace::nodes(10);
    single.jobs = 2;
    assert!(refused(&single).contains("one game at a time"));
    let mut nowhere = contest(&["level:1", "level:2"], 1);
    nowhere.openings = OpeningSource::File("no/such/file".into());
    assert!(refused(&nowhere).contains("no/such/file"));
}

#[test]
fn openings_come_from_files() {
    let folder = Folder::new("openings");
    let rules = "american".parse().unwrap();
    let read = |path: &Path, plies| {
        let mut openings =
            Openings::new(&OpeningSource::File(path.to_owned()), &rules, plies, 0).unwrap();
        let count = openings.len().unwrap();
        let starts: HashMap<String, Game> = (0..count)
            .map(|round| openings.round(round))
            .map(|start| (start.name, start.game))
            .collect();
        starts
    };
    let text = folder.file(
        "list.txt",
        "# mine\n\n1. 11-15 23-19 2. 8-11\n9-14 22-18\nW:W21-32:B1-12\nB:W21-32:B1-12\n11-15 23-19 8-11\n",
    );
    let starts = read(&text, 8);
    assert_eq!(starts.len(), 4, "one is there twice");
    assert_eq!(starts["1. 11-15 23-19 2. 8-11"].history().len(), 3);
    assert_eq!(starts["W:W21-32:B1-12"].position().turn(), Color::White);
    let games = folder.file(
        "games.pdn",
        "[Event \"a\"]\n\n1. 11-15 23-19 2. 8-11 22-17 *\n\n[Event \"b\"]\n\n1. 9-14 *\n\n\
         [Event \"c\"]\n\n1. 9-14 22-18 2. 5-9 *\n",
    );
    let starts = read(&games, 3);
    assert_eq!(starts.len(), 2, "one is too short");
    assert_eq!(starts["game 3"].history().len(), 3);
    for (content, wrong) in [
        ("11-15\n11-12\n", "line 2"),
        ("W:W99:B1\n", "line 1"),
        ("\n\nW:WK1:B\n", "line 3: the game would already be over"),
        ("# nothing\n", "has no openings"),
        (&"9-14 ".repeat(9_000), "line 1"),
    ] {
        let path = folder.file("bad.txt", content);
        let source = OpeningSource::File(path);
        let error = Openings::new(&source, &rules, 8, 0).err().unwrap().to_string();
        assert!(error.contains(wrong), "{wrong}: {error}");
    }
}
