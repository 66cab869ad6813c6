//! The command line and logs show the sentences of the crates, pages those of the catalogue: in English they are the
//! same, but for capitals and full stops. Issue 16.5.

use arbiter::{ControlError, Refusal, ReplayErrorKind, TermsError};
use draughts::{
    AnyPosition, Color, Narrowed, Nonsense, Preference, SetupError, SquareSet, Variant, Why,
};
use std::fmt::Display;
use words::Phrase;

fn plain(text: &str) -> String {
    let text = text.replace(['“', '”'], "\"").replace("; ", ". ").to_lowercase();
    text.trim_end_matches('.').to_owned()
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
