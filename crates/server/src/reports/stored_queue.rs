//! Reports that are made in the background: the store keeps which, so that they are made although whoever wants them has gone,
//! and after a restart. Turns are fair: the second game of somebody comes after the first of everybody else.

use super::Reports;
use crate::error::ApiError;
use crate::store::{SqlChange, Store, StoreError, Value, columns, texts};
use crate::time;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;
use wire::{REPORT_VERSION, ReportState};

/// How many reports one may wait for.
pub const MOST_OF_OWNER: usize = 100;
/// How many all may wait for together: more would take a core a day.
const MOST_IN_ALL: u64 = 5_000;
/// How long a server may be silent before another makes what it was making.
const LEASE: Duration = Duration::from_secs(20);
/// How often a server says that it still makes a report.
const RENEW: Duration = Duration::from_secs(5);
/// How long until it is looked for what other servers have put in or left.
const LOOK: Duration = Duration::from_secs(10);
/// The pause after a failure of the store.
const PAUSE: Duration = Duration::from_secs(5);
/// How often a report is begun: what stops the server each time is given up.
const MOST_TRIES: u64 = 10;

const ADD: &str = "INSERT INTO report_queue (owner, game, turn, tries, busy)
    SELECT $1, $2, CAST($3 AS BIGINT), 0, 0
    WHERE (SELECT count(*) FROM report_queue WHERE owner = $1) < CAST($4 AS BIGINT)
        AND (SELECT count(*) FROM report_queue) < CAST($5 AS BIGINT)
    ON CONFLICT DO NOTHING";
const NEXT: &str = "SELECT game, tries FROM report_queue WHERE busy <= $1
    ORDER BY turn, game LIMIT 1";
/// Another server may have been faster.
const TAKE: &str = "UPDATE report_queue SET busy = $1, tries = tries + 1
    WHERE game = $2 AND busy <= $3";
const HOLD: &str = "UPDATE report_queue SET busy = $1 WHERE game = $2";
const DONE: &str = "DELETE FROM report_queue WHERE game = $1";

/// What became of the report whose turn it was.
enum Turn {
    /// It is made, or cannot be made.
    Over,
    /// There is none.
    Nothing,
}

impl Reports {
    /// Puts games into the queue, as far as there is room. Games that are not over, and those that have their report, are
    /// left out.
    pub async fn enqueue(&self, owner: &str, games: &[String]) -> Result<(), ApiError> {
        let mut wanted = Vec::new();
        let known: HashSet<String> = self.over(games).await?;
        for game in games.iter().filter(|game| known.contains(*game)) {
            if !wanted.contains(game) && !self.is_made(game).await? {
                wanted.push(game.clone());
            }
        }
        if wanted.is_empty() {
            return Ok(());
        }
        const ALL: &str = "SELECT count(*) FROM report_queue";
        let [all] = columns(self.rows(ALL, vec![]).await?.concat())?;
        if all.number()? >= MOST_IN_ALL {
            return Err(ApiError::Busy);
        }
        let first = self.next_turn(owner).await?;
        let changes = wanted.iter().zip(first..).map(|(game, turn)| {
            let values = vec![
                owner.into(),
                game.as_str().into(),
                turn.into(),
                (MOST_OF_OWNER as u64).into(),
                MOST_IN_ALL.into(),
            ];
            SqlChange(ADD, values)
        });
        self.store().change(changes.collect()).await?;
        self.queued.notify_one();
        Ok(())
    }

    /// The games whose reports these owners wait for, in order.
    pub async fn waiting(&self, owners: &[&str]) -> Result<Vec<String>, ApiError> {
        const QUESTION: &str = "SELECT game FROM report_queue WHERE owner = $1 ORDER BY turn, game";
        let mut games = Vec::new();
        for owner in owners {
            games.extend(texts(self.rows(QUESTION, vec![(*owner).into()]).await?)?);
        }
        Ok(games)
    }

    /// Takes all games of these owners out of the queue. One whose turn it is becomes a report all the same.
    pub async fn dequeue(&self, owners: &[&str]) -> Result<(), ApiError> {
        const LEAVE: &str = "DELETE FROM report_queue WHERE owner = $1";
        let leave = |owner: &&str| SqlChange(LEAVE, vec![(*owner).into()]);
        self.store().change(owners.iter().map(leave).collect()).await?;
        Ok(())
    }

    /// Makes the reports of the queue, one at a time, for as long as the server runs.
    pub async fn keep_making(self: Arc<Self>) {
        let mut is_begun = false;
        loop {
            let turn = async {
                if !is_begun {
                    self.take_up().await?;
                    is_begun = true;
                }
                self.serve_next().await
            };
            match turn.await {
                Ok(Turn::Over) => {}
                Ok(Turn::Nothing) => {
                    let _ = tokio::time::timeout(LOOK, self.queued.notified()).await;
                }
                Err(error) => {
                    tracing::error!(failure = %error, "the queue of reports cannot be read");
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    }

    /// What a server was making that is no more is free at once, where no other server could be making it.
    async fn take_up(&self) -> Result<(), ApiError> {
        if !self.store().is_shared() {
            let free = SqlChange("UPDATE report_queue SET busy = 0 WHERE busy > 0", vec![]);
            self.store().change(vec![free]).await?;
        }
        Ok(())
    }

    async fn serve_next(self: &Arc<Self>) -> Result<Turn, ApiError> {
        let now = time::now().0;
        let Some(row) = self.rows(NEXT, vec![now.into()]).await?.pop() else {
            return Ok(Turn::Nothing);
        };
        let [game, tries] = columns(row)?;
        let game = game.text()?;
        if tries.number()? >= MOST_TRIES {
            tracing::error!(game, "a report could not be made and is given up");
            self.change(DONE, vec![game.into()]).await?;
            return Ok(Turn::Over);
        }
        let taken = vec![until(LEASE), game.as_str().into(), now.into()];
        if self.change(TAKE, taken).await? == 0 {
            return Ok(Turn::Over);
        }
        let made = tokio::select! {
            made = self.made(&game) => made,
            error = self.hold(&game) => Err(error),
        };
        match made {
            // It is tried again when nobody has held it for a while.
            Err(ApiError::Busy) => {}
            Err(error @ ApiError::Store(_)) => return Err(error),
            made => {
                if let Err(error) = made {
                    tracing::warn!(game, %error, "there is no game for a report");
                }
                self.change(DONE, vec![game.into()]).await?;
            }
        }
        Ok(Turn::Over)
    }

    /// Waits until the report of a game is there; it is begun if nobody has.
    async fn made(self: &Arc<Self>, game: &str) -> Result<(), ApiError> {
        let state = self.finished(game).await?;
        if self.found(game, &state).await?.state != ReportState::Done {
            let mut over = self.begin(game, Arc::clone(&state), None)?.over.clone();
            // It ends by being closed.
            while over.changed().await.is_ok() {}
        }
        match self.found(game, &state).await?.state {
            ReportState::Done => Ok(()),
            _ => Err(ApiError::Busy),
        }
    }

    /// Keeps other servers from making the report of a game, until the store fails.
    async fn hold(&self, game: &str) -> ApiError {
        loop {
            tokio::time::sleep(RENEW).await;
            if let Err(error) = self.change(HOLD, vec![until(LEASE), game.into()]).await {
                return error.into();
            }
        }
    }

    /// Those of these games that are over.
    async fn over(&self, games: &[String]) -> Result<HashSet<String>, ApiError> {
        let found = self.store().by_id(games.to_vec()).await?;
        let over = found.into_iter().filter(|(game, _)| game.ending.is_some());
        Ok(over.map(|(game, _)| game.id).collect())
    }

    async fn is_made(&self, game: &str) -> Result<bool, ApiError> {
        const QUESTION: &str = "SELECT game FROM game_reports WHERE game = $1 AND text LIKE $2";
        // The version comes first in the text, which is too long to be read for this.
        let version = format!("{{\"version\":{REPORT_VERSION},%");
        Ok(!self.rows(QUESTION, vec![game.into(), version.into()]).await?.is_empty())
    }

    /// The turn of the next game of an owner: after their others, and after what is served now.
    async fn next_turn(&self, owner: &str) -> Result<u64, ApiError> {
        const QUESTION: &str = "SELECT (SELECT min(turn) FROM report_queue),
            (SELECT max(turn) FROM report_queue WHERE owner = $1)";
        let [now, own] = columns(self.rows(QUESTION, vec![owner.into()]).await?.concat())?;
        let number = |value: Value| match value {
            Value::Nothing => Ok(None),
            value => value.number().map(Some),
        };
        Ok(number(own)?.map(|own| own + 1).max(number(now)?).unwrap_or(0))
    }

    fn store(&self) -> &dyn Store {
        self.supervisor.games.store()
    }

    async fn rows(
        &self,
        question: &'static str,
        values: Vec<Value>,
    ) -> Result<Vec<Vec<Value>>, StoreError> {
        self.store().rows(question, values).await
    }

    /// How many rows a change was about.
    async fn change(&self, text: &'static str, values: Vec<Value>) -> Result<u64, StoreError> {
        Ok(self.store().change(vec![SqlChange(text, values)]).await?.iter().sum())
    }
}

/// The end of a while that begins now.
fn until(time: Duration) -> Value {
    let milliseconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    time::now().0.saturating_add(milliseconds).into()
}
