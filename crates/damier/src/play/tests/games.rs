use super::*;
use crate::play::picking::Way;
use arbiter::{Dice, Phase, Purpose};
use draughts::{Game, Square};
use engine::BookStatistics;

/// A way of entering a move.
type Hand = fn(&mut Sitting, &Way);

fn by_typing(sitting: &mut Sitting, way: &Way) {
    let text = sitting.text(&way.mv);
    enter(sitting, &text);
}

fn by_arrows(sitting: &mut Sitting, way: &Way) {
    let ply = sitting.plies();
    for square in &way.path.squares {
        walk_to(sitting, *square);
        press(sitting, KeyCode::Enter);
        if sitting.plies() > ply {
            return;
        }
    }
    // A capture that could be continued ends where it is selected again.
    press(sitting, KeyCode::Char(' '));
}

/// Moves the cursor with the arrow keys: first to the row, then within it.
fn walk_to(sitting: &mut Sitting, square: Square) {
    let seen = |sitting: &Sitting, square| {
        let (row, column) = sitting.position().row_column(square);
        if sitting.flipped {
            (-i16::from(row), -i16::from(column))
        } else {
            (row.into(), column.into())
        }
    };
    for _ in 0..40 {
        let (row, column) = seen(sitting, sitting.cursor);
        let (to_row, to_column) = seen(sitting, square);
        let key = match (to_row.cmp(&row), to_column.cmp(&column)) {
            (std::cmp::Ordering::Less, _) => KeyCode::Up,
            (std::cmp::Ordering::Greater, _) => KeyCode::Down,
            (_, std::cmp::Ordering::Less) => KeyCode::Left,
            (_, std::cmp::Ordering::Greater) => KeyCode::Right,
            _ => return,
        };
        press(sitting, key);
    }
    panic!("the arrows do not lead there");
}

/// Plays a game of random moves to its end. Draws are claimed, and after many moves Black resigns.
fn play(rules: &str, hand: Hand) -> Sitting {
    let mut sitting = two(rules);
    let mut dice = Dice::new(5, Purpose::Opening);
    while sitting.log().table().phase() == Phase::Playing {
        let table = sitting.log().table();
        if !table.claims().is_empty() {
            type_in(&mut sitting, "C");
        } else if table.moves().len() > 400 {
            type_in(&mut sitting, "Ry");
        } else {
            let way = dice.pick(&sitting.ways).unwrap().clone();
            let ply = sitting.plies();
            hand(&mut sitting, &way);
            assert_eq!(sitting.plies(), ply + 1, "{rules}: {:?}", sitting.message);
            assert_eq!(sitting.log().table().game().history().last(), Some(&way.mv));
        }
    }
    sitting
}

#[test]
fn whole_games_by_arrows_alone_and_by_typing_alone_are_the_same() {
    for rules in ["american", "italian", "russian", "frisian", "turkish", "casual", "canadian"] {
        let typed = play(rules, by_typing);
        let walked = play(rules, by_arrows);
        assert_eq!(typed.log().text(), walked.log().text());
        let ending = typed.log().table().ending().unwrap().to_string();
        assert!(typed.note().to_lowercase().starts_with(&format!("{ending}. play again")));
        assert_eq!(
            arbiter::replay(&typed.log().text()).unwrap().fingerprint(),
            typed.log().fingerprint()
        );
    }
}

/// The log of a game against the computer in which the person always plays the first legal move.
fn against_level_1(rules: &str, seed: u64) -> String {
    let drawn = Terms { seed, colors: Colors::Drawn, ..terms(rules) };
    let mut sitting = against(1, drawn);
    let mut engine = engine();
    while sitting.log().table().phase() == Phase::Playing && sitting.plies() < 60 {
        match sitting.ways.iter().map(|way| sitting.text(&way.mv)).min() {
            Some(text) => enter(&mut sitting, &text),
            None => think(&mut sitting, &mut engine),
        }
    }
    assert!(sitting.plies() >= 10);
    sitting.log().text()
}

#[test]
fn the_computer_opens_by_its_book() {
    let terms = Terms { colors: Colors::HostBlack, ..terms("american") };
    let mut game = Game::new(terms.rules.clone());
    game.play(&game.position().parse_move("11-15").unwrap()).unwrap();
    for text in ["23-19", "24-20", "21-17"] {
        let mv = game.position().parse_move(text).unwrap();
        let mut statistics = BookStatistics::new(terms.rules.clone());
        statistics.add(game.position(), &mv, None).unwrap();
        let mut sitting = against(1, terms.clone()).with_book(Some(statistics.book(1)));
        enter(&mut sitting, "11-15");
        think(&mut sitting, &mut engine());
        assert_eq!(sitting.log().table().game().history().last(), Some(&mv), "{text}");
    }
}

#[test]
fn the_same_seed_gives_the_same_game_and_another_gives_another() {
    for rules in ["american", "russian"] {
        let games: Vec<String> = (1..6).map(|seed| against_level_1(rules, seed)).collect();
        for (seed, game) in (1..).zip(&games) {
            assert_eq!(&against_level_1(rules, seed), game);
        }
        let colors = |color: &str| {
            games.iter().filter(|game| game.contains(&format!("join {color} You"))).count()
        };
        assert!(colors("white") > 0 && colors("black") > 0, "colours are drawn from the seed");
        let moves = |game: &String| {
            game.lines()
                .skip(4)
                .map(|line| line.split(' ').nth(2).map(str::to_owned))
                .collect::<Vec<_>>()
        };
        assert!(games.iter().any(|game| moves(game) != moves(&games[0])));
    }
}
