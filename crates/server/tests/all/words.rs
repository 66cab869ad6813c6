//! The catalogues: complete, consistent across languages, and with exactly the sentences that are used.

mod samples;
mod sources;

use crate::common::{Folder, Running};
use draughts::Variant;
use server::words::{Catalogue, Language, Phrase, Sentence, SideName};
use sources::{Asked, Source, calls, fits, is_file, mentions, sources as read};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The placeholders in braces.
fn holes(text: &str) -> BTreeSet<&str> {
    let parts = text.split('{').skip(1).filter_map(|part| part.split_once('}'));
    parts.map(|(name, _)| name).collect()
}

fn forms(sentence: &Sentence) -> Vec<&str> {
    match sentence {
        Sentence::Plain(text) => vec![text],
        Sentence::Counted(forms) => forms.values().map(String::as_str).collect(),
    }
}

fn all_holes(sentence: &Sentence) -> BTreeSet<&str> {
    forms(sentence).into_iter().flat_map(holes).collect()
}

/// The plural categories of a language for integers.
fn needed(language: Language) -> BTreeSet<&'static str> {
    (0..=200).map(|count| language.plural(count)).collect()
}

#[test]
fn catalogues_are_alike() {
    let english = Catalogue::of(Language::English);
    for language in Language::with_overlays() {
        let catalogue = Catalogue::of(language);
        let keys = |catalogue: &Catalogue| catalogue.sentences.keys().cloned().collect();
        let (ours, theirs): (BTreeSet<_>, BTreeSet<_>) = (keys(english), keys(catalogue));
        assert_eq!(ours.symmetric_difference(&theirs).next(), None, "{language:?}");
        for (key, sentence) in &catalogue.sentences {
            let name = format!("{key} in {language:?}");
            let original = &english.sentences[key];
            assert_eq!(all_holes(sentence), all_holes(original), "{name}");
            assert!(forms(sentence).iter().all(|text| !text.trim().is_empty()), "{name} is empty");
            check_forms(language, &name, sentence, original);
        }
    }
}

fn check_forms(language: Language, name: &str, sentence: &Sentence, original: &Sentence) {
    match (sentence, original) {
        (Sentence::Plain(_), Sentence::Plain(_)) => {}
        (Sentence::Counted(forms), Sentence::Counted(_)) => {
            let there: BTreeSet<&str> = forms.keys().map(String::as_str).collect();
            let mut rather = needed(language);
            // Fractions, which this app does not count, have a category of their own in Russian.
            if language == Language::Russian && there.contains("other") {
                rather.insert("other");
            }
            assert_eq!(there, rather, "the forms of {name}");
            for (form, text) in forms {
                let numbers = (0..=200).filter(|count| language.plural(*count) == form);
                let shows = holes(text).contains("count") || !all_holes(original).contains("count");
                assert!(shows || numbers.count() == 1, "{name} ({form}) needs {{count}}");
            }
        }
        _ => panic!("{name}: counted in one language and not in the other"),
    }
}

/// An overlay only contains sentences that differ from its base language.
#[test]
fn overlays_hold_only_what_differs() {
    for overlay in Language::OVERLAYS {
        let file = format!("../words/catalogues/{}.json", overlay.code());
        let text = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
        let own: BTreeMap<String, Sentence> = serde_json::from_slice(&text).unwrap();
        assert!(!own.is_empty());
        let base = &Catalogue::of(overlay.base()).sentences;
        let alike: Vec<&String> = own
            .iter()
            .filter(|(key, text)| base.get(*key) == Some(*text))
            .map(|(key, _)| key)
            .collect();
        assert!(alike.is_empty(), "the same in {:?}: {alike:?}", overlay.base());
        let complete = &Catalogue::of(overlay).sentences;
        assert!(own.iter().all(|(key, text)| complete[key] == *text));
    }
}

/// Names and single words may be the same; a sentence of three words is not.
#[test]
fn every_sentence_is_translated() {
    let english = &Catalogue::of(Language::English).sentences;
    for language in Language::with_overlays().filter(|one| *one != Language::English) {
        let catalogue = Catalogue::of(language);
        let words = |sentence: &Sentence| {
            let text = forms(sentence).join(" ");
            text.split_whitespace().filter(|word| word.chars().all(char::is_alphabetic)).count()
        };
        let left = catalogue.sentences.iter().filter(|(key, sentence)| english[*key] == **sentence);
        let left: Vec<&String> =
            left.filter(|(_, sentence)| words(sentence) > 2).map(|(key, _)| key).collect();
        assert!(left.is_empty(), "still English in {language:?}: {left:?}");
    }
}

#[test]
fn everything_can_be_said_in_every_language() {
    let everything = samples::everything();
    for phrase in &everything {
        for language in Language::with_overlays() {
            let said = phrase.said(language);
            assert!(!said.contains(['{', '}']) && said != phrase.key, "{language:?}: {said}");
        }
    }
    let said: BTreeSet<&str> = everything.iter().map(|phrase| &*phrase.key).collect();
    let sentences = &Catalogue::of(Language::English).sentences;
    // Problems in PDN are covered by the tests of `words`.
    let are_sampled = |source: &Source| {
        let said = source.name.contains("words/src/said") && !source.name.ends_with("flaw.rs");
        said || source.name.ends_with("server/src/error.rs")
    };
    let sources: Vec<Source> = all_sources().into_iter().filter(are_sampled).collect();
    assert!(sources.len() > 8, "the sources are where this test looks for them");
    let known = areas(sentences);
    let asked = sources.iter().flat_map(|source| mentions(&source.text, &known));
    let unsaid: Vec<String> =
        asked.map(|asked| asked.key).filter(|key| !said.contains(key.as_str())).collect();
    assert_eq!(unsaid, [""; 0], "no sample says these");
}

/// Variants and time controls with an identifier have a display name.
#[test]
fn what_has_a_word_has_a_name() {
    let sentences = &Catalogue::of(Language::English).sentences;
    let variants = Variant::ALL.iter().map(|variant| format!("variant.{variant}"));
    let about = variants.clone().map(|key| format!("{key}.about"));
    let controls = arbiter::presets().map(|preset| format!("control.{}", preset.word));
    let keys = variants.chain(about).chain(controls);
    let missing: Vec<String> = keys.filter(|key| !sentences.contains_key(key)).collect();
    assert_eq!(missing, [""; 0], "in no catalogue");
}

#[test]
fn values_are_put_in_once_and_sentences_within_sentences_translated() {
    let reason = Phrase::new("why.no-piece");
    let ply = Phrase::new("import.ply").with("ply", "{reason}").with("reason", reason.clone());
    for language in Language::ALL {
        let said = ply.said(language);
        assert!(said.contains("{reason}") && said.contains(&reason.said(language)), "{said}");
    }
}

type Sentences = BTreeMap<String, Sentence>;

fn areas(sentences: &Sentences) -> BTreeSet<&str> {
    sentences.keys().filter_map(|key| key.split('.').next()).collect()
}

/// The problems with a source's use of sentences.
fn complaints(source: &Source, sentences: &Sentences) -> Vec<String> {
    let is_rust = source.name.ends_with(".rs");
    let direct = match source.name.rsplit('.').next() {
        Some("rs") => calls(&source.text, "Phrase::new("),
        Some("js") => calls(&source.text, "say("),
        _ => calls(&source.text, "t("),
    };
    let known = areas(sentences);
    let indirect = match is_rust && !source.text.contains("Phrase") {
        true => Vec::new(),
        false => mentions(&source.text, &known),
    };
    let indirect = indirect.into_iter().filter(|asked| !is_file(&asked.key));
    let unknown = |asked: &Asked| !sentences.keys().any(|key| fits(&asked.key, key));
    let missing = direct.iter().cloned().chain(indirect).filter(unknown);
    let missing = missing.map(|asked| format!("{}: no sentence {}", source.name, asked.key));
    // What Rust puts into a sentence is checked at run time.
    let given = direct.iter().filter(|_| !is_rust).filter_map(|asked| {
        let (sentence, values) = (sentences.get(&asked.key)?, asked.values.as_ref()?);
        let lacks = all_holes(sentence).into_iter().find(|name| !names(values, name))?;
        Some(format!("{}: {} without {lacks}", source.name, asked.key))
    });
    missing.chain(given).collect()
}

/// Whether the values of a call may include this name.
fn names(values: &str, name: &str) -> bool {
    let words = values.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let by_name = values.trim_start().is_empty() || values.contains(['{', '=']);
    !by_name || values.contains("...") || words.into_iter().any(|word| word == name)
}

fn all_sources() -> Vec<Source> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let web = here.join("../../web");
    let crates = ["src", "../words/src", "../wire/src"].map(|folder| here.join(folder));
    let folders = [web.join("pages"), web.join("js")].into_iter().chain(crates);
    let folders: Vec<_> = folders.collect();
    folders.iter().flat_map(|folder| read(folder, &["html", "js", "rs"])).collect()
}

#[test]
fn no_sentence_is_missing() {
    let sentences = &Catalogue::of(Language::English).sentences;
    let sources = all_sources();
    assert!(sources.len() > 20, "the sources are where this test looks for them");
    let wrong: Vec<String> =
        sources.iter().flat_map(|source| complaints(source, sentences)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn unused<'a>(sources: &[Source], sentences: &'a Sentences) -> Vec<&'a str> {
    let known = areas(sentences);
    let asked: BTreeSet<String> = sources
        .iter()
        .flat_map(|source| mentions(&source.text, &known))
        .map(|asked| asked.key)
        .collect();
    // Keys use the rules' name of a side, sentences that of the theme.
    let is_asked = |key: &str| asked.iter().any(|asked| fits(asked, key));
    let keys = sentences.keys().map(String::as_str);
    keys.filter(|key| {
        !is_asked(key) && !by_any_name(key, &["white", "black"]).iter().any(|key| is_asked(key))
    })
    .collect()
}

/// The keys of the same sentence for sides with these names; `None` if it is not about a side.
fn by_any_name(key: &str, names: &[&str]) -> Vec<String> {
    let parts = || key.split_inclusive(['.', '-']);
    let is_side = |part: &str| {
        let word = part.trim_end_matches(['.', '-']);
        SideName::ALL.iter().any(|name| name.word() == word)
    };
    let called = |name: &str| {
        let part = |part: &str| match is_side(part) {
            true => format!("{name}{}", &part[part.trim_end_matches(['.', '-']).len()..]),
            false => part.to_owned(),
        };
        parts().map(part).collect::<String>()
    };
    let is_about_a_side = parts().any(is_side);
    names.iter().filter(|_| is_about_a_side).map(|name| called(name)).collect()
}

/// R-UI-1: every sentence about White and Black exists about Red.
#[test]
fn r_ui_1_every_side_is_called_by_every_name() {
    let names = SideName::ALL.map(SideName::word);
    for language in Language::with_overlays() {
        let sentences = &Catalogue::of(language).sentences;
        let mut about_sides = 0;
        for key in sentences.keys() {
            let all = by_any_name(key, &names);
            let missing: Vec<&String> =
                all.iter().filter(|key| !sentences.contains_key(*key)).collect();
            assert!(missing.is_empty(), "{language:?}: {missing:?}");
            let texts: BTreeSet<Vec<&str>> = all.iter().map(|key| forms(&sentences[key])).collect();
            assert_eq!(texts.len(), all.len(), "the same for all sides: {key} in {language:?}");
            about_sides += all.len() / names.len();
        }
        assert!(about_sides > 100, "{language:?}: {about_sides}");
    }
}

/// R-UI-1: a sentence whose key has no side names none, or it would be wrong in some theme. Exceptions, about the
/// standard's own White and Black and about drawing colours, are listed here.
#[test]
fn r_ui_1_sides_are_named_by_keys_only() {
    const STANDARD: [&str; 3] = ["flaw.broken-tag", "wrong-terms.colors", "file.names"];
    for language in Language::with_overlays() {
        let sentences = &Catalogue::of(language).sentences;
        let words = |text: &str| -> Vec<String> {
            text.split(|letter: char| !letter.is_alphabetic()).map(str::to_owned).collect()
        };
        let named = ["side", "player", "home.color", "switch.first"];
        let named = named
            .iter()
            .flat_map(|area| ["white", "black", "red"].map(|name| format!("{area}.{name}")));
        let sides: BTreeSet<String> =
            named.flat_map(|key| forms(&sentences[&key])).flat_map(words).collect();
        for (key, sentence) in sentences {
            let is_standard = STANDARD.contains(&key.as_str()) || key.starts_with("wrong-fen.");
            let is_ink = key.starts_with("drawing.color-");
            let found =
                forms(sentence).into_iter().flat_map(words).find(|word| sides.contains(word));
            let is_about_a_side = !by_any_name(key, &["white"]).is_empty();
            assert!(
                is_about_a_side || is_standard || is_ink || found.is_none(),
                "{key} in {language:?}: {found:?}"
            );
        }
    }
}

/// Pages get the catalogues without the rulebook, so no script may use its sentences. Scripts get a part of each
/// catalogue with all they use.
#[test]
fn scripts_have_what_they_say() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let served = |path: &str| -> Sentences {
        serde_json::from_value(server.ask("GET", path, "", None).1).unwrap()
    };
    let study = served("/assets/words/study/en.json");
    let mut served = served("/assets/words/en.json");
    served.extend(study);
    let scripts = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/js"), &["js"]);
    let all = &Catalogue::of(Language::English).sentences;
    let known = areas(all);
    let missing: Vec<String> = scripts
        .iter()
        .flat_map(|script| {
            calls(&script.text, "say(").into_iter().chain(mentions(&script.text, &known))
        })
        .filter(|asked| all.keys().any(|key| fits(&asked.key, key)))
        .filter(|asked| !served.keys().any(|key| fits(&asked.key, key)))
        .map(|asked| asked.key)
        .collect();
    assert!(!scripts.is_empty() && served.len() < all.len());
    assert_eq!(missing, [""; 0]);
}

/// Sentences for some pages are not used by scripts of others.
#[test]
fn pages_on_which_games_are_studied_ask_for_their_words() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let study = server.ask("GET", "/assets/words/study/en.json", "", None).1;
    let study: Sentences = serde_json::from_value(study).unwrap();
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let (scripts, pages) = (read(&web.join("js"), &["js"]), read(&web.join("pages"), &["html"]));
    let named = |text: &str, before: &str, after: char| -> Vec<String> {
        let rest = text.split(before).skip(1);
        rest.filter_map(|rest| rest.split_once(after)).map(|(name, _)| name.to_owned()).collect()
    };
    let (mut asked, mut other) = (0, 0);
    for page in &pages {
        let asks = ["data-words=\"study\"", "extends \"analysis.html\""]
            .iter()
            .any(|words| page.text.contains(words));
        let mut open = named(&page.text, "/assets/js/", '"');
        let mut loaded = BTreeSet::new();
        while let Some(name) = open.pop() {
            let script = scripts.iter().find(|one| one.name.ends_with(&format!("/{name}")));
            let Some(script) = script.filter(|_| loaded.insert(name)) else { continue };
            open.extend(named(&script.text, "'./", '\''));
            for call in calls(&script.text, "say(") {
                if study.keys().any(|key| fits(&call.key, key)) {
                    assert!(asks, "{} does not ask for {}", page.name, call.key);
                    asked += 1;
                }
            }
        }
        other += usize::from(!asks && !loaded.is_empty());
    }
    assert!(asked > 20 && other > 5, "{asked} {other}");
}

#[test]
fn every_sentence_is_used() {
    let sentences = &Catalogue::of(Language::English).sentences;
    assert_eq!(unused(&all_sources(), sentences), [""; 0]);
}

/// The checks of the sources find what they are for.
#[test]
fn wrong_sources_are_found() {
    let english = [("home.play", "Play"), ("home.won", "{name} won"), ("home.side.white", "White")];
    let plain = |(key, text): (&str, &str)| (key.to_owned(), Sentence::Plain(text.to_owned()));
    let sentences: Sentences = english.into_iter().map(plain).collect();
    let found = |name: &str, text: &str| {
        let source = Source { name: name.to_owned(), text: text.to_owned() };
        complaints(&source, &sentences).len()
    };
    assert_eq!(found("a.html", r#"{{ t("home.play") }} {{ t("home.won", name=who) }}"#), 0);
    assert_eq!(found("a.html", r#"{{ t("home.plya") }}"#), 2);
    assert_eq!(found("a.html", r#"{{ t("hmoe.play") }}"#), 1);
    assert_eq!(found("a.html", r#"{{ t("home.won") }}"#), 1);
    assert_eq!(found("a.html", r#"{{ t("home.won", count=2) }}"#), 1);
    assert_eq!(found("a.html", r#"{{ t("home.side." ~ side) }}"#), 0);
    assert_eq!(found("a.html", r#"{{ t("home.colour." ~ side) }}"#), 2);
    assert_eq!(found("a.js", "say('home.won', { name: who() })"), 0);
    assert_eq!(found("a.js", "say('home.won', { count: 2 })"), 1);
    assert_eq!(found("a.js", "say(`home.side.${side}`)"), 0);
    assert_eq!(found("a.js", "say(`home.${side}.x`)"), 2);
    assert_eq!(found("a.js", "say(won ? 'home.won' : 'home.lost')"), 1);
    assert_eq!(found("a.rs", r#"Phrase::new("home.play")"#), 0);
    assert_eq!(found("a.rs", r#"Phrase::new("home.plya")"#), 2);
    let one = Source { name: "a.js".to_owned(), text: "say(`home.side.${x}`)".to_owned() };
    assert_eq!(unused(&[one], &sentences), ["home.play", "home.won"]);
}
