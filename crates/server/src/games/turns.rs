//! The events of a game, one after the other: each is checked against the stored state and applied once it is stored.

use super::{Before, Games, JoinRequest, LONGEST_LOG, due, summary, tell};
use crate::blocking::Task;
use crate::error::ApiError;
use crate::guard::size_of;
use crate::live_game::{Acknowledged, ActionState, LiveGame, Request, State};
use crate::locks::lock;
use crate::seats::{Requester, Seat, SeatKey, SeatedAccount, Seats, digest};
use crate::store::{Append, StoreError};
use crate::time::{now, now_after};
use crate::update::Update;
use crate::view::SharedView;
use arbiter::{Event, Log, Pending, Phase, Proposal, Time};
use draughts::Color;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

/// How often an event is retried after another server was faster.
const ATTEMPTS: u32 = 8;
/// How many lines at the end of a log are reserved for moves and for events that end the game, so that it cannot be
/// filled with offers.
const KEPT_FOR_MOVES: usize = 1_000;

/// A request for an event, and its source.
#[derive(Clone, Copy)]
enum TurnRequest<'a> {
    /// A player's request.
    Player(&'a Requester, &'a Request),
    /// A request to take a seat.
    Join(&'a JoinRequest),
    /// The server itself.
    Server(&'a Request),
}

/// The next state of a game, stored but not yet in memory.
pub(super) struct Stepped {
    pub state: State,
    pub pending: Pending,
    pub shared_view: Arc<SharedView>,
    pub update: Update,
}

/// The decision on a request.
enum Decision {
    /// It has already happened, in this line.
    Done(u64),
    /// It is allowed, with the new seats if they change.
    May(Request, Option<Box<Seats>>),
}

impl Games {
    /// Applies an action of whoever presents these credentials. Returns the number of its line once the store has it.
    pub async fn act(
        &self,
        live: &Arc<LiveGame>,
        who: &Requester,
        request: Request,
    ) -> Result<u64, ApiError> {
        self.settle(live, TurnRequest::Player(who, &request)).await
    }

    /// Applies an action of the server itself: a flag falls, the computer moves.
    pub async fn act_for_server(
        &self,
        live: &Arc<LiveGame>,
        request: Request,
    ) -> Result<u64, ApiError> {
        self.settle(live, TurnRequest::Server(&request)).await
    }

    /// Seats a player with an invitation, and registers their key.
    pub async fn join(&self, live: &Arc<LiveGame>, guest: JoinRequest) -> Result<u64, ApiError> {
        self.settle(live, TurnRequest::Join(&guest)).await
    }

    /// Before anything is refused, the store is checked for events of other servers.
    async fn settle(&self, live: &Arc<LiveGame>, asked: TurnRequest<'_>) -> Result<u64, ApiError> {
        let mut turn = live.turn.lock().await;
        let mut is_fresh = false;
        for _ in 0..ATTEMPTS {
            match self.attempt(live, &mut turn, asked).await {
                // Another server was faster with this game; or the store has lost lines.
                Err(ApiError::Store(StoreError::Conflict)) => {
                    if !self.refresh(live, &mut turn).await? {
                        self.reload(live, &mut turn).await?;
                    }
                    is_fresh = true;
                }
                Err(error) if !is_fresh && may_be_late(&error) => {
                    is_fresh = true;
                    if !self.refresh(live, &mut turn).await? {
                        return Err(error);
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
            TurnRequest::Join(guest) => self.guest(live, guest).await?,
        };
        let (request, seats) = match answer {
            Decision::Done(seq) => return Ok(seq),
            Decision::May(request, seats) => (request, seats.map(|seats| *seats)),
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
            self.quotas.no_game(who);
        }
        let stepped = stepped?;
        let seq = stepped.state.seq() - 1;
        turn.acknowledged.extend(request.client.map(|name| (name, seq)));
        live.set_local(true);
        self.publish(live, turn, stepped);
        Ok(seq)
    }

    /// Sends a stored event to all viewers, here and on other servers.
    pub(super) fn publish(&self, live: &LiveGame, turn: &mut ActionState, stepped: Stepped) {
        let Stepped { state, pending, shared_view, update } = stepped;
        let seq = state.seq();
        self.tell_others(live, seq - 1);
        let before = live.commit(state, update);
        live.show(seq, shared_view);
        turn.keep(before, pending);
    }

    /// Returns the address charged for an event, and who is charged for a game it creates.
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
            TurnRequest::Join(_) => return Ok((None, None)),
        };
        self.quotas.may_store(who.address)?;
        if !makes_game(state, event) {
            return Ok((who.address, None));
        }
        self.quotas.game(who)?;
        Ok((who.address, Some(who)))
    }

    /// Whether a side may claim that the opponent has left, by what all servers know.
    async fn may_claim(
        &self,
        live: &Arc<LiveGame>,
        turn: &mut ActionState,
        side: Color,
    ) -> Result<(), ApiError> {
        live.may_be_claimed(side)?;
        if self.has_company() {
            self.refresh(live, turn).await?;
            self.read_presence(vec![Arc::clone(live)]).await?;
        }
        live.may_be_claimed(side)
    }

    async fn guest(&self, live: &LiveGame, guest: &JoinRequest) -> Result<Decision, ApiError> {
        let JoinRequest { invitation, name, key: shown, person } = guest.clone();
        let who = Requester { key: SeatKey::of(&shown), person, ..Requester::default() };
        let state = live.state();
        let side = match state.seats.invited(&invitation) {
            Some(side) => side,
            // The client may have missed the first response.
            None if state.seats.has_key(&who.key) => return Ok(Decision::Done(state.seq() - 1)),
            None => return Err(ApiError::NotInvited),
        };
        if state.seats.opens(!side, &who) {
            return Err(ApiError::NotInvited);
        }
        let at = now();
        let seated_account = self.may_sit_down(&state, !side, &who, at).await?;
        let seats = Seats::clone(&state.seats).with(side, Seat::Person(digest(&shown)));
        let seats = seats.with_person(side, seated_account).with_guest(side, name);
        self.note(&live.id, &seats, at).await?;
        let name = seats.log_name(side).expect("whoever sits down has an account or a name");
        Ok(Decision::May(Request::of(Event::Join { side, name }), Some(Box::new(seats))))
    }

    /// Returns the account that joins against this side, unless one player has blocked the other.
    async fn may_sit_down(
        &self,
        state: &State,
        host: Color,
        who: &Requester,
        at: Time,
    ) -> Result<Option<SeatedAccount>, ApiError> {
        let Some(person) = &who.person else {
            return if state.seats.rated { Err(ApiError::NotSignedIn) } else { Ok(None) };
        };
        if let Some(host) = state.seats.person(host)
            && self.people.has_either_blocked(&host.id, &person.id).await?
        {
            return Err(ApiError::Blocked);
        }
        let terms = state.log.table().terms();
        self.people.seated_account(person, terms, at.0).await.map(Some)
    }

    /// Applies a request to the stored game; the game in memory follows only after the store has accepted it. The next
    /// line goes into a spare copy of the log if there is one.
    pub(super) async fn step(
        &self,
        id: &str,
        before: Before,
        spare: Option<Log>,
        request: &Request,
        seats: Option<Seats>,
        payer: Option<IpAddr>,
    ) -> Result<Stepped, ApiError> {
        let (log, pending, shared_view) = self.record(&before, spare, &request.event).await?;
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
        self.quotas.stored(payer, size_of([&line]));
        if state.log.table().rematch_terms().is_some() {
            self.set_up_next(&state, payer).await?;
        }
        if state.log.table().ending().is_some() && before.log.table().ending().is_none() {
            self.ended.notify_one();
        }
        let update = tell(before, &state, &shared_view, &request.event, line);
        Ok(Stepped { state, pending, shared_view, update })
    }

    /// Prepares the log after an event, its last line, and the new view, all dated at the time of the request. Nothing
    /// can fail once the line is stored.
    async fn record(
        &self,
        before: &Before,
        spare: Option<Log>,
        event: &Event,
    ) -> Result<(Log, Pending, Arc<SharedView>), ApiError> {
        let Before { state, shared_view, player } = before;
        let at = now_after(state.log.table().last_event());
        let (state, shared_view, event) = (Arc::clone(state), shared_view.clone(), event.clone());
        let spare = Mutex::new(spare);
        let record = move || {
            let pending = state.log.prepare(&event, at)?;
            // The spare is missing if an earlier attempt took it and was aborted.
            let mut log = lock(&spare).take().unwrap_or_else(|| state.log.clone());
            log.commit(pending.clone());
            let shared_view = Arc::new(SharedView::of(log.table(), shared_view.as_deref()));
            Ok((log, pending, shared_view))
        };
        let recorded = self.pool.soon(*player, Task::Position, record).await?;
        recorded.map_err(ApiError::Refused)
    }
}

impl TurnRequest<'_> {
    /// The number of the request's line, if it is known to have been applied.
    fn is_done(self, live: &LiveGame, acknowledged: &Acknowledged) -> Option<u64> {
        let answer = match self {
            Self::Player(who, request) => player(&live.state(), who, request, acknowledged).ok()?,
            Self::Server(request) => server(request, acknowledged),
            Self::Join(_) => return None,
        };
        match answer {
            Decision::Done(seq) => Some(seq),
            Decision::May(..) => None,
        }
    }

    /// Returns the requested event, if it can happen while a clock runs.
    fn event(&self) -> Option<&Event> {
        match self {
            Self::Player(_, request) | Self::Server(request) => Some(&request.event),
            Self::Join(_) => None,
        }
    }
}

/// Whether a player's event creates a rematch: both agree on one, or the computer will.
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

/// Checks a player's request against the sides they play. Request ids are scoped by side, so that neither player can
/// use up the other's; a player of both sides who names none uses both scopes.
fn player(
    state: &State,
    who: &Requester,
    request: &Request,
    acknowledged: &Acknowledged,
) -> Result<Decision, ApiError> {
    let mut sides = state.seats.sides(who);
    sides.retain(|side| request.by.is_none_or(|by| by == *side));
    let named = |side: Color| request.client.as_ref().map(|name| format!("{side} {name}"));
    let known = sides.iter().find_map(|side| acknowledged.get(&named(*side)?));
    if let Some(seq) = known {
        return Ok(Decision::Done(*seq));
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
    Ok(Decision::May(request, None))
}

fn server(request: &Request, acknowledged: &Acknowledged) -> Decision {
    match request.client.as_ref().and_then(|name| acknowledged.get(name)) {
        Some(seq) => Decision::Done(*seq),
        None => Decision::May(request.clone(), None),
    }
}

/// Whether an error may only be due to events of other servers that this one has not seen.
fn may_be_late(error: &ApiError) -> bool {
    matches!(
        error,
        ApiError::Stale { .. }
            | ApiError::Refused(_)
            | ApiError::NotYourSeat
            | ApiError::NotInvited
            | ApiError::NotGone
            | ApiError::TooLong
    )
}

/// Whether a log has room for an event. Events that end a game always fit.
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
