//! What the command line's inputs are: files, folders full of files, standard input.

use std::{
    fs, io,
    ops::Range,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};

/// Endings of the files that are looked for in folders. Files named outright may have any.
const ENDINGS: [&str; 8] =
    [".pgn", ".pgn.zst", ".pgn.gz", ".pgn.bz2", ".pgn.xz", ".pgn.lz4", ".7z", ".zip"];

/// One source of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A file, plain or packed.
    File(PathBuf),
    /// Standard input.
    Stdin,
    /// A part of a file.
    Slice(Slice),
}

/// A part of a file, from the start of a game to the start of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slice {
    /// The file that is cut.
    pub path: PathBuf,
    /// Which part.
    pub span: Span,
}

/// A part of a text. Bytes are those of the text as it is read: unpacked, in UTF-8.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Span {
    /// Of a plain file: these bytes, which are read in place.
    Plain(Range<u64>),
    /// Of any file: these bytes, for which it is unpacked from its start.
    Text(Range<u64>),
    /// Of a file of several zstd frames.
    Frames(Range<FramePlace>),
}

/// A place in a file of several zstd frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FramePlace {
    /// The byte of the packed file where a frame starts.
    pub frame: u64,
    /// So many bytes on in the text from there.
    pub skip: u64,
}

impl Input {
    /// How messages name it.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::File(path) => path.display().to_string(),
            Self::Stdin => "-".to_owned(),
            Self::Slice(Slice { path, span }) => {
                let path = path.display();
                match span {
                    Span::Plain(bytes) | Span::Text(bytes) if bytes.start == 0 => path.to_string(),
                    Span::Plain(bytes) | Span::Text(bytes) => {
                        format!("{path} from byte {} on", bytes.start)
                    }
                    Span::Frames(Range { start: FramePlace { frame, skip }, .. }) => {
                        format!("{path} from byte {skip} behind the frame at byte {frame} on")
                    }
                }
            }
        }
    }

    /// Its name without the folder.
    #[must_use]
    pub fn short_name(&self) -> String {
        match self {
            Self::File(path) | Self::Slice(Slice { path, .. }) => {
                path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
            }
            Self::Stdin => "-".to_owned(),
        }
    }

    /// Its size in bytes, if known.
    #[must_use]
    pub fn bytes(&self) -> Option<u64> {
        match self {
            Self::Slice(Slice { span: Span::Plain(bytes), .. }) => Some(bytes.end - bytes.start),
            Self::Slice(Slice { span: Span::Frames(places), .. }) => {
                Some(places.end.frame - places.start.frame)
            }
            Self::Slice(Slice { path, span: Span::Text(_) }) => Self::File(path.clone()).bytes(),
            Self::File(path) => {
                fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|m| m.len())
            }
            Self::Stdin => None,
        }
    }
}

/// Turns arguments into inputs; folders become the PGN files below them, sorted by path. Without
/// arguments it is everything in `default_folder`.
///
/// # Errors
/// If an argument does not exist, standard input is named twice, or no PGN file is found at all.
pub fn expand(arguments: &[PathBuf], default_folder: Option<&Path>) -> Result<Vec<Input>> {
    let default: Vec<PathBuf> = default_folder.into_iter().map(Path::to_path_buf).collect();
    let arguments = if arguments.is_empty() { &default[..] } else { arguments };
    if arguments.is_empty() {
        bail!("name an input: PGN files, folders, or `-` for standard input");
    }
    let mut inputs = Vec::new();
    for argument in arguments {
        if argument.as_os_str() == "-" {
            if inputs.contains(&Input::Stdin) {
                bail!("standard input can be read only once");
            }
            inputs.push(Input::Stdin);
            continue;
        }
        let metadata = fs::metadata(argument)
            .with_context(|| format!("cannot read `{}`", argument.display()))?;
        if metadata.is_dir() {
            let before = inputs.len();
            search(argument, &mut inputs)
                .with_context(|| format!("cannot search `{}`", argument.display()))?;
            if inputs.len() == before {
                bail!("`{}` holds no PGN file ({})", argument.display(), ENDINGS.join(", "));
            }
        } else {
            inputs.push(Input::File(argument.clone()));
        }
    }
    Ok(inputs)
}

fn search(folder: &Path, found: &mut Vec<Input>) -> io::Result<()> {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    entries.sort();
    for path in entries {
        // A link may lead in circles; only real folders are searched.
        let is_folder = path.symlink_metadata()?.is_dir();
        if is_folder {
            search(&path, found)?;
        } else if path.is_file() && has_ending(&path) {
            found.push(Input::File(path));
        }
    }
    Ok(())
}

fn has_ending(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    ENDINGS.iter().any(|ending| name.ends_with(ending))
}
