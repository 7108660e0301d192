//! An opening table as it lies in its file, for callers that read a few positions of a large table.

use crate::{
    Kind, MoveSums, OpeningEntry, OpeningMove, Provenance, Rows, TableError,
    envelope::{self, Opened},
};

/// An opening table whose rows stay packed as they are in the file, some 15 bytes a move where an
/// [`OpeningTable`](crate::OpeningTable) takes 40, and are unpacked when they are asked for. All of them have been read
/// once, so a file that is not sound is never opened.
#[derive(Debug)]
pub struct OpeningFile {
    provenance: Provenance,
    file: Vec<u8>,
    version: u16,
    rows: usize,
    /// Where the rows of each share of the keys start. Keys are as good as random: a share has few.
    shares: Vec<OpeningPlace>,
    /// By how many bits a key is shifted to be its share's number.
    shift: u32,
}

/// Where a row lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpeningPlace {
    /// Its number among all rows.
    pub row: usize,
    /// Its first byte in the file.
    byte: usize,
    /// The key of the row before it, to which its own is a difference.
    before: u64,
}

/// How many rows a share has, about. A row takes some 40 ns to unpack, and a share 24 bytes.
const ROWS_OF_SHARE: usize = 8;

impl OpeningFile {
    /// Opens a file of these bytes. Total, as [`Table::from_bytes`](crate::Table::from_bytes) is.
    ///
    /// # Errors
    /// If the bytes are no sound opening table.
    pub fn open(file: Vec<u8>) -> Result<Self, TableError> {
        let Opened { kind: found, version, payload } = envelope::open(&file)?;
        if found != Kind::Opening {
            return Err(TableError::WrongKind { expected: Kind::Opening, found });
        }
        let mut rows = Rows::new(payload, version);
        let provenance = Provenance::take(&mut rows)?;
        let count = rows.take_count(OpeningEntry::integers(rows.version()))?;
        let bits = (count / ROWS_OF_SHARE).max(2).next_power_of_two().trailing_zeros();
        let shift = u64::BITS - bits;
        let mut shares = Vec::with_capacity(1 << bits);
        let mut last: (u64, Option<OpeningMove>) = (0, None);
        let place = |rows: &Rows<'_>, row, before| OpeningPlace {
            row,
            byte: file.len() - rows.left(),
            before,
        };
        for row in 0..count {
            let here = place(&rows, row, last.0);
            let (entry, _) = OpeningEntry::take(&mut rows, &mut last)?;
            let share = (entry.key >> shift) as usize;
            if shares.len() <= share {
                shares.resize(share + 1, here);
            }
        }
        shares.resize(1 << bits, place(&rows, count, last.0));
        rows.finish()?;
        Ok(Self { provenance, version, rows: count, shares, shift, file })
    }

    /// Where it comes from.
    #[must_use]
    pub const fn provenance(&self) -> &Provenance {
        &self.provenance
    }

    /// How many moves it has.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.rows
    }

    /// Where the moves of the position of this key start, if it has any.
    #[must_use]
    pub fn find(&self, key: u64) -> Option<OpeningPlace> {
        let share = self.shares[(key >> self.shift) as usize];
        self.from(share)
            .find(|(_, entry, _)| entry.key >= key)
            .filter(|(_, entry, _)| entry.key == key)
            .map(|(place, ..)| place)
    }

    /// Puts the moves of the position whose first one lies there into `moves`, by packed move.
    pub fn moves(&self, place: OpeningPlace, moves: &mut Vec<OpeningEntry>) {
        moves.clear();
        for (_, entry, _) in self.from(place) {
            if moves.first().is_some_and(|first| first.key != entry.key) {
                break;
            }
            moves.push(entry);
        }
    }

    /// Whether it was counted with averages.
    #[must_use]
    pub fn has_sums(&self) -> bool {
        self.from(self.shares[0]).next().is_some_and(|(.., sums)| sums.is_some())
    }

    /// The sums over all moves of the position whose first one lies there, as its mover sees them; of games that went on
    /// from there, each once a move. Zeros in a table without.
    #[must_use]
    pub fn sums(&self, place: OpeningPlace) -> MoveSums {
        let mut all = MoveSums::default();
        let mut rows = self.from(place).peekable();
        let key = rows.peek().map(|(_, first, _)| first.key);
        for (.., sums) in rows.take_while(|(_, entry, _)| Some(entry.key) == key) {
            all.merge(sums.unwrap_or_default());
        }
        all
    }

    /// All positions in the order of their keys: where the moves of each start, and the moves.
    ///
    /// # Errors
    /// The first that `each` gives.
    pub fn each_position<E>(
        &self,
        mut each: impl FnMut(OpeningPlace, &[OpeningEntry]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut entries = self.from(self.shares[0]).peekable();
        let mut moves = Vec::new();
        while let Some((place, first, _)) = entries.next() {
            moves.clear();
            moves.push(first);
            while let Some((_, entry, _)) = entries.next_if(|(_, entry, _)| entry.key == first.key)
            {
                moves.push(entry);
            }
            each(place, &moves)?;
        }
        Ok(())
    }

    /// The rows from a place on.
    fn from(
        &self,
        place: OpeningPlace,
    ) -> impl Iterator<Item = (OpeningPlace, OpeningEntry, Option<MoveSums>)> {
        let OpeningPlace { mut row, byte, before } = place;
        let mut rows = Rows::new(&self.file[byte..], self.version);
        let mut last = (before, None);
        std::iter::from_fn(move || {
            if row == self.rows {
                return None;
            }
            let here = OpeningPlace { row, byte: self.file.len() - rows.left(), before: last.0 };
            row += 1;
            let taken = OpeningEntry::take(&mut rows, &mut last);
            let (entry, sums) =
                taken.expect("invariant: all rows were read when the file was opened");
            Some((here, entry, sums))
        })
    }
}
