//! t
use draughts::*;
fn check<R: Rules + Default>(v: &str, fen: &str, moves: &str, hub: &str, bad: &mut usize) {
    let p = match Position::<R>::from_fen(fen) {
        Ok(p) => p,
        Err(e) => {
            println!("{v} {fen} {e}");
            *bad += 1;
            return;
        }
    };
    let l = p.legal_moves();
    let mut h: Vec<String> = l.iter().map(|m| p.hub(m)).collect();
    h.sort();
    let mut t: Vec<String> = l.iter().map(|m| p.text(m)).collect();
    t.sort();
    let mut eh: Vec<&str> = hub.split(' ').collect();
    eh.sort();
    let mut et: Vec<&str> = moves.split(' ').collect();
    et.sort();
    if h != eh {
        println!("HUB {v} {fen}\n {h:?}\n {eh:?}");
        *bad += 1;
    } else if t != et {
        println!("TXT {v} {fen}");
        for (m, e) in t.iter().zip(&et) {
            if m != e {
                println!("   got {m} want {e}");
            }
        }
        *bad += 1;
    }
}
#[test]
fn positions() {
    let mut bad = 0;
    for line in include_str!("data/positions.tsv").lines().skip(1) {
        let f: Vec<&str> = line.split('\t').collect();
        macro_rules! d { ($($n:literal $t:ident),*) => { match f[0] { $($n => check::<$t>(f[0],f[1],f[2],f[3],&mut bad),)* x=>panic!("{x}") } } }
        d!("american" American,"international" International,"italian" Italian,"russian" Russian,"brazilian" Brazilian,"pool" Pool,"spanish" Spanish,"czech" Czech,"frisian" Frisian,"frysk" Frysk,"turkish" Turkish,"thai" Thai,"canadian" Canadian,"antidraughts" Antidraughts,"breakthrough" Breakthrough,"killer" Killer);
    }
    println!("{bad} bad");
    assert_eq!(bad, 0);
}
