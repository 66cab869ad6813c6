//! A server killed again and again under load: nothing acknowledged is lost, nothing happens twice, and nobody has to
//! reload a page.
//!
//! Ten rounds; two hundred with `DAMIER_SLOW=1`.

mod common;

use common::Folder;
use common::app::{App, soon, stored};
use load::{LoadReport, Plan};
use server::store::{Sqlite, Store};
use std::path::Path;
use std::time::Duration;
use tokio::sync::oneshot;

/// Counts the moves in the store; every game must replay.
async fn stored_moves(file: &Path) -> u64 {
    let store = Sqlite::open(file).unwrap();
    let mut moves = 0;
    for game in store.recent(u32::MAX).await.unwrap() {
        moves += stored(&store, &game.id).await.table().moves().len() as u64;
    }
    moves
}

#[test]
fn killed_under_load() {
    // On a busy machine, restarting is not fast.
    let (rounds, most) =
        if std::env::var_os("DAMIER_SLOW").is_some() { (200, 2) } else { (10, 20) };
    let folder = Folder::new("crash");
    let mut app = App::start(&["--data", &folder.path("")]);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let (stop, stopped) = oneshot::channel::<()>();
    let url = app.url();
    let loading = runtime.spawn(async move {
        let plan = Plan {
            games: 12,
            moves_per_second: Some(300.0),
            spectators: 6,
            time: Duration::from_secs(86_400),
            duplicate: 0.1,
            patience: Duration::from_secs(60),
            ..Plan::at(&url)
        };
        load::run(&plan, async { drop(stopped.await) }).await
    });

    let mut slowest = Duration::ZERO;
    soon("games go on", || app.figure("damier_events_total").is_some_and(|events| events > 160.0));
    for _ in 0..rounds {
        std::thread::sleep(Duration::from_millis(fastrand::u64(300..1_200)));
        app.kill();
        slowest = slowest.max(app.again());
        soon("they are back", || {
            app.figure("damier_sockets").is_some_and(|sockets| sockets > 20.0)
        });
    }
    std::thread::sleep(Duration::from_secs(1));
    stop.send(()).unwrap();
    let report: LoadReport = runtime.block_on(loading).unwrap().unwrap();
    app.kill();

    println!("{rounds} rounds, ready again after at most {} ms\n{report}", slowest.as_millis());
    assert_eq!(report.wrongs.count(), 0, "{report}");
    assert_eq!(report.refusals.len(), 0, "{report}");
    assert!(report.moves > 10 * rounds && report.reconnects > 10 * rounds, "{report}");
    let file = folder.path("games.sqlite");
    assert_eq!(runtime.block_on(stored_moves(Path::new(&file))), report.moves, "{report}");
    assert!(slowest < Duration::from_secs(most), "ready again only after {slowest:?}");
}
