//! The messages of Damier's protocol ([docs/protocol.md](../../../docs/protocol.md)), which the server writes and its
//! clients read. `web/js/types.js` is generated from these types.

mod action;
mod analysis;
mod bounds;
mod client;
mod endgame;
mod error;
mod event;
mod explorer;
mod game;
mod order;
mod part;
mod player;
mod practice;
mod report;
mod request;
mod rules;
mod server;
mod studies;

pub use action::{Ack, Action, ActionKind, LONGEST_CLIENT, MoveOrder};
pub use analysis::{
    AnalysisLine, AnalysisView, LONGEST_TREE, MOST_LINES, TreeAnswer, TreeQuestion,
};
pub use bounds::{
    FenText, KeyText, LARGEST_EXACT, LONGEST_FEN, Number, Plies, RulesText, Seed, Text, at_most,
};
pub use client::{ChatText, ClientMessage, Preset};
pub use endgame::{
    BoardResult, Category, ProbeView, ProbedMove, RuleResult, RuleView, build_command,
};
pub use error::{Code, ErrorBody, ErrorView};
pub use event::EventView;
pub use explorer::{
    ExplorerGameView, ExplorerMoveView, ExplorerSource, ExplorerView, MOST_OWN_GAMES, OwnGameText,
    OwnGames,
};
pub use game::{
    Because, BoardView, CreatedView, GameView, Hint, MatchScore, MoveView, PathView, Pieces,
    PlyView, PositionView, RatingChange, Said, SaidCounter, SeatedAccountView, WhyNot,
};
pub use order::{Guest, HostColor, OpponentWord, Order};
pub use part::Part;
pub use player::{Player, Standing, SummaryView};
pub use practice::{
    CardAnswer, CardName, CardQuestion, CardState, CardView, CardsLimit, CardsMove, CardsOrder,
    CardsView, DailyLimit, GuestCard, MOST_GUEST_CARDS, PracticeView, ZoneOffset,
};
pub use report::{
    AnswerQuestion, AnswerView, ChancesView, CostView, GameReport, JudgedMove, LeadView,
    MOST_BATCHED, MarkWord, NewKingView, OpeningName, PhaseView, REPORT_VERSION, ReportBatch,
    ReportQueueView, ReportState, ReportView, ScoreView, ShotCountView, ShotView, SideReport,
    StageAccuracies, ThrownAwayView, TimeUseView,
};
pub use request::{
    Credentials, DeletionRequest, ImportRequest, Message, MoveQuery, NewPassword, ReportOrder,
    SquareName, TokenOrder,
};
pub use rules::{
    Checked, MoveText, PositionAnswer, PositionQuestion, RulesAnswer, RulesQuestion, SquareNumber,
    VariantView,
};
pub use server::{ChatView, ClaimableFrom, PresenceView, ServerMessage, Welcome};
pub use studies::{
    ChapterChange, ChapterOrder, ChapterSummary, ChapterText, ChapterTitle, ChapterTrouble,
    ChapterView, ChaptersOrder, LONGEST_CHAPTER_TEXT, LONGEST_STUDY_REPORT, LONGEST_TITLE,
    MOST_CHAPTERS, StudyAnswer, StudyChange, StudyList, StudyOrder, StudyReportOrder,
    StudyReportText, StudySummary, StudyTitle, StudyVersion, StudyView, Visibility,
};

/// The version of the protocol.
pub const VERSION: u64 = 1;
