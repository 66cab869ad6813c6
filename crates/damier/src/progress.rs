//! Progress bars on standard error, only shown in terminals.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A progress bar for steps.
pub fn steps() -> ProgressBar {
    styled(Some(0), "{elapsed_precise} {wide_bar} {percent}% (about {eta} left)")
}

/// A progress bar for reading a file; if its length is unknown, a counter.
pub fn bytes(length: Option<u64>, name: &str) -> ProgressBar {
    let template = match length {
        Some(_) => "{msg} {wide_bar} {percent}% (about {eta} left)",
        None => "{msg} {spinner} {bytes} read",
    };
    styled(length, template).with_message(name.to_owned())
}

/// A progress bar for named work.
pub fn counted(length: usize, name: &str) -> ProgressBar {
    styled(Some(length as u64), "{msg} {wide_bar} {pos}/{len} (about {eta} left)")
        .with_message(name.to_owned())
}

/// A progress bar below a table, which is its message; it leaves room for the ^C that terminals echo.
pub fn table() -> ProgressBar {
    styled(Some(0), "{msg}\n{bar:40} {pos}/{len} (about {eta} left)")
}

fn styled(length: Option<u64>, template: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr_with_hz(5));
    bar.set_style(ProgressStyle::with_template(template).unwrap_or(ProgressStyle::default_bar()));
    bar
}
