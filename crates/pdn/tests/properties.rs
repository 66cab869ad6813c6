//! Properties of every game and every file; R-GM-2.

mod common;

use common::{Numbers, random_game, random_games, rules_tag};
use draughts::Variant;
use pdn::{Action, Form, Game, Games, Judge, Place, Reader, Step, Variation, Visitor};
use proptest::prelude::*;

fn step(text: String, comments: Vec<String>, nags: Vec<u16>, variations: Vec<Variation>) -> Step {
    Step {
        action: Action::Move(text),
        place: Place::START,
        marks: vec![],
        nags,
        comments,
        variations,
    }
}

fn comment() -> impl Strategy<Value = String> {
    "[ -|~éЖ高\\\\\"]{1,40}"
        .prop_map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "))
        .prop_filter("a comment says something", |text| !text.is_empty())
}

fn line(depth: u32) -> BoxedStrategy<Variation> {
    let variations = match depth {
        0 => Just(Vec::new()).boxed(),
        _ => prop::collection::vec(line(depth - 1), 0..3).boxed(),
    };
    let mv =
        (1..=50u8, 1..=50u8, prop::bool::ANY).prop_filter_map("no result", |(from, to, takes)| {
            (from > 2).then(|| format!("{from}{}{to}", if takes { 'x' } else { '-' }))
        });
    let comments = || prop::collection::vec(comment(), 0..2);
    let steps = (mv, comments(), prop::collection::vec(0..200u16, 0..2), variations)
        .prop_map(|(text, comments, nags, variations)| step(text, comments, nags, variations));
    (comments(), prop::collection::vec(steps, 1..6))
        .prop_map(|(comments, steps)| Variation { comments, steps })
        .boxed()
}

fn without_places(game: &Game) -> Game {
    fn clear(line: &mut Variation) {
        for step in &mut line.steps {
            step.place = Place::START;
            step.variations.iter_mut().for_each(clear);
        }
    }
    let mut game = game.clone();
    game.place = Place::START;
    game.text.clear();
    game.tags.iter_mut().for_each(|tag| tag.place = Place::START);
    clear(&mut game.line);
    game
}

proptest! {
    /// Writing and reading a tree preserves it, in every format.
    #[test]
    fn trees_survive_writing_and_reading(
        line in line(3),
        tags in prop::collection::vec(("[A-Z][A-Za-z]{0,12}", "[ -~éЖ高]{0,30}"), 0..6),
        number in 1..90u32,
        second in prop::bool::ANY,
    ) {
        let mut game = Game { line, first_number: number, starts_second: second, ..Game::default() };
        for (name, value) in &tags {
            prop_assume!(name != "Result" && name != "Risultato");
            game.set_tag(name, value.trim());
        }
        game.terminator = Some("*".to_owned());
        for form in [Form::Pdn3, Form::Pdn2, Form::AsRead] {
            let text = game.to_pdn(form);
            let read: Vec<Game> = Games::new(text.as_bytes()).map(Result::unwrap).collect();
            prop_assert_eq!(read.len(), 1, "{}", text);
            prop_assert!(read[0].problems.is_empty(), "{:?}\n{}", read[0].problems, text);
            prop_assert_eq!(without_places(&read[0]), game.clone(), "{}", text);
        }
    }

    /// No input makes the reader panic, hang, or keep more than it was given; it ends every game that it starts; and
    /// how the bytes arrive makes no difference.
    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(
        prop_oneof![any::<u8>(), Just(b'{'), Just(b'('), Just(b'['), Just(b'"'), Just(b'\n'), Just(b'1'), Just(b'-')],
        0..2_000,
    )) {
        let mut whole = Recorder::default();
        let mut reader = Reader::new(&bytes[..]);
        while reader.read_game(&mut whole).unwrap() {}
        prop_assert_eq!(whole.open, 0);
        let mut dripping = Recorder::default();
        let mut reader = Reader::new(Drip(&bytes));
        while reader.read_game(&mut dripping).unwrap() {}
        prop_assert_eq!(&whole.heard, &dripping.heard);
        let judge = Judge::default();
        for game in Games::new(&bytes[..]) {
            let game = game.unwrap();
            let replay = judge.replay(&game);
            judge.notes(&game, &replay);
            let tidy = judge.tidy(&game, &replay).to_pdn(Form::Pdn3);
            prop_assert!(tidy.len() < 2_000 + 20 * bytes.len());
        }
    }

    /// The variant of games written with or without tags is detected.
    #[test]
    fn games_of_every_variant_replay(index in 0..Variant::ALL.len(), seed in 0..1_000u64) {
        let variant = Variant::ALL[index];
        let text = written(variant, seed);
        let game = Games::new(text.as_bytes()).next().unwrap().unwrap();
        let judge = Judge::default();
        let replay = judge.replay(&game);
        prop_assert_eq!(&replay.problem, &None, "{}", text);
        prop_assert_eq!(&replay.rules, &variant.into());
        let original = random_game(variant, seed);
        prop_assert_eq!(replay.end.to_fen(), original.position().to_fen());
        let tidy = judge.tidy(&game, &replay);
        let again = Games::new(tidy.to_pdn(Form::Pdn3).as_bytes()).next().unwrap().unwrap();
        let second = Judge::default().replay(&again);
        prop_assert_eq!((&second.problem, &second.rules), (&None, &variant.into()));
        prop_assert_eq!(second.played, replay.played);
    }
}

#[test]
fn many_games_in_a_row() {
    for variant in [Variant::American, Variant::Turkish, Variant::Canadian] {
        let text = random_games(variant, 300);
        assert!(text.len() > 1 << 17, "more than the reader holds at once");
        let judge = Judge::default();
        let replays = Games::new(text.as_bytes()).map(|game| judge.replay(&game.unwrap()));
        let whole = replays.filter(|replay| replay.problem.is_none()).count();
        assert_eq!(whole, 300, "{variant}");
    }
}

fn written(variant: Variant, seed: u64) -> String {
    let game = random_game(variant, seed);
    let tag = rules_tag(variant);
    let moves = game.history().enumerate();
    let moves = moves.map(|(ply, mv)| game.position_after(ply).unwrap().text(mv));
    let mut numbers = Numbers::new(seed);
    let sign = |text: String| match (seed % 3, text.contains('x')) {
        (0, true) => text.replace('x', ":"),
        _ => text,
    };
    let words: Vec<String> =
        moves.map(|text| sign(text) + ["", "!", " {so}"][numbers.below(3)]).collect();
    format!("{tag}\n{} *", words.join(" "))
}

/// A source that delivers one byte at a time.
struct Drip<'a>(&'a [u8]);

impl std::io::Read for Drip<'_> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let (Some((first, rest)), false) = (self.0.split_first(), out.is_empty()) else {
            return Ok(0);
        };
        out[0] = *first;
        self.0 = rest;
        Ok(1)
    }
}

#[derive(Default)]
struct Recorder {
    heard: Vec<String>,
    open: usize,
}

impl Visitor for Recorder {
    fn begin_game(&mut self, place: Place) {
        self.open += 1;
        self.heard.push(format!("game {place}"));
    }
    fn tag(&mut self, name: &str, value: &str, place: Place) {
        self.heard.push(format!("tag {name} {value} {place}"));
    }
    fn mv(&mut self, text: &str, place: Place) {
        self.heard.push(format!("move {text} {place}"));
    }
    fn comment(&mut self, text: &str, place: Place) {
        self.heard.push(format!("comment {text} {place}"));
    }
    fn problem(&mut self, problem: pdn::Problem) {
        self.heard.push(format!("problem {problem} {}", problem.place));
    }
    fn end_game(&mut self) {
        self.open -= 1;
    }
}
