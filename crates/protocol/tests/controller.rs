//! Misbehaving engines, as real processes: whatever they do, we get a move or a clear error, in time.

#![cfg(unix)]

use draughts::{Game, Ruleset, Variant};
use draughts_protocol::hub::{Controller, ControllerError, Launch, Patience};
use engine::{ClockLimit, Limits, Score, Stop};
use std::time::{Duration, Instant};

/// An engine that runs shell commands for each line it reads.
fn script(on_line: &str) -> Launch {
    let loop_ = format!("while read -r line; do case \"$line\" in {on_line} esac; done");
    let mut launch = Launch::new("sh").argument("-c").argument(&loop_);
    let long = Duration::from_secs(60);
    launch.patience = Patience { greeting: long, ready: long, margin: long, longest: long };
    launch
}

/// The same with short timeouts.
fn hurried(mut launch: Launch) -> Launch {
    launch.patience.margin = Duration::from_millis(200);
    launch.patience.longest = Duration::from_millis(500);
    launch
}

/// An engine that introduces itself properly and runs this to think.
fn thinker(go: &str) -> Launch {
    script(&format!(
        "hub) echo 'id name=Script version=1.2'; echo 'param name=variant value=normal type=enum \
         values=\"normal frisian\"'; echo 'param name=book value=true type=bool'; echo wait;; \
         init) echo loading everything; echo ready;; go*) {go};; quit) exit;;"
    ))
}

fn start(launch: &Launch) -> Controller {
    Controller::start(launch, &Variant::International.into()).unwrap()
}

fn fails(launch: &Launch, variant: Variant) -> String {
    Controller::start(launch, &variant.into()).unwrap_err().to_string()
}

fn search(launch: &Launch) -> Result<draughts_protocol::Found, ControllerError> {
    start(launch).search(&Game::new(Variant::International.into()), &Limits::depth(3), &Stop::new())
}

#[test]
fn a_good_engine() {
    let launch = thinker(
        "echo 'info depth=9 score=0.25 nodes=100'; echo 'info depth=10 score=99.930000 time=1'; \
         echo; echo '\"=garbage'; echo 'done move=32-28 ponder=19-23'",
    );
    let mut engine = start(&launch);
    assert_eq!(engine.name(), "Script 1.2");
    assert_eq!(engine.parameters()[0].choices, ["normal", "frisian"]);
    let game = Game::new(Variant::International.into());
    engine.new_game().unwrap();
    for _ in 0..2 {
        let found = engine.search(&game, &Limits::depth(3), &Stop::new()).unwrap();
        assert_eq!(game.position().text(&found.mv), "32-28");
        assert_eq!((found.depth, found.nodes), (Some(10), Some(100)));
        assert_eq!(found.score, Some(Score::WinsIn(7)));
        assert!(found.ponder.is_some());
    }
}

/// What is sent follows the protocol, with all moves of the game.
#[test]
fn what_an_engine_is_told() {
    let folder = std::env::temp_dir().join(format!("damier-hub-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let mut launch = script(
        "hub) echo 'param name=variant values=\"normal bt\"'; echo 'param name=tt-size'; echo wait;; \
         init) echo ready;; go*) echo 'done move=33x22x28';; quit) echo quit >> said; exit;; esac; \
         case x in x) echo \"$line\" >> said;;",
    )
    .parameter("tt-size", 20);
    launch.folder = Some(folder.clone());
    let mut game = Game::new(Variant::Breakthrough.into());
    for text in ["32-28", "17-22", "28x17", "11x22", "38-32", "22-28"] {
        game.play(&game.position().parse_move(text).unwrap()).unwrap();
    }
    let mut engine = Controller::start(&launch, game.rules()).unwrap();
    let clock = ClockLimit {
        left: Duration::from_secs(61),
        increment: Duration::from_secs(1),
        moves_to_go: None,
    };
    let limits = Limits { clock: Some(clock), ..Limits::infinite() };
    engine.search(&game, &limits, &Stop::new()).unwrap();
    drop(engine);
    let said = std::fs::read_to_string(folder.join("said")).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let position = game.start().to_hub();
    assert_eq!(
        said,
        format!(
            "hub\nset-param name=variant value=bt\nset-param name=tt-size value=20\ninit\n\
             pos pos={position} moves=\"32-28 17-22 28x17x22 11x22x17 38-32 22-28\"\n\
             level time=60 inc=1\ngo think\nquit\n"
        )
    );
}

#[test]
fn engines_that_do_not_start() {
    let error = fails(&Launch::new("/nowhere/engine"), Variant::International);
    assert!(error.starts_with("/nowhere/engine cannot be started: "), "{error}");
    let dies = script("hub) echo 'unable to open file' >&2; exit 3;;");
    assert_eq!(
        fails(&dies, Variant::International),
        "sh has ended while introducing itself (exit status: 3; it said \"unable to open file\")"
    );
    let mut silent = script("hub) echo hello;;");
    silent.patience.greeting = Duration::from_millis(300);
    let error = fails(&silent, Variant::International);
    assert_eq!(error, "sh did not answer within 300.0ms while introducing itself");
    let mut deaf = Launch::new("sleep").argument("60");
    deaf.patience.greeting = Duration::from_millis(300);
    let start = Instant::now();
    assert!(fails(&deaf, Variant::International).contains("did not answer"));
    assert!(start.elapsed() < Duration::from_secs(30));
}

#[test]
fn engines_that_cannot_play_the_game() {
    let launch = thinker("echo done");
    assert_eq!(
        fails(&launch, Variant::Turkish),
        "Script 1.2 does not play turkish; it plays normal, frisian"
    );
    let house: Ruleset = "international,board=8".parse().unwrap();
    let error = Controller::start(&launch, &house).unwrap_err().to_string();
    assert!(error.starts_with("Script 1.2 does not play international,"), "{error}");
    let error = fails(&launch.parameter("buk", true), Variant::International);
    assert_eq!(error, "Script 1.2 has no parameter \"buk\"; it has variant, book");
}

#[test]
fn engines_that_break_down_while_they_think() {
    let error = search(&thinker("echo 'done move=32-27x'")).unwrap_err().to_string();
    assert!(error.starts_with("Script 1.2 played \"32-27x\" in W:W31-50:B1-20: "), "{error}");
    let error = search(&thinker("echo 'done move=31-22'")).unwrap_err().to_string();
    assert!(error.ends_with(": a man moves one square"), "{error}");
    let error = search(&thinker("echo 'error message=\"bad position\"'; echo done")).unwrap_err();
    assert_eq!(error.to_string(), "Script 1.2 gave no move in W:W31-50:B1-20: \"bad position\"");
    let error = search(&thinker("echo oops >&2; kill -9 $$")).unwrap_err().to_string();
    assert!(
        error.starts_with("Script 1.2 has ended while thinking about a move (signal: 9"),
        "{error}"
    );
    assert!(error.ends_with("it said \"oops\")"), "{error}");
}

#[test]
fn engines_that_never_answer() {
    for go in ["true", "while true; do echo info depth=1; done", "sleep 30", "yes"] {
        let start = Instant::now();
        let error = search(&hurried(thinker(go))).unwrap_err().to_string();
        assert_eq!(
            error, "Script 1.2 did not answer within 700.0ms while thinking about a move",
            "{go}"
        );
        assert!(start.elapsed() < Duration::from_secs(30), "{go}: {:?}", start.elapsed());
    }
    // An engine that has to be stopped still gives its move.
    let mut slow = thinker("true;; stop) echo 'done move=33-28'");
    slow.patience.longest = Duration::from_millis(500);
    assert!(search(&slow).is_ok());
}

/// A stopped engine gives its move, and is ready for the next search.
#[test]
fn an_engine_that_is_stopped() {
    let launch = thinker("true;; stop) echo 'done move=33-28'");
    let mut engine = start(&launch);
    let game = Game::new(Variant::International.into());
    for _ in 0..2 {
        let stop = Stop::new();
        let stopper = stop.clone();
        let begun = Instant::now();
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(100));
            stopper.stop();
        });
        let found = engine.search(&game, &Limits::depth(3), &stop).unwrap();
        assert_eq!(game.position().text(&found.mv), "33-28");
        assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
    }
}

/// After an error nothing more is sent, and nothing hangs.
#[test]
fn a_broken_engine_stays_broken() {
    let mut engine = start(&thinker("echo 'done move=1-2'"));
    let game = Game::new(Variant::International.into());
    for _ in 0..2 {
        assert!(engine.search(&game, &Limits::depth(1), &Stop::new()).is_err());
    }
    assert!(engine.new_game().is_err());
}
