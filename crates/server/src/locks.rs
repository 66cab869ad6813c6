//! Locks that a panic does not close for ever.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex. Whoever panicked while they had it left nothing half done: what is changed under a lock of
/// this crate is changed in one step.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
