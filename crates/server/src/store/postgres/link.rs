//! The writing connection.

use super::rows::{Columns, whole};
use super::trouble::told;
use crate::store::{Append, Heartbeat, Outage, Peer, StoreError};
use std::collections::HashSet;
use std::time::Duration;
use tokio_postgres::config::{Host, SslMode, TargetSessionAttrs};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Config, Error, NoTls, Row, Statement};

/// How long to wait for an answer, or for a connection, before it counts as lost.
const SILENCE: Duration = Duration::from_secs(5);

/// Makes commits wait for the disk, unless they already wait for more. Two servers that write the same line must see
/// each other. A server that is stopped in mid-transaction must not block the others.
pub(super) const SESSION: &str = "
SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') IN ('off', 'local', 'remote_write');
SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED;
SET lock_timeout = '2s';
SET statement_timeout = '10s';
SET idle_in_transaction_session_timeout = '2s';
";

/// Records a heartbeat and outages, and returns the other servers. One statement, so that no lock outlasts it whatever
/// happens to the server that sent it.
const HEARTBEAT: &str = "
WITH alive AS (
    INSERT INTO beats AS old VALUES ($1, $2, clock_timestamp())
    ON CONFLICT (server) DO UPDATE SET at = greatest(old.at, excluded.at), seen = excluded.seen
), noted AS (
    INSERT INTO outages AS old (began, ended) SELECT * FROM unnest($3::bigint[], $4::bigint[])
    ON CONFLICT (ended) DO UPDATE SET began = least(old.began, excluded.began)
), forgotten AS (
    DELETE FROM beats WHERE server <> $1 AND seen < clock_timestamp() - interval '1 day'
)
SELECT server, greatest(0, extract(epoch FROM clock_timestamp() - seen) * 1000)::bigint
FROM beats WHERE server <> $1 AND seen > clock_timestamp() - interval '1 minute'";

/// Appends to different games, each all or nothing. The first line of an append decides, because nobody writes a second
/// line without the first; and it needs its predecessor, because lines are never deleted. Sorted, so that two servers
/// never deadlock.
const APPEND: &str = "
WITH asked AS (
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[],
        $7::text[], $8::text[], $9::bigint[], $10::text[], $11::bigint[], $12::boolean[],
        $13::boolean[], $14::text[], $15::boolean[])
    AS asked (id, seq, created, updated, rules, clock, white, black, plies, ending, due, public, open,
        seats, rated)
), said AS (
    SELECT * FROM unnest($16::text[], $17::bigint[], $18::text[], $19::text[])
    AS said (game, seq, line, client)
), taken AS (
    INSERT INTO events (game, seq, line, client)
    SELECT said.game, said.seq, said.line, said.client
    FROM said JOIN asked ON asked.id = said.game AND asked.seq = said.seq
    CROSS JOIN LATERAL (
        (SELECT seq FROM events WHERE game = asked.id AND seq < asked.seq ORDER BY seq DESC LIMIT 1)
        UNION ALL SELECT -1 WHERE asked.seq = 0
    ) AS last
    WHERE last.seq = asked.seq - 1
    ORDER BY said.game COLLATE \"C\"
    ON CONFLICT DO NOTHING RETURNING game, seq
), others AS (
    INSERT INTO events (game, seq, line, client)
    SELECT said.game, said.seq, said.line, said.client
    FROM said JOIN taken ON taken.game = said.game AND taken.seq < said.seq
)
INSERT INTO games AS old
    (id, created, updated, rules, clock, white, black, plies, ending, due, public, open, seats, rated)
SELECT id, created, updated, rules, clock, white, black, plies, ending, due, public, open, seats, rated
FROM asked JOIN taken ON taken.game = asked.id
ON CONFLICT (id) DO UPDATE SET updated = excluded.updated, white = excluded.white,
    black = excluded.black, plies = excluded.plies, ending = excluded.ending, due = excluded.due,
    open = excluded.open, seats = coalesce(excluded.seats, old.seats)
RETURNING id";

/// Parses a database address.
pub(super) fn config(address: &str) -> Result<Config, StoreError> {
    let mut config: Config = address.parse().map_err(|error: Error| {
        let cause = std::error::Error::source(&error).map(ToString::to_string);
        let cause = cause.unwrap_or_else(|| error.to_string());
        StoreError::Unavailable(format!(
            "the address of the database is not like postgres://user@host/name: {cause}"
        ))
    })?;
    if config.get_ssl_mode() == SslMode::Require {
        let help = "this program talks to databases without TLS; use a tunnel, a private network or a \
            local socket, and no sslmode=require";
        return Err(StoreError::Unavailable(help.to_owned()));
    }
    // In a cluster, connect to the server that accepts writes.
    config.target_session_attrs(TargetSessionAttrs::ReadWrite);
    config.connect_timeout(SILENCE).tcp_user_timeout(SILENCE).keepalives_idle(SILENCE);
    config.keepalives_interval(Duration::from_secs(1)).keepalives_retries(5);
    if config.get_application_name().is_none() {
        config.application_name("damier");
    }
    Ok(config)
}

/// Returns the name of the database, without the password.
pub(super) fn place(config: &Config) -> String {
    let hosts: Vec<String> = config.get_hosts().iter().map(host).collect();
    format!("{} on {}", config.get_dbname().unwrap_or("its database"), hosts.join(", "))
}

fn host(host: &Host) -> String {
    match host {
        Host::Tcp(name) => name.clone(),
        #[cfg(unix)]
        Host::Unix(path) => path.display().to_string(),
    }
}

/// The writing connection.
pub(super) struct Link {
    client: Client,
    append: Option<Statement>,
    heartbeat: Option<Statement>,
}

impl Link {
    pub(super) async fn open(config: &Config) -> Result<Self, Error> {
        let (client, connection) = config.connect(NoTls).await?;
        // Its client notices when it ends.
        tokio::spawn(connection);
        client.batch_execute(SESSION).await?;
        Ok(Self { client, append: None, heartbeat: None })
    }

    /// Rejects a database that acknowledges commits before they are on disk.
    pub(super) async fn is_safe(&self) -> Result<(), StoreError> {
        let row = self.client.query_one("SELECT current_setting('fsync') = 'on'", &[]).await;
        if row.map_err(|error| told(&error))?.get(0) {
            return Ok(());
        }
        let help = "the database runs with fsync = off and would lose moves; switch it on";
        Err(StoreError::Unavailable(help.to_owned()))
    }

    pub(super) fn client(&mut self) -> &mut Client {
        &mut self.client
    }

    /// Appends to different games in one transaction; returns the games whose appends succeeded.
    pub(super) async fn append(&mut self, appends: &[&Append]) -> Result<HashSet<String>, Error> {
        let append = match &self.append {
            Some(append) => append,
            None => self.append.insert(self.client.prepare(APPEND).await?),
        };
        let columns = Columns::of(appends.iter().copied());
        let Columns { ids, seqs, created, updated, rules, clocks, white, black, plies, .. } =
            &columns;
        let Columns { endings, due, public, open, seats, rated, lines, .. } = &columns;
        let values: [&(dyn ToSql + Sync); 19] = [
            ids,
            seqs,
            created,
            updated,
            rules,
            clocks,
            white,
            black,
            plies,
            endings,
            due,
            public,
            open,
            seats,
            rated,
            &lines.games,
            &lines.seqs,
            &lines.lines,
            &lines.clients,
        ];
        let kept = self.client.query(append, &values).await?;
        Ok(kept.iter().map(|row| row.get(0)).collect())
    }

    /// Whether the database has exactly these lines.
    pub(super) async fn has(&self, append: &Append) -> Result<bool, Error> {
        let question =
            "SELECT line, client FROM events WHERE game = $1 AND seq >= $2 ORDER BY seq LIMIT $3";
        let (first, many) = (whole(append.seq), whole(append.lines.len() as u64));
        let rows = self.client.query(question, &[&append.summary.id, &first, &many]).await?;
        let found = rows.iter().map(|row| (row.get(0), row.get(1)));
        Ok(found.eq(append.lines.iter().cloned()))
    }

    /// Records a heartbeat and the outages a server knows of.
    pub(super) async fn heartbeat(&mut self, heartbeat: &Heartbeat) -> Result<Vec<Peer>, Error> {
        let statement = match &self.heartbeat {
            Some(statement) => statement,
            None => self.heartbeat.insert(self.client.prepare(HEARTBEAT).await?),
        };
        let column = |of: fn(&Outage) -> u64| -> Vec<i64> {
            heartbeat.outages.iter().map(|outage| whole(of(outage))).collect()
        };
        let (began, ended) = (column(|outage| outage.from), column(|outage| outage.until));
        let values: [&(dyn ToSql + Sync); 4] =
            [&heartbeat.server, &whole(heartbeat.at), &began, &ended];
        let rows = self.client.query(statement, &values).await?;
        let peer = |row: &Row| {
            let silent: i64 = row.get(1);
            Peer { server: row.get(0), silent: silent.unsigned_abs() }
        };
        Ok(rows.iter().map(peer).collect())
    }
}
