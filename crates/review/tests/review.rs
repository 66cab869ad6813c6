//! Whole games looked at: marks, missed shots, words, and that nothing is lost.

mod common;

use common::is_kept;
use draughts::{AnyPosition, Color, Game, Ruleset, Variant};
use draughts_review::{Mark, Review, Reviewer, Shot, annotate};
use engine::{Assessment, Engine, EngineOptions, Evaluation, Limits, Score, SearchOptions, Stop};
use pdn::{Form, Games, Judge};

const NODES: u64 = 20_000;

/// What is learned changes from one generation to the next, and with it which of two good moves is the
/// better one.
fn engine() -> Engine {
    let evaluation = Evaluation::HandMade;
    Engine::new(EngineOptions { tt_bytes: 4 << 20, evaluation, ..Default::default() })
}

fn record(text: &str) -> pdn::Game {
    Games::new(text.as_bytes()).next().expect("a game").expect("text in memory")
}

fn reviewed_with(game: &pdn::Game, limits: Limits) -> Review {
    let replay = Judge::default().replay(game);
    assert!(replay.problem.is_none(), "{:?}", replay.problem);
    let mut engine = engine();
    let mut reviewer = Reviewer { engine: &mut engine, limits, stop: Stop::new() };
    reviewer.review(game, &replay, &mut |_, _| {})
}

fn reviewed(text: &str) -> Review {
    reviewed_with(&record(text), Limits::nodes(NODES))
}

/// One move in a position.
fn played(rules: &str, fen: &str, mv: &str) -> Review {
    reviewed(&format!("[Rules \"{rules}\"]\n[FEN \"{fen}\"]\n\n1. {mv} *"))
}

/// Positions with a shot, its first move, what it wins in words, and another move.
const SHOTS: [(&str, &str, &str, &str, &str); 9] = [
    // 12-8 4x11 27-23 18x27 31x8: two for three.
    ("american", "W:W6,12,27-31:B1,4,10,18-21", "12-8", "White wins a man", "29-25"),
    // 14-18 22x15 6-9 13x6 1x28.
    ("american", "B:W13,21,22,24,27,30-32:B1,2,4,6-8,14,16", "14-18", "Black wins a man", "16-20"),
    // Coup turc: the king takes 33, 22, 30 and 40, may not take more, and stands before 49.
    ("international", "W:W22,30,32,39,40,49:B10,K47", "39-33", "White wins the game", "49-43"),
    ("international", "W:W22,23,31,44,45,47:B8,12,K21,30", "31-27", "White wins", "45-40"),
    // c5-b6 c7:a5 c3-b4 a5:c3 b2:h8, and is a king.
    (
        "russian",
        "W:Wc5,c3,b2,f2,a1,e1,g1:Bb8,f8,c7,g7,e5,h4,h2",
        "c5-b6",
        "White wins a man and gets a king",
        "f2-e3",
    ),
    ("brazilian", "B:Wg5,a3,c3,g3,a1,c1,g1:Bb8,d8,f8,h8,g7,a5,e5", "e5-d4", "Black wins", "d8-e7"),
    ("italian", "B:W13,21,22,24,27,29:B1,3,4,7,14,16", "16-20", "Black wins a man", "4-8"),
    ("frisian", "W:W28,36,40,41,43,45-49:B1,2,4,6-8,11,16,24,26", "28-23", "White wins", "43-39"),
    ("casual", "W:W6,12,27-31:B1,4,10,18-21", "12-8", "nothing", "29-25"),
];

#[test]
fn missed_shots_are_found_in_every_kind_of_game() {
    for (rules, fen, shot, gain, other) in SHOTS {
        let review = played(rules, fen, other);
        let judged = &review.moves[0];
        if rules == "casual" {
            // Nobody has to take, so it is none.
            assert_eq!(judged.missed, None, "{rules} {fen}");
            continue;
        }
        let Some(missed) = &judged.missed else {
            panic!("{rules} {fen}: {:?} {:?}", judged.best, judged.played)
        };
        assert_eq!(judged.position.text(&missed.line[0]), shot, "{rules} {fen}");
        assert!(judged.mark >= Some(Mark::Mistake), "{rules} {fen}: {:?}", judged.loss);
        let text = review.summary();
        assert!(text.contains(&format!(" misses the shot {shot} ({gain}")), "{text}");
        assert!(text.contains("1 missed shot."), "{text}");
    }
}

#[test]
fn a_shot_that_is_played_is_no_mistake() {
    for (rules, fen, shot, ..) in SHOTS.into_iter().filter(|(rules, ..)| *rules != "casual") {
        let review = played(rules, fen, shot);
        let judged = &review.moves[0];
        assert_eq!((judged.mark, &judged.missed), (None, &None), "{rules} {fen}: {judged:?}");
        assert_eq!(judged.loss, 0.0);
    }
}

/// Whatever is learned from one generation to the next, it knows a shot and what a king is worth.
#[test]
fn plain_matters_are_plain_to_what_was_learned() {
    let mut engine = Engine::new(EngineOptions { tt_bytes: 4 << 20, ..Default::default() });
    let mut judged = |rules: &str, fen: &str, mv: &str| {
        let game = record(&format!("[Rules \"{rules}\"]\n[FEN \"{fen}\"]\n\n1. {mv} *"));
        let replay = Judge::default().replay(&game);
        let limits = Limits::nodes(NODES);
        let mut reviewer = Reviewer { engine: &mut engine, limits, stop: Stop::new() };
        reviewer.review(&game, &replay, &mut |_, _| {}).moves.remove(0)
    };
    for (rules, fen, shot, _, other) in [SHOTS[1], SHOTS[3], SHOTS[4], SHOTS[6]] {
        assert!(engine::Weights::embedded(rules.parse().unwrap()).is_some(), "{rules}");
        let found = judged(rules, fen, shot);
        assert_eq!((found.mark, &found.missed), (None, &None), "{found:?}");
        let missed = judged(rules, fen, other);
        assert!(missed.mark >= Some(Mark::Mistake), "{missed:?}");
        let line = &missed.missed.as_ref().unwrap_or_else(|| panic!("{missed:?}")).line;
        assert_eq!(missed.position.text(&line[0]), shot, "{rules} {fen}");
    }
    let king = judged("american", "W:WK11,K32:BK4", "11-8");
    assert_eq!(king.mark, Some(Mark::Blunder), "{king:?}");
    let two_men_and_a_king = "W:W32,33,37,38,39,42,43,48:B9,13,14,18,19,22,23,24";
    let blunder = judged("international", two_men_and_a_king, "33-29");
    assert_eq!(blunder.mark, Some(Mark::Blunder), "{blunder:?}");
}

#[test]
fn words_and_figures_do_not_contradict_each_other() {
    for nodes in [50, 500] {
        for variant in [Variant::American, Variant::International, Variant::Russian] {
            let game = record(&self_play(&variant.into(), nodes, 70));
            let review = reviewed_with(&game, Limits::nodes(nodes));
            let text = review.summary();
            let is_marked = |color| {
                review.moves.iter().any(|judged| judged.color() == color && judged.mark.is_some())
            };
            for (color, name) in [(Color::White, "White: "), (Color::Black, "Black: ")] {
                let said = text.rsplit(name).next().unwrap().split(". ").next().unwrap();
                let accuracy = review.side(color).accuracy.unwrap();
                let faultless = said.contains("nothing to find fault with");
                assert!(!faultless || accuracy >= 95.0, "{text}");
                assert_eq!(said.contains("no bad move") || faultless, !is_marked(color), "{text}");
            }
            let went = text.split(". ").next().unwrap();
            if !Color::BOTH.into_iter().any(is_marked) {
                assert_eq!(went.matches("then ").count(), went.matches("little by little").count());
            }
        }
    }
}

#[test]
fn a_move_that_allows_a_shot_is_told_with_it() {
    let allowed =
        "[GameType \"21\"][FEN \"W:W13,21,22,28,27,30-32:B1,2,4,6-8,14,16\"] 1. 28-24 7-11 *";
    let review = reviewed(allowed);
    let [white, black] = &review.moves[..] else { panic!() };
    let shot = white.allowed.as_ref().expect("14-18 is possible now");
    assert_eq!(black.position.text(&shot.line[0]), "14-18");
    assert!(black.missed.is_some(), "and was not played");
    let text = review.summary();
    assert!(text.contains("1. 28-24"), "{text}");
    assert!(text.contains("runs into the shot 14-18 (Black wins a man)"), "{text}");
    assert!(text.contains("1... 7-11"), "{text}");
}

/// What could have been found in a position.
fn found(start: &AnyPosition, moves: &str, hundredths: i32) -> Assessment {
    let mut position = *start;
    let mut line = Vec::new();
    for text in moves.split(' ') {
        let mv = position.parse_move(text).unwrap();
        position = position.play_unchecked(&mv);
        line.push(mv);
    }
    Assessment { score: Score::Centimen(hundredths), depth: 9, line }
}

#[test]
fn half_an_exchange_is_no_loss() {
    // White gives a man to take it back; after 26x17 Black has the last word.
    let fen = "W:W21,22,25,26,28-32:B1-4,9,10,13-15";
    let mut review = played("american", fen, "22-18 15x22 2. 26x17");
    let mut last = review.moves.remove(2);
    last.best = found(&last.position, "25x18 14x23 26x19", 0);
    last.played = found(&last.position, "26x17 13x22 25x18 14x23", -100);
    last.mark = Some(Mark::Mistake);
    (last.missed, last.allowed) = (None, None);
    assert_eq!(review.reason(&last), "lets Black win a man");
    // Where the score knows more than the line, nothing is said of men.
    last.played.score = Score::Centimen(10);
    assert_eq!(review.reason(&last), "is weaker than 25x18");
}

#[test]
fn what_is_taken_back_later_was_not_won() {
    let shot = |variant: Variant, fen: &str, moves: &str, score| {
        let rules = variant.into();
        let start = AnyPosition::from_fen(&rules, fen).unwrap();
        let found = found(&start, moves, score);
        Shot::at_start(&rules, &start, &found.line, found.score)
    };
    let fen = "W:W13,19,21-23,25-27,30-32:B1-6,10,12,14-16";
    assert!(shot(Variant::American, fen, "32-28 15x24 27x11", 124).is_some(), "two for one");
    assert_eq!(
        shot(Variant::American, fen, "32-28 15x24 27x11 3-7 28-24 7x16", 24),
        None,
        "two for two"
    );
    assert_eq!(
        shot(Variant::American, fen, "32-28 15x24 27x11", 0),
        None,
        "the score knows that it is taken back"
    );
    // A man is given for a king: nothing is taken.
    let fen = "B:Wa5,d4,a3,d2,h2:Ba7,f6,f2";
    assert_eq!(shot(Variant::Russian, fen, "a7-b6 a5xc7 f2-g1", 90), None);
}

/// A game that the engine plays against itself, as PDN.
fn self_play(rules: &Ruleset, nodes: u64, plies: usize) -> String {
    let mut game = Game::new(rules.clone());
    let mut engine = engine();
    let mut text = format!("[Rules \"{rules}\"]\n\n");
    for _ in 0..plies {
        let options = SearchOptions::default();
        let Some(report) = engine.search(&game, &Limits::nodes(nodes), &options, &mut |_| {})
        else {
            break;
        };
        text += &format!("{} ", game.position().text(&report.best));
        game.play(&report.best).unwrap();
    }
    text + "*"
}

#[test]
fn a_game_without_mistakes_has_no_marks() {
    for (name, plies) in [("american", 16), ("international", 16), ("italian", 16)] {
        let review = reviewed(&self_play(&name.parse().unwrap(), 6 * NODES, plies));
        assert_eq!(review.moves.len(), plies, "{name}");
        for judged in &review.moves {
            assert_eq!(judged.mark, None, "{name}: {judged:?}");
        }
        for color in Color::BOTH {
            let side = review.side(color);
            assert!(side.accuracy.unwrap() > 90.0, "{name}: {side:?}");
        }
        let text = review.summary();
        assert!(text.contains("nothing to find fault with"), "{text}");
    }
}

#[test]
fn a_win_played_to_its_end_has_no_marks() {
    let text = "[GameType \"21\"][FEN \"W:WK11,K22:BK4\"] 1. 22-18 4-8 2. 11x4 *";
    let review = reviewed(text);
    assert!(review.moves.iter().all(|judged| judged.mark.is_none() && judged.loss == 0.0));
    assert!(review.summary().starts_with("White was winning throughout. "), "{}", review.summary());
    assert_eq!(review.side(Color::White).accuracy, Some(100.0));
}

#[test]
fn what_is_thrown_away_is_told() {
    // A win with two kings against one; one of them is given away.
    let review = played("american", "W:WK11,K32:BK4", "11-8 4x11");
    let [blunder, forced] = &review.moves[..] else { panic!() };
    assert_eq!(blunder.mark, Some(Mark::Blunder));
    assert!(matches!(blunder.best.score, Score::WinsIn(_)));
    assert!(forced.forced && forced.mark.is_none());
    let text = review.summary();
    assert!(text.contains("1. 11-8?? lets a win slip and lets Black win a king."), "{text}");
    assert!(text.contains("White: accuracy 10%, 1 blunder."), "{text}");
    assert!(text.contains("Black never had a choice."), "{text}");
    // The quickest way to win, and one that takes longer.
    for mv in ["32-28", "11-15"] {
        assert_eq!(played("american", "W:WK11,K32:BK4", mv).moves[0].mark, None, "{mv}");
    }
}

#[test]
fn the_same_game_is_judged_the_same_every_time() {
    let text = self_play(&Variant::Russian.into(), 500, 30);
    let game = record(&text);
    let replay = Judge::default().replay(&game);
    let mut engine = engine();
    let mut review = |game: &pdn::Game, replay: &pdn::Replay| {
        let limits = Limits::nodes(3_000);
        Reviewer { engine: &mut engine, limits, stop: Stop::new() }.review(
            game,
            replay,
            &mut |_, _| {},
        )
    };
    let first = review(&game, &replay);
    let other = record(&self_play(&Variant::Frisian.into(), 500, 10));
    review(&other, &Judge::default().replay(&other));
    assert_eq!(review(&game, &replay), first);
}

const RICH: &str = "[Event \"Cup\"]\n[White \"Anna \\\"A\\\"\"]\n[Black \"Bruno\"]\n\
    [Result \"1-0\"]\n[Own \"tag\"]\n[GameType \"21\"]\n\
    [FEN \"W:W13,21,22,28,27,30-32:B1,2,4,6-8,14,16\"]\n\n\
    {Before all.} 1. 28-24! $3 {Well?} {[%clk 0:01:00]} (1. 27-23 {Or so.} (1. 22-18 $1) 16-20) \
    1... 7-11 2. /FEN \"W:W31,32:B1,2\"/ 2. 31-27 1-6 {The end.} 1/2-1/2\n";

#[test]
fn nothing_that_was_there_is_lost() {
    let old = record(RICH);
    let review = reviewed(RICH);
    assert_eq!(review.moves.len(), 4, "set-ups are followed");
    let mut annotated = old.clone();
    annotate(&mut annotated, &review, "Looked at.");
    let text = annotated.to_pdn(Form::AsRead);
    let new = record(&text);
    assert!(new.problems.is_empty(), "{:?}\n{text}", new.problems);
    assert!(is_kept(&old.line, &new.line), "{text}");
    let tags = |game: &pdn::Game| -> Vec<(String, String)> {
        game.tags.iter().map(|tag| (tag.name.clone(), tag.value.clone())).collect()
    };
    assert_eq!(tags(&new), tags(&old));
    assert_eq!(new.terminator.as_deref(), Some("1/2-1/2"));
    assert!(Judge::default().replay(&new).problem.is_none());
    let notes = Judge::default().notes(&new, &Judge::default().replay(&new));
    assert!(notes.iter().all(|note| !note.to_string().contains("variation")), "{notes:?}");

    // Said once is enough.
    let mut again = new.clone();
    annotate(&mut again, &reviewed(&text), "Looked at.");
    assert_eq!(again.to_pdn(Form::AsRead), text);
}

#[test]
fn evaluations_are_white_s_and_better_lines_are_legal() {
    let review = played("american", "B:W13,21,22,24,27,30-32:B1,2,4,6-8,14,16", "16-20");
    let mut game =
        record("[GameType \"21\"][FEN \"B:W13,21,22,24,27,30-32:B1,2,4,6-8,14,16\"] 1... 16-20 *");
    let judged = &review.moves[0];
    assert!(matches!(judged.best.score, Score::Centimen(80..)), "{:?}", judged.best);
    annotate(&mut game, &review, "Looked at.");
    let step = &game.line.steps[0];
    assert_eq!(step.nags.len(), 1);
    let better = &step.variations[0].steps[0];
    assert_eq!((better.text(), &better.marks[..]), ("14-18", &["!".to_owned()][..]));
    assert!(better.comments[0].starts_with('-'), "good for Black: {better:?}");
    assert!(better.comments[0].contains('/'), "{better:?}");
    let text = game.to_pdn(Form::Pdn3);
    assert!(text.contains("(1... 14-18! {-"), "{text}");
}

#[test]
fn games_that_go_on_after_a_draw_are_looked_at_to_their_end() {
    let shuffle = "28-32 1-5 32-28 5-1 ".repeat(5);
    let text = format!("[GameType \"21\"][FEN \"W:WK28:BK1\"] {shuffle} *");
    let review = reviewed_with(&record(&text), Limits::depth(3));
    assert_eq!(review.moves.len(), 20);
    assert!(review.whole);
    assert!(review.moves.iter().all(|judged| judged.mark.is_none()));
    assert!(review.summary().starts_with("The game was level throughout."), "{}", review.summary());
}

#[test]
fn a_mistake_after_a_draw_is_still_a_mistake() {
    // Drawn by repetition three times over; then White gives the man away.
    let shuffle = "28-32 1-5 32-28 5-1 ".repeat(4);
    let text = format!("[GameType \"21\"][FEN \"W:W13,K28:BK1\"] {shuffle} 28-24 1-6 13-9 6x13 *");
    let review = reviewed(&text);
    let last = &review.moves[review.moves.len() - 2];
    assert_eq!(last.text, "13-9");
    assert!(last.mark >= Some(Mark::Mistake), "{last:?}");
}

#[test]
fn a_game_without_end_is_looked_at_in_bounded_time() {
    let shuffle = "28-32 1-5 32-28 5-1 ".repeat(1_500);
    let text = format!("[GameType \"21\"][FEN \"W:WK28:BK1\"] {shuffle} *");
    let review = reviewed_with(&record(&text), Limits::nodes(20));
    assert_eq!(review.moves.len(), 6_000);
}

#[test]
fn a_stopped_review_says_how_far_it_came() {
    let game = record(&self_play(&Variant::American.into(), 500, 20));
    let replay = Judge::default().replay(&game);
    let mut engine = engine();
    let stop = Stop::new();
    let mut reviewer =
        Reviewer { engine: &mut engine, limits: Limits::nodes(500), stop: stop.clone() };
    let review = reviewer.review(&game, &replay, &mut |done, total| {
        assert_eq!(total, 20);
        if done == 7 {
            stop.stop();
        }
    });
    assert_eq!((review.moves.len(), review.whole), (7, false));
    assert!(review.summary().contains("Looked at only up to 4. "), "{}", review.summary());
    let nothing = record("[White \"Anna\"] *");
    let replay = Judge::default().replay(&nothing);
    let review = reviewer.review(&nothing, &replay, &mut |_, _| {});
    assert_eq!(review.summary(), "There is no move to look at.");
}

#[test]
fn every_variant_can_be_looked_at() {
    for variant in Variant::ALL {
        let rules = Ruleset::from(*variant);
        let game = record(&self_play(&rules, 200, 24));
        let review = reviewed_with(&game, Limits::nodes(1_000));
        assert!(review.whole && !review.moves.is_empty(), "{variant:?}");
        let mut annotated = game.clone();
        annotate(&mut annotated, &review, "Looked at.");
        let new = record(&annotated.to_pdn(Form::AsRead));
        assert!(is_kept(&game.line, &new.line), "{variant:?}");
        let replay = Judge::default().replay(&new);
        assert_eq!(replay.rules, rules);
        let notes = Judge::default().notes(&new, &replay);
        assert!(notes.is_empty(), "{variant:?}: {notes:?}");
    }
}
