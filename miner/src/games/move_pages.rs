//! Moves as pages of a Parquet column: their text, packed as snappy has it, is never written out before.
//!
//! A move and the blank behind it are five bytes that nearly always came before, within the 64 KiB that snappy looks
//! back. So all that is searched for is where the same squares were last named: packed text of master games is a tenth
//! shorter than snappy's own and takes a third of the time.

use super::uci::NAMES;
use crate::{columns::PackedPage, game::Ply};

/// Text that fills a page: the library's own measure.
const PAGE: usize = 1 << 20;

/// How far back a copy may begin.
const WINDOW: u32 = 1 << 16;

/// The longest copy.
const LONGEST_COPY: u32 = 64;

/// The most bytes of a move in a page: a byte that says how many follow, four of squares, promotion, blank.
const LONGEST_MOVE: usize = 7;

/// A move in as few bits as its text needs: both squares, and from bit 12 on the promotion.
pub(super) const fn code(ply: Ply) -> u16 {
    (ply.squares() | ply.promotion_bits() << 12) as u16
}

/// The squares of a code.
const fn squares(code: u16) -> usize {
    code as usize & 0xfff
}

const fn is_promotion(code: u16) -> bool {
    code >> 12 != 0
}

/// The pages of a column: each game is its length in four bytes, then `e2e4 c7c5 g1f3`.
#[derive(Debug)]
pub(super) struct MovePages<'a> {
    /// How many moves each game has that is not written yet.
    plies: &'a [i32],
    /// The codes of their moves.
    codes: &'a [u16],
    /// Where in the text of the page the move with these squares and a blank stood last; [`WINDOW`] is its start.
    last: Box<[u32; 1 << 12]>,
}

impl<'a> MovePages<'a> {
    /// The pages of games with so many moves each, of which these are the codes.
    pub(super) fn new(plies: &'a [i32], codes: &'a [u16]) -> Self {
        Self { plies, codes, last: Box::new([0; _]) }
    }

    /// The codes of the first game that is left.
    fn game(&mut self) -> Option<&'a [u16]> {
        let (&plies, rest) = self.plies.split_first()?;
        let (game, codes) = self.codes.split_at(plies as usize);
        (self.plies, self.codes) = (rest, codes);
        Some(game)
    }

    /// How many games fill a page, how many moves they have, and how long their text is.
    fn next_page(&self) -> (usize, usize, usize) {
        let (mut games, mut moves, mut text) = (0, 0, 0);
        for &plies in self.plies {
            if text >= PAGE {
                break;
            }
            let codes = &self.codes[moves..moves + plies as usize];
            games += 1;
            moves += codes.len();
            text += 4 + text_len(codes);
        }
        (games, moves, text)
    }

    /// Packs a game, whose length stands at `at` in the text, into the memory; gives how many bytes it takes.
    fn pack(&mut self, codes: &[u16], at: u32, to: &mut [u8]) -> usize {
        let len = text_len(codes) as u32;
        to[0] = literal(4);
        to[1..5].copy_from_slice(&len.to_le_bytes());
        let (mut at, end) = (at + 4, at + 4 + len);
        // Where the next element goes, and where the copy began that may go on, with its offset and length.
        let (mut next, mut copy, mut offset, mut length) = (5, 0, 0, 0);
        for &code in codes {
            let last = &mut self.last[squares(code)];
            let back = at - *last;
            if is_promotion(code) || back >= WINDOW {
                let [from, to_square] = [squares(code) % 64, squares(code) / 64];
                let ([a, b], [c, d]) = (NAMES[from], NAMES[to_square]);
                // Behind the last move there is no blank.
                let (letter, size) = match code >> 12 {
                    0 => {
                        *last = at;
                        (b' ', 5)
                    }
                    role => (b" nbrq"[role as usize], 6),
                };
                let size = (end - at).min(size);
                let text = [literal(size), a, b, c, d, letter, b' '];
                to[next..next + LONGEST_MOVE].copy_from_slice(&text);
                (next, at, offset) = (next + 1 + size as usize, at + size, 0);
                continue;
            }
            *last = at;
            let size = (end - at).min(5);
            at += size;
            if back == offset && length + size <= LONGEST_COPY {
                length += size;
            } else {
                (copy, offset, length) = (next, back, size);
            }
            let (element, size) = copy_of(offset, length);
            to[copy..copy + 4].copy_from_slice(&element.to_le_bytes());
            next = copy + size;
        }
        // A number follows it, no blank.
        if let Some(&code) = codes.last() {
            self.last[squares(code)] = 0;
        }
        next
    }
}

impl Iterator for MovePages<'_> {
    type Item = PackedPage;

    fn next(&mut self) -> Option<PackedPage> {
        let (texts, moves, unpacked) = self.next_page();
        if texts == 0 {
            return None;
        }
        let mut bytes = Vec::new();
        let mut left = unpacked;
        while left >= 0x80 {
            bytes.push(left as u8 | 0x80);
            left >>= 7;
        }
        bytes.push(left as u8);
        let mut end = bytes.len();
        bytes.resize(end + 5 * texts + LONGEST_MOVE * moves, 0);
        let mut at = WINDOW;
        self.last.fill(0);
        for _ in 0..texts {
            let codes = self.game()?;
            end += self.pack(codes, at, &mut bytes[end..]);
            at += 4 + text_len(codes) as u32;
        }
        bytes.truncate(end);
        Some(PackedPage { bytes, texts, unpacked })
    }
}

/// How long the text of a game is.
fn text_len(codes: &[u16]) -> usize {
    let promotions = codes.iter().filter(|code| is_promotion(**code)).count();
    (5 * codes.len() + promotions).saturating_sub(1)
}

/// What stands before so many bytes of text, at most 60.
const fn literal(len: u32) -> u8 {
    (len as u8 - 1) << 2
}

/// An element that copies so many bytes from so far back, and how many bytes it takes.
const fn copy_of(offset: u32, length: u32) -> (u32, usize) {
    let near = offset >> 8 << 5 | length.wrapping_sub(4) << 2 | 1 | offset << 8;
    let far = (length - 1) << 2 | 2 | offset << 8;
    if offset < 1 << 11 && length < 12 { (near, 2) } else { (far, 3) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a page holds, by the words of snappy's format: <https://github.com/google/snappy>.
    fn unpack(page: &PackedPage) -> Vec<u8> {
        let mut rest = page.bytes.iter().copied();
        let mut number = |bytes: u32| {
            (0..bytes).map(|at| usize::from(rest.next().unwrap()) << (8 * at)).sum::<usize>()
        };
        let (mut len, mut shift) = (0, 0);
        loop {
            let byte = number(1);
            len |= (byte & 0x7f) << shift;
            shift += 7;
            if byte < 0x80 {
                break;
            }
        }
        let mut text = Vec::new();
        while text.len() < len {
            let tag = number(1);
            let (offset, length) = match tag & 3 {
                0 => {
                    text.extend((0..=tag >> 2).map(|_| number(1) as u8));
                    continue;
                }
                1 => ((tag >> 5) << 8 | number(1), 4 + (tag >> 2 & 7)),
                _ => (number(2), 1 + (tag >> 2)),
            };
            assert!((1..=text.len()).contains(&offset), "{offset} bytes back at {}", text.len());
            for _ in 0..length {
                text.push(text[text.len() - offset]);
            }
        }
        assert_eq!(rest.len(), 0);
        text
    }

    fn name(code: u16) -> String {
        let square = |at: usize| String::from_utf8_lossy(&NAMES[at % 64]).into_owned();
        let letter = ["", "n", "b", "r", "q"][usize::from(code >> 12)];
        square(squares(code)) + &square(squares(code) / 64) + letter
    }

    #[test]
    fn games_of_all_kinds_are_unpacked_as_they_were() {
        // Few squares, so that copies of all lengths and offsets are there; then many, so that there are none.
        let mut state = 1_u32;
        let mut random = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % below
        };
        let (mut plies, mut codes) = (vec![0, 1, 1], vec![12 | 28 << 6, 12 | 28 << 6]);
        let mut expected = vec![String::new(), "e2e4".into(), "e2e4".into()];
        for variety in [1, 2, 8, 60, 1000, 4096] {
            for length in [1, 2, 3, 40, 41, 300, 20_000, 0, 30_000, 77] {
                let game: Vec<u16> = (0..length)
                    .map(|_| {
                        let promotion = if random(20) == 0 { random(5) } else { 0 };
                        (random(variety) | promotion << 12) as u16
                    })
                    .collect();
                expected.push(game.iter().map(|code| name(*code)).collect::<Vec<_>>().join(" "));
                plies.push(length);
                codes.extend(game);
            }
        }
        let mut text = Vec::new();
        let (mut pages, mut texts) = (0, 0);
        for page in MovePages::new(&plies, &codes) {
            let unpacked = unpack(&page);
            assert_eq!(unpacked.len(), page.unpacked);
            text.extend(unpacked);
            texts += page.texts;
            pages += 1;
        }
        let mut whole = Vec::new();
        for game in &expected {
            whole.extend((game.len() as u32).to_le_bytes());
            whole.extend(game.as_bytes());
        }
        assert_eq!((texts, pages), (expected.len(), 2));
        assert!(text == whole, "the text differs");
    }

    #[test]
    fn a_game_that_comes_again_is_copied_in_long_parts() {
        let game: Vec<u16> = (0..60).collect();
        let packed = |times: usize| {
            let (plies, codes) = (vec![60; times], game.repeat(times));
            MovePages::new(&plies, &codes).map(|page| page.bytes.len()).sum::<usize>()
        };
        // Five bytes of length, five copies of up to twelve moves, and the last move, which has no blank behind it.
        assert_eq!(packed(3) - packed(2), 5 + 5 * 3 + 5);
        assert!(packed(1) > 300);
    }
}
