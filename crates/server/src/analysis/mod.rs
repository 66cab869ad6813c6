//! Live engine analysis: lines are streamed while an engine searches, until the client looks at another position. All
//! searches share the advisers' engine in time slices, so that many clients get their first lines soon and no game has
//! to wait.

pub mod tree;

use crate::endgames::{Endgames, Probed};
use crate::error::ApiError;
use crate::locks::lock;
use crate::panics::{caught, joined};
use crate::reports::texts;
use crate::supervisor::Supervisor;
use draughts::{Color, Game, Ruleset, within};
use endgame::Tables;
use engine::{Engine, Info, Limits, PvLine, Score, SearchOptions, Stop};
use review::Outcomes;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use wire::{AnalysisLine, AnalysisView, Category, ProbeView, ScoreView};

/// How long an engine searches one position.
const LONGEST: Duration = Duration::from_secs(6);
/// After this long a search yields to others that are waiting.
const SLICE: Duration = Duration::from_millis(40);
/// The cost of a slice in the engine's queue, which counts nodes. First slices go before later ones.
const NODES_OF_SLICE: u64 = 1_000 * SLICE.as_millis() as u64;
const NODES_OF_FIRST: u64 = NODES_OF_SLICE / 6;
/// The limit on jumps a slice may follow, for positions with very many captures.
const MOST_JUMPS: u64 = 12_000_000;
/// The most positions searched at once, by turns; each has an engine with its own transposition table.
const MOST: usize = 16;
/// The most searches for one address, which several people may share. One more ends the oldest.
const MOST_OF_ADDRESS: usize = 4;
/// How many idle engines are kept for later positions, with their transposition tables.
const MOST_IDLE: usize = 2;
/// Missing endgame tables of up to this many pieces are built during the analysis; that takes a second or two.
const BUILT: usize = 3;
/// The most moves reported of a line.
const LONGEST_LINE: usize = 30;

/// The searches in progress.
pub struct Analyses {
    supervisor: Arc<Supervisor>,
    endgames: Arc<Endgames>,
    idle: Mutex<Vec<(Ruleset, Engine)>>,
    running: Mutex<Running>,
}

#[derive(Default)]
struct Running {
    /// How many searches have been started.
    begun: u64,
    /// Oldest first.
    searches: Vec<Search>,
    is_closed: bool,
}

/// A search for a client. Dropping it ends the search.
struct Search {
    number: u64,
    address: Option<IpAddr>,
    client: String,
    _end: watch::Sender<()>,
}

/// A request to analyse a position.
pub struct Question {
    /// The position.
    pub game: Game,
    /// How many lines to report.
    pub lines: usize,
    /// The client's address, if it counts towards limits.
    pub address: Option<IpAddr>,
    /// The id of the page that asks; a page analyses one position at a time.
    pub client: String,
}

/// The latest report of a search. Dropping it ends the search.
pub type Lines = watch::Receiver<Option<AnalysisView>>;

impl Analyses {
    /// Creates the analyses of a server.
    pub fn new(supervisor: Arc<Supervisor>, endgames: Arc<Endgames>) -> Self {
        Self { supervisor, endgames, idle: Mutex::default(), running: Mutex::default() }
    }

    /// Starts searching a position and ends the page's previous search.
    pub fn begin(self: &Arc<Self>, question: Question) -> Result<Lines, ApiError> {
        let (end, ended) = watch::channel(());
        let number = lock(&self.running).enter(&question, end)?;
        let (lines, told) = watch::channel(None);
        let analyses = Arc::clone(self);
        tokio::spawn(async move {
            let thought = caught(analyses.think(question, Arc::new(lines), ended)).await;
            if let Some(Err(error)) = thought {
                tracing::warn!(%error, "an analysis ended early");
            }
            lock(&analyses.running).searches.retain(|search| search.number != number);
        });
        Ok(told)
    }

    /// Stops all searches, for shutdown.
    pub fn stop(&self) {
        let mut running = lock(&self.running);
        running.is_closed = true;
        running.searches.clear();
    }

    /// Searches a position in slices until its time is up or nobody listens any more.
    async fn think(
        self: &Arc<Self>,
        question: Question,
        lines: Arc<watch::Sender<Option<AnalysisView>>>,
        mut ended: watch::Receiver<()>,
    ) -> Result<(), ApiError> {
        let advisers = self.supervisor.advisers();
        let Question { game, lines: wanted, address, .. } = question;
        let rules = game.rules().clone();
        // A missing engine takes some milliseconds to create; others may search meanwhile.
        let (analyses, known) = (Arc::clone(self), rules.clone());
        let made = tokio::task::spawn_blocking(move || analyses.engine(&known));
        let mut engine = joined(made).await?;
        let mut so_far = SoFar::default();
        let game = Arc::new(game);
        let building = self.build(&game, address);
        let mut is_left = false;
        while !is_left {
            let nodes = if so_far.time.is_zero() { NODES_OF_FIRST } else { NODES_OF_SLICE };
            let turn = tokio::select! {
                turn = advisers.analysis_turn(nodes, address) => turn?,
                () = lines.closed() => break,
                _ = ended.changed() => break,
            };
            let (begun, stop) = (Instant::now(), Stop::new());
            let left = LONGEST.saturating_sub(so_far.time);
            let work = {
                let (game, lines, stop) = (Arc::clone(&game), Arc::clone(&lines), stop.clone());
                let endgames = Arc::clone(&self.endgames);
                move || {
                    if so_far.endgame.is_none() {
                        so_far.endgame = endgame(&endgames, &game);
                    }
                    let is_done = slice(&mut engine, &game, wanted, &stop, &mut so_far, &lines);
                    drop(turn);
                    (engine, so_far, is_done)
                }
            };
            let mut searching = pin!(joined(tokio::task::spawn_blocking(work)));
            let mut looks = tokio::time::interval_at((begun + SLICE).into(), SLICE);
            let searched = loop {
                tokio::select! {
                    searched = &mut searching => break searched,
                    () = lines.closed(), if !is_left => is_left = true,
                    _ = ended.changed(), if !is_left => is_left = true,
                    _ = looks.tick() => {}
                }
                if is_left || begun.elapsed() >= left || advisers.is_waited_for() {
                    stop.stop();
                }
            };
            let is_done;
            (engine, so_far, is_done) = searched?;
            so_far.time += begun.elapsed();
            if is_done || so_far.time >= LONGEST {
                break;
            }
        }
        if let (Some(building), None, false) = (building, &so_far.endgame, is_left) {
            // A position with few pieces is soon searched to the end, so the tables can come later.
            tokio::select! {
                _ = building => so_far.endgame = endgame(&self.endgames, &game),
                () = lines.closed() => {}
                _ = ended.changed() => {}
            }
        }
        self.keep(rules, engine);
        lines.send_modify(|view| {
            let view = view.get_or_insert_with(|| nothing(so_far.time));
            view.endgame = so_far.endgame.take();
            view.done = true;
        });
        Ok(())
    }
}

impl Analyses {
    /// Starts building a position's endgame tables if they are small and missing. The search goes on meanwhile.
    fn build(&self, game: &Arc<Game>, address: Option<IpAddr>) -> Option<JoinHandle<()>> {
        (Tables::needs(game.position()) <= BUILT).then(|| {
            let (endgames, game) = (Arc::clone(&self.endgames), Arc::clone(game));
            tokio::spawn(async move {
                // Without tables, the search result stands alone.
                let _ = endgames.probe(&game, 0, address).await;
            })
        })
    }

    /// Returns an idle engine, preferably one that has searched under these rules.
    fn engine(&self, rules: &Ruleset) -> Engine {
        let mut idle = lock(&self.idle);
        let known = idle.iter().position(|(known, _)| known == rules);
        let found = known.map(|index| idle.swap_remove(index)).or_else(|| idle.pop());
        drop(idle);
        let make = || self.supervisor.advisers().analysis_engine();
        let mut engine = found.map_or_else(make, |(_, engine)| engine);
        engine.prepare(rules);
        engine
    }

    /// Keeps an engine for later positions, in place of the one that was used longest ago.
    fn keep(&self, rules: Ruleset, engine: Engine) {
        let mut idle = lock(&self.idle);
        idle.push((rules, engine));
        if idle.len() > MOST_IDLE {
            idle.remove(0);
        }
    }
}

impl Running {
    /// Adds a search. It replaces the page's previous one, and the oldest of an address that has too many.
    fn enter(&mut self, question: &Question, end: watch::Sender<()>) -> Result<u64, ApiError> {
        let Question { address, client, .. } = question;
        let is_theirs = |search: &Search| search.address == *address;
        self.searches.retain(|search| !(is_theirs(search) && search.client == *client));
        let theirs = self.searches.iter().filter(|search| is_theirs(search)).count();
        if address.is_some() && theirs >= MOST_OF_ADDRESS {
            let oldest = self.searches.iter().position(is_theirs);
            oldest.map(|index| self.searches.remove(index));
        }
        if self.is_closed || self.searches.len() >= MOST {
            return Err(ApiError::Busy);
        }
        self.begun += 1;
        self.searches.push(Search {
            number: self.begun,
            address: *address,
            client: client.clone(),
            _end: end,
        });
        Ok(self.begun)
    }
}

/// The results of a search's slices so far.
#[derive(Default)]
struct SoFar {
    /// The last depth reported.
    depth: u32,
    /// The tables' result; they may be built during the analysis.
    endgame: Option<ProbeView>,
    nodes: u64,
    time: Duration,
}

/// Searches until stopped and reports what is new; returns whether there is nothing more to find. The transposition
/// table makes a slice quickly get to where the one before ended.
fn slice(
    engine: &mut Engine,
    game: &Game,
    wanted: usize,
    stop: &Stop,
    so_far: &mut SoFar,
    lines: &watch::Sender<Option<AnalysisView>>,
) -> bool {
    let options =
        SearchOptions { multi_pv: wanted, stop: stop.clone(), ..SearchOptions::default() };
    let SoFar { nodes, time, .. } = *so_far;
    let endgame = so_far.endgame.clone();
    let searched = within(MOST_JUMPS, || {
        engine.search(game, &Limits::infinite(), &options, &mut |info| {
            if info.depth > so_far.depth {
                so_far.depth = info.depth;
                let view = view(info, game, nodes, time);
                lines.send_replace(Some(AnalysisView { endgame: endgame.clone(), ..view }));
            }
        })
    });
    if let Ok(Some(report)) = &searched {
        so_far.nodes += report.info.nodes;
    }
    !(searched.is_ok() && stop.is_stopped())
}

/// Returns what endgame tables know about a position.
fn endgame(endgames: &Endgames, game: &Game) -> Option<ProbeView> {
    let Probed { verdict, moves, .. } = endgames.known(game)?;
    Some(ProbeView::new(game, &verdict, &moves).with_category(Category::of(&verdict)))
}

/// The report before anything has been found.
fn nothing(time: Duration) -> AnalysisView {
    let time = time.as_millis() as u64;
    AnalysisView {
        depth: 0,
        nodes: 0,
        time,
        done: false,
        exact: false,
        endgame: None,
        lines: Vec::new(),
    }
}

/// Converts a search report, adding the nodes and time of earlier slices.
fn view(info: &Info, game: &Game, nodes: u64, time: Duration) -> AnalysisView {
    AnalysisView {
        depth: info.depth,
        nodes: nodes + info.nodes,
        time: (time + info.time).as_millis() as u64,
        done: false,
        // Only tables know lines without a search.
        exact: nodes + info.nodes == 0,
        endgame: None,
        lines: info.variations.iter().map(|line| line_view(line, game)).collect(),
    }
}

fn line_view(line: &PvLine, game: &Game) -> AnalysisLine {
    let score = match game.position().turn() {
        Color::White => line.score,
        Color::Black => -line.score,
    };
    let told = &line.moves[..line.moves.len().min(LONGEST_LINE)];
    let chance = 100.0 * Outcomes::of(score, game.position(), game.rules()).expected();
    AnalysisLine {
        score: match score {
            Score::Centimen(value) => ScoreView::Men(f64::from(value) / 100.0),
            Score::WinsIn(plies) => ScoreView::WinsIn(plies),
            Score::LosesIn(plies) => ScoreView::LosesIn(plies),
        },
        chance: (10.0 * chance).round() / 10.0,
        moves: texts(told, game.position()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::Variant;

    fn question(address: u8, client: &str) -> Question {
        Question {
            game: Game::new(Variant::American.into()),
            lines: 1,
            address: Some(IpAddr::from([192, 0, 2, address])),
            client: client.to_owned(),
        }
    }

    /// Adds a search; the receiver tells when it has ended.
    fn entered(running: &mut Running, question: &Question) -> Option<watch::Receiver<()>> {
        let (end, ended) = watch::channel(());
        running.enter(question, end).ok().map(|_| ended)
    }

    fn has_ended(search: Option<&watch::Receiver<()>>) -> bool {
        search.expect("it was entered").has_changed().is_err()
    }

    /// Issue 19.1: a page's latest position is searched, and its earlier searches end.
    #[test]
    fn a_page_has_one_search_and_an_address_a_few() {
        let mut running = Running::default();
        let first = entered(&mut running, &question(1, "a"));
        let other = entered(&mut running, &question(2, "a"));
        let second = entered(&mut running, &question(1, "a"));
        assert!(has_ended(first.as_ref()) && !has_ended(other.as_ref()));
        let more: Vec<_> = (0..MOST_OF_ADDRESS)
            .map(|page| entered(&mut running, &question(1, &page.to_string())))
            .collect();
        assert!(has_ended(second.as_ref()), "the oldest of the address makes room");
        assert!(!has_ended(other.as_ref()) && !more.iter().any(|one| has_ended(one.as_ref())));
        for address in 3.. {
            if entered(&mut running, &question(address, "")).is_none() {
                break;
            }
        }
        assert_eq!(running.searches.len(), MOST);
        assert!(!has_ended(other.as_ref()), "nobody makes room for another address");
    }

    /// A slice reports lines of the position with scores from White's side, and the next slice searches deeper.
    #[test]
    fn slices_go_on_where_the_last_one_ended() {
        let rules = Ruleset::from(Variant::American);
        // Black, who is to move, is a king ahead.
        let position = draughts::AnyPosition::from_fen(&rules, "B:W30,31:BK1,2,3").unwrap();
        let game = Game::from_position(rules, position);
        let mut engine = Engine::new(engine::EngineOptions {
            tt_bytes: 1 << 20,
            ..engine::EngineOptions::default()
        });
        let (lines, told) = watch::channel(None);
        let mut so_far = SoFar::default();
        let mut depth = 0;
        for _ in 0..2 {
            let stop = Stop::new();
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    let deep_enough = |view: &Option<AnalysisView>| {
                        view.as_ref().is_some_and(|view| view.depth >= depth + 3)
                    };
                    while !deep_enough(&told.borrow()) {
                        std::thread::yield_now();
                    }
                    stop.stop();
                });
                assert!(!slice(&mut engine, &game, 3, &stop, &mut so_far, &lines));
            });
            let view = told.borrow().clone().unwrap();
            assert!(view.depth > depth && view.nodes > 0 && !view.exact, "{view:?}");
            assert_eq!(view.lines.len(), 3, "{view:?}");
            for line in &view.lines {
                assert!(line.chance < 20.0, "{view:?}");
                let moves: Vec<&str> = line.moves.iter().map(String::as_str).collect();
                let mut game = game.clone();
                for text in moves {
                    let mv = game.position().parse_move(text).unwrap();
                    game.play(&mv).unwrap();
                }
            }
            depth = view.depth;
        }
    }
}
