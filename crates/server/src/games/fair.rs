//! Fair clocks: time during which no server could accept a move is credited to the player before a clock decides
//! anything.

use super::{Before, Games, is_full};
use crate::error::ApiError;
use crate::live_game::{ActionState, LiveGame, Request, State};
use crate::locks::lock;
use crate::panics::caught;
use crate::presence::Moved;
use crate::store::{Heartbeat, Outage, Peer, StoreError};
use crate::time::{now, now_after};
use arbiter::{Event, Log, Table};
use draughts::Color;
use futures_util::{StreamExt, stream};
use std::sync::Arc;

/// The shortest credit, in milliseconds: servers that measure the same outage differ by less.
const LEAST: u64 = 450;
/// If a server was alive this recently, in milliseconds, a new one counts no outage.
const JUST_NOW: u64 = 500;
/// After this silence, in milliseconds, another server is probably dead: one with running clocks writes four times a
/// second.
const SILENT: u64 = 800;
/// After this silence, in milliseconds, another server counts as gone: its players have reconnected elsewhere.
const DEAD: u64 = 30_000;

/// How many games are credited at once: they share the cost of a write.
const AT_ONCE: usize = 256;

/// The other servers of the store, as of the last heartbeat.
#[derive(Clone, Default)]
pub(super) struct Peers {
    /// When it was written, in milliseconds since 1970.
    at: u64,
    servers: Vec<Peer>,
}

impl Games {
    /// Counts the time since any server was last alive as an outage, at the start of this one.
    pub(crate) async fn note_start(&self) -> Result<(), StoreError> {
        if *self.beats.lock().await > 0 {
            return self.heartbeat().await;
        }
        let last = self.store.last_beat().await?;
        let (others, until) = (self.has_company(), now().0);
        let tolerated = if others { JUST_NOW } else { 0 };
        let gap = last.filter(|from| until.saturating_sub(*from) > tolerated);
        let outages = gap.map(|from| Outage { from, until }).into_iter().collect();
        self.uptime.put_back(outages);
        self.heartbeat().await
    }

    /// Whether, as far as is known, a move could be accepted now.
    pub(crate) fn is_sound(&self) -> bool {
        self.uptime.is_sound()
    }

    /// Writes this server's heartbeat to the store. When it returns, the store has accepted a write that began after
    /// the call.
    pub(crate) async fn heartbeat(&self) -> Result<(), StoreError> {
        let asked = now().0;
        let mut begun = self.beats.lock().await;
        if *begun >= asked {
            return Ok(());
        }
        // Other servers trust that a live server has credited what it owes.
        self.give_time_back().await;
        let unsaved = self.uptime.take_unsaved();
        // While one of several servers is down, the others accept moves.
        let is_alone = self.is_alone();
        let process = if is_alone { unsaved.process.clone() } else { Vec::new() };
        let outages = [unsaved.store, process].concat();
        let at = now().0;
        let heartbeat = Heartbeat { server: self.run.clone(), at, outages: outages.clone() };
        match self.uptime.ask(self.store.heartbeat(heartbeat)).await {
            Ok(servers) => {
                *begun = at;
                // Only now is it known whether this server was alone before.
                if !is_alone && servers.is_empty() {
                    self.uptime.put_back(unsaved.process);
                }
                *lock(&self.peers) = Peers { at, servers };
                Ok(())
            }
            Err(error) => {
                self.uptime.put_back(outages);
                Err(error)
            }
        }
    }

    /// Whether no other server is known to accept moves, even after this one went down.
    fn is_alone(&self) -> bool {
        if !self.store.is_shared() {
            return self.outbox.is_none();
        }
        let Peers { at, servers } = self.peers();
        servers.is_empty() && self.uptime.outages(at).process.is_empty()
    }

    /// The other live servers, as of the last heartbeat.
    fn peers(&self) -> Peers {
        let mut peers = lock(&self.peers).clone();
        peers.servers.retain(|peer| peer.silent < DEAD);
        peers
    }

    /// Whether a side is known to have been able to move until its time ran out, on this server or on any other.
    pub(crate) fn could_move(&self, live: &LiveGame, side: Color) -> bool {
        let state = live.state();
        let table = state.log.table();
        let last = table.last_event();
        let Some(left) = table.until_flag(last) else { return true };
        let over = now().0.saturating_sub(last.0 + left);
        let Peers { at, servers } = self.peers();
        let since = now().0.saturating_sub(at);
        live.is_here(side) || servers.iter().all(|peer| peer.silent + since <= over)
    }

    /// Accounts for all outages until now, before a clock decides anything.
    pub(super) async fn settle_clock(
        &self,
        live: &LiveGame,
        turn: &mut ActionState,
        event: Option<&Event>,
    ) -> Result<(), ApiError> {
        let state = live.state();
        let table = state.log.table();
        if !has_clock(table) || matches!(event, None | Some(Event::Credit { .. })) {
            return Ok(());
        }
        self.uptime.look();
        let is_over = table.until_flag(now_after(table.last_event())) == Some(0);
        if is_over || !self.uptime.is_sound() {
            self.heartbeat().await?;
        }
        self.give_back(live, turn).await
    }

    /// Credits all games in memory, except those with an event under way, which is credited first anyway.
    pub(crate) async fn give_time_back(&self) {
        let is_due = |live: &Arc<LiveGame>| self.credit(live, &live.state()).is_some();
        let due = self.all_live().into_iter().filter(is_due);
        stream::iter(due)
            .for_each_concurrent(AT_ONCE, async |live| {
                let Ok(mut turn) = live.turn.try_lock() else { return };
                let giving = caught(self.give_back(&live, &mut turn)).await;
                if let Some(Err(error)) = giving {
                    tracing::warn!(game = live.id, failure = %error, "time cannot be given back yet");
                }
            })
            .await;
    }

    /// Whether a clock runs in a game in memory.
    pub(crate) fn is_clock_running(&self) -> bool {
        self.all_live().iter().any(|live| has_clock(live.state().log.table()))
    }

    async fn give_back(&self, live: &LiveGame, turn: &mut ActionState) -> Result<(), ApiError> {
        loop {
            let before = Before::of(live);
            let Some(request) = self.credit(live, &before.state) else { return Ok(()) };
            match self.step(&live.id, before, turn.spare(), &request, None, None).await {
                Ok(stepped) => {
                    self.publish(live, turn, stepped);
                    return Ok(());
                }
                // Another server may have credited it.
                Err(ApiError::Store(StoreError::Conflict)) => {
                    if !self.refresh(live, turn).await? {
                        self.reload(live, turn).await?;
                    }
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Returns the request that credits time to a game in memory because this server could not accept a move.
    fn credit(&self, live: &LiveGame, state: &State) -> Option<Request> {
        let table = state.log.table();
        let side = table.running()?;
        let known = self.uptime.outages(table.last_event().0);
        let process =
            if self.is_alone() || live.is_here(side) { known.process } else { Vec::new() };
        let moving = live.moved(side).and_then(|moved| self.time_to_move(&moved));
        credit(&state.log, [known.store, process, Vec::from_iter(moving)].concat())
    }

    /// Returns the time a player needed to reconnect here after their server died.
    fn time_to_move(&self, moved: &Moved) -> Option<Outage> {
        let Peers { at, mut servers } = self.peers();
        servers.retain(|peer| peer.silent > SILENT && moved.from.contains(&peer.server));
        let last = servers.into_iter().map(|peer| at.saturating_sub(peer.silent)).max()?;
        (last < moved.at.0).then_some(Outage { from: last, until: moved.at.0 })
    }

    /// Returns the request that credits time to a stored game because no server could accept a move.
    pub(super) async fn stored_credit(&self, state: &State) -> Result<Option<Request>, ApiError> {
        let table = state.log.table();
        if !has_clock(table) {
            return Ok(None);
        }
        let known = self.uptime.outages(table.last_event().0);
        let process = if self.is_alone() { known.process } else { Vec::new() };
        let stored = self.store.outages(table.last_event().0).await?;
        Ok(credit(&state.log, [stored, known.store, process].concat()))
    }
}

/// Whether a clock is running that can run out.
fn has_clock(table: &Table) -> bool {
    table.until_flag(table.last_event()).is_some()
}

fn credit(log: &Log, outages: Vec<Outage>) -> Option<Request> {
    let table = log.table();
    if !has_clock(table) || is_full(log) {
        return None;
    }
    let time = Outage::covered(outages, table.last_event().0);
    (time >= LEAST).then(|| Request::of(Event::Credit { time }))
}
