//! Games of one setting against itself, as training data.

use clap::Args;
use lab::arena::contest::Contest;

use super::{play::Play, print, standing::summary};

#[derive(Debug, Args)]
pub(crate) struct Selfplay {
    /// An option of the engine, `NAME=VALUE`; may be given more than once.
    #[arg(long = "set", value_name = "NAME=VALUE")]
    settings: Vec<String>,
    #[command(flatten)]
    play: Play,
}

impl Selfplay {
    pub(crate) fn run(&self) -> Result<(), String> {
        if self.play.pgn.is_none() {
            return Err("selfplay makes games: name a file with --pgn".to_owned());
        }
        let players = ["Prospector"; 2].map(|name| (name, self.settings.as_slice()));
        let contest = Contest { repeats: false, ..self.play.contest(players, None)? };
        let standing = self.play.run(&contest, print::line)?;
        print::line(&summary(&standing, &contest));
        Ok(())
    }
}
