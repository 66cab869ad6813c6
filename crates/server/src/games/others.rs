//! The same games on other servers: what is told, and what is heard.

use super::Games;
use crate::bus::{Note, Told, ToldEvent};
use crate::failure::Failure;
use crate::live::{Acknowledged, Live, Request, State};
use crate::news::News;
use crate::seats::Seats;
use crate::time::now;

impl Games {
    pub(super) fn tell_others(
        &self,
        live: &Live,
        state: &State,
        request: &Request,
        seats: Option<Seats>,
        news: &News,
    ) {
        let Some(outbox) = &self.outbox else { return };
        let event = ToldEvent {
            seq: state.seq() - 1,
            line: state.log.lines().last().cloned().unwrap_or_default(),
            client: request.client.clone(),
            seats,
            news: news.message().to_string(),
        };
        outbox.tell(&live.id, Told::Event(Box::new(event)));
    }

    /// Takes in what another server tells about a game.
    pub(crate) async fn take_in(&self, live: &Live, note: Note) -> Result<(), Failure> {
        match note.what {
            Told::Event(event) => self.follow(live, *event).await?,
            Told::Present { here } => live.hear_presence(&note.from, here, now()),
            Told::Chat(chat) => live.hear_chat(&chat),
            Told::Who => live.announce(),
        }
        Ok(())
    }

    async fn follow(&self, live: &Live, event: ToldEvent) -> Result<(), Failure> {
        let mut acknowledged = live.turn.lock().await;
        let before = live.state();
        let ToldEvent { seq, line, client, seats, news } = event;
        if seq < before.seq() {
            return Ok(());
        }
        let mut log = before.log.clone();
        if seq > before.seq() || log.follow(&line).is_err() {
            return self.refresh(live, &mut acknowledged).await;
        }
        acknowledged.extend(client.map(|name| (name, seq)));
        let seats = seats.unwrap_or_else(|| before.seats.clone());
        live.set_ours(false);
        live.go_on(State { log, seats, public: before.public }, News::copied(seq, news));
        Ok(())
    }

    /// Looks into the store whether a game went on elsewhere.
    pub(crate) async fn look_again(&self, live: &Live, length: u64) -> Result<(), Failure> {
        let mut acknowledged = live.turn.lock().await;
        match live.state().seq() < length {
            true => self.refresh(live, &mut acknowledged).await,
            false => Ok(()),
        }
    }

    pub(super) async fn refresh(
        &self,
        live: &Live,
        acknowledged: &mut Acknowledged,
    ) -> Result<(), Failure> {
        let (state, named) = self.load(&live.id).await?;
        *acknowledged = named;
        live.replace(state);
        Ok(())
    }
}
