//! The blocks of the inputs in their order: joins them, checks what was guessed about them, and
//! keeps the books.

use std::{io, mem};

use memchr::memchr_iter;
use tables::Counters;

use crate::{
    collect::{Tally, tiers},
    filter::{Reason, duplicates::Seen},
    pgn::split::{EVENT, Extent, LONGEST_GAME, Next, event_line, game_start, next_game},
    read::digest::Digest,
    replay::Flaw,
    run::{
        job::{BadGameReport, EarlyEnd, FailedInput, Job, Mined, Watch},
        reader::{FlawedGame, Reader, Stretch, reject_too_long},
    },
};

/// How far beyond a game's end is seen where blocks meet: without it that game's movetext would be read with its
/// comments, which takes several times as long.
const SIGHT: usize = 128;

/// What happens to an input, in order.
#[derive(Debug)]
pub(crate) enum Event<'a> {
    /// The next bytes.
    Block(Box<Block<'a>>),
    /// A file of the input, which is an archive.
    Member(String),
    /// Its end. A stream's digest comes along.
    End { digest: Option<u128> },
    /// Its untimely end.
    Failed(io::Error),
}

/// Bytes of an input.
#[derive(Debug)]
pub(crate) struct Block<'a> {
    pub(crate) bytes: Vec<u8>,
    /// How many line ends they hold.
    pub(crate) lines: u64,
    /// How far into the packed input they reach.
    pub(crate) position: u64,
    /// Whether the bytes are those of the file itself.
    pub(crate) is_plain: bool,
    /// What was read under the guess that a game starts in the block.
    pub(crate) speculation: Option<Speculation<'a>>,
}

/// What a block holds if a game starts at `start`.
#[derive(Debug)]
pub(crate) struct Speculation<'a> {
    pub(crate) start: usize,
    /// Where the first game starts that is not complete.
    pub(crate) end: usize,
    pub(crate) tally: Tally<'a>,
    pub(crate) bad: Vec<FlawedGame>,
}

/// Takes what was counted in the order of the inputs, and reads again where a guess was wrong.
pub(crate) struct Ledger<'a> {
    job: &'a Job<'a>,
    seen: Option<&'a Seen>,
    watch: &'a dyn Watch,
    reader: Reader<'a>,
    /// The input that is being read.
    index: usize,
    current: Current,
    /// One for each tier.
    counters: Vec<Counters>,
    /// Bytes of the inputs that are done.
    bytes_before: u64,
    read: Vec<tables::Input>,
    failed: Vec<FailedInput>,
    end: Option<EarlyEnd>,
    /// Memory of blocks that are done, for those to come.
    spare: Vec<Vec<u8>>,
    /// Tallies that have been accepted.
    turn: u64,
}

/// The state of the current input.
#[derive(Debug, Default)]
struct Current {
    /// Bytes that belong to no complete game yet; they start between games.
    rest: Vec<u8>,
    /// The game that the rest belongs to has been given up; the next one is looked for.
    is_skipping: bool,
    /// The place of `rest` in the unpacked input.
    rest_offset: u64,
    /// Line ends before `rest`.
    rest_line: u64,
    games: u64,
    /// The archive's member that is being read, and games of those before.
    member: Option<String>,
    games_before: u64,
    position: u64,
    digest: Digest,
}

impl<'a> Ledger<'a> {
    pub(crate) fn new(job: &'a Job<'a>, seen: Option<&'a Seen>, watch: &'a dyn Watch) -> Self {
        Self {
            job,
            seen,
            watch,
            reader: Reader::new(job.filter, seen),
            index: 0,
            current: Current::default(),
            counters: tiers(job.wanted).iter().map(|_| Counters::default()).collect(),
            bytes_before: 0,
            read: Vec::new(),
            failed: Vec::new(),
            end: None,
            spare: Vec::new(),
            turn: 0,
        }
    }

    /// Enters what happened next, and to which input. Tallies that have been found right are added to `tallies`.
    pub(crate) fn enter(&mut self, input: usize, event: Event<'a>, tallies: &mut Vec<Tally<'a>>) {
        // Of a plain file that could not be read on, blocks may follow that were given out before.
        if self.end.is_some() || input < self.index {
            return;
        }
        match event {
            Event::Block(mut block) => {
                let bytes = mem::take(&mut block.bytes);
                self.enter_block(*block, &bytes, tallies);
                self.spare.push(bytes);
            }
            Event::Member(name) => {
                self.read_rest(true, tallies);
                let Current { games, games_before, position, digest, .. } =
                    mem::take(&mut self.current);
                self.current = Current {
                    member: Some(name),
                    games_before: games_before + games,
                    position,
                    digest,
                    ..Current::default()
                };
            }
            Event::End { digest } => {
                self.read_rest(true, tallies);
                let digest = digest.unwrap_or_else(|| self.current.digest.value());
                let name = self.job.inputs[self.index].short_name();
                self.read.push(tables::Input { name, bytes: self.current.position, digest });
                self.next_input();
            }
            Event::Failed(error) => {
                self.read_rest(false, tallies);
                let games_read = self.current.games_before + self.current.games;
                self.drop_rest(tallies);
                let input = self.job.inputs[self.index].name();
                self.failed.push(FailedInput { input, games_read, error });
                self.next_input();
            }
        }
    }

    /// Memory of a block that is done.
    pub(crate) fn spare(&mut self) -> Vec<u8> {
        self.spare.pop().unwrap_or_default()
    }

    /// All of it.
    pub(crate) fn spare_all(&mut self) -> impl Iterator<Item = Vec<u8>> {
        self.spare.drain(..)
    }

    /// Bytes of the packed inputs that are done.
    pub(crate) const fn bytes_done(&self) -> u64 {
        self.bytes_before + self.current.position
    }

    /// Games that are done.
    pub(crate) fn games_read(&self) -> u64 {
        self.counters.first().map_or(0, |counters| counters.games_read)
    }

    /// Whether the rest of the inputs need not be read.
    pub(crate) const fn has_ended(&self) -> bool {
        self.end.is_some()
    }

    pub(crate) fn finish(mut self) -> Mined {
        self.read.sort();
        Mined { counters: self.counters, inputs: self.read, failed: self.failed, end: self.end }
    }

    /// The input, and its member if it is an archive.
    fn place(&self) -> String {
        let input = self.job.inputs[self.index].name();
        match &self.current.member {
            Some(member) => format!("{input}:{member}"),
            None => input,
        }
    }

    /// How many used games are still wanted.
    fn room(&self) -> u64 {
        let used = self.counters.first().map_or(0, |counters| counters.games_used);
        self.job.first.map_or(u64::MAX, |first| first.saturating_sub(used))
    }

    fn next_input(&mut self) {
        self.bytes_before += self.current.position;
        self.current = Current::default();
        self.index += 1;
    }

    fn enter_block(&mut self, block: Block<'a>, bytes: &[u8], tallies: &mut Vec<Tally<'a>>) {
        let Block { lines, position, is_plain, speculation, .. } = block;
        let current = &mut self.current;
        current.position = position;
        if is_plain {
            current.digest.add(bytes);
        }
        let Some(Speculation { start, end, tally, bad }) =
            speculation.filter(|_| !current.is_skipping)
        else {
            current.rest.extend_from_slice(bytes);
            self.read_rest(false, tallies);
            return;
        };
        // The seam: what was left over, up to where the guess begins, with enough of what follows
        // to see the end of the game before, and to look at 64 bytes at once up to there.
        let rest_len = current.rest.len();
        let seam = rest_len + start;
        let sight = bytes.len().min(start + EVENT.len() + SIGHT);
        current.rest.extend_from_slice(&bytes[..sight]);
        let mut seam_tally = Tally::new(self.job.wanted);
        let mut seam_bad = Vec::new();
        let room = self.room();
        let mut stretch = Stretch { tally: &mut seam_tally, bad: &mut seam_bad, room };
        let reached = self.reader.read_games(&self.current.rest, 0, seam, false, &mut stretch);
        // Whether the guess holds, and whether nothing that came before changes what it found.
        let holds = reached == seam
            && seam_tally.games_used().saturating_add(tally.games_used()) < room
            && self.remember([&seam_tally, &tally]);
        if !holds {
            let current = &mut self.current;
            current.rest.truncate(rest_len);
            current.rest.extend_from_slice(bytes);
            self.read_rest(false, tallies);
            return;
        }
        self.accept(seam_tally, &seam_bad, None, tallies);
        self.pass(seam);
        self.accept(tally, &bad, Some((bytes, start)), tallies);
        let [before, after] = [&bytes[..start], &bytes[end..]].map(line_ends);
        let current = &mut self.current;
        current.rest_line += lines - before - after;
        current.rest_offset += (end - start) as u64;
        current.rest.clear();
        current.rest.extend_from_slice(&bytes[end..]);
    }

    /// Remembers the games of two tallies, if none of them has been seen before or in both.
    fn remember(&self, tallies: [&Tally<'a>; 2]) -> bool {
        let Some(seen) = self.seen else { return true };
        let digests = tallies.map(|tally| &tally.digests[..]);
        !digests[0].iter().any(|digest| digests[1].contains(digest))
            && seen.insert_new(&digests.concat())
    }

    /// Reads the complete games of the rest; at the end of the input all are.
    fn read_rest(&mut self, at_end: bool, tallies: &mut Vec<Tally<'a>>) {
        if !self.skip() {
            return;
        }
        let mut tally = Tally::new(self.job.wanted);
        let mut bad = Vec::new();
        let len = self.current.rest.len();
        let mut stretch = Stretch { tally: &mut tally, bad: &mut bad, room: self.room() };
        let reached = self.reader.read_games(&self.current.rest, 0, len, at_end, &mut stretch);
        if let Some(seen) = self.seen {
            let are_new = seen.insert_new(&tally.digests);
            debug_assert!(are_new, "the reader has left out what was seen");
        }
        self.accept(tally, &bad, None, tallies);
        self.pass(reached);
        if !at_end && self.end.is_none() {
            self.give_up_too_long(tallies);
        }
    }

    /// Gives a game up that is too long, although the next one has not come yet.
    fn give_up_too_long(&mut self, tallies: &mut Vec<Tally<'a>>) {
        if self.current.rest.len() <= LONGEST_GAME {
            return;
        }
        let rest = &self.current.rest;
        let start = match next_game(rest, 0, false) {
            Some(Next::TooLong(start)) => start,
            Some(_) => return,
            None => {
                // White space is no game, however long it is. Its last byte may be a line end.
                let blank = rest.iter().position(|byte| !byte.is_ascii_whitespace());
                self.pass(blank.unwrap_or(rest.len()).saturating_sub(1));
                return;
            }
        };
        let mut tally = Tally::new(self.job.wanted);
        let mut bad = Vec::new();
        reject_too_long(start, &mut Stretch { tally: &mut tally, bad: &mut bad, room: u64::MAX });
        self.accept(tally, &bad, None, tallies);
        // The byte before tells whether a line starts here.
        self.pass(start + LONGEST_GAME - 1);
        self.current.is_skipping = true;
        self.skip();
    }

    /// Passes over what belongs to a game that was given up; says whether that is done.
    fn skip(&mut self) -> bool {
        if !self.current.is_skipping {
            return true;
        }
        let rest = &self.current.rest;
        let next = event_line(rest, 0);
        // A line may have begun, and the byte before it.
        self.pass(next.unwrap_or(rest.len().saturating_sub(EVENT.len())));
        self.current.is_skipping = next.is_none();
        next.is_some()
    }

    /// Rejects the game that an unreadable input broke off in.
    fn drop_rest(&mut self, tallies: &mut Vec<Tally<'a>>) {
        if self.current.is_skipping {
            return;
        }
        if let Some(Some(start)) = game_start(&self.current.rest, 0, true) {
            let mut tally = Tally::new(self.job.wanted);
            let end = self.current.rest.len();
            let extent = Extent { start, movetext: start, end };
            let bad = FlawedGame { games_before: 0, extent, offset: start, flaw: Flaw::BrokenOff };
            tally.reject(Reason::Movetext, u16::MAX);
            self.accept(tally, &[bad], None, tallies);
        }
    }

    /// Books a tally. Its games stand in the rest, or else in `text` from a place on that is where
    /// the rest starts now.
    fn accept(
        &mut self,
        mut tally: Tally<'a>,
        bad: &[FlawedGame],
        text: Option<(&[u8], usize)>,
        tallies: &mut Vec<Tally<'a>>,
    ) {
        let (text, start) = text.unwrap_or((&self.current.rest, 0));
        // The places ascend: each line end is counted once.
        let (mut seen, mut line) = (start, self.current.rest_line);
        for game in bad {
            line += line_ends(&text[seen..game.offset]);
            seen = game.offset;
            let report = BadGameReport {
                input: self.place(),
                game: self.current.games + game.games_before + 1,
                line: line + 1,
                offset: self.current.rest_offset + (game.offset - start) as u64,
                flaw: game.flaw.clone(),
            };
            self.watch.bad_game(&report, &text[game.extent.start..game.extent.end]);
        }
        self.current.games += tally.games_read();
        tally.count(&mut self.counters);
        tally.turn = self.turn;
        self.turn += 1;
        tallies.push(tally);
        if self.job.strict && bad.iter().any(|game| game.flaw.is_of_moves()) {
            self.end = Some(EarlyEnd::Strict);
        } else if self.room() == 0 {
            self.end = Some(EarlyEnd::Enough);
        } else if self.seen.is_some_and(Seen::is_full) {
            self.end = Some(EarlyEnd::TooManyGames);
        }
    }

    /// Leaves the first bytes of the rest behind.
    fn pass(&mut self, bytes: usize) {
        let current = &mut self.current;
        let passed = current.rest.drain(..bytes.min(current.rest.len()));
        current.rest_line += line_ends(passed.as_slice());
        current.rest_offset += bytes as u64;
    }
}

fn line_ends(bytes: &[u8]) -> u64 {
    memchr_iter(b'\n', bytes).count() as u64
}
