//! A broken game costs itself and nothing else.

use crate::common::count;
use tables::Counters;

const GOOD: &str = "[Event \"good\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n";

/// A hostile text between two good games: all of it is read, and both good games are used.
#[track_caller]
fn between_good_games(hostile: &str, hostile_used: u64) -> Counters {
    let counters = count(format!("{GOOD}{hostile}\n\n{GOOD}"));
    let read_and_used = (counters.games_read, counters.games_used);
    assert_eq!(read_and_used, (3, 2 + hostile_used), "{hostile:.200}\n{counters:?}");
    counters
}

fn game(movetext: &str) -> String {
    format!("[Event \"hostile\"]\n[Result \"1-0\"]\n\n{movetext}")
}

#[test]
fn broken_games_cost_themselves() {
    for movetext in [
        "1. e4 e5 2. Ke3 1-0",
        "1. e4 { never closed 1-0",
        "1. e4 ( never closed 1-0",
        "1. e4 ) e5 1-0",
        "1. e4 } e5 1-0",
        "1. e4 -- 2. d4 1-0",
        "1. e4 Z0 2. d4 1-0",
        "1. e4 e5 2. e8 1-0",
        "1. e4 nonsense 1-0",
        "1. e4 e5 2. d4 d5 3. Nd2 Nf6 4. Nf3 1-0 2. d4",
        "1. e4 e.p. e5 1-0",
        "e.p. 1. e4 e5 1-0",
        "1. e4 d5 2. exd5 e.p. e.p. 1-0",
        "1. e4 d5 2. exd5 Qxd5 3. Nc3 ep Qd8 1-0",
        "<html><body>404</body></html>",
    ] {
        let counters = between_good_games(&game(movetext), 0);
        assert_eq!(counters.rejected.get("movetext"), Some(&1), "{movetext}: {counters:?}");
    }
}

#[test]
fn odd_games_that_are_sound_are_used() {
    for movetext in [
        "1. e4 { [Event \"x\"] } e5 1-0",
        "1. e4 {\n[Event \"x\"]\n[Result \"0-1\"]\n\n1. d4 1-0\n} e5 1-0",
        "1. e4 ; { a rest of line\n e5 1-0",
        "1. e4\n% { escaped [Event \"x\"]\ne5 1-0",
        "1.e4 e5 2.Ng1f3 Nb8-c6 3.Bf1b5 a7a6 4.Bxc6 dxc6 5.0-0 1-0",
        "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 1-0",
        "1. e4 $1 $22 e5 !? 2. Nf3?? Nc6!! 1-0",
        "1. e4 (1. d4 (1. c4 {a ) b} (1. f4)) d5) 1... e5 1-0",
        "1. e4 d5 2. e5 f5 3. exf6 e.p. Nxf6 1-0",
        "1. e4 d5 2. e5 f5 3. exf6e.p. 1-0",
        "1. e4 d5 2. e5 f5 3. exf6 {a comment} $1 ep gxf6 e.p. 1-0",
        "1. e4 e5 1-0 e.p. words between games",
        "1. e4 e5 1-0\nsome words between games\n",
        "1. e4 e5 1-0 1-0",
        "1. e4 e5 1-0\0\0",
        "1. e4 (\n\n1. d4 d5) e5 1-0",
        "1. e4\n\n1... e5 1-0",
        "$1\n\n1. e4 1-0",
        "1.\n\n1. e4 1-0",
        "1-0",
        "",
    ] {
        between_good_games(&game(movetext), 1);
    }
}

#[test]
fn deep_nesting_needs_no_stack() {
    let deep = format!("1. e4 {}{} e5 1-0", "(".repeat(200_000), ")".repeat(200_000));
    between_good_games(&game(&deep), 1);
}

#[test]
fn tags_that_are_broken_do_not_break_the_game() {
    for tags in [
        "[Event \"It (open) \\\"]\n[Result \"1-0\"]",
        "[Event \"no end\n[Result \"1-0\"]",
        "[Event \"a\"] [Result \"1-0\"]",
        "[Event \"a\"\n[Result \"1-0\"]",
        "[Event \"the \"Kid\" v {\"]\n[Result \"1-0\"]",
        "[Event \"a\"]\n\n[Result \"1-0\"]",
        "[Site \"a\"]\n[Event \"b\"]\n[Result \"1-0\"]",
        "[Event \"a\"]\n{ a comment }\n[Result \"1-0\"]",
        "[Event \"a\"] ; a comment\n; another\n[Result \"1-0\"]",
        "[ Event \"a\" ]\n[ Result \"1-0\" ]",
    ] {
        between_good_games(&format!("{tags}\n\n1. e4 e5 1-0"), 1);
    }
}

#[test]
fn encodings_and_line_ends() {
    let bom = count(format!("\u{feff}{GOOD}\u{feff}{GOOD}"));
    assert_eq!((bom.games_read, bom.games_used), (2, 2));
    let crlf = count(GOOD.repeat(3).replace('\n', "\r\n"));
    assert_eq!((crlf.games_read, crlf.games_used), (3, 3));
    let no_end = count(format!("{GOOD}{}", GOOD.trim_end()));
    assert_eq!((no_end.games_read, no_end.games_used), (2, 2));
    let latin1 = [b"[White \"M\xfcller\"]\n".as_slice(), GOOD.as_bytes()].concat();
    assert_eq!(count(latin1).games_used, 1);
    assert_eq!(count("").games_read, 0);
    assert_eq!(count("\n\n {only a comment} \n").games_read, 0);
}

#[test]
fn games_without_tags() {
    let counters = count("1. e4 e5 1-0\n\n1. d4 d5 0-1\n1. c4 c5 1/2-1/2\n\n1. f4 f5 *\n");
    assert_eq!((counters.games_read, counters.games_used), (4, 3));
    assert_eq!(counters.rejected.get("result"), Some(&1));
    for blank in [" ", "\t", " \t", "\x0c"] {
        let second = format!("1. d4 d5{blank}0-1{blank}");
        let counters = count(format!("1. e4 e5 1-0\n\n{second}\n\n1. c4 1/2-1/2\n"));
        let read_and_used = (counters.games_read, counters.games_used);
        assert_eq!(read_and_used, (3, 3), "{}", second.escape_debug());
    }
}

#[test]
fn a_marker_is_seen_behind_what_is_broken() {
    for movetext in ["1. e4 ) e5 1-0", "1. e4 } e5 1-0", "1. e4 xyz 1-0", "1. Ke3 1-0"] {
        let counters = count(format!("[Event \"?\"]\n\n{movetext}\n"));
        assert_eq!(counters.rejected.get("movetext"), Some(&1), "{movetext}: {counters:?}");
    }
}

#[test]
fn a_promotion_needs_its_piece() {
    let promote = |movetext: &str| {
        count(format!(
            "[Result \"1-0\"]\n\n1. a4 b5 2. axb5 a6 3. bxa6 Bb7 4. axb7 Nc6 {movetext} 1-0"
        ))
    };
    for sound in ["5. bxa8=Q", "5. bxa8Q", "5. bxa8(Q)", "5. bxa8q", "5. b7xa8=n", "5. bxa8=B+"] {
        assert_eq!(promote(sound).games_used, 1, "{sound}");
    }
    for unsound in ["5. bxa8", "5. bxa8=K", "5. bxa8=P", "5. bxa8="] {
        assert_eq!(promote(unsound).games_used, 0, "{unsound}");
    }
}
