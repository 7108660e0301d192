//! What the command line's inputs are: files, folders full of files, standard input.

use std::{
    collections::HashMap,
    fs, io,
    ops::Range,
    path::{Path, PathBuf},
};

use anyhow::{Result, bail};

use crate::system::{FileId, file_id};

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

/// The inputs that arguments name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expanded {
    /// Each once, in the order of the arguments.
    pub inputs: Vec<Input>,
    /// A sentence for each file that is left out, because its games are read under another name.
    pub left_out: Vec<String>,
}

/// Turns arguments into inputs; folders become the PGN files below them, sorted by path. Without
/// arguments it is everything in `default_folder`. Each file is read once: under whatever names it
/// comes, and not packed too where it lies beside itself unpacked. What does not exist is an input, too: whoever
/// reads it says so.
///
/// # Errors
/// If standard input is named twice, a folder holds no PGN file, or nothing is named and there is no default.
pub fn expand(arguments: &[PathBuf], default_folder: Option<&Path>) -> Result<Expanded> {
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
        if argument.is_dir() {
            let before = inputs.len();
            search(argument, &mut inputs);
            if inputs.len() == before {
                bail!("`{}` holds no PGN file ({})", argument.display(), ENDINGS.join(", "));
            }
        } else {
            inputs.push(Input::File(argument.clone()));
        }
    }
    Ok(once(inputs))
}

/// Adds the PGN files below a folder. A folder that cannot be searched is an input: whoever reads it says why.
fn search(folder: &Path, found: &mut Vec<Input>) {
    let entries = fs::read_dir(folder)
        .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>());
    let Ok(mut entries) = entries else {
        found.push(Input::File(folder.to_path_buf()));
        return;
    };
    entries.sort();
    for path in entries {
        // A link may lead in circles; only real folders are searched.
        if path.symlink_metadata().is_ok_and(|entry| entry.is_dir()) {
            search(&path, found);
        } else if has_ending(&path) && fs::metadata(&path).map_or(true, |entry| entry.is_file()) {
            // A link that leads nowhere is an input that cannot be read.
            found.push(Input::File(path));
        }
    }
}

/// Leaves out files that come again under another name, and packed ones beside their own text.
fn once(inputs: Vec<Input>) -> Expanded {
    let mut expanded = Expanded::default();
    let mut seen: HashMap<FileId, PathBuf> = HashMap::new();
    for input in inputs {
        if let Input::File(path) = &input
            && path.is_file()
            && let Ok(file) = file_id(path)
        {
            let name = path.display();
            if let Some(before) = seen.get(&file) {
                expanded.left_out.push(if before == path {
                    format!("`{name}` is named twice, and read once")
                } else {
                    let before = before.display();
                    format!("`{name}` is the same file as `{before}`, and is not read again")
                });
                continue;
            }
            seen.insert(file, path.clone());
        }
        expanded.inputs.push(input);
    }
    leave_out_packed(&mut expanded);
    expanded
}

/// Of files in one folder that are the same text by their names, plain and packed, one is read: the plain one, or
/// else the first. Archives, which may hold more than one text, are left out beside the plain text only. Files that
/// are packed alike, or both plain, are different texts.
fn leave_out_packed(Expanded { inputs, left_out }: &mut Expanded) {
    let text = |input: &Input| match input {
        Input::File(path) => text_name(path),
        _ => None,
    };
    let mut kept: HashMap<(PathBuf, String), (PathBuf, Packed)> = HashMap::new();
    let by_packing = inputs.iter().filter_map(|input| Some((text(input)?, input)));
    for ((folder, name, packing), input) in by_packing {
        let Input::File(path) = input else { continue };
        if !path.is_file() {
            continue;
        }
        match packing {
            Packed::No => drop(kept.insert((folder, name), (path.clone(), packing))),
            Packed::Text(_) => {
                kept.entry((folder, name)).or_insert_with(|| (path.clone(), packing));
            }
            Packed::Archive => {}
        }
    }
    inputs.retain(|input| {
        let (Input::File(path), Some((folder, name, packing))) = (input, text(input)) else {
            return true;
        };
        match kept.get(&(folder, name)) {
            Some((other, beside)) if packing.is_left_out_beside(*beside) => {
                left_out.push(format!(
                    "`{}` is left out: `{}` lies beside it; rename one if it holds other games",
                    path.display(),
                    other.display()
                ));
                false
            }
            _ => true,
        }
    });
}

/// How a file's name says that it is packed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Packed {
    No,
    /// With the ending that says so.
    Text(&'static str),
    Archive,
}

impl Packed {
    /// Whether a file of the same name, packed so, is not read beside one that is read.
    fn is_left_out_beside(self, other: Self) -> bool {
        match (self, other) {
            (Self::No, _) => false,
            (_, Self::No) => true,
            (Self::Text(ending), Self::Text(other)) => ending != other,
            _ => false,
        }
    }
}

/// The folder of a PGN file, its name when it is unpacked, and how it is packed. Endings may be in any case.
fn text_name(path: &Path) -> Option<(PathBuf, String, Packed)> {
    let name = path.file_name()?.to_str()?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
    let strip = |endings: &[&'static str]| {
        endings.iter().find_map(|ending| Some((without_ending(name, ending)?, *ending)))
    };
    let (text, packing) =
        match (strip(&[".zst", ".gz", ".bz2", ".xz", ".lz4"]), strip(&[".7z", ".zip"])) {
            (Some((text, ending)), _) => (text, Packed::Text(ending)),
            (None, Some((text, _))) => (text, Packed::Archive),
            (None, None) => (name, Packed::No),
        };
    let stem = without_ending(text, ".pgn");
    let is_game_file = packing != Packed::No || stem.is_some();
    is_game_file.then(|| (folder, stem.unwrap_or(text).to_owned(), packing))
}

/// A name without this ending, in whatever case it is.
fn without_ending<'a>(name: &'a str, ending: &str) -> Option<&'a str> {
    let (text, end) = name.split_at_checked(name.len().checked_sub(ending.len())?)?;
    end.eq_ignore_ascii_case(ending).then_some(text)
}

fn has_ending(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    ENDINGS.iter().any(|ending| name.ends_with(ending)) && !is_resource_fork(&name)
}

/// Whether macOS keeps what belongs to another file under this name (AppleDouble).
pub(super) fn is_resource_fork(name: &str) -> bool {
    name.starts_with("._")
}
