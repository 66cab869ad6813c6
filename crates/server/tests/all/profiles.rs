//! Profiles: what anyone can find among the games of an account.

use crate::common::raw::{self, Answer};
use crate::common::{Folder, Running, free};
use serde_json::{Value, json};

const PASSWORD: &str = "correct horse battery";

fn post(server: &Running, cookie: &str, path: &str, body: &Value) -> Answer {
    raw::ask(server.address, "POST", path, &[("Cookie", cookie)], &body.to_string())
}

/// Two accounts play a move each; then one of them resigns.
fn play(server: &Running, rules: &str, [white, black]: [&str; 2], loser: &str) {
    let order = json!({ "rules": rules, "opponent": "friend", "color": "white" });
    let created: Value =
        serde_json::from_str(&post(server, white, "/api/games", &order).body).unwrap();
    let game = format!("/api/games/{}", created["id"].as_str().unwrap());
    let seat = json!({ "invitation": created["invitation"] });
    assert_eq!(post(server, black, &format!("{game}/join"), &seat).status, 200);
    let events = format!("{game}/events");
    for (side, player) in [("white", white), ("black", black)] {
        let legal = server.ask("GET", &game, "", None).1["position"]["legal"][0]["text"].clone();
        let mv = json!({ "side": side, "what": "move", "value": legal });
        assert_eq!(post(server, player, &events, &mv).status, 200);
    }
    let player = if loser == "white" { white } else { black };
    let end = json!({ "side": loser, "what": "resign" });
    assert_eq!(post(server, player, &events, &end).status, 200);
}

/// Issue 17.8: the games of a profile have dates, and results from its owner's side; they can be filtered and searched.
#[test]
fn the_games_of_a_profile_are_found() {
    let folder = Folder::new();
    let server = Running::start_with(&folder.file(), free());
    let [ada, bo, cleo] = ["Ada", "Bo", "Cleo"].map(|name| server.register(name, PASSWORD));
    play(&server, "russian", [&ada, &bo], "black");
    play(&server, "italian", [&ada, &cleo], "white");
    let page =
        |query: &str| raw::ask(server.address, "GET", &format!("/people/Ada{query}"), &[], "").body;
    let rows = |query: &str| -> Vec<String> {
        let body = page(query);
        let rows = body.split("<li><a href=\"/game/").skip(1);
        rows.map(|row| row.split("</li>").next().unwrap().to_owned()).collect()
    };
    let mut all = rows("");
    all.sort_by_key(|row| row.contains("@Bo"));
    assert_eq!(all.len(), 2);
    assert!(all[0].contains("@Cleo") && all[0].contains(">Lost<"), "{all:?}");
    assert!(all[1].contains("@Bo") && all[1].contains(">Won<"), "{all:?}");
    let date = all[0].split("<time>").nth(1).unwrap().split('<').next().unwrap();
    assert!(date.len() == 10 && date.starts_with("20"), "{date}");
    for query in ["?player=CLE", "?result=lost", "?rules=italian", "?player=cleo&result=lost"] {
        assert_eq!(rows(query), all[..1], "{query}");
    }
    for query in [format!("?from={date}&to={date}"), "?to=2999-01-01".into(), "?from=&to=".into()] {
        assert_eq!(rows(&query).len(), 2, "{query}");
    }
    for query in ["?to=2020-12-31", "?from=2999-01-01", "?from=2999-01-01&result=lost"] {
        assert!(rows(query).is_empty() && page(query).contains("No games match."), "{query}");
    }
    assert_eq!(rows("?from=yesterday").len(), 2, "what is no day leaves nothing out");
    assert!(page("?from=yesterday").contains("is not a day such as"));
    let asked = |query: &str| server.ask("GET", &format!("/api/people/Ada{query}"), "", None);
    let count = |query: &str| asked(query).1["games"].as_array().unwrap().len();
    assert_eq!([count(""), count(&format!("?from={date}")), count("?to=2020-12-31")], [2, 2, 0]);
    let (status, told) = asked("?to=31.12.2020");
    assert_eq!((status, told["error"]["code"].as_str()), (400, Some("malformed")), "{told}");
    assert!(rows("?player=bo&result=lost").is_empty());
    assert!(page("?player=bo&result=lost").contains("No games match."));
    assert!(!page("?player=%22%3E%3Cb%3E").contains("\"><b>"));
}
