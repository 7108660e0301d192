//! Inputs and their bytes: what the command line names, unpacked, in UTF-8, in blocks.

mod ahead;
pub mod archive;
pub mod block;
pub(crate) mod digest;
pub mod encoding;
pub(crate) mod frames;
pub mod inputs;
#[cfg(feature = "archives")]
mod lz4_frames;
#[cfg_attr(not(feature = "archives"), path = "no_packings.rs")]
mod packings;
mod rows;
pub(crate) mod sight;
pub mod source;
pub(crate) mod stream;
#[cfg(feature = "archives")]
mod zip_names;
