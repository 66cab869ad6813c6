//! Time controls of federations, each with its source. Those without a source are left out.

use super::TimeControl;

/// A time control with a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preset {
    /// Its identifier.
    pub word: &'static str,
    /// The full name.
    pub title: &'static str,
    /// The time control.
    pub control: TimeControl,
}

/// Identifier, name and text of each.
const PRESETS: [(&str, &str, &str); 12] = [
    // Rules of the women's world title match 2015 (women2015.4draughts.com), and the men's of 2013
    // (wcmm2013.fmjd.org): 1h20' + 1', rapid 20' + 5", blitz 5' + 3", Lehmann-Georgiev 5' + 2".
    ("fmjd-classical", "FMJD, classical", "1h20m+1m"),
    ("fmjd-rapid", "FMJD, rapid", "20m+5s"),
    ("fmjd-blitz", "FMJD, blitz", "5m+3s"),
    ("fmjd-tie-break", "FMJD, tie-break", "5m+2s"),
    // Regulations of the world championship blitz 2023 (wcblitz2023.fmjd.org): 2' + 2", from the
    // seventh game on as a delay.
    ("fmjd-superblitz", "FMJD, superblitz", "2m+2s"),
    ("fmjd-superblitz-delay", "FMJD, superblitz with delay", "2m~2s"),
    // World Cup at Hijken 2022 (damweek.hijkendtc.nl/world-cup): 90 minutes for 45 moves, then 30
    // minutes and 30 seconds a move.
    ("fmjd-world-cup", "FMJD, World Cup 2022", "45/1h30m,30m+30s"),
    // Rules of the sport of draughts, order 722 of the Russian ministry of sport of 10 September
    // 2013, 2.1.11.1 to 2.1.11.3.
    ("russia-classical", "Russian federation, classical", "45m"),
    ("russia-classical-increment", "Russian federation, classical with increment", "30m+30s"),
    ("russia-classical-short", "Russian federation, classical, short increment", "40m+5s"),
    ("russia-rapid", "Russian federation, rapid", "8m+4s"),
    ("russia-blitz", "Russian federation, blitz", "3m+2s"),
];

/// The time controls of federations.
///
/// ```
/// let blitz = draughts_arbiter::presets().find(|preset| preset.word == "fmjd-blitz").unwrap();
/// assert_eq!(blitz.control.to_string(), "5m+3s");
/// ```
pub fn presets() -> impl Iterator<Item = Preset> {
    PRESETS
        .iter()
        .filter_map(|(word, title, text)| Some(Preset { word, title, control: text.parse().ok()? }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_a_time_control_written_as_it_reads() {
        let texts: Vec<String> = presets().map(|preset| preset.control.to_string()).collect();
        assert_eq!(texts, PRESETS.map(|(_, _, text)| text));
    }
}
