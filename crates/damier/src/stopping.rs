//! Stopping on request.

use std::future::Future;

/// Starts listening; the future completes when the program is asked to stop. Call this inside a tokio runtime.
#[cfg(unix)]
pub fn stopped() -> impl Future<Output = ()> {
    use tokio::signal::unix::{SignalKind, signal};
    async fn next(listener: std::io::Result<tokio::signal::unix::Signal>) {
        match listener {
            Ok(mut listener) => drop(listener.recv().await),
            Err(_) => std::future::pending().await,
        }
    }
    let [interrupt, terminate] = [SignalKind::interrupt(), SignalKind::terminate()].map(signal);
    async {
        tokio::select! {
            () = next(interrupt) => {}
            () = next(terminate) => {}
        }
    }
}

/// Completes when the program is asked to stop.
#[cfg(not(unix))]
pub fn stopped() -> impl Future<Output = ()> {
    async { drop(tokio::signal::ctrl_c().await) }
}

/// Stops long work when the program is asked to stop; a second request exits at once.
pub fn stop_when_asked(stop: engine::Stop) {
    std::thread::spawn(move || {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else {
            return;
        };
        runtime.block_on(async {
            stopped().await;
            stop.stop();
            stopped().await;
            std::process::exit(130);
        });
    });
}
