//! Bounds, and looking at 64 bytes at once against looking at each.

use super::*;

const PIECES: [&[u8]; 17] = [
    b"\n[Event \"{",
    b"\"]\n",
    b"[Event \"b } { c\"]",
    b"[Event \"a\"]\n",
    b"\n",
    b"{",
    b"}",
    b"; a line",
    b"1. e4 e5 ",
    b"1-0\n",
    b"  \n \n",
    b"[Site \"b\"]\n",
    b"% [Event \"c\"]\n",
    b"(",
    b"\0",
    b"\n\xef\xbb\xbf",
    b"\x1a",
];

/// What is too long is so whatever part of the input is in sight, and ends at one place.
#[test]
fn a_bound_does_not_depend_on_what_is_in_sight() {
    let mut chance = 1_u64;
    let (mut games, mut too_long) = (0, 0);
    for _ in 0..3000 {
        let mut text = Vec::new();
        while text.len() < 90 {
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            text.extend_from_slice(PIECES[(chance >> 33) as usize % PIECES.len()]);
        }
        for longest in [40, 1000] {
            let whole = next_within::<true>(&text, 0, true, longest, None);
            match whole {
                Some(Next::TooLong(_)) => too_long += 1,
                Some(Next::Game(extent)) => {
                    assert!(extent.end - extent.start <= longest);
                    games += 1;
                }
                _ => {}
            }
            for seen in 0..text.len() {
                if let Some(next) = next_within::<true>(&text[..seen], 0, false, longest, None) {
                    assert_eq!(Some(next), whole, "{}", text[..seen].escape_ascii());
                }
            }
        }
    }
    assert!(games > 300 && too_long > 300, "{games} {too_long}");
}

/// What lines of games and traps for splitters are made of.
const LONG_PIECES: [&[u8]; 26] = [
    b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6",
    b"10. d4 { [%clk 0:03:00] } 10... d5 { [%eval 0.3] [%clk 0:03:00] } 11. c4 ",
    b"{ wv=0.12, pv=e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 }",
    b"\n",
    b"\n",
    b"\r\n",
    b"\n\n[Event \"next\"]\n",
    b"\n[",
    b"\n1. d4 ",
    b"\n1... d5 ",
    b"\n12. c4 ",
    b"\n 1. c4 ",
    b" 1-0",
    b"1/2-1/2\t",
    b"*\n",
    b"{",
    b"}",
    b"{\n[Event \"in a comment\"]\n}",
    b"{ a line\n[another }",
    b"; { to the end of the line",
    b"\n% } to the end of the line",
    b"(3. d4 exd4)",
    b"\t",
    b"[a",
    b"\n\xef\xbb\xbf[Event \"behind a mark\"]\n",
    b"\n\x1a[Event \"behind a sign\"]\n",
];

/// Looking at 64 bytes together finds the games that looking at each finds.
#[test]
fn fast_and_slow_find_the_same_games() {
    let mut chance = 7_u64;
    let mut games = 0;
    for round in 0..20_000 {
        let mut text = Vec::new();
        // Few kinds of pieces in each text, or nearly all would be traps.
        let kinds = 3 + round % LONG_PIECES.len();
        while text.len() < 600 {
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let piece = (chance >> 33) as usize % kinds * (round / 7 * 2 + 1);
            text.extend_from_slice(LONG_PIECES[piece % LONG_PIECES.len()]);
        }
        for (seen, at_end) in [(text.len(), true), (text.len(), false), (text.len() / 2, false)] {
            let seen = &text[..seen];
            let mut at = 0;
            loop {
                let next = next_game(seen, at, at_end);
                assert_eq!(next, next_game_slowly(seen, at, at_end), "{}", seen.escape_ascii());
                let Some(Next::Game(extent)) = next else { break };
                at = extent.end;
                games += 1;
            }
        }
    }
    assert!(games > 100_000, "{games}");
}

/// Texts that were put one behind the other, with the marks that they begin or end with.
#[test]
fn tags_behind_a_mark_begin_a_game() {
    let texts: [&[u8]; 2] =
        [b"[Event \"a\"]\n\n1. e4 1-0\n", b"[Event \"a\"]\n[Result \"1-0\"]\n\n"];
    for first in texts {
        for mark in [&b"\xef\xbb\xbf"[..], b"\x1a", b"\x1a\xef\xbb\xbf"] {
            let text = [first, mark, b"[Variant \"x\"]\n[Event \"b\"]\n\n1. d4 0-1\n"].concat();
            let Some(Next::Game(one)) = next_game(&text, 0, true) else { panic!("a game") };
            let Some(Next::Game(other)) = next_game(&text, one.end, true) else {
                panic!("another")
            };
            assert_eq!((one.start, one.end), (0, first.len()), "{}", text.escape_ascii());
            assert_eq!(other.start, first.len() + mark.len(), "{}", text.escape_ascii());
            assert_eq!(next_game(&text, other.end, true), Some(Next::End));
            // A part of the text may end before the other game.
            assert_eq!(next_game(&text[..other.start], 0, true), Some(Next::Game(one)));
        }
    }
}
