//! Being asked to stop.

use std::future::Future;

/// Listens from now on, and is done when somebody wants the program to stop. To be called where tokio
/// runs.
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

/// Is done when somebody wants the program to stop.
#[cfg(not(unix))]
pub fn stopped() -> impl Future<Output = ()> {
    async { drop(tokio::signal::ctrl_c().await) }
}

/// Stops a long work, from now on, when somebody wants the program to stop; whoever asks twice is not
/// kept waiting.
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
