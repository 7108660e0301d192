//! Runs that were mined in shards, of which some are still missing.

use std::fmt;

use bincode::{Decode, Encode};

use crate::{Input, TableError};

/// Into how many shards a run can be cut.
pub const MOST_SHARDS: u32 = 1 << 20;

/// The shards of one run that a table holds, while the run is not whole.
///
/// Every shard knows what the whole run reads, so that shards of other runs are told from it, and the
/// last one to come completes the inputs of the [`Provenance`](crate::Provenance).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Encode, Decode)]
pub struct Shards {
    /// Into how many shards the run was cut.
    pub of: u32,
    /// All inputs of the run, in the order in which they were cut.
    pub inputs: Vec<ShardedInput>,
    /// The shards that are here, from 1, ascending.
    pub have: Vec<u32>,
}

/// An input of a run in shards.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Encode, Decode)]
pub struct ShardedInput {
    /// The file's name without its folder.
    pub name: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// The digest of its bytes, as [`Input::digest`], if one of the shards that are here read them all.
    pub digest: Option<u128>,
}

impl Shards {
    /// The shards that are still missing, ascending.
    pub fn missing(&self) -> impl Iterator<Item = u32> {
        (1..=self.of).filter(|shard| self.have.binary_search(shard).is_err())
    }

    /// Whether both are of the same run.
    fn belong_with(&self, other: &Self) -> bool {
        let name = |input: &ShardedInput| (input.name.clone(), input.bytes);
        self.of == other.of
            && self.inputs.len() == other.inputs.len()
            && self.inputs.iter().zip(&other.inputs).all(|(a, b)| name(a) == name(b))
    }

    fn merge(&mut self, other: &Self) -> Result<(), TableError> {
        if let Some(shard) = other.have.iter().find(|shard| self.have.contains(shard)) {
            let what = format!("shard {shard}/{} is in both", self.of);
            return Err(TableError::Unmergeable(what));
        }
        for (own, more) in self.inputs.iter_mut().zip(&other.inputs) {
            match (own.digest, more.digest) {
                (Some(a), Some(b)) if a != b => {
                    let what = format!("`{}` was another file for one of them", own.name);
                    return Err(TableError::Unmergeable(what));
                }
                (own_digest, digest) => own.digest = own_digest.or(digest),
            }
        }
        self.have.extend(&other.have);
        self.have.sort_unstable();
        Ok(())
    }

    /// Whether all shards are here.
    fn is_whole(&self) -> bool {
        self.have.len() >= self.of as usize
    }

    /// The inputs of a run that is whole.
    fn into_inputs(self) -> Result<Vec<Input>, TableError> {
        let input = |ShardedInput { name, bytes, digest }| match digest {
            Some(digest) => Ok(Input { name, bytes, digest }),
            None => Err(TableError::Unmergeable(format!("no shard knows the digest of `{name}`"))),
        };
        self.inputs.into_iter().map(input).collect()
    }

    /// Checks what was read from a file.
    fn check(&self) -> Result<(), TableError> {
        let ascending = self.have.windows(2).all(|pair| pair[0] < pair[1]);
        let within = self.have.first().is_some_and(|&first| first >= 1)
            && self.have.last().is_some_and(|&last| last <= self.of);
        if ascending && within && self.of <= MOST_SHARDS && !self.is_whole() {
            Ok(())
        } else {
            Err(TableError::Invalid("its shards are impossible"))
        }
    }
}

/// `3 of 8 of a.pgn, b.pgn; missing: 2, 5-8`
impl fmt::Display for Shards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.inputs.iter().map(|input| input.name.as_str()).collect();
        write!(f, "{} of {} of {}; missing: ", self.have.len(), self.of, names.join(", "))?;
        let missing: Vec<u32> = self.missing().collect();
        for (i, run) in missing.chunk_by(|a, b| a + 1 == *b).enumerate() {
            let comma = if i > 0 { ", " } else { "" };
            match run {
                [first, .., last] => write!(f, "{comma}{first}-{last}")?,
                [one] => write!(f, "{comma}{one}")?,
                [] => {}
            }
        }
        Ok(())
    }
}

/// Adds the shards of one table to those of another. Gives the inputs of the runs that are whole now.
pub(crate) fn join(all: &mut Vec<Shards>, more: &[Shards]) -> Result<Vec<Input>, TableError> {
    for shards in more {
        match all.iter_mut().find(|own| own.belong_with(shards)) {
            Some(own) => own.merge(shards)?,
            None => all.push(shards.clone()),
        }
    }
    let mut inputs = Vec::new();
    for whole in all.extract_if(.., |shards| shards.is_whole()) {
        inputs.extend(whole.into_inputs()?);
    }
    all.sort();
    Ok(inputs)
}

/// Checks what was read from a file.
pub(crate) fn check(all: &[Shards]) -> Result<(), TableError> {
    all.iter().try_for_each(Shards::check)?;
    if all.is_empty() || all.windows(2).any(|pair| pair[0] >= pair[1]) {
        return Err(TableError::Invalid("its shards are out of order"));
    }
    Ok(())
}
