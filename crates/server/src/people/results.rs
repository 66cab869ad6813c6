//! Results of rated games, and the ratings computed from them. Each result has a number, as the lines of a log do: two
//! servers cannot count the same game twice, or two games under one number.

use super::{People, Person};
use crate::error::ApiError;
use crate::live_game::State;
use crate::names::GuestName;
use crate::seats::{SeatedAccount, Seats};
use crate::store::{SqlChange, StoreError, Value, columns, texts};
use arbiter::{Ending, Terms};
use draughts::Color;
use futures_util::join;
use rating::{RatedOutcome, Rating, Speed, System, periods};
use serde::Serialize;
use utoipa::ToSchema;
use wire::RatingChange;

/// How often counting is retried while other games of the same players are being counted.
const ATTEMPTS: u32 = 8;

/// A rating in a variant at a speed.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct RatingStanding {
    /// The variant.
    #[schema(example = "international")]
    pub variant: String,
    /// The speed class: `bullet`, `blitz`, `rapid`, `classical` or `correspondence`.
    #[schema(example = "rapid")]
    pub speed: String,
    /// The rating, rounded.
    #[schema(example = 1532)]
    pub rating: u32,
    /// The rating deviation.
    pub deviation: u32,
    /// Whether the rating is still provisional.
    pub provisional: bool,
    /// The number of rated games.
    pub games: u64,
    /// When the last of them ended, in milliseconds since 1970.
    pub last: u64,
}

/// The result of a rated game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Counted {
    /// The game.
    pub game: String,
    /// The variant.
    pub variant: String,
    /// The speed class.
    pub speed: String,
    /// When the game ended, in milliseconds since 1970.
    pub ended: u64,
    /// `win`, `draw` or `loss`.
    pub outcome: String,
    /// The rating after it, rounded.
    pub rating: u32,
}

/// The results of rated games.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ResultCounts {
    /// Wins.
    pub won: u64,
    /// Draws.
    pub drawn: u64,
    /// Losses.
    pub lost: u64,
}

/// An account's last result in a variant at a speed.
#[derive(Default)]
struct Last {
    number: u64,
    ended: u64,
    rating: Rating,
}

impl Last {
    /// The rating at a later time, with a larger deviation.
    fn at(&self, moment: u64) -> Rating {
        self.rating.after_time(self.periods(moment))
    }

    /// The elapsed time, in rating periods.
    fn periods(&self, moment: u64) -> f64 {
        if self.number == 0 { 0.0 } else { periods(moment.saturating_sub(self.ended)) }
    }
}

/// Returns the rating category of a game, if its terms allow rating: an unmodified variant, from its start position,
/// with a clock.
pub(crate) fn rated_as(terms: &Terms) -> Option<(String, Speed)> {
    let variant = terms.rules.official()?;
    let speed = Speed::of(&terms.clock);
    let usual = !matches!(terms.opening, arbiter::Opening::Position(_));
    (usual && speed != Speed::Unlimited).then(|| (variant.to_string(), speed))
}

impl People {
    /// Returns the account as it joins a game on these terms.
    pub async fn seated_account(
        &self,
        who: &Person,
        terms: &Terms,
        at: u64,
    ) -> Result<SeatedAccount, ApiError> {
        let rating = match rated_as(terms) {
            Some((variant, speed)) => Some(self.last(&who.id, &variant, speed).await?.at(at)),
            None => None,
        };
        Ok(SeatedAccount {
            id: who.id.clone(),
            name: who.name.clone(),
            rating: rating.map(|rating| rating.value().round() as u32),
            provisional: rating.is_some_and(|rating| rating.is_provisional()),
        })
    }

    /// The same accounts in a rematch; deleted accounts play as guests, unrated.
    pub async fn seated_again(
        &self,
        mut seats: Seats,
        terms: &Terms,
        at: u64,
    ) -> Result<Seats, ApiError> {
        for side in Color::BOTH {
            let Some(seated_account) = seats.person(side).cloned() else { continue };
            let again = match self.named(&seated_account.name).await {
                Ok(person) if person.id == seated_account.id => {
                    Some(self.seated_account(&person, terms, at).await?)
                }
                Ok(_) | Err(ApiError::NoPerson) => None,
                Err(error) => return Err(error),
            };
            seats.rated &= again.is_some();
            if again.is_none() && seats.account(side).is_some() {
                seats = seats.with_guest(side, Some(GuestName::Own(seated_account.name)));
            }
            seats = seats.with_person(side, again);
        }
        Ok(seats)
    }

    /// Returns the results of an account's rated games, newest first.
    pub async fn counted(&self, who: &Person) -> Result<Vec<Counted>, ApiError> {
        let question = "SELECT game, variant, speed, ended, outcome, rating FROM results
            WHERE person = $1 ORDER BY ended DESC";
        let rows = self.store.rows(question, vec![who.id.as_str().into()]).await?;
        let counted = |row: Vec<Value>| {
            let [game, variant, speed, ended, outcome, rating] = columns(row)?;
            Ok(Counted {
                game: game.text()?,
                variant: variant.text()?,
                speed: speed.text()?,
                ended: ended.number()?,
                outcome: outcome.text()?,
                rating: rating.real()?.round() as u32,
            })
        };
        Ok(rows.into_iter().map(counted).collect::<Result<_, StoreError>>()?)
    }

    async fn last(&self, person: &str, variant: &str, speed: Speed) -> Result<Last, ApiError> {
        let question = "SELECT number, ended, rating, deviation, volatility FROM results
            WHERE person = $1 AND variant = $2 AND speed = $3 ORDER BY number DESC LIMIT 1";
        let values = vec![person.into(), variant.into(), speed.name().into()];
        let row = self.store.rows(question, values).await?.pop();
        Ok(row.map(last).transpose()?.unwrap_or_default())
    }

    /// Returns an account's ratings, most recently played first.
    pub async fn standings(&self, who: &Person, at: u64) -> Result<Vec<RatingStanding>, ApiError> {
        let question = "SELECT variant, speed, number, ended, rating, deviation, volatility
            FROM results AS one WHERE person = $1 AND number = (SELECT max(number) FROM results
                WHERE person = one.person AND variant = one.variant AND speed = one.speed)
            ORDER BY ended DESC";
        let rows = self.store.rows(question, vec![who.id.as_str().into()]).await?;
        let standing = |mut row: Vec<Value>| {
            let last = last(row.split_off(2))?;
            let [variant, speed] = columns(row)?;
            let rating = last.at(at);
            Ok(RatingStanding {
                variant: variant.text()?,
                speed: speed.text()?,
                rating: rating.value().round() as u32,
                deviation: rating.deviation().round() as u32,
                provisional: rating.is_provisional(),
                games: last.number,
                last: last.ended,
            })
        };
        Ok(rows.into_iter().map(standing).collect::<Result<_, StoreError>>()?)
    }

    /// Returns the totals of an account's rated results.
    pub async fn tally(&self, who: &Person) -> Result<ResultCounts, ApiError> {
        let question = "SELECT outcome, count(*) FROM results WHERE person = $1 GROUP BY outcome";
        let mut tally = ResultCounts::default();
        for row in self.store.rows(question, vec![who.id.as_str().into()]).await? {
            let [outcome, count] = columns(row)?;
            let count = count.number()?;
            match read(&outcome.text()?)? {
                RatedOutcome::Win => tally.won = count,
                RatedOutcome::Loss => tally.lost = count,
                RatedOutcome::Draw => tally.drawn = count,
            }
        }
        Ok(tally)
    }

    /// Returns finished rated games that are not counted yet, for instance because their server went down in between.
    pub async fn uncounted(&self, most: u64) -> Result<Vec<String>, ApiError> {
        // CROSS JOIN fixes the join order: few games are rated.
        let question = "SELECT game FROM rated CROSS JOIN games
            WHERE games.id = rated.game AND ending IS NOT NULL LIMIT $1";
        Ok(texts(self.store.rows(question, vec![most.into()]).await?)?)
    }

    /// Counts a finished rated game, once.
    pub async fn count(&self, game: &str, state: &State) -> Result<(), ApiError> {
        let table = state.log.table();
        let Some(ending) = table.ending().filter(|_| state.seats.rated) else { return Ok(()) };
        let done = || SqlChange("DELETE FROM rated WHERE game = $1", vec![game.into()]);
        let (Some(subject), [Some(white), Some(black)], Some(outcome)) =
            (rated_as(table.terms()), &state.seats.people, outcome(ending))
        else {
            self.store.change(vec![done()]).await?;
            return Ok(());
        };
        let ended = table.last_event().0;
        for _ in 0..ATTEMPTS {
            let mut changes = self.results(game, [white, black], &subject, outcome, ended).await?;
            changes.push(done());
            match self.store.change(changes).await {
                Ok(_) => return Ok(()),
                Err(StoreError::Conflict) if self.is_counted(game).await? => {
                    self.store.change(vec![done()]).await?;
                    return Ok(());
                }
                Err(StoreError::Conflict) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(ApiError::Store(StoreError::Conflict))
    }

    /// Returns the rating changes of a game, White's first; `None` until it is counted, and if the store cannot be
    /// read.
    pub async fn changes(&self, game: &str, state: &State) -> [Option<RatingChange>; 2] {
        if !state.is_to_count() {
            return [None, None];
        }
        let [white, black] = &state.seats.people;
        let (white, black) = join!(self.change_of(game, white), self.change_of(game, black));
        [white, black].map(|change| change.unwrap_or_default())
    }

    async fn change_of(
        &self,
        game: &str,
        seated: &Option<SeatedAccount>,
    ) -> Result<Option<RatingChange>, ApiError> {
        let Some(seated) = seated else { return Ok(None) };
        let question = "SELECT rating, COALESCE((SELECT rating FROM results AS before
                WHERE before.person = one.person AND before.variant = one.variant
                AND before.speed = one.speed AND before.number = one.number - 1),
                CAST($1 AS DOUBLE PRECISION))
            FROM results AS one WHERE person = $2 AND game = $3";
        let new = Rating::default().value();
        let values = vec![new.into(), seated.id.as_str().into(), game.into()];
        let Some(row) = self.store.rows(question, values).await?.pop() else { return Ok(None) };
        let [after, before] = columns(row)?;
        let rounded = |rating: Value| Ok::<_, StoreError>(rating.real()?.round() as u32);
        Ok(Some(RatingChange { before: rounded(before)?, after: rounded(after)? }))
    }

    async fn is_counted(&self, game: &str) -> Result<bool, ApiError> {
        let question = "SELECT game FROM results WHERE game = $1 LIMIT 1";
        Ok(!self.store.rows(question, vec![game.into()]).await?.is_empty())
    }

    /// Computes the new results of both players.
    async fn results(
        &self,
        game: &str,
        [white, black]: [&SeatedAccount; 2],
        (variant, speed): &(String, Speed),
        outcome: RatedOutcome,
        ended: u64,
    ) -> Result<Vec<SqlChange>, ApiError> {
        let before = [
            self.last(&white.id, variant, *speed).await?,
            self.last(&black.id, variant, *speed).await?,
        ];
        let system = System::default();
        let mut sides = [(white, 0, outcome), (black, 1, outcome.reversed())];
        // In a fixed order, so that two servers cannot deadlock.
        sides.sort_by(|(one, ..), (other, ..)| one.id.cmp(&other.id));
        let changes = sides.map(|(who, side, outcome)| {
            let (own, other) = (&before[side], before[1 - side].at(ended));
            let after = own.rating.after_game(own.periods(ended), other, outcome, &system);
            let values = vec![
                who.id.as_str().into(),
                variant.as_str().into(),
                speed.name().into(),
                (own.number + 1).into(),
                game.into(),
                ended.into(),
                word(outcome).into(),
                after.value().into(),
                after.deviation().into(),
                after.volatility().into(),
            ];
            SqlChange(
                "INSERT INTO results (person, variant, speed, number, game, ended, outcome, rating,
                     deviation, volatility)
                 SELECT $1, $2, $3, CAST($4 AS BIGINT), $5, CAST($6 AS BIGINT), $7,
                     CAST($8 AS DOUBLE PRECISION), CAST($9 AS DOUBLE PRECISION),
                     CAST($10 AS DOUBLE PRECISION)
                 WHERE EXISTS (SELECT id FROM people WHERE id = $1)",
                values,
            )
        });
        Ok(changes.into())
    }
}

/// White's outcome, if the game has a result.
fn outcome(ending: &Ending) -> Option<RatedOutcome> {
    match ending.winner {
        Some(Color::White) => Some(RatedOutcome::Win),
        Some(Color::Black) => Some(RatedOutcome::Loss),
        None => ending.has_result().then_some(RatedOutcome::Draw),
    }
}

const fn word(outcome: RatedOutcome) -> &'static str {
    match outcome {
        RatedOutcome::Win => "win",
        RatedOutcome::Draw => "draw",
        RatedOutcome::Loss => "loss",
    }
}

/// Parses an outcome.
fn read(outcome: &str) -> Result<RatedOutcome, StoreError> {
    match outcome {
        "win" => Ok(RatedOutcome::Win),
        "draw" => Ok(RatedOutcome::Draw),
        "loss" => Ok(RatedOutcome::Loss),
        _ => Err(StoreError::Damaged(format!("there is a result \"{outcome}\""))),
    }
}

fn last(row: Vec<Value>) -> Result<Last, StoreError> {
    let [number, ended, rating, deviation, volatility] = columns(row)?;
    let rating = Rating::new(rating.real()?, deviation.real()?, volatility.real()?);
    Ok(Last { number: number.number()?, ended: ended.number()?, rating })
}
