//! The command line and logs use the sentences of the crates, pages those of the catalogue: in English they are the
//! same, except for capitals and full stops. Issue 16.5.

use arbiter::{ControlError, Refusal, ReplayErrorKind, TermsError};
use draughts::{
    AnyPosition, Color, FenError, FenErrorKind, MoveError, Narrowed, Nonsense, Preference,
    SetupError, SquareSet, Variant, Why,
};
use engine::Level;
use pdn::Flaw;
use record::NoLog;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use words::{Catalogue, Language, Phrase};

/// Without capitals, full stops and the position of the wrong character, which the crates always name.
fn plain(text: &str) -> String {
    let text = text.replace(['“', '”'], "\"").replace("; ", ". ").to_lowercase();
    let places = ["(at character 7)", "(see character 7)"];
    let text = places.iter().fold(text, |text, place| text.replace(place, ""));
    text.trim_end_matches(['.', ' ']).replace(" .", ".")
}

fn same<T: Display>(said: impl IntoIterator<Item = T>, phrase: impl Fn(&T) -> Phrase) {
    for one in said {
        assert_eq!(plain(&one.to_string()), plain(&phrase(&one).text));
    }
}

#[test]
fn the_crates_say_what_the_catalogue_says() {
    let square = || "c3".to_owned();
    let (side, name) = (Color::White, "Ada".to_owned());
    let refusals = [
        Refusal::NotStarted,
        Refusal::Paused,
        Refusal::NotPaused,
        Refusal::SeatTaken { side, name },
        Refusal::Name,
        Refusal::NotYourTurn { turn: Color::Black },
        Refusal::Touched { square: square() },
        Refusal::NoTouchMove,
        Refusal::NoSuchSquare(square()),
        Refusal::NoPiece { square: square() },
        Refusal::CannotMove { square: square() },
        Refusal::ClockStopped { side },
        Refusal::OfferAfterMove,
        Refusal::NothingToTakeBack,
        Refusal::NothingToClaim,
        Refusal::TooLateToAbort,
        Refusal::NotFinished,
        Refusal::RematchAgreed,
    ];
    same(refusals, |refusal| Phrase::from(refusal));
    let terms = [
        TermsError::RulesAsText,
        TermsError::Lag,
        TermsError::NoSuchBallot,
        TermsError::NoSuchTable,
        TermsError::RandomPlies,
        TermsError::UnknownColors,
    ];
    same(terms, |error| Phrase::from(error));
    let text = || "x".to_owned();
    let clocks = [
        ControlError::Time,
        ControlError::Bonus,
        ControlError::MovesMissing,
        ControlError::NoEnd,
        ControlError::Duration(text()),
        ControlError::NotANumber(text()),
        ControlError::Tag(text()),
    ];
    same(clocks, |error| Phrase::from(error));
    let logs = [ReplayErrorKind::UnknownVersion("7".to_owned()), ReplayErrorKind::Truncated];
    same(logs, |kind| Phrase::from(kind));
    let setups =
        [SetupError::EmptyBoard, SetupError::CountedKingMissing, SetupError::TooManyCaptures];
    same(setups, |error| Phrase::from(*error));
    same(Nonsense::ALL, |reason| Phrase::from(*reason));
    let preferences = [
        Preference::MostPieces(1),
        Preference::MostPieces(3),
        Preference::HighestValue,
        Preference::WithKing,
        Preference::MostKings(2),
        Preference::EarliestKing,
    ];
    same(preferences, |rule| Phrase::from(*rule));
    let narrowed = [Narrowed::MustCapture, Narrowed::KingTired(1), Narrowed::KingTired(3)];
    same(narrowed, |rule| Phrase::from(*rule));
    let square = AnyPosition::start(&Variant::American.into()).square("18").unwrap();
    let reasons = [
        Why::NoPiece,
        Why::NotYours,
        Why::SameSquare,
        Why::Occupied,
        Why::NotOnALine,
        Why::ManBackwards,
        Why::ManOneSquare,
        Why::KingOneSquare,
        Why::Blocked { by: square },
        Why::OwnPiece { over: square },
        Why::MustCapture { captures: vec![] },
        Why::MustGoOn { captures: vec![] },
        Why::ManTakesNoKing { kings: SquareSet::EMPTY },
        Why::ManCapturesForward { over: SquareSet::EMPTY },
        Why::StopsBehind,
        Why::Crowning,
        Why::WrongWay,
        Why::Unreachable,
    ];
    same(reasons, |why| Phrase::from(why));
}

fn fen_error(kind: FenErrorKind) -> FenError {
    FenError { place: 6..7, kind }
}

#[test]
fn positions_and_moves_are_refused_in_the_same_words() {
    let fens = [
        FenErrorKind::Empty,
        FenErrorKind::NoTurn,
        FenErrorKind::UnknownPart,
        FenErrorKind::SideMissing(Color::White),
        FenErrorKind::SideMissing(Color::Black),
        FenErrorKind::SideTwice(Color::White),
        FenErrorKind::SideTwice(Color::Black),
        FenErrorKind::NoSuchSquare,
        FenErrorKind::SquareTaken,
        FenErrorKind::BadRange,
        FenErrorKind::UnfinishedCapture,
        FenErrorKind::BadKingRun,
        FenErrorKind::WrongLength { expected: 50, found: 32 },
        FenErrorKind::UnknownLetter,
        FenErrorKind::Setup(SetupError::EmptyBoard),
    ];
    same(fens.map(fen_error), |error| Phrase::from(error));
    let moves = [
        MoveError::Malformed { place: 6..7 },
        MoveError::NoSuchSquare { place: 6..7 },
        MoveError::Ambiguous(vec!["1x10x19".to_owned(), "1x12x19".to_owned()]),
    ];
    same(moves, |error| Phrase::from(error));
}

#[test]
fn games_from_elsewhere_are_judged_in_the_same_words() {
    let text = |text: &str| text.to_owned();
    let illegal = MoveError::NoSuchSquare { place: 6..7 };
    let flaws = [
        Flaw::NotAMove(text("x")),
        Flaw::UnclosedComment,
        Flaw::StrayBrace,
        Flaw::UnclosedVariation,
        Flaw::StrayParenthesis,
        Flaw::TooDeep(9),
        Flaw::TooLong(9),
        Flaw::Illegal { number: text("1."), text: text("9-99"), reason: Box::new(illegal) },
        Flaw::Unclear { text: text("1x10"), meant: text("1x6x10") },
        Flaw::ResultsDiffer { tag: text("2-0"), terminator: text("0-2") },
        Flaw::WrongRules { tag: text("20"), rules: text("american") },
        Flaw::RepeatedTag(text("White")),
        Flaw::OddResult(text("3-0"), text("2-0")),
        Flaw::Fen(fen_error(FenErrorKind::SquareTaken)),
        Flaw::AfterUnknown,
        Flaw::NoMoveKnown,
        Flaw::BrokenTag(text("White"), text("Anna")),
        Flaw::MissingLineBreak,
        Flaw::OutsideGames(text("Dear")),
    ];
    let phrases: Vec<Phrase> = flaws.iter().map(Phrase::from).collect();
    for (phrase, language) in
        phrases.iter().flat_map(|one| Language::with_overlays().map(move |to| (one, to)))
    {
        let said = phrase.said(language);
        assert!(!said.contains(['{', '}']) && said != phrase.key, "{language:?}: {said}");
    }
    let said: BTreeSet<&str> = phrases.iter().map(|phrase| &*phrase.key).collect();
    let known = Catalogue::of(Language::English).sentences.keys().map(String::as_str);
    // The fallback for problems that a later version of the reader may find.
    let unsaid = known.filter(|key| key.starts_with("flaw.") && *key != "flaw.other");
    assert_eq!(unsaid.filter(|key| !said.contains(key)).collect::<Vec<_>>(), [""; 0]);
    same(flaws, |flaw| Phrase::from(flaw));
    same([NoLog::Gap], |_| Phrase::new("import.gap"));
}

#[test]
fn levels_and_time_controls_have_the_same_names() {
    let english = |key: String| Catalogue::of(Language::English).say(&key, &BTreeMap::new());
    for level in Level::all() {
        assert_eq!(level.name(), english(format!("level.{}", level.number())));
    }
    for preset in arbiter::presets() {
        assert_eq!(preset.title, english(format!("control.{}", preset.word)));
    }
}
