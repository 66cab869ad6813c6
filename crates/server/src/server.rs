//! The server itself: its parts, its address, and its shutdown.

use crate::analysis::Analyses;
use crate::blocking::Pool;
use crate::bus::{Bus, Outbox};
use crate::endgames::Endgames;
use crate::error::ApiError;
use crate::explorer::Explorer;
use crate::games::Games;
use crate::guard::{self, Guard, Settings};
use crate::import::uploads::Uploads;
use crate::lag::Distances;
use crate::metrics::{Metrics, PoolFigures};
use crate::reports::Reports;
use crate::seats::new_name;
use crate::store::{Store, shared_secret};
use crate::studies::Studies;
use crate::supervisor::Supervisor;
use crate::uptime::Uptime;
use crate::{api, coverage, health, logs, pages, panics, socket, sweep, time};
use arbiter::Time;
use axum::response::Redirect;
use axum::{Router, middleware, routing};
use std::collections::BTreeSet;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::sync::{oneshot, watch};
use tokio::task::JoinSet;
use tower_http::compression::CompressionLayer;

/// The shared state of all requests.
pub struct App {
    /// The games and their supervision.
    pub supervisor: Arc<Supervisor>,
    /// A random id of this run of the server.
    pub run: String,
    /// The listening address.
    pub address: SocketAddr,
    /// Access control and limits.
    pub guard: Arc<Guard>,
    /// The metrics.
    pub metrics: Arc<Metrics>,
    /// Endgame tables.
    pub endgames: Arc<Endgames>,
    /// The explorer.
    pub explorer: Arc<Explorer>,
    /// Reports of finished games.
    pub reports: Arc<Reports>,
    /// Live analyses.
    pub(crate) analyses: Arc<Analyses>,
    /// Studies.
    pub(crate) studies: Studies,
    /// The network delays of clients.
    pub(crate) distances: Arc<Distances>,
    /// Large uploaded files.
    pub(crate) uploads: Uploads,
    /// Notifies everyone of the shutdown.
    stop: watch::Sender<bool>,
}

impl App {
    /// Changes when the server shuts down.
    pub fn stopping(&self) -> watch::Receiver<bool> {
        self.stop.subscribe()
    }

    /// Queues endgame tables for the variants that were played here before.
    async fn note_played(&self) {
        /// Enough recent games to see what is played here.
        const LAST: u32 = 1_000;
        if !self.endgames.builds_on() {
            return;
        }
        let games = match self.supervisor.games.store().recent(LAST).await {
            Ok(games) => games,
            Err(error) => return tracing::error!(%error, "the last games cannot be read"),
        };
        let rules: BTreeSet<String> = games.into_iter().map(|game| game.rules).collect();
        for text in rules {
            match text.parse() {
                Ok(rules) => self.endgames.played(&rules),
                Err(error) => tracing::error!(text, %error, "stored rules cannot be read"),
            }
        }
    }
}

/// A server that is bound to its address and ready to run.
pub struct Server {
    listener: TcpListener,
    app: Arc<App>,
}

impl Server {
    /// Binds to an address; port 0 means any free port.
    pub async fn bind(address: SocketAddr, store: Arc<dyn Store>) -> io::Result<Self> {
        Self::bind_with(address, store, Settings::default()).await
    }

    /// Binds to an address, with the operator's settings.
    pub async fn bind_with(
        address: SocketAddr,
        store: Arc<dyn Store>,
        settings: Settings,
    ) -> io::Result<Self> {
        Self::bind_beside_others(address, store, None, settings).await
    }

    /// The same, as one of several servers of one store that communicate over a bus.
    pub async fn bind_beside_others(
        address: SocketAddr,
        store: Arc<dyn Store>,
        bus: Option<Arc<dyn Bus>>,
        settings: Settings,
    ) -> io::Result<Self> {
        panics::watch();
        let listener = TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        resume_time(&*store).await;
        let (stop, _) = watch::channel(false);
        let run = new_name().map_err(io::Error::other)?;
        let outbox = match bus {
            Some(bus) => {
                let secret = shared_secret(&*store).await.map_err(io::Error::other)?;
                Some(Outbox::new(bus, run.clone(), &secret))
            }
            None => None,
        };
        let pooled = PoolFigures::default();
        let pool = Arc::new(Pool::new(pooled.clone()));
        let guard = Arc::new(Guard::new(settings));
        let (quotas, uptime) = (Arc::clone(&guard.quotas), Uptime::watched()?);
        let endgames = Arc::new(Endgames::new(Arc::clone(&pool), Arc::clone(&guard)));
        let studies = Studies::new(Arc::clone(&store));
        let games = Games::new(store, outbox, quotas, run.clone(), uptime, pool);
        let supervisor = Arc::new(Supervisor::new(games, endgames.folder()));
        let stored = supervisor.games.store().figures();
        let metrics =
            Arc::new(Metrics::new(&stored, &supervisor.thinking, &pooled, &supervisor.play));
        let reports = Arc::new(Reports::new(Arc::clone(&supervisor)));
        let analyses = Arc::new(Analyses::new(Arc::clone(&supervisor), Arc::clone(&endgames)));
        let explorer = Arc::new(Explorer::new(&guard.settings.explorer)?);
        let distances = Arc::default();
        let uploads = Uploads::default();
        let app = App {
            supervisor,
            run,
            address,
            guard,
            metrics,
            endgames,
            explorer,
            reports,
            analyses,
            studies,
            distances,
            uploads,
            stop,
        };
        Ok(Self { listener, app: Arc::new(app) })
    }

    /// The bound address.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until `stop` completes, then lets open requests finish.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let app = Arc::clone(&self.app);
        let (begun, beginning) = oneshot::channel();
        let mut going = JoinSet::new();
        going.spawn(keep_going(Arc::clone(&app.supervisor), begun));
        let _ = beginning.await;
        let supervisor = Arc::clone(&app.supervisor);
        going.spawn(panics::supervise(move || Arc::clone(&supervisor).keep_looking()));
        let supervisor = Arc::clone(&app.supervisor);
        going.spawn(panics::supervise(move || coverage::keep_coverage(Arc::clone(&supervisor))));
        let supervisor = Arc::clone(&app.supervisor);
        going.spawn(panics::supervise(move || sweep::keep_sweeping(Arc::clone(&supervisor))));
        app.endgames.start_building();
        let (explorer, supervisor) = (Arc::clone(&app.explorer), Arc::clone(&app.supervisor));
        going.spawn(panics::supervise(move || {
            let (explorer, supervisor) = (Arc::clone(&explorer), Arc::clone(&supervisor));
            async move { explorer.keep_counting(supervisor).await }
        }));
        let reports = Arc::clone(&app.reports);
        going.spawn(panics::supervise(move || Arc::clone(&reports).keep_making()));
        let builder = Arc::clone(&app);
        going.spawn(async move { builder.note_played().await });
        let guard = Arc::clone(&app.guard);
        let stopped = async move {
            stop.await;
            let _ = app.stop.send(true);
            app.supervisor.games.pool.close();
            app.endgames.stop();
            app.explorer.stop();
            app.reports.stop();
            app.analyses.stop();
        };
        guard::serve(self.listener, routes(self.app), guard, stopped).await;
        going.abort_all();
        Ok(())
    }
}

/// Runs the supervisor, restarting it after a panic. `begun` is only notified the first time.
async fn keep_going(supervisor: Arc<Supervisor>, begun: oneshot::Sender<()>) {
    let mut begun = Some(begun);
    panics::supervise(|| {
        let begun = begun.take().unwrap_or_else(|| oneshot::channel().0);
        Arc::clone(&supervisor).keep_going(begun)
    })
    .await;
}

/// Resumes the clock at the time of the last stored event.
async fn resume_time(store: &dyn Store) {
    match store.latest().await {
        Ok(latest) => latest.into_iter().for_each(|at| time::go_on_from(Time(at))),
        Err(error) => tracing::error!(%error, "the time of the last event cannot be read"),
    }
}

fn routes(app: Arc<App>) -> Router {
    let api = api::routes()
        .fallback(|| async { ApiError::NoPage })
        .method_not_allowed_fallback(|| async { ApiError::WrongMethod });
    let guard = Arc::clone(&app.guard);
    let metrics = Arc::clone(&app.metrics);
    Router::new()
        .merge(pages::routes())
        .merge(health::routes())
        .nest("/api", api)
        .route("/api/", routing::get(|| async { Redirect::permanent("/api") }))
        .route("/ws/games/{id}", routing::get(socket::connect))
        .with_state(app)
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn_with_state(Arc::clone(&guard), guard::admit))
        .layer(middleware::from_fn(panics::catch))
        .layer(middleware::from_fn_with_state(guard, guard::add_headers))
        .layer(middleware::from_fn_with_state(metrics, logs::watch))
}
