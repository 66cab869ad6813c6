//! Everything that the rules and the arbiter can say, at least once.

use arbiter::{
    ControlError, EndReason, Ending, Proposal, Refusal, ReplayErrorKind, TermsError, Time,
};
use draughts::{
    AnyPosition, Color, DrawCount, DrawRule, DrawWhen, FenError, FenErrorKind, Forces, Illegal,
    MoveError, Narrowed, Nonsense, Outcome, Preference, Reason, Ruleset, RulesetError, SetupError,
    SquareSet, UnknownVariant, Variant, Why,
};
use server::error::ApiError;
use server::store::StoreError;
use server::words::{self, Phrase};

const SIDES: [Color; 2] = Color::BOTH;

fn position() -> AnyPosition {
    AnyPosition::from_fen(&Ruleset::from(Variant::International), "W:W28,39:B22,23,13,34").unwrap()
}

fn draw_rules() -> Vec<DrawRule> {
    let forces = [
        Forces::ThreeAgainstKing,
        Forces::ThreeAgainstKingOnLongDiagonal,
        Forces::TwoAgainstKing,
        Forces::TwoKingsAgainstKing,
        Forces::ThreeKingsAgainstKing,
        Forces::OneAgainstOne,
    ];
    let others = [
        DrawWhen::Repetition,
        DrawWhen::NoCapture,
        DrawWhen::NoCaptureWithKings,
        DrawWhen::KingsOnly,
        DrawWhen::NoChange(4, 5),
        DrawWhen::KingAgainstKing,
    ];
    let all = forces.into_iter().map(DrawWhen::Forces).chain(others);
    all.flat_map(|when| [1, 3, 5, 25].map(|limit| DrawRule::automatic(when, limit))).collect()
}

fn draws() -> Vec<Phrase> {
    let counts = |rule: &DrawRule| words::counter(&DrawCount { rule: *rule, count: 2 });
    draw_rules().iter().flat_map(|rule| [Phrase::from(rule), counts(rule)]).collect()
}

fn whys() -> Vec<Phrase> {
    let position = position();
    let square = position.square("28").unwrap();
    let captures = position.legal_moves();
    let set = SquareSet::EMPTY.with(square);
    let preferences = [1, 2, 5].map(Preference::MostPieces).into_iter().chain([
        Preference::HighestValue,
        Preference::WithKing,
        Preference::MostKings(1),
        Preference::MostKings(2),
        Preference::EarliestKing,
    ]);
    let outranked = preferences.map(|rule| Why::Outranked { rule, captures: captures.clone() });
    let others = [
        Why::GameOver(Outcome::draw(Reason::NoMoves)),
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
        Why::MustCapture { captures: captures.clone() },
        Why::MustGoOn { captures: captures.clone() },
        Why::KingTired { limit: 1 },
        Why::KingTired { limit: 3 },
        Why::ManTakesNoKing { kings: set },
        Why::ManCapturesForward { over: set },
        Why::StopsBehind,
        Why::Crowning,
        Why::WrongWay,
        Why::Unreachable,
    ];
    let illegal = outranked.chain(others).map(|why| Illegal { from: square, to: square, why });
    let mut all: Vec<Phrase> = illegal.map(|illegal| Phrase::from(&illegal)).collect();
    all.push(Narrowed::MustCapture.into());
    all
}

fn endings() -> Vec<Phrase> {
    let mut reasons = vec![
        EndReason::Rules(Reason::NoPieces),
        EndReason::Rules(Reason::NoMoves),
        EndReason::Rules(Reason::FirstKing),
        EndReason::Agreement,
        EndReason::Resignation,
        EndReason::Time,
        EndReason::Abandoned,
        EndReason::Aborted,
        EndReason::TooLong,
    ];
    for rule in draw_rules() {
        reasons.extend([EndReason::Rules(Reason::Draw(rule)), EndReason::Claim(rule)]);
    }
    let start = |variant: Variant| AnyPosition::start(&Ruleset::from(variant));
    let positions = [start(Variant::International), start(Variant::American)];
    let winners = [None, Some(Color::White), Some(Color::Black)];
    let endings = winners.iter().flat_map(|winner| {
        reasons.iter().map(|reason| Ending { winner: *winner, reason: *reason })
    });
    endings
        .flat_map(|ending| positions.iter().flat_map(move |at| words::ending(&ending, at)))
        .collect()
}

fn refusals() -> Vec<Phrase> {
    let square = || "28".to_owned();
    let mut all = vec![
        Refusal::TimeWentBack { last: Time(1) },
        Refusal::Finished(Ending::nobody(EndReason::Agreement)),
        Refusal::NotStarted,
        Refusal::Paused,
        Refusal::NotPaused,
        Refusal::Name,
        Refusal::Move(MoveError::Malformed { place: 0..1 }),
        Refusal::Move(MoveError::NoSuchSquare { place: 0..1 }),
        Refusal::Move(MoveError::Ambiguous(vec!["4x27x38".to_owned(), "4x22x38".to_owned()])),
        Refusal::Touched { square: square() },
        Refusal::NoTouchMove,
        Refusal::NoSuchSquare(square()),
        Refusal::NoPiece { square: square() },
        Refusal::CannotMove { square: square() },
        Refusal::CreditTooLong { most: 1 },
        Refusal::OfferAfterMove,
        Refusal::NothingToTakeBack,
        Refusal::NothingToClaim,
        Refusal::TooLateToAbort,
        Refusal::NotFinished,
        Refusal::RematchAgreed,
    ];
    for side in SIDES {
        all.extend([
            Refusal::SeatTaken { side, name: "Woldouby".to_owned() },
            Refusal::NotYourTurn { turn: side },
            Refusal::OutOfTime { side },
            Refusal::TimeLeft { side, left: 1 },
            Refusal::ClockStopped { side },
        ]);
        for proposal in Proposal::ALL {
            all.push(Refusal::AlreadyOffered { by: side, proposal });
            all.push(Refusal::NotOffered { by: side, proposal });
        }
    }
    all.into_iter().map(|refusal| Phrase::from(&ApiError::Refused(refusal))).collect()
}

fn ruleset_errors() -> Vec<RulesetError> {
    let word = || "flyng".to_owned();
    let mut all: Vec<_> = Nonsense::ALL.into_iter().map(RulesetError::Nonsense).collect();
    for nearest in [None, Some("flying")] {
        all.push(RulesetError::Variant(UnknownVariant { name: word(), nearest }));
        all.push(RulesetError::UnknownSwitch { word: word(), nearest });
    }
    let choices = vec!["off", "most"];
    all.push(RulesetError::UnknownChoice { switch: "capture", choice: word(), choices });
    all
}

fn fen_errors() -> Vec<FenError> {
    let square = position().square("28").unwrap();
    let mut kinds = vec![
        FenErrorKind::Empty,
        FenErrorKind::NoTurn,
        FenErrorKind::UnknownPart,
        FenErrorKind::NoSuchSquare,
        FenErrorKind::SquareTaken,
        FenErrorKind::BadRange,
        FenErrorKind::UnfinishedCapture,
        FenErrorKind::BadKingRun,
        FenErrorKind::WrongLength { expected: 50, found: 49 },
        FenErrorKind::UnknownLetter,
        FenErrorKind::Setup(SetupError::EmptyBoard),
        FenErrorKind::Setup(SetupError::ManOnCrownRow(square)),
        FenErrorKind::Setup(SetupError::CountedKingMissing),
        FenErrorKind::Setup(SetupError::TooManyCaptures),
    ];
    for side in SIDES {
        kinds.extend([FenErrorKind::SideMissing(side), FenErrorKind::SideTwice(side)]);
    }
    kinds.into_iter().map(|kind| FenError { place: 2..3, kind }).collect()
}

fn terms() -> Vec<Phrase> {
    let text = || "5x".to_owned();
    let clocks = [
        ControlError::Time,
        ControlError::Bonus,
        ControlError::Number { what: "days", least: 1, most: 60 },
        ControlError::MovesMissing,
        ControlError::NoEnd,
        ControlError::Duration(text()),
        ControlError::NotANumber(text()),
        ControlError::Tag(text()),
    ];
    let others = [
        TermsError::RulesAsText,
        TermsError::Lag,
        TermsError::AlreadyOver(Outcome::draw(Reason::NoMoves)),
        TermsError::ForeignBallot { rules: "Russian draughts".to_owned() },
        TermsError::NoSuchBallot,
        TermsError::NoSuchTable,
        TermsError::RandomPlies,
        TermsError::UnknownOpening(text()),
        TermsError::UnknownColors,
    ];
    let all = ruleset_errors().into_iter().map(TermsError::Rules);
    let all = all.chain(fen_errors().into_iter().map(TermsError::Fen));
    let all = all.chain(clocks.into_iter().map(TermsError::Clock)).chain(others);
    all.map(|error| Phrase::from(&ApiError::Terms(error))).collect()
}

fn failures() -> Vec<Phrase> {
    let text = || "missing field `rules`".to_owned();
    let all = [
        ApiError::NoGame,
        ApiError::NoPage,
        ApiError::NoPly { plies: 3 },
        ApiError::NoTables,
        ApiError::NoTable { pieces: 5, command: "damier endgame build frisian".to_owned() },
        ApiError::TableComing { pieces: 4 },
        ApiError::TooManyPieces { pieces: 9 },
        ApiError::NoLongestWin,
        ApiError::BrokenTable,
        ApiError::NoCollection,
        ApiError::BrokenCollection,
        ApiError::WrongMethod,
        ApiError::TooLarge,
        ApiError::NotJson,
        ApiError::Unreadable(Box::new(Phrase::new("import.nothing"))),
        ApiError::Busy,
        ApiError::TooMany { seconds: 3 },
        ApiError::TooManySeeks,
        ApiError::NameKept,
        ApiError::TooSlow,
        ApiError::Full,
        ApiError::Foreign,
        ApiError::NotOperator,
        ApiError::NotSignedIn,
        ApiError::WrongPassword,
        ApiError::BadName,
        ApiError::BadPassword,
        ApiError::NameTaken,
        ApiError::NoPerson,
        ApiError::TooManyPasses,
        ApiError::NoStudy,
        ApiError::StudyChanged,
        ApiError::TooManyStudies { most: 20 },
        ApiError::TooManyChapters,
        ApiError::LastChapter,
        ApiError::TooManyCards,
        ApiError::NotRated,
        ApiError::Blocked,
        ApiError::TooLong,
        ApiError::NoKey,
        ApiError::NoProposal,
        ApiError::NotYourSeat,
        ApiError::NotInvited,
        ApiError::NotGone,
        ApiError::NotKnown,
        ApiError::NotSaid,
        ApiError::NoHint,
        ApiError::NotOver,
        ApiError::WrongGame,
        ApiError::Version,
        ApiError::Stale { ply: 3 },
        ApiError::Malformed(text()),
        ApiError::Damaged(text()),
        ApiError::Broken(text()),
        ApiError::Store(StoreError::Conflict),
        ApiError::Store(StoreError::Newer { path: text(), version: 9 }),
        ApiError::Store(StoreError::Damaged(text())),
        ApiError::Store(StoreError::Unavailable(text())),
    ];
    all.iter().map(Phrase::from).collect()
}

fn logs() -> Vec<Phrase> {
    let kinds = [
        ReplayErrorKind::NotALog,
        ReplayErrorKind::UnknownVersion("9".to_owned()),
        ReplayErrorKind::Truncated,
        ReplayErrorKind::Malformed { column: 3, expected: "milliseconds" },
        ReplayErrorKind::CheckDiffers,
        ReplayErrorKind::Terms(TermsError::Lag),
        ReplayErrorKind::Refused(Refusal::NotPaused),
        ReplayErrorKind::PositionDiffers { recorded: 1, replayed: 2 },
        ReplayErrorKind::NotAsWritten { expected: String::new() },
    ];
    kinds.iter().map(Phrase::from).collect()
}

/// Everything, each at least once.
pub fn everything() -> Vec<Phrase> {
    [whys(), draws(), endings(), refusals(), terms(), failures(), logs()].concat()
}
