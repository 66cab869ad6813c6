//! What happens in a game, one thing after the other: each is judged by what the store has, and counts when
//! the store has it.

use super::{Before, Games, Guest, LONGEST_LOG, due, summary, tell};
use crate::blocking::Task;
use crate::error::ApiError;
use crate::guard::size_of;
use crate::live_game::{Acknowledged, ActionState, LiveGame, Request, State};
use crate::locks::lock;
use crate::seats::{Key, Requester, Seat, Seats, Sitter, digest};
use crate::store::{Append, StoreError};
use crate::time::{now, now_after};
use crate::update::Update;
use crate::view::Scene;
use arbiter::{Event, Log, Pending, Phase, Proposal, Time};
use draughts::Color;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

/// How often something is tried again that another server was faster with.
const ATTEMPTS: u32 = 8;
/// So many of the last lines of a log are for moves and for what ends a game: nobody can fill it with talk.
const KEPT_FOR_MOVES: usize = 1_000;

/// Somebody who wants something to happen.
#[derive(Clone, Copy)]
enum TurnRequest<'a> {
    /// Whoever shows this.
    Player(&'a Requester, &'a Request),
    /// Who wants to sit down.
    Guest(&'a Guest),
    /// The server itself.
    Server(&'a Request),
}

/// A game that went on, in the store and not yet in memory.
pub(super) struct Stepped {
    pub state: State,
    pub pending: Pending,
    pub scene: Arc<Scene>,
    pub update: Update,
}

/// What is to be said to it.
enum Answer {
    /// It has happened already.
    Done(u64),
    /// It may happen, and the seats change with it.
    May(Request, Option<Box<Seats>>),
}

impl Games {
    /// Lets something happen on behalf of whoever shows this. The answer, the number of the line, comes
    /// when the store has it.
    pub async fn act(
        &self,
        live: &Arc<LiveGame>,
        who: &Requester,
        request: Request,
    ) -> Result<u64, ApiError> {
        self.settle(live, TurnRequest::Player(who, &request)).await
    }

    /// Lets something happen on the server's own behalf: a flag falls, the computer moves.
    pub async fn act_for_server(
        &self,
        live: &Arc<LiveGame>,
        request: Request,
    ) -> Result<u64, ApiError> {
        self.settle(live, TurnRequest::Server(&request)).await
    }

    /// Seats whoever shows an invitation; from then on the key is theirs.
    pub async fn join(&self, live: &Arc<LiveGame>, guest: Guest) -> Result<u64, ApiError> {
        self.settle(live, TurnRequest::Guest(&guest)).await
    }

    /// Nothing is refused before the store was asked whether the game has gone on elsewhere.
    async fn settle(&self, live: &Arc<LiveGame>, asked: TurnRequest<'_>) -> Result<u64, ApiError> {
        let mut turn = live.turn.lock().await;
        let mut is_fresh = false;
        for _ in 0..ATTEMPTS {
            match self.attempt(live, &mut turn, asked).await {
                // Another server has the game too, and was faster; or the store has less than it had.
                Err(ApiError::Store(StoreError::Conflict)) => {
                    if !self.refresh(live, &mut turn).await? {
                        self.reload(live, &mut turn).await?;
                    }
                    is_fresh = true;
                }
                Err(failure) if !is_fresh && may_be_late(&failure) => {
                    is_fresh = true;
                    if !self.refresh(live, &mut turn).await? {
                        return Err(failure);
                    }
                }
                answer => return answer,
            }
        }
        Err(ApiError::Store(StoreError::Conflict))
    }

    async fn attempt(
        &self,
        live: &Arc<LiveGame>,
        turn: &mut ActionState,
        asked: TurnRequest<'_>,
    ) -> Result<u64, ApiError> {
        if let Some(seq) = asked.is_done(live, &turn.acknowledged) {
            return Ok(seq);
        }
        self.settle_clock(live, turn, asked.event()).await?;
        let answer = match asked {
            TurnRequest::Player(who, request) => {
                player(&live.state(), who, request, &turn.acknowledged)?
            }
            TurnRequest::Server(request) => server(request, &turn.acknowledged),
            TurnRequest::Guest(guest) => self.guest(live, guest).await?,
        };
        let (request, seats) = match answer {
            Answer::Done(seq) => return Ok(seq),
            Answer::May(request, seats) => (request, seats.map(|seats| *seats)),
        };
        if let Event::Abandon { side } = request.event {
            self.may_claim(live, turn, side).await?;
        }
        let before = Before::of(live);
        let plies = before.state.plies();
        if request.ply.is_some_and(|ply| ply != plies) {
            return Err(ApiError::Stale { ply: plies });
        }
        let (payer, charged) = self.charge(live, &before.state, asked, &request.event)?;
        let stepped = self.step(&live.id, before, turn.spare(), &request, seats, payer).await;
        if let (Err(_), Some(who)) = (&stepped, charged) {
            self.ledger.no_game(who);
        }
        let stepped = stepped?;
        let seq = stepped.state.seq() - 1;
        turn.acknowledged.extend(request.client.map(|name| (name, seq)));
        live.set_ours(true);
        self.go_on(live, turn, stepped);
        Ok(seq)
    }

    /// What the store has is told to all, here and on other servers.
    pub(super) fn go_on(&self, live: &LiveGame, turn: &mut ActionState, stepped: Stepped) {
        let Stepped { state, pending, scene, update } = stepped;
        let seq = state.seq();
        self.tell_others(live, seq - 1);
        let before = live.go_on(state, update);
        live.show(seq, scene);
        turn.keep(before, pending);
    }

    /// The address that pays for what happens, and who is charged for the game that comes of it.
    fn charge<'a>(
        &self,
        live: &LiveGame,
        state: &State,
        asked: TurnRequest<'a>,
        event: &Event,
    ) -> Result<(Option<IpAddr>, Option<&'a Requester>), ApiError> {
        let who = match asked {
            TurnRequest::Player(who, _) => who,
            TurnRequest::Server(_) => return Ok((live.player(), None)),
            TurnRequest::Guest(_) => return Ok((None, None)),
        };
        self.ledger.may_store(who.address)?;
        if !makes_game(state, event) {
            return Ok((who.address, None));
        }
        self.ledger.game(who)?;
        Ok((who.address, Some(who)))
    }

    /// Whether the other side may say that this one has left the game, by what all servers know.
    async fn may_claim(
        &self,
        live: &Arc<LiveGame>,
        turn: &mut ActionState,
        side: Color,
    ) -> Result<(), ApiError> {
        live.may_be_claimed(side)?;
        if self.has_company() {
            self.refresh(live, turn).await?;
            self.read_signs(vec![Arc::clone(live)]).await?;
        }
        live.may_be_claimed(side)
    }

    async fn guest(&self, live: &LiveGame, guest: &Guest) -> Result<Answer, ApiError> {
        let Guest { invitation, name, key: shown, person } = guest.clone();
        let who = Requester { key: Key::of(&shown), person, ..Requester::default() };
        let state = live.state();
        let side = match state.seats.invited(&invitation) {
            Some(side) => side,
            // The answer may have been lost on its way.
            None if state.seats.has_key(&who.key) => return Ok(Answer::Done(state.seq() - 1)),
            None => return Err(ApiError::NotInvited),
        };
        if state.seats.opens(!side, &who) {
            return Err(ApiError::NotInvited);
        }
        let at = now();
        let sitter = self.may_sit_down(&state, !side, &who, at).await?;
        let seats = Seats::clone(&state.seats).with(side, Seat::Person(digest(&shown)));
        let seats = seats.with_person(side, sitter).with_guest(side, name);
        self.note(&live.id, &seats, at).await?;
        let name = seats.log_name(side).expect("whoever sits down has an account or a name");
        Ok(Answer::May(Request::of(Event::Join { side, name }), Some(Box::new(seats))))
    }

    /// Somebody who sits down opposite of this side, if nothing stands between them.
    async fn may_sit_down(
        &self,
        state: &State,
        host: Color,
        who: &Requester,
        at: Time,
    ) -> Result<Option<Sitter>, ApiError> {
        let Some(person) = &who.person else {
            return if state.seats.rated { Err(ApiError::NotSignedIn) } else { Ok(None) };
        };
        if let Some(host) = state.seats.person(host)
            && self.people.are_apart(&host.id, &person.id).await?
        {
            return Err(ApiError::Blocked);
        }
        let terms = state.log.table().terms();
        self.people.sitter(person, terms, at.0).await.map(Some)
    }

    /// The game after a request, once the store has it; the game in memory goes on only then. The next line is
    /// written into a spare copy of the log if there is one.
    pub(super) async fn step(
        &self,
        id: &str,
        before: Before,
        spare: Option<Log>,
        request: &Request,
        seats: Option<Seats>,
        payer: Option<IpAddr>,
    ) -> Result<Stepped, ApiError> {
        let (log, pending, scene) = self.record(&before, spare, &request.event).await?;
        let before = &before.state;
        let line = pending.line().to_owned();
        has_room(&before.log, &log, request)?;
        let changed = seats.is_some();
        let seats = seats.map_or_else(|| Arc::clone(&before.seats), Arc::new);
        let state = State { log, seats, public: before.public };
        let append = Append {
            summary: summary(id, &state.log, &state.seats),
            seats: changed.then(|| Seats::clone(&state.seats)),
            due: due(&state.log, &state.seats),
            public: before.public,
            open: state.seats.is_open() && state.log.table().phase() == Phase::Waiting,
            seq: before.seq(),
            lines: vec![(line.clone(), request.client.clone())],
        };
        self.uptime.ask(self.store.append(append)).await?;
        self.ledger.stored(payer, size_of([&line]));
        if state.log.table().rematch_terms().is_some() {
            self.set_up_next(&state, payer).await?;
        }
        let update = tell(before, &state, &scene, &request.event, line);
        Ok(Stepped { state, pending, scene, update })
    }

    /// The log after an event, its last line, and what there is to see then. Nothing of it fails after the
    /// line is stored, and all of it is dated when it was asked for.
    async fn record(
        &self,
        before: &Before,
        spare: Option<Log>,
        event: &Event,
    ) -> Result<(Log, Pending, Arc<Scene>), ApiError> {
        let Before { state, scene, player } = before;
        let at = now_after(state.log.table().last_event());
        let (state, scene, event) = (Arc::clone(state), scene.clone(), event.clone());
        let spare = Mutex::new(spare);
        let record = move || {
            let pending = state.log.prepare(&event, at)?;
            // The spare is gone if this was begun before and took too long.
            let mut log = lock(&spare).take().unwrap_or_else(|| state.log.clone());
            log.commit(pending.clone());
            let scene = Arc::new(Scene::of(log.table(), scene.as_deref()));
            Ok((log, pending, scene))
        };
        let recorded = self.pool.soon(*player, Task::Position, record).await?;
        recorded.map_err(ApiError::Refused)
    }
}

impl TurnRequest<'_> {
    /// The number of the line, if it is known that it has happened.
    fn is_done(self, live: &LiveGame, acknowledged: &Acknowledged) -> Option<u64> {
        let answer = match self {
            Self::Player(who, request) => player(&live.state(), who, request, acknowledged).ok()?,
            Self::Server(request) => server(request, acknowledged),
            Self::Guest(_) => return None,
        };
        match answer {
            Answer::Done(seq) => Some(seq),
            Answer::May(..) => None,
        }
    }

    /// What is to happen, if it can happen while a clock runs.
    fn event(&self) -> Option<&Event> {
        match self {
            Self::Player(_, request) | Self::Server(request) => Some(&request.event),
            Self::Guest(_) => None,
        }
    }
}

/// Whether an event of a player makes another game: both agree on one, or the computer will.
fn makes_game(state: &State, event: &Event) -> bool {
    match event {
        Event::Accept { proposal, .. } => *proposal == Proposal::Rematch,
        Event::Offer { side, proposal } => {
            let plays_computer = matches!(state.seats.of(!*side), Seat::Computer(_));
            *proposal == Proposal::Rematch && plays_computer
        }
        _ => false,
    }
}

/// What a player wants, by the side that they play. Each side has names of its own for requests, so that
/// nobody can take those of the other; whoever plays both and does not say which has those of both.
fn player(
    state: &State,
    who: &Requester,
    request: &Request,
    acknowledged: &Acknowledged,
) -> Result<Answer, ApiError> {
    let mut sides = state.seats.sides(who);
    sides.retain(|side| request.by.is_none_or(|by| by == *side));
    let named = |side: Color| request.client.as_ref().map(|name| format!("{side} {name}"));
    let known = sides.iter().find_map(|side| acknowledged.get(&named(*side)?));
    if let Some(seq) = known {
        return Ok(Answer::Done(*seq));
    }
    let side = match *sides {
        [] => return Err(ApiError::NotYourSeat),
        [side] => side,
        _ => state.log.table().turn(),
    };
    let event = match request.event.clone() {
        Event::Move { text, lag, .. } => Event::Move { side, text, lag },
        event => event,
    };
    let request = Request { by: Some(side), event, client: named(side), ..*request };
    Ok(Answer::May(request, None))
}

fn server(request: &Request, acknowledged: &Acknowledged) -> Answer {
    match request.client.as_ref().and_then(|name| acknowledged.get(name)) {
        Some(seq) => Answer::Done(*seq),
        None => Answer::May(request.clone(), None),
    }
}

/// Whether something may be refused only because this server does not know yet what happened elsewhere.
fn may_be_late(failure: &ApiError) -> bool {
    matches!(
        failure,
        ApiError::Stale { .. }
            | ApiError::Refused(_)
            | ApiError::NotYourSeat
            | ApiError::NotInvited
            | ApiError::NotGone
            | ApiError::TooLong
    )
}

/// Whether a log has room for what happens. What ends a game always has.
fn has_room(before: &Log, after: &Log, request: &Request) -> Result<(), ApiError> {
    let is_over = |log: &Log| log.table().phase() == Phase::Finished;
    let ends = is_over(after) && !is_over(before);
    let is_talk = matches!(
        request.event,
        Event::Touch { .. } | Event::Decline { .. } | Event::Withdraw { .. }
    );
    let kept = if is_talk && request.by.is_some() { KEPT_FOR_MOVES } else { 0 };
    let fits = before.lines().len() < LONGEST_LOG - kept;
    if fits || ends { Ok(()) } else { Err(ApiError::TooLong) }
}
