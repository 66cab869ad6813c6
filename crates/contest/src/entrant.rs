//! The players of a match, as text.

use crate::dxp::DxpPlayer;
use crate::hub::{HubPlayer, HubProgram};
use crate::options::{OwnOptions, read_own};
use crate::own::OwnPlayer;
use crate::pace::Pace;
use crate::player::{Contestant, Failure};
use crate::yardstick::{Way, Yardstick};
use core::fmt;
use core::str::FromStr;
use draughts::Ruleset;
use endgame::TableFolder;
use std::path::PathBuf;

/// A player of a match.
///
/// | text | player |
/// |---|---|
/// | `level:6` | our engine at a level |
/// | `damier`, `damier:nodes=5000,threads=2` | our engine at its best, with options |
/// | `hub:/opt/scan/scan,variant=normal,book=false` | a program that speaks Hub, with its parameters |
/// | `dxp:localhost:27531` | a program that waits for us and speaks DXP |
/// | `random` | any legal move, each equally likely |
/// | `careful` | any move that loses no material within two plies, each equally likely |
///
/// Options of our engine are `level`, `seed`, `nodes`, `time` (seconds a move), `depth`, `hash`
/// (megabytes), `threads`, `eval` (`best` or `handmade`), `weights` (a file), `book` (a file),
/// `book-margin` (hundredths of a man), `bb-size` (the most pieces of endgame tables) and every number of
/// [`engine::Tuning`]; limits given here count beside those of the match. `random` and `careful` have a `seed`. With
/// `name` any player is called what you like.
///
/// ```
/// use draughts_contest::Entrant;
///
/// let entrant: Entrant = "damier:nodes=5000,name=fast".parse()?;
/// assert_eq!(entrant.name(), "fast");
/// assert!("damier:speed=9".parse::<Entrant>().unwrap_err().to_string().contains("nodes"));
/// # Ok::<(), draughts_contest::EntrantError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entrant {
    text: String,
    name: String,
    kind: EntrantKind,
}

/// The kinds of players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum EntrantKind {
    Own(OwnOptions),
    Hub(HubProgram),
    Dxp { address: String },
    Yardstick(Yardstick),
}

/// Why a text does not describe a player.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EntrantError {
    /// Its kind is unknown.
    #[error(
        "\"{0}\" is not a player; players are written level:6, damier, damier:nodes=5000,threads=1, \
         hub:/path/to/engine,parameter=value, dxp:host:port, random or careful"
    )]
    Kind(String),
    /// An option is malformed.
    #[error("\"{0}\" is not an option; options are written key=value, with commas between them")]
    Option(String),
    /// An option is unknown.
    #[error("there is no option \"{key}\"; there are {known}")]
    Key {
        /// The unknown option.
        key: String,
        /// The known options.
        known: String,
    },
    /// An option has an invalid value.
    #[error("{key} cannot be \"{value}\": it must be {must}")]
    Value {
        /// The option.
        key: &'static str,
        /// The invalid value.
        value: String,
        /// The allowed values.
        must: &'static str,
    },
    /// A search parameter has another name now, or an invalid value.
    #[error(transparent)]
    Tuning(#[from] engine::TuningError),
}

impl Entrant {
    /// Returns the name of the player in the match.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Renames it.
    pub(crate) fn rename(&mut self, name: String) {
        self.name = name;
    }

    /// Starts it for games with these rules and limits, with endgame tables if it asks for them.
    pub fn open(
        &self,
        rules: &Ruleset,
        pace: &Pace,
        endgame: Option<&TableFolder>,
    ) -> Result<Box<dyn Contestant>, Failure> {
        match &self.kind {
            EntrantKind::Own(options) => {
                Ok(Box::new(OwnPlayer::open(options, rules, pace.nodes, endgame)?))
            }
            EntrantKind::Hub(program) => Ok(Box::new(HubPlayer::open(program, rules, pace)?)),
            EntrantKind::Dxp { address } => Ok(Box::new(DxpPlayer::open(address, pace)?)),
            EntrantKind::Yardstick(yardstick) => Ok(Box::new(yardstick.open())),
        }
    }

    /// The most pieces of the endgame tables that our engine uses; 0 for none.
    pub fn table_pieces(&self) -> usize {
        match &self.kind {
            EntrantKind::Own(own) => own.table_pieces,
            EntrantKind::Hub(_) | EntrantKind::Dxp { .. } | EntrantKind::Yardstick(_) => 0,
        }
    }

    /// Whether its thinking ends even if the match sets no limits.
    pub fn limits_itself(&self) -> bool {
        match &self.kind {
            EntrantKind::Own(own) => !own.limits.and(&own.level.limits()).is_infinite(),
            EntrantKind::Hub(_) | EntrantKind::Dxp { .. } => false,
            EntrantKind::Yardstick(_) => true,
        }
    }

    /// Whether it exists only once, so that it plays one game at a time.
    pub fn is_single(&self) -> bool {
        matches!(self.kind, EntrantKind::Dxp { .. })
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Entrant {
    type Err = EntrantError;

    fn from_str(text: &str) -> Result<Self, EntrantError> {
        let text = text.trim();
        let unknown = || EntrantError::Kind(text.to_owned());
        let (word, rest) = text.split_once(':').unwrap_or((text, ""));
        let (first, options) = match word {
            "damier" | "random" | "careful" => ("", rest),
            _ => rest.split_once(',').unwrap_or((rest, "")),
        };
        let mut options = read_options(options)?;
        let named = options.iter().position(|(key, _)| *key == "name");
        let named = named.map(|at| options.remove(at).1.to_owned());
        let (kind, usual) = match word {
            "damier" | "random" | "careful" if text.ends_with(':') => return Err(unknown()),
            "damier" => (EntrantKind::Own(read_own(None, &options)?), text.to_owned()),
            "random" => {
                (EntrantKind::Yardstick(Yardstick::read(Way::Random, &options)?), text.to_owned())
            }
            "careful" => {
                (EntrantKind::Yardstick(Yardstick::read(Way::Careful, &options)?), text.to_owned())
            }
            "level" => (EntrantKind::Own(read_own(Some(first), &options)?), text.to_owned()),
            "hub" if !first.trim().is_empty() => hub(first, &options),
            "dxp" if first.contains(':') => (dxp(first, &options)?, format!("dxp:{first}")),
            _ => return Err(unknown()),
        };
        let name = named.filter(|name| !name.is_empty()).unwrap_or(usual);
        Ok(Self { text: text.to_owned(), name, kind })
    }
}

pub(crate) type Options<'a> = Vec<(&'a str, &'a str)>;

fn read_options(text: &str) -> Result<Options<'_>, EntrantError> {
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    parts
        .map(|part| {
            let option = part.split_once('=').map(|(key, value)| (key.trim(), value.trim()));
            option.filter(|(key, _)| !key.is_empty()).ok_or(EntrantError::Option(part.to_owned()))
        })
        .collect()
}

/// A program with its own parameters; it is named after its file, and started with the argument `hub`, as Scan and our
/// engine need it, unless other arguments follow its path.
fn hub(command: &str, options: &Options<'_>) -> (EntrantKind, String) {
    let command = command.trim();
    let (program, mut arguments) = match PathBuf::from(command) {
        whole if whole.exists() => (whole, Vec::new()),
        _ => {
            let mut words = command.split_whitespace();
            let program = PathBuf::from(words.next().unwrap_or_default());
            (program, words.map(str::to_owned).collect())
        }
    };
    if arguments.is_empty() {
        arguments.push("hub".to_owned());
    }
    let name = program.file_stem().map_or(command.into(), |stem| stem.to_string_lossy());
    let name = name.into_owned();
    let own = |(key, value): &(&str, &str)| ((*key).to_owned(), (*value).to_owned());
    let parameters = options.iter().map(own).collect();
    (EntrantKind::Hub(HubProgram { program, arguments, parameters }), name)
}

fn dxp(address: &str, options: &Options<'_>) -> Result<EntrantKind, EntrantError> {
    match options.first() {
        Some((key, _)) => {
            Err(EntrantError::Key { key: (*key).to_owned(), known: "name only".to_owned() })
        }
        None => Ok(EntrantKind::Dxp { address: address.to_owned() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Limits, Tuning};
    use std::time::Duration;

    fn entrant(text: &str) -> Entrant {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn our_engine() {
        let EntrantKind::Own(own) = entrant("level:club player,seed=7").kind else { panic!() };
        assert_eq!((own.level.number(), own.seed), (6, Some(7)));
        assert_eq!(entrant("level:6").name(), "level:6");
        assert_eq!(entrant("damier").kind, EntrantKind::Own(OwnOptions::default()));
        let text = "damier: nodes=5000, time=0.25,depth=9,hash=2,threads=3,level=8";
        let EntrantKind::Own(own) = entrant(text).kind else { panic!() };
        let limits = Limits {
            depth: Some(9),
            nodes: Some(5_000),
            time: Some(Duration::from_millis(250)),
            clock: None,
        };
        assert_eq!(own.limits, limits);
        assert_eq!((own.tt_bytes, own.threads), (Some(2 << 20), Some(3)));
        assert!(entrant("level:3").limits_itself() && entrant("damier:nodes=1").limits_itself());
        assert!(!entrant("damier").limits_itself() && !entrant("level:10").limits_itself());
    }

    #[test]
    fn how_our_engine_judges_opens_and_searches() {
        let text = "damier:eval=handmade,book=a.book,book-margin=7,lmr_deep_min_move=6,quiescence_threats=0";
        let EntrantKind::Own(own) = entrant(text).kind else { panic!() };
        let tuning = Tuning { lmr_deep_min_move: 6, quiescence_threats: 0, ..Default::default() };
        let expected = OwnOptions {
            hand_made: true,
            book: Some("a.book".into()),
            book_margin: 7,
            tuning,
            ..Default::default()
        };
        assert_eq!(own, expected);
        let EntrantKind::Own(own) = entrant("damier:weights=w,eval=best").kind else { panic!() };
        assert_eq!(own, OwnOptions { weights: Some("w".into()), ..Default::default() });
    }

    #[test]
    fn every_option_is_listed_once() {
        let Err(EntrantError::Key { known, .. }) = "damier:speed=3".parse::<Entrant>() else {
            panic!()
        };
        let mut names: Vec<&str> = known.split([',', ':']).map(str::trim).collect();
        names.sort_unstable();
        let repeated = names.windows(2).find(|pair| pair[0] == pair[1]);
        assert_eq!(repeated, None, "{known}");
    }

    #[test]
    fn other_programs() {
        let scan = entrant("hub:/opt/scan/scan,variant=normal,book=false,name=Scan 3.1");
        assert_eq!(scan.name(), "Scan 3.1");
        let EntrantKind::Hub(program) = scan.kind else { panic!() };
        assert_eq!(program.program, PathBuf::from("/opt/scan/scan"));
        let expected = [("variant", "normal"), ("book", "false")];
        assert_eq!(program.parameters, expected.map(|(key, value)| (key.into(), value.into())));
        assert_eq!(program.arguments, ["hub"]);
        let EntrantKind::Hub(own) = entrant("hub:/usr/bin/damier hub --level 3").kind else {
            panic!()
        };
        assert_eq!(own.arguments, ["hub", "--level", "3"]);
        assert_eq!(entrant("hub:/usr/bin/damier hub").name(), "damier");
        let dxp = entrant("dxp:localhost:27531");
        assert_eq!(dxp.kind, EntrantKind::Dxp { address: "localhost:27531".to_owned() });
        assert!(dxp.is_single());
    }

    #[test]
    fn players_without_an_engine() {
        let random = entrant("random:seed=7,name=Child");
        assert_eq!(random.name(), "Child");
        assert_eq!(entrant("careful").name(), "careful");
        assert!(random.limits_itself() && !random.is_single());
        assert_ne!(entrant("random").kind, entrant("careful").kind);
    }

    #[test]
    fn errors_say_what_to_write() {
        for (text, said) in [
            ("", "level:6"),
            ("stockfish", "level:6"),
            ("hub:", "hub:/path"),
            ("dxp:localhost", "dxp:host:port"),
            ("damier:", "players are written"),
            ("random:", "random or careful"),
            ("careful:depth=3", "seed and name"),
            ("random:seed=x", "a whole number"),
            ("level:11", "1 to 10"),
            ("damier:speed=3", "there are level, seed"),
            ("damier:speed=3", "lmr_deep_min_move"),
            ("damier:lmr_deep_min_move=x", "a whole number"),
            ("damier:very_late=6", "very_late is now called lmr_deep_min_move"),
            ("damier:nodes=9,verified_margin=x", "verified_margin is now called probcut_margin"),
            ("damier:eval=best,weights=w,eval=handmade", "weights"),
            ("damier:eval=worst", "best or handmade"),
            ("damier:book=", "the path of a file"),
            ("damier:book-margin=-1", "hundredths"),
            ("damier:bb-size=9", "0 to 8"),
            ("damier:nodes", "key=value"),
            ("damier:nodes=0", "from 1 on"),
            ("damier:nodes=-1", "from 1 on"),
            ("damier:time=x", "seconds"),
            ("damier:threads=1000", "1 to 256"),
            ("dxp:localhost:1,speed=3", "name only"),
        ] {
            let error = text.parse::<Entrant>().unwrap_err().to_string();
            assert!(error.contains(said), "{text}: {error}");
        }
    }
}
