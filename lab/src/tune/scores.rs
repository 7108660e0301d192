//! What a search thinks of each position, in a file, so that the next fit to the same positions need not ask again.
//!
//! A line of text says who searched and with how many nodes; then come 28 bytes for each position, in the order of their
//! bytes: the packed position and White's score, little-endian: centipawns, or
//! a program's odds ([`Foreign::score`]).

use std::{collections::HashMap, fs, io, path::Path};

use tables::PackedPosition;

use super::teacher::ScoreBy;
use crate::suite::Foreign;

/// White's score of each position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Scores {
    /// Who searched, see [`ScoreBy::name`], and with how many nodes.
    pub(super) by: String,
    pub(super) nodes: u64,
    pub(super) of: HashMap<PackedPosition, i16>,
}

const TITLE: &str = "scores by ";
/// Begins the name of a program, whose scores are odds.
const ODDS_OF: &str = "the odds of ";
const NODES: &str = ", nodes ";
const RECORD: usize = PackedPosition::BYTES + 2;

impl Scores {
    /// What is known of a search of so many nodes: by the file, or nothing yet of one by `by`.
    ///
    /// # Errors
    /// One sentence if the file is none, or of other searches, or a program cannot be run.
    pub(super) fn open(path: Option<&Path>, nodes: u64, by: ScoreBy<'_>) -> Result<Self, String> {
        let nothing = || Ok(Self { by: by.name()?, nodes, of: HashMap::new() });
        let Some(path) = path else { return nothing() };
        match Self::read(path)? {
            Some(known) if known.nodes != nodes => {
                let is = known.nodes;
                Err(format!("{}: these are scores of {is} nodes, not {nodes}", path.display()))
            }
            Some(known) => {
                // Own scores of other weights are taken on purpose.
                let asked =
                    if matches!(by, ScoreBy::Program(_)) { by.name()? } else { known.by.clone() };
                if known.by == asked {
                    return Ok(known);
                }
                let (path, is) = (path.display(), known.by);
                Err(format!("{path}: these are scores by {is}, not by {asked}"))
            }
            None => nothing(),
        }
    }

    /// How scores by a program of this name are called.
    pub(super) fn odds_of(program: &str) -> String {
        format!("{ODDS_OF}{program}")
    }

    /// The scale of odds, if that is what the scores are; centipawns have none that is known.
    pub(super) fn odds_scale(&self) -> Option<f64> {
        self.by.starts_with(ODDS_OF).then_some(1.0 / Foreign::ODDS)
    }

    /// The scores of a file; `None` if it is not there.
    ///
    /// # Errors
    /// One sentence if it cannot be read or is none.
    fn read(path: &Path) -> Result<Option<Self>, String> {
        match fs::read(path) {
            Ok(bytes) => match Self::from_bytes(&bytes) {
                Some(scores) => Ok(Some(scores)),
                None => {
                    Err(format!("{}: this is no file of scores, or a part of one", path.display()))
                }
            },
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(e) => Err(format!("{}: {e}", path.display())),
        }
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let end = bytes.iter().position(|&byte| byte == b'\n')?;
        let title = str::from_utf8(&bytes[..end]).ok()?.strip_prefix(TITLE)?;
        let (by, nodes) = title.split_once(NODES)?;
        let (nodes, count) = nodes.split_once(" each of ")?;
        let (records, rest) = bytes[end + 1..].as_chunks::<RECORD>();
        if !rest.is_empty() || count.parse() != Ok(records.len()) {
            return None;
        }
        let mut known = HashMap::with_capacity(records.len());
        for record in records {
            let (position, score) = record.split_first_chunk::<{ PackedPosition::BYTES }>()?;
            let score = i16::from_le_bytes(score.try_into().ok()?);
            known.insert(PackedPosition::from_bytes(*position).ok()?, score);
        }
        Some(Self { by: by.to_owned(), nodes: nodes.parse().ok()?, of: known })
    }

    /// Writes the file with these and what was found since, whole or not at all.
    ///
    /// # Errors
    /// One sentence if it cannot be written.
    pub(super) fn write(&self, path: &Path, new: &[(PackedPosition, i16)]) -> Result<(), String> {
        let Self { by, nodes, of: known } = self;
        let mut sorted: Vec<_> =
            known.iter().chain(new.iter().map(|(position, score)| (position, score))).collect();
        sorted.sort_unstable();
        sorted.dedup_by_key(|(position, _)| *position);
        let title = format!("{TITLE}{by}{NODES}{nodes} each of {}\n", sorted.len());
        let records = sorted.into_iter().flat_map(|(position, score)| {
            position.bytes().iter().copied().chain(score.to_le_bytes())
        });
        let bytes: Vec<u8> = title.into_bytes().into_iter().chain(records).collect();
        tables::write_whole(path, &bytes).map_err(|e| format!("{}: {e}", path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::{super::positions::tests::packed, *};

    #[test]
    fn scores_come_back_and_a_part_of_a_file_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.scores");
        assert_eq!(Scores::read(&path), Ok(None));
        let one = packed("4k3/pp6/8/8/8/8/PPP5/4K3 w - -");
        let two = packed("4k3/pp6/8/8/8/8/PPP5/4K3 b - -");
        let known = HashMap::from([(one, 250), (two, -3_000)]);
        let scores = Scores { by: "0123".to_owned(), nodes: 700, of: known };
        let old = Scores { of: HashMap::from([(one, 250)]), ..scores.clone() };
        old.write(&path, &[(two, -3_000), (two, -3_000)]).expect("it can be written");
        let bytes = fs::read(&path).expect("it is there");
        assert_eq!(Scores::read(&path), Ok(Some(scores)));
        for end in 0..bytes.len() {
            assert_eq!(Scores::from_bytes(&bytes[..end]), None, "{end} bytes");
        }
    }
}
