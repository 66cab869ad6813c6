//! Memory for large tables.

/// Room for so many values, in large pages where the system has them: tables are read all over, and
/// finding small pages took a quarter of the time of a search.
#[allow(unsafe_code)]
pub(crate) fn in_large_pages<T>(count: usize) -> Vec<T> {
    let mut room: Vec<T> = Vec::with_capacity(count);
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        const LARGE: usize = 2 << 20;
        let spare = room.spare_capacity_mut();
        let start = spare.as_mut_ptr().cast::<u8>();
        let skipped = start.align_offset(LARGE);
        let length = size_of_val(spare).saturating_sub(skipped) / LARGE * LARGE;
        if length > 0 {
            // SAFETY: the range lies within memory that this vector owns and nobody uses yet; the
            // advice changes how it is laid out and nothing in it. A refusal costs speed only.
            let _ = unsafe {
                madvise(start.wrapping_add(skipped).cast(), length, Advice::LinuxHugepage)
            };
        }
    }
    room
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_room_for_any_number_of_values() {
        for count in [0, 1, 1_000, (4 << 20) + 1] {
            let mut room = in_large_pages(count);
            assert!(room.is_empty() && room.capacity() >= count);
            room.extend((0..count).map(|index| index as u32));
            assert!(room.iter().zip(0..).all(|(value, index)| *value == index));
        }
    }
}
