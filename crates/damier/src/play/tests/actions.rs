use super::*;
use arbiter::Phase;
use draughts::Color;

fn moves(sitting: &Sitting) -> &[String] {
    sitting.log().table().moves()
}

fn ending(sitting: &Sitting) -> String {
    sitting.log().table().ending().map(ToString::to_string).unwrap_or_default()
}

fn note(sitting: &Sitting) -> String {
    sitting.note()
}

#[test]
fn moves_are_typed_in_every_form() {
    for text in ["32-28", "3228", "32 - 28"] {
        let mut sitting = two("international");
        enter(&mut sitting, text);
        assert_eq!(moves(&sitting), ["32-28"]);
        assert!(sitting.line.is_empty());
    }
    for text in ["c3-d4", "cd4", "c3d4"] {
        let mut sitting = two("russian");
        enter(&mut sitting, text);
        assert_eq!(moves(&sitting), ["c3-d4"]);
    }
}

#[test]
fn a_move_can_be_pasted_and_a_flood_cannot() {
    use crossterm::event::Event;
    let mut sitting = two("international");
    sitting.input(&Event::Paste("32-28\n".to_owned()), Time(0));
    press(&mut sitting, KeyCode::Enter);
    assert_eq!(moves(&sitting), ["32-28"]);
    for _ in 0..3 {
        sitting.input(&Event::Paste("19×23".repeat(1_000)), Time(0));
    }
    assert!(sitting.line.chars().count() <= 80);
    press(&mut sitting, KeyCode::Enter);
    assert!(note(&sitting).starts_with("Write a move like"), "{}", note(&sitting));
    for (width, height) in [(26, 14), (40, 20), (80, 24)] {
        assert!(screen(&sitting, width, height).contains("Move: "));
    }
}

#[test]
fn the_computer_does_not_lose_on_time() {
    let clock = "6s".parse().unwrap();
    let mut sitting = against(10, Terms { clock, ..terms("international") });
    let mut engine = engine();
    for _ in 0..4 {
        let way = sitting.ways[0].clone();
        let text = sitting.text(&way.mv);
        enter(&mut sitting, &text);
        let now = sitting.log().table().last_event();
        let start = std::time::Instant::now();
        let thought = sitting.task(now).unwrap().think(&mut engine, &Stop::new()).unwrap();
        let used = u64::try_from(start.elapsed().as_millis()).unwrap();
        sitting.thought(&thought, Time(now.0 + used));
        assert_eq!(sitting.log().table().turn(), Color::White, "{}", ending(&sitting));
    }
}

#[test]
fn a_wrong_move_is_answered_and_makes_room_for_another() {
    let mut sitting = two("international");
    enter(&mut sitting, "31-22");
    assert_eq!(note(&sitting), "31-22: A man moves one square.");
    assert!(sitting.line.is_empty());
    enter(&mut sitting, "99-1");
    assert!(note(&sitting).starts_with("99-1: There is no such square"), "{}", note(&sitting));
    assert!(moves(&sitting).is_empty());
    enter(&mut sitting, "31-27");
    assert_eq!(moves(&sitting), ["31-27"]);
    enter(&mut sitting, "1-2");
    type_in(&mut sitting, "f");
    assert!(sitting.flipped, "a command is one again");
}

#[test]
fn a_move_that_comes_too_early_or_too_late_is_not_kept() {
    let mut sitting = against(1, terms("international"));
    enter(&mut sitting, "32-28");
    enter(&mut sitting, "33-29");
    assert!(note(&sitting).starts_with("It is Black's turn"), "{}", note(&sitting));
    assert!(sitting.line.is_empty());
    let mut over = two_from("american", "W:W18:B15");
    type_in(&mut over, "rr");
    enter(&mut over, "18x11");
    assert!(note(&over).contains("over"), "{}", note(&over));
    assert!(over.line.is_empty());
}

#[test]
fn small_letters_are_commands_where_they_name_no_square_and_capitals_everywhere() {
    let mut numbers = two("american");
    type_in(&mut numbers, "f");
    assert!(numbers.flipped && numbers.line.is_empty());
    let mut letters = two("russian");
    type_in(&mut letters, "f");
    assert!(!letters.flipped && letters.line == "f");
    press(&mut letters, KeyCode::Esc);
    type_in(&mut letters, "F");
    assert!(letters.flipped && letters.line.is_empty());
    // No board has a column u, r, n or q.
    enter(&mut letters, "c3-d4");
    type_in(&mut letters, "u");
    assert!(moves(&letters).is_empty());
    assert!(screen(&letters, 80, 24).contains("U take back"));
    assert!(screen(&numbers, 80, 24).contains("u take back"));
}

#[test]
fn picking_is_answered_with_the_rule_that_forbids_it() {
    let mut sitting = two_from("american", "W:W26,31:B1,22");
    let mut pick = |name: &str| {
        sitting.cursor = sitting.position().square(name).unwrap();
        press(&mut sitting, KeyCode::Enter);
        sitting.note()
    };
    assert_eq!(pick("31"), "A capture is mandatory. There is 1 way.");
    assert_eq!(pick("22"), "That is your opponent's piece.");
    assert_eq!(pick("10"), "There is no piece on that square.");
    assert_eq!(pick("26"), "26 goes where?");
    assert_eq!(pick("23"), "You must capture: 1 piece can.");
}

#[test]
fn backspace_takes_one_square_back_and_escape_all() {
    let mut sitting = two_from("international", "W:WK47,50:B42,33,24");
    for square in ["47", "38", "29"] {
        sitting.cursor = sitting.position().square(square).unwrap();
        press(&mut sitting, KeyCode::Enter);
    }
    assert_eq!(sitting.picked.len(), 3);
    assert_eq!(note(&sitting), "The capture goes on from 29");
    press(&mut sitting, KeyCode::Backspace);
    assert_eq!(sitting.picked.len(), 2);
    press(&mut sitting, KeyCode::Esc);
    assert!(sitting.picked.is_empty() && moves(&sitting).is_empty());
}

/// R-AM-6: after a jump only the same piece may move, whether by selecting or typing.
#[test]
fn a_jump_that_was_made_binds_its_piece_until_it_is_taken_back() {
    let mut sitting = two_from("american", "B:W18,25,26,19:B15,16,1");
    let pick = |sitting: &mut Sitting, name: &str| {
        sitting.cursor = sitting.position().square(name).unwrap();
        press(sitting, KeyCode::Enter);
        note(sitting)
    };
    pick(&mut sitting, "15");
    pick(&mut sitting, "22");
    let bound =
        "A capture goes on with the same piece: continue from 22, or Backspace undoes the jump";
    assert_eq!(pick(&mut sitting, "16"), bound);
    assert_eq!(pick(&mut sitting, "23"), bound);
    enter(&mut sitting, "16x30");
    assert_eq!(note(&sitting), bound);
    assert_eq!(sitting.picked.len(), 2);
    assert!(moves(&sitting).is_empty());
    press(&mut sitting, KeyCode::Esc);
    pick(&mut sitting, "16");
    pick(&mut sitting, "30");
    assert_eq!(moves(&sitting), ["16x30"]);
}

#[test]
fn captures_that_end_on_the_same_square_are_named() {
    let mut sitting = two_from("american", "W:WK14,K22,25:B6,8,9,10,11,18,K19");
    for square in ["14", "5"] {
        sitting.cursor = sitting.position().square(square).unwrap();
        press(&mut sitting, KeyCode::Enter);
    }
    let said = note(&sitting);
    assert!(said.starts_with("Several captures end there: "), "{said}");
    assert!(said.contains("14x7x16x23x14x5 takes 5"), "{said}");
    assert_eq!(sitting.picked.len(), 1, "the piece stays picked");
}

#[test]
fn two_people_take_back_the_last_move_and_one_person_their_own() {
    let mut sitting = two("american");
    enter(&mut sitting, "11-15");
    enter(&mut sitting, "22-18");
    type_in(&mut sitting, "u");
    assert_eq!(moves(&sitting), ["11-15"]);
    let mut sitting = against(1, terms("international"));
    let mut engine = engine();
    enter(&mut sitting, "32-28");
    think(&mut sitting, &mut engine);
    assert_eq!(moves(&sitting).len(), 2);
    type_in(&mut sitting, "u");
    assert!(moves(&sitting).is_empty());
    type_in(&mut sitting, "u");
    assert_eq!(note(&sitting), "You have no move to take back.");
}

#[test]
fn a_move_that_is_taken_back_while_the_computer_thinks_is_not_answered() {
    let mut sitting = against(1, terms("international"));
    enter(&mut sitting, "32-28");
    let now = sitting.log().table().last_event();
    let task = sitting.task(now).unwrap();
    type_in(&mut sitting, "u");
    let thought = task.think(&mut engine(), &Stop::new()).unwrap();
    sitting.thought(&thought, now);
    assert!(moves(&sitting).is_empty());
    assert_eq!(note(&sitting), "Taken back", "and nothing is said of it");
    assert_eq!(sitting.topic(), None);
}

#[test]
fn a_draw_is_agreed_by_two_and_declined_by_the_computer() {
    let mut sitting = two("american");
    enter(&mut sitting, "11-15");
    type_in(&mut sitting, "d");
    assert_eq!(note(&sitting), "White offers a draw: d and black agrees, a move of black declines");
    enter(&mut sitting, "22-18");
    assert!(note(&sitting).starts_with("White offers a draw"), "it stands after White's own move");
    type_in(&mut sitting, "d");
    assert_eq!(ending(&sitting), "draw: agreed");
    let mut sitting = against(1, terms("american"));
    think(&mut sitting, &mut engine());
    type_in(&mut sitting, "d");
    assert_eq!(note(&sitting), "The computer plays on");
    type_in(&mut sitting, "d");
    assert_eq!(note(&sitting), "You can offer a draw again after your next move.");
}

#[test]
fn resigning_asks_once() {
    let mut sitting = two("american");
    type_in(&mut sitting, "r");
    assert!(note(&sitting).starts_with("Resign this game?"));
    press(&mut sitting, KeyCode::Esc);
    assert_eq!(sitting.log().table().phase(), Phase::Playing);
    type_in(&mut sitting, "rr");
    assert_eq!(ending(&sitting), "white wins: black resigned");
    assert_eq!(note(&sitting), "White wins: black resigned. Play again: n");
    enter(&mut sitting, "11-15");
    assert!(note(&sitting).starts_with("The game is over"), "{}", note(&sitting));
}

#[test]
fn leaving_asks_once_while_a_game_is_under_way() {
    let mut sitting = two("american");
    assert_eq!(type_in(&mut sitting, "q"), Flow::Quit, "nothing is lost yet");
    enter(&mut sitting, "11-15");
    assert_eq!(type_in(&mut sitting, "q"), Flow::Stay);
    // Any other key continues, with its usual effect.
    enter(&mut sitting, "22-18");
    assert_eq!(moves(&sitting).len(), 2);
    assert_eq!(type_in(&mut sitting, "qy"), Flow::Quit);
    let control = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert_eq!(sitting.key(control, Time(0)), Flow::Quit);
}

#[test]
fn a_new_game_asks_once_and_a_rematch_swaps_colours() {
    let mut sitting = against(1, terms("international"));
    enter(&mut sitting, "32-28");
    type_in(&mut sitting, "n");
    assert_eq!((sitting.logs().len(), moves(&sitting).len()), (1, 1));
    type_in(&mut sitting, "y");
    assert_eq!((sitting.logs().len(), moves(&sitting).len()), (2, 0));
    assert_eq!(sitting.person(), Some(Color::White));
    assert_ne!(sitting.log().table().terms().seed, 7);
    type_in(&mut sitting, "ry");
    type_in(&mut sitting, "n");
    assert_eq!(sitting.logs().len(), 3);
    assert_eq!(sitting.person(), Some(Color::Black));
    assert!(sitting.flipped);
    assert_eq!(sitting.log().table().phase(), Phase::Playing);
}

#[test]
fn looking_back_changes_nothing_and_a_pick_returns() {
    let mut sitting = two("american");
    for text in ["11-15", "22-18", "15x22"] {
        enter(&mut sitting, text);
    }
    let now = screen(&sitting, 80, 24);
    type_in(&mut sitting, "[[");
    assert_eq!(sitting.shown, Some(1));
    let then = screen(&sitting, 80, 24);
    assert!(then.contains("After 1 of 3 single moves") && !then.contains("took"), "{then}");
    type_in(&mut sitting, "]");
    assert_eq!(sitting.shown, Some(2));
    press(&mut sitting, KeyCode::Enter);
    assert_eq!(sitting.shown, None);
    assert!(sitting.picked.is_empty());
    assert_eq!(screen(&sitting, 80, 24), now);
    press(&mut sitting, KeyCode::PageUp);
    enter(&mut sitting, "25x18");
    assert_eq!((sitting.shown, moves(&sitting).len()), (None, 4));
}

#[test]
fn a_hint_is_a_legal_move_that_is_shown_and_not_played() {
    let mut sitting = two("american");
    type_in(&mut sitting, "h");
    assert_eq!(note(&sitting), "Looking for a hint");
    think(&mut sitting, &mut engine());
    let said = note(&sitting);
    let hint = said.strip_prefix("Try ").unwrap();
    assert!(sitting.position().parse_move(hint).is_ok(), "{said}");
    assert!(moves(&sitting).is_empty());
    assert!(screen(&sitting, 80, 24).contains('{'));
}

#[test]
fn a_touched_piece_must_move() {
    let terms = Terms { touch_move: true, ..terms("american") };
    let mut sitting = Sitting::new(terms, None, PLAIN, Time(0)).unwrap();
    let mut pick = |name: &str| {
        sitting.cursor = sitting.position().square(name).unwrap();
        press(&mut sitting, KeyCode::Enter);
        sitting.note()
    };
    assert_eq!(pick("11"), "11 goes where?");
    assert_eq!(pick("10"), "You touched the piece on 11, so you must move it.");
    assert_eq!(pick("15"), "White to move");
    assert_eq!(moves(&sitting), ["11-15"]);
}

#[test]
fn flags_fall_and_clocks_run_for_the_side_to_move() {
    let terms = Terms { clock: "5m".parse().unwrap(), ..terms("american") };
    let mut sitting = Sitting::new(terms, None, PLAIN, Time(0)).unwrap();
    sitting.tick(Time(299_000));
    assert_eq!(sitting.log().table().phase(), Phase::Playing);
    sitting.tick(Time(300_000));
    assert_eq!(ending(&sitting), "white wins: black ran out of time");
    let text = screen(&sitting, 80, 24);
    assert!(text.contains("0:00.0") && text.contains("5:00"), "{text}");
}

#[test]
fn the_clock_of_the_side_to_move_is_inverted() {
    use ratatui::style::Modifier;
    let terms = Terms { clock: "5m".parse().unwrap(), ..terms("american") };
    let sitting = Sitting::new(terms, None, COLORED, Time(0)).unwrap();
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    terminal.draw(|frame| sitting.draw(frame, Time(1_000))).unwrap();
    let buffer = terminal.backend().buffer();
    let inverted =
        |y: u16| (0..80).filter(|x| buffer[(*x, y)].modifier.contains(Modifier::REVERSED)).count();
    let row = |name: &str| {
        (0..24)
            .find(|y| (0..80).map(|x| buffer[(x, *y)].symbol()).collect::<String>().contains(name))
            .unwrap()
    };
    assert_eq!(inverted(row("Black")), " 4:59 ".len(), "Black begins");
    assert_eq!(inverted(row("White")), 0);
}
