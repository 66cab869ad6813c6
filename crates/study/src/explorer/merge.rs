//! Segments as games for another segment.

use super::build::{Builder, PlayedGame, PreparedGame};
use super::error::{BuildError, SegmentError};
use super::game::StoredGame;
use super::segment::Segment;
use rayon::prelude::*;

/// So many games are replayed at once.
const AT_ONCE: usize = 512;

impl Builder<'_> {
    /// Adds all games of another segment, as they are; how many there was room for.
    pub fn add_segment(&mut self, segment: &Segment) -> Result<u64, BuildError> {
        let games = segment.counts().games().min(u32::MAX.into()) as u32;
        let plies = self.options.plies;
        let prepare = |id: u32| -> Result<PreparedGame, SegmentError> {
            let StoredGame { rules, info, start, moves, .. } = segment.game(id)?;
            Ok(PreparedGame::new(&PlayedGame { rules, info, start, moves }, plies))
        };
        let mut added = 0;
        for first in (0..games).step_by(AT_ONCE) {
            if (self.options.stop)() {
                return Err(BuildError::Stopped);
            }
            let ids = first..games.min(first.saturating_add(AT_ONCE as u32));
            let prepared: Vec<PreparedGame> =
                self.pool.install(|| ids.into_par_iter().map(prepare).collect::<Result<_, _>>())?;
            for game in &prepared {
                added += u64::from(self.add(game)?);
            }
        }
        Ok(added)
    }
}
