//! Files as people and programs write them; R-GM-2 (import and export).

use draughts::{Color, Variant};
use pdn::{Action, Flaw, Form, Game, Games, Judge, Origin, Place, Recorded, Replay, Sense};

fn games(bytes: &[u8]) -> Vec<Game> {
    Games::new(bytes).map(Result::unwrap).collect()
}

fn fixture(name: &str) -> Vec<Game> {
    let path = format!("{}/tests/data/{name}.pdn", env!("CARGO_MANIFEST_DIR"));
    games(&std::fs::read(path).unwrap())
}

fn judged(games: &[Game]) -> Vec<Replay> {
    let mut judge = Judge::default();
    judge.learn(games);
    games.iter().map(|game| judge.replay(game)).collect()
}

fn one(text: &str) -> (Game, Replay) {
    let mut games = games(text.as_bytes());
    assert_eq!(games.len(), 1, "{text}");
    let game = games.remove(0);
    let replay = Judge::default().replay(&game);
    (game, replay)
}

fn moves(game: &Game) -> Vec<&str> {
    game.line.steps.iter().map(|step| step.text()).collect()
}

#[test]
fn italian_tag_names() {
    let games = fixture("italian");
    let replay = &judged(&games)[0];
    assert_eq!(games[0].tag("White"), Some("ROSSI Anna"));
    assert_eq!(games[0].tag("Event"), Some("12° CAMPIONATO DEL CIRCOLO"));
    assert_eq!(replay.rules, Variant::Italian.into());
    assert_eq!(replay.origin, Origin::Inferred);
    assert_eq!(replay.recorded, Recorded::Draw);
    assert_eq!((replay.played.len(), &replay.problem), (10, &None));
    let judge = Judge::default();
    let tidy = judge.tidy(&games[0], replay);
    let names: Vec<&str> = tidy.tags.iter().map(|tag| tag.name.as_str()).collect();
    assert_eq!(
        names,
        ["Event", "Site", "Date", "Round", "White", "Black", "Result", "GameType", "Opening"]
    );
}

#[test]
fn blanks_inside_moves() {
    let games = fixture("blanks");
    assert_eq!(moves(&games[0])[9..], ["13-19", "34-30", "8-13"]);
    let replay = &judged(&games)[0];
    assert_eq!(replay.problem, None);
    assert_eq!(replay.rules, Variant::International.into());
    assert_eq!(replay.recorded, Recorded::Win(Color::White));
}

#[test]
fn encodings() {
    let latin = &fixture("latin1")[0];
    assert_eq!(latin.tag("Event"), Some("Città di Forlì, 3° turno"));
    assert_eq!(latin.tag("White"), Some("Müller, Jürgen"));
    assert_eq!(latin.line.steps[0].comments, ["très solide"]);
    let cyrillic = &fixture("cyrillic1251")[0];
    assert_eq!(cyrillic.tag("White"), Some("Иванова Анна"));
    assert_eq!(cyrillic.line.steps[0].comments, ["обычный ход"]);
    assert_eq!(judged(&fixture("cyrillic1251"))[0].problem, None);
    let wide = &fixture("utf16")[0];
    assert_eq!((wide.tag("White"), moves(wide)), (Some("Сергей"), vec!["c3-d4", "d6-c5"]));
}

#[test]
fn american_results_name_black_first() {
    let games = fixture("american");
    assert_eq!(games.len(), 2, "the second starts on the line where the first ends");
    assert_eq!(games[1].problems[0].flaw, Flaw::MissingLineBreak);
    let mut judge = Judge::default();
    judge.learn(&games);
    let replays: Vec<Replay> = games.iter().map(|game| judge.replay(game)).collect();
    assert!(replays.iter().all(|replay| replay.rules == Variant::American.into()));
    for replay in &replays {
        assert_eq!(replay.problem, None);
    }
    let text = "[GameType \"21\"] 1. 11-15 22-18 2. 15x22 25x18 1-0";
    assert_eq!(one(text).1.recorded, Recorded::Win(Color::Black));
    // The ends of its games show that this file puts White's points first.
    let white_wins = "[FEN \"B:W20,K14,K15:B12.\"][Result \"1-0\"] 1. 12-16 20x11 1-0";
    let games = self::games(white_wins.repeat(3).as_bytes());
    let mut judge = Judge::of(Variant::American.into());
    judge.learn(&games);
    assert_eq!(judge.sense(), Some(Sense::WhiteFirst));
    assert_eq!(judge.replay(&games[0]).recorded, Recorded::Win(Color::White));
    // What we write names the winner unambiguously, in whatever file it ends up.
    let tidy = judge.tidy(&games[0], &judge.replay(&games[0]));
    assert_eq!((tidy.tag("Result"), tidy.tag("Winner")), (Some("0-1"), Some("White")));
    assert_eq!(Judge::default().replay(&tidy).recorded, Recorded::Win(Color::White));
}

#[test]
fn games_without_tags_or_results() {
    let text =
        "1. 32-28 19-23 2. 28x19 14x23 2-0\n1. 33-28 *\n[White \"C\"]\n\n[White \"D\"] 1.a3b4";
    let games = games(text.as_bytes());
    assert_eq!(games.len(), 4);
    assert_eq!(games[0].terminator.as_deref(), Some("2-0"));
    assert_eq!((games[2].tag("White"), games[2].line.steps.len()), (Some("C"), 0));
    assert_eq!(Judge::default().replay(&games[3]).rules, Variant::Russian.into());
}

#[test]
fn results_that_look_like_moves() {
    let (game, replay) = one("[Result \"4-6\"] 1. 32-28 19-23 2. 28x19 14x23 4-6");
    assert_eq!(game.terminator.as_deref(), Some("4-6"));
    assert_eq!((replay.problem, replay.recorded), (None, Recorded::Win(Color::Black)));
    let (game, _) = one("1. 32-28 1-1");
    assert_eq!(game.terminator.as_deref(), Some("1-1"));
}

#[test]
fn a_star_after_a_move_is_a_mark_or_the_end() {
    let (game, _) = one("1. 32-28* 19-23 *");
    assert_eq!(game.line.steps[0].marks, ["*"]);
    let (game, _) = one("1. 32-28 19-23*");
    assert_eq!(game.terminator.as_deref(), Some("*"));
}

#[test]
fn variations_comments_and_marks() {
    let text = "{first} 32-28!? {a} 19-23(!) $7 (18-23 38-32 (37-32? 23-29! {Black wins} 0-1) 12-18) \
                {b} ; to the end of the line\n28x19 14x23 2-0 {after}";
    let (game, replay) = one(text);
    assert_eq!(replay.problem, None);
    assert_eq!(game.line.comments, ["first"]);
    let steps = &game.line.steps;
    assert_eq!(
        (&steps[0].marks[..], &steps[0].comments[..]),
        (&["!?".to_owned()][..], &["a".to_owned()][..])
    );
    assert_eq!((&steps[1].marks[..], &steps[1].nags[..]), (&["!".to_owned()][..], &[7][..]));
    assert_eq!(steps[1].comments, ["b", "to the end of the line"]);
    let inner = &steps[1].variations[0].steps[1].variations[0].steps[1];
    assert_eq!(inner.comments, ["Black wins", "0-1"], "a result inside a variation ends no game");
    assert_eq!(steps[3].comments, ["after"]);
    assert!(Judge::default().notes(&game, &replay).is_empty());
    let (game, replay) = one("1. 32-28 19-23 (1... 1-50) 2. 28x19 *");
    let notes = Judge::default().notes(&game, &replay);
    assert_eq!(replay.problem, None, "a wrong variation does not make a game bad");
    assert!(
        notes[0].to_string().starts_with("in a variation: 1... 1-50 is not legal:"),
        "{notes:?}"
    );
}

#[test]
fn positions_set_up_in_the_middle() {
    let (game, replay) =
        one("1. 32-28 /FEN \"W:W28,31,33-50:B1-20\"/ {an illegal move was played} 2. 37-32 19-23 \
         /FEN \"W::\"/ 28x19 2-0");
    assert_eq!(replay.problem, None);
    assert!(matches!(game.line.steps[1].action, Action::Setup(_)));
    assert_eq!(replay.end.turn(), Color::Black);
    let (_, replay) = one("1. 32-28 - 2. 37-32 *");
    assert_eq!(replay.problem.unwrap().flaw, Flaw::AfterUnknown);
    let (_, replay) = one("1. 32-28 19-23 2. - - 2-0");
    assert_eq!(replay.problem, None, "nothing is wrong with moves that are only missing");
}

#[test]
fn captures_that_are_written_too_shortly() {
    let start = "[GameType \"20\"][FEN \"W:WK47,45:B14,19,29,31,42\"]";
    let (game, replay) = one(&format!("{start} 1. 47x36 14-20 2. 45-40 *"));
    assert_eq!(replay.problem, None, "only one of the two captures leaves a man on 14");
    let notes = Judge::default().notes(&game, &replay);
    assert_eq!(
        notes[0].to_string(),
        "47x36 can mean more than one move; 47x38x24x13x36 fits what follows"
    );
}

#[test]
fn wrong_and_missing_game_types() {
    for (tag, rules, origin) in [
        ("[GameType \"20,W,10,10,N1,0\"]", "international", Origin::Tagged),
        ("[GameType \"40\"]", "frisian", Origin::Tagged),
        ("[GameType \"21\"]", "international", Origin::Overruled("21".to_owned())),
        ("[GameType \"killer\"]", "killer", Origin::Tagged),
        ("[Variant \"Breakthrough\"]", "breakthrough", Origin::Tagged),
        ("[GameType \"nonsense\"]", "international", Origin::Inferred),
        ("[Rules \"international,capture=off\"]", "international,capture=off", Origin::Tagged),
        ("", "international", Origin::Inferred),
    ] {
        let (_, replay) = one(&format!("{tag} 1. 32-28 19-23 2. 37-32 *"));
        let forced = replay.problem.is_some();
        assert_eq!(forced, !rules.contains("off"), "{tag}: only one ruleset lets 28x19 wait");
        let (_, replay) = one(&format!("{tag} 1. 32-28 18-22 *"));
        assert_eq!((replay.rules.to_string().as_str(), replay.origin), (rules, origin), "{tag}");
    }
}

#[test]
fn what_is_wrong_and_where() {
    let text = "[Event \"é\"]\n1. 32-28 19-23 2. 28-22 {x} *\n";
    let (_, replay) = one(text);
    let problem = replay.problem.unwrap();
    assert_eq!(problem.place, Place { line: 2, column: 19 });
    assert!(problem.to_string().starts_with("2. 28-22 is not legal: "), "{problem}");
    let place =
        |text: &str| one(text).1.problem.map(|problem| (problem.place.to_string(), problem.flaw));
    assert_eq!(place("{é é} 32-28 oops 19-23").unwrap().0, "1:13");
    assert_eq!(place("32-28 {a}}\n").unwrap(), ("1:10".to_owned(), Flaw::StrayBrace));
    assert_eq!(place("32-28 (18-23").unwrap(), ("1:7".to_owned(), Flaw::UnclosedVariation));
    assert_eq!(place("32-28)").unwrap(), ("1:6".to_owned(), Flaw::StrayParenthesis));
    assert_eq!(place("32-28\n\n{a").unwrap(), ("3:1".to_owned(), Flaw::UnclosedComment));
    let fen = place("[GameType \"20\"]\n [FEN \"W:W99:B1\"] 1. 32-28").unwrap();
    assert_eq!(fen.0, "2:2");
    assert!(matches!(fen.1, Flaw::Fen(_)));
}

#[test]
fn one_bad_game_does_not_cost_the_next() {
    let good = "[White \"A\"]\n1. 32-28 19-23 2. 28x19 2-0\n\n";
    for bad in [
        "[White \"B\"]\n1. 32-28 {never closed\n\n",
        "[White \"B\"]\n1. 32-28 (19-23\n\n",
        "[White \"B\n1. 32-28 19-99\n\n",
        "[White \"B\"]\n\u{0}\u{1}\u{fffd} garbage 1-2-3-4 $ / \" ]]] \n\n",
        "[White \"B\"]\n1. 32-28 /FEN nothing\n\n",
    ] {
        let games = games(format!("{good}{bad}{good}").as_bytes());
        assert_eq!(games.len(), 3, "{bad}");
        for index in [0, 2] {
            assert_eq!(games[index].tag("White"), Some("A"));
            assert_eq!(Judge::default().replay(&games[index]).problem, None, "{bad}");
        }
        let replay = Judge::default().replay(&games[1]);
        assert!(replay.problem.is_some(), "{bad}");
    }
}

#[test]
fn nothing_is_lost_of_a_game_that_cannot_be_played() {
    let (game, replay) = one("[White \"A\"] 1. 32-28 19-23 2. 28-22 {why?} 14-19 2-0");
    let tidy = Judge::default().tidy(&game, &replay);
    let text = tidy.to_pdn(Form::Pdn2).replace('\n', " ");
    assert!(text.contains("1. 32-28 19-23 {2. 28-22 is not legal:"), "{text}");
    assert!(text.contains("as written from here: 28-22 {why?) 14-19 2-0} 2-0"), "{text}");
    let (tidy, replay) = one(&tidy.to_pdn(Form::Pdn3));
    assert_eq!((replay.problem, tidy.line.steps.len()), (None, 2));
}

#[test]
fn a_game_can_be_written_with_the_end_it_was_read_with() {
    let ends = |text: &str, form| {
        let game = games(text.as_bytes()).remove(0);
        game.to_pdn(form).trim_end().rsplit(' ').next().unwrap().to_owned()
    };
    let differing = "[Result \"1-0\"]\n1. 32-28 19-23 1/2-1/2";
    assert_eq!(ends(differing, pdn::Form::AsRead), "1/2-1/2");
    assert_eq!(ends(differing, pdn::Form::Pdn2), "1-0");
    assert_eq!(ends("1. 32-28 19-23 2-0", pdn::Form::AsRead), "2-0");
    assert_eq!(ends("[Result \"2-0\"]\n1. 32-28 19-23", pdn::Form::AsRead), "*");
}

#[test]
fn prose_around_games() {
    let text =
        "Dear friends,\nhere are the games of Monday.\n\n[White \"A\"]\n1. 32-28 *\n\nBest wishes";
    let games = games(text.as_bytes());
    assert_eq!(games.len(), 1);
    assert_eq!(games[0].problems[0].flaw, Flaw::OutsideGames("Dear".to_owned()));
    assert_eq!(Judge::default().replay(&games[0]).problem, None);
    assert_eq!(self::games(b"\x89PNG\r\n\x1a\n").len(), 0);
}

/// Each of these was found by a club archivist.
#[test]
fn what_an_archivist_found() {
    let tidied = |text: &str| {
        let (game, replay) = one(text);
        Judge::default().tidy(&game, &replay).to_pdn(Form::Pdn3).replace('\n', " ")
    };
    let cut = tidied("[GameType \"20\"] 1. 32-28 19/23 2. 28x19 (2. x {b}) $3 17/22 *");
    assert!(cut.contains("from here: 19/23 2. 28x19 (2. x {b)) $3 17/22 *}"), "{cut}");
    let long = tidied(&format!("[GameType \"20\"] 1. 32-28 {} *", "word".repeat(40)));
    assert!(long.contains(&"word".repeat(40)), "{long}");
    let scores = tidied("[Result \"12-8\"] 1. 32-28 *");
    assert!(scores.contains("[Result \"12-8\"]"), "{scores}");
    let said = tidied("[Result \"2-0F\"] 1. 32-28 2-0F");
    assert!(said.contains("[Result \"2-0F\"]") && said.contains("1. 32-28 *"), "{said}");
    let twice = tidied("[White \"A\"] [White \"A2\"] [Result \"2-0\"] [Result \"0-2\"] 1. 32-28 *");
    assert!(
        twice.contains("[WhiteAgain \"A2\"]") && twice.contains("[ResultAgain \"0-2\"]"),
        "{twice}"
    );
    let lone = tidied("[GameType \"21\"] 1. 11-15 22-18 1-0");
    assert!(lone.contains("[Result \"1-0\"]") && !lone.contains("Winner"), "{lone}");
    let empty = tidied("[White \"A\"] *");
    assert!(!empty.contains("GameType"), "{empty}");

    let (_, replay) = one("[White \"A\"]\r[GameType \"20\"]\r1. 32-28 19-23\r2. 37-32 *\r");
    assert_eq!(replay.problem.unwrap().place, Place { line: 4, column: 4 });
    let (game, _) = one("> Result \"2-0\"]\n> [White \"Kees\"]\n> 1. 33-28 *\n");
    assert_eq!((game.tag("Result"), game.tag("White")), (Some("2-0"), Some("Kees")));
    assert_eq!(games(b"1. 32-28 19-23\n\n1. 33-28 18-22\n").len(), 2);
    let (game, _) = one("1. 32-28 {[%drgnode 2 3] and [%clk 0:01:02]} *");
    let wrapped = Game { first_number: 1, ..game.clone() }.to_pdn(Form::Pdn3);
    assert!(wrapped.contains("[%drgnode 2 3]") && wrapped.contains("[%clk 0:01:02]"));
    assert_eq!(one("1. 32−28 19‐23 *").1.problem, None);
}
