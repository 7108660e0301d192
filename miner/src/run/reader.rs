//! From the text of a game to a used or a rejected game.

use rules::Outcome;
use rustc_hash::FxHashSet;

use crate::{
    collect::Tally,
    filter::{Facts, Filter, Reason, StartTag, duplicates::Seen, elo::Elos},
    game::{Game, digest},
    pgn::{
        split::{Bare, Extent, LONGEST_GAME, Next, behind_too_long, next_game_bare},
        tags::Tags,
    },
    remarks::Remarks,
    replay::{Flaw, Replay, no_result},
};

/// A game whose moves could not be used, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlawedGame {
    /// How many games come before it in the text that was read.
    pub games_before: u64,
    /// Where the game starts and ends in the text that was read.
    pub extent: Extent,
    /// The byte of the text where the flaw was found.
    pub offset: usize,
    /// What is wrong.
    pub flaw: Flaw,
}

/// The games of a stretch of text.
#[derive(Debug)]
pub struct Stretch<'a, 'c> {
    /// What the games add.
    pub tally: &'a mut Tally<'c>,
    /// Games with unusable moves.
    pub bad: &'a mut Vec<FlawedGame>,
    /// How many used games are still wanted.
    pub room: u64,
}

/// A game whose tags have been read.
#[derive(Clone, Copy, Debug)]
struct TaggedGame<'a> {
    tags: &'a Tags<'a>,
    text: &'a [u8],
    /// Where in the text the tags end.
    movetext: usize,
    elos: Elos,
    is_set_up: bool,
}

/// Why a game is not used; with unusable moves, what is wrong and at which byte of the movetext.
type Unused = (Reason, Option<(Flaw, usize)>);

/// Reads games one after the other.
#[derive(Debug)]
pub struct Reader<'a> {
    filter: &'a Filter,
    seen: Option<&'a Seen>,
    replay: Replay,
    remarks: Remarks,
    /// The movetext of the current game without comments.
    bare: Bare,
}

impl<'a> Reader<'a> {
    /// A reader that counts what `filter` lets pass, and each game only once if it is told which
    /// have been seen.
    #[must_use]
    pub fn new(filter: &'a Filter, seen: Option<&'a Seen>) -> Self {
        let (replay, remarks, bare) = (Replay::default(), Remarks::default(), Bare::default());
        Self { filter, seen, replay, remarks, bare }
    }

    /// Reads all games of `bytes` from `from` on that start before `until`. Returns where the
    /// first game starts, or may start, that was not read: one that starts at or behind `until`,
    /// one whose end is not in sight although more is to come, or one for which there is no room.
    pub fn read_games(
        &mut self,
        bytes: &[u8],
        from: usize,
        until: usize,
        at_end: bool,
        stretch: &mut Stretch<'_, '_>,
    ) -> usize {
        let mut here = FxHashSet::default();
        let mut at = from;
        while at < until && stretch.tally.games_used() < stretch.room {
            match next_game_bare(bytes, at, at_end, &mut self.bare) {
                None => return at,
                Some(Next::End) => return bytes.len(),
                Some(Next::Game(Extent { start, .. }) | Next::TooLong(start)) if start >= until => {
                    return start;
                }
                Some(Next::Game(extent)) => {
                    self.read_game(bytes, extent, stretch, &mut here);
                    at = extent.end;
                }
                Some(Next::TooLong(start)) => {
                    let next = behind_too_long(bytes, start);
                    let Some(end) = next.or_else(|| at_end.then_some(bytes.len())) else {
                        return start;
                    };
                    reject_too_long(start, stretch);
                    at = end;
                }
            }
        }
        at
    }

    fn read_game(
        &mut self,
        bytes: &[u8],
        extent: Extent,
        Stretch { tally, bad, .. }: &mut Stretch<'_, '_>,
        here: &mut FxHashSet<u64>,
    ) {
        let section = &bytes[extent.start..extent.movetext];
        let tags = if self.filter.needs_all_tags() {
            Tags::read::<true>(section)
        } else {
            Tags::read::<false>(section)
        };
        let fen = match self.set_up(&tags) {
            Ok(fen) => fen,
            Err(reason) => return tally.reject(reason, u16::MAX),
        };
        let elos = self.filter.elo.of(&tags);
        let Some(up_to) = tally.judge_tiers(|min_elo| self.filter.elo.judge(elos, min_elo)) else {
            return;
        };
        let text = &bytes[extent.start..extent.end];
        let (movetext, is_set_up) = (section.len(), fen.is_some());
        let tagged = TaggedGame { tags: &tags, text, movetext, elos, is_set_up };
        match self.read_moves(tagged, here) {
            Ok((outcome, digest)) => {
                tally.digests.extend(digest);
                let (start, plies) = (self.replay.start(), self.replay.plies());
                let changes = self.replay.changes();
                let remarks = &self.remarks;
                let elo = elos[0].zip(elos[1]).map(<[u16; 2]>::from);
                let event = tags.event;
                let game = Game {
                    outcome,
                    elo,
                    event,
                    start,
                    plies,
                    changes,
                    fen,
                    text,
                    movetext,
                    remarks,
                };
                tally.observe(&game, up_to);
            }
            Err((reason, flaw)) => {
                let games_before = tally.games_read();
                if let Some((flaw, at)) = flaw {
                    bad.push(FlawedGame {
                        games_before,
                        extent,
                        offset: extent.movetext + at,
                        flaw,
                    });
                } else if reason == Reason::Result && self.filter.tells_results {
                    let flaw = no_result(tags.result);
                    bad.push(FlawedGame { games_before, extent, offset: extent.start, flaw });
                }
                tally.reject(reason, up_to);
            }
        }
    }

    /// Sets up the start position; gives its FEN if it is not the standard one.
    fn set_up<'t>(&mut self, tags: &Tags<'t>) -> Result<Option<&'t [u8]>, Reason> {
        match self.filter.judge_start(tags)? {
            StartTag::Standard => {
                self.replay.set_up_standard();
                Ok(None)
            }
            StartTag::Fen(fen) if self.replay.set_up(fen) => Ok(Some(fen)),
            StartTag::Fen(_) => Err(Reason::Setup),
        }
    }

    /// Replays a game that its tags do not reject. Gives its outcome, and its digest if duplicates
    /// are looked for.
    fn read_moves(
        &mut self,
        TaggedGame { tags, text, movetext, elos, is_set_up }: TaggedGame<'_>,
        here: &mut FxHashSet<u64>,
    ) -> Result<(Outcome, Option<u64>), Unused> {
        let plain = |reason| (reason, None);
        let (section, moves) = text.split_at(movetext);
        let facts = |outcome| Facts { tags, section, text, elos, outcome };
        let tagged = match tags.result.map(Outcome::from_pgn) {
            Some(None) => return Err(plain(Reason::Result)),
            Some(Some(outcome)) => {
                self.filter.judge_facts(&facts(outcome)).map_err(plain)?;
                Some(outcome)
            }
            None => None,
        };
        let replayed = self.replay.replay_bare(moves, self.bare.text());
        let outcome = match (tagged, replayed.marker) {
            (Some(outcome), _) => outcome,
            (None, Some(outcome)) => {
                self.filter.judge_facts(&facts(outcome)).map_err(plain)?;
                outcome
            }
            (None, None) => return Err(plain(Reason::Result)),
        };
        if let Some(flaw) = replayed.flaw {
            return Err((Reason::Movetext, Some(flaw)));
        }
        let (start, plies, changes) =
            (self.replay.start(), self.replay.plies(), self.replay.changes());
        self.filter.judge_moves(is_set_up, start, plies, changes).map_err(plain)?;
        if self.filter.needs_remarks() {
            self.remarks.read(moves, start.side_to_move);
            self.filter.judge_remarks(plies.len(), &self.remarks).map_err(plain)?;
        }
        let Some(seen) = self.seen else { return Ok((outcome, None)) };
        let digest = digest(outcome, start, plies);
        if seen.holds(digest) || !here.insert(digest) {
            return Err(plain(Reason::Duplicate));
        }
        Ok((outcome, Some(digest)))
    }
}

/// Rejects the game at `start`, whose end is out of sight.
pub(crate) fn reject_too_long(start: usize, Stretch { tally, bad, .. }: &mut Stretch<'_, '_>) {
    let extent = Extent { start, movetext: start, end: start + LONGEST_GAME };
    let games_before = tally.games_read();
    bad.push(FlawedGame { games_before, extent, offset: start, flaw: Flaw::TooLong });
    tally.reject(Reason::Movetext, u16::MAX);
}
