//! From the text of a game to a used or a rejected game.

use crate::{
    collect::Tally,
    filter::{Filter, Reason, StartTag},
    game::Game,
    pgn::{
        split::{Extent, game_at, game_start},
        tags::Tags,
    },
    replay::{Flaw, Replay},
};

/// A game whose moves could not be used, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadGame {
    /// How many games come before it in the text that was read.
    pub games_before: u64,
    /// The byte of the text where the flaw was found.
    pub offset: usize,
    /// What is wrong.
    pub flaw: Flaw,
}

/// Reads games one after the other into a tally.
#[derive(Debug)]
pub struct Reader {
    filter: Filter,
    replay: Replay,
}

impl Reader {
    /// A reader that counts what `filter` lets pass.
    #[must_use]
    pub fn new(filter: Filter) -> Self {
        Self { filter, replay: Replay::default() }
    }

    /// Reads all games of `bytes` from `from` on that start before `until`. Returns where the
    /// first game starts, or may start, that was not read: one that starts at or behind `until`,
    /// or one whose end is not in sight although more is to come.
    pub fn read_games(
        &mut self,
        bytes: &[u8],
        from: usize,
        until: usize,
        at_end: bool,
        tally: &mut Tally,
        bad: &mut Vec<BadGame>,
    ) -> usize {
        let mut at = from;
        while at < until {
            let Some(start) = game_start(bytes, at, at_end) else { return at };
            let Some(start) = start else { return bytes.len() };
            if start >= until {
                return start;
            }
            let Some(extent) = game_at(bytes, start, at_end) else { return at };
            self.read_game(bytes, extent, tally, bad);
            at = extent.end;
        }
        at
    }

    fn read_game(
        &mut self,
        bytes: &[u8],
        extent: Extent,
        tally: &mut Tally,
        bad: &mut Vec<BadGame>,
    ) {
        let tags = Tags::read(&bytes[extent.start..extent.movetext]);
        if let Err(reason) = self.set_up(&tags) {
            tally.reject(reason);
            return;
        }
        let tagged = tags.result.map(tables::Outcome::from_pgn);
        if tagged == Some(None) {
            tally.reject(Reason::Result);
            return;
        }
        let replayed = self.replay.replay(&bytes[extent.movetext..extent.end]);
        let Some(outcome) = tagged.flatten().or(replayed.marker) else {
            tally.reject(Reason::Result);
            return;
        };
        if let Some((flaw, at)) = replayed.flaw {
            let offset = extent.movetext + at;
            bad.push(BadGame { games_before: tally.games_read(), offset, flaw });
            tally.reject(Reason::Movetext);
            return;
        }
        let (start, plies, changes) =
            (self.replay.start(), self.replay.plies(), self.replay.changes());
        tally.observe(&Game { outcome, start, plies, changes });
    }

    fn set_up(&mut self, tags: &Tags<'_>) -> Result<(), Reason> {
        match self.filter.judge(tags)? {
            StartTag::Standard => self.replay.set_up_standard(),
            StartTag::Fen(fen) if self.replay.set_up(fen) => {}
            StartTag::Fen(_) => return Err(Reason::Setup),
        }
        self.filter.judge_players(tags)
    }
}
