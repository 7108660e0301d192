//! Many ideas at once.

use std::{
    path::PathBuf,
    sync::atomic::AtomicBool,
    time::{Duration, Instant, SystemTime},
};

use clap::Args;
use engine::bench;
use lab::{
    ablate::series::day,
    arena::{contestant::Contestant, openings::Openings},
    study::{
        acts,
        file::{self, Played},
        play,
    },
};

use super::{
    ablate::{PLIES, SEED, folder},
    beside::{Book, commit},
    lock::Lock,
    print,
};

/// Plays the pairs of a study, or shows what they say.
///
/// The file names a setting and ideas. In each pair of games one side has every idea with even chance and the other the
/// rest, so that every game measures all of them; Elo is of the side with the idea, under the setting. The file is
/// written after every ten pairs: interrupt when you like, and go on with the same command.
#[derive(Debug, Args)]
pub(crate) struct Study {
    /// The study, `docs/studies/NAME.json`.
    file: PathBuf,
    /// Play until there are so many pairs of games.
    #[arg(long, default_value_t = 0)]
    pairs: u64,
    /// Begin none after this many seconds.
    #[arg(long)]
    seconds: Option<u64>,
    /// Pairs at a time.
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    #[command(flatten)]
    book: Book,
    /// Count in so many games how often each idea acts.
    #[arg(long, value_name = "GAMES")]
    acts: Option<u64>,
}

/// Pairs between two writings of the file.
const CHUNK: usize = 10;

impl Study {
    pub(crate) fn run(&self) -> Result<(), String> {
        let mut study = file::Study::open(&self.file)?;
        if self.pairs > study.pairs() || self.acts.is_some() {
            let _lock = Lock::of(folder(&self.file))?;
            let book = self.book.path()?;
            let name = book.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let openings = Openings::read(&book, PLIES, SEED)?;
            self.count(&mut study, &openings)?;
            if self.pairs > study.pairs() {
                self.play(&mut study, &openings, name)?;
            }
        }
        show(&study)
    }

    fn count(&self, study: &mut file::Study, openings: &Openings) -> Result<(), String> {
        let Some(positions) = self.acts else { return Ok(()) };
        for i in 0..study.ideas.len() {
            study.ideas[i].acts = Some(acts::acts(study, &study.ideas[i], openings, positions)?);
            study.save(&self.file)?;
        }
        Ok(())
    }

    fn play(
        &self,
        study: &mut file::Study,
        openings: &Openings,
        book: String,
    ) -> Result<(), String> {
        if openings.count().is_some_and(|count| count < self.pairs) {
            return Err(format!("{book} has fewer openings than {}", self.pairs));
        }
        let mut played = study.going_on(beginning(study, book)?);
        let first = played.pairs.len() as u64;
        let until = self.seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
        let mut now = study.clone();
        let mut save = |played: &Played| {
            now.played = Some(Played { date: today(), ..played.clone() });
            now.save(&self.file)
        };
        let mut listen = |points: u8| {
            played.pairs.push(char::from(b'0' + points));
            if played.pairs.len().is_multiple_of(CHUNK) {
                save(&played)?;
            }
            match until {
                Some(until) if Instant::now() > until => Err(OVER.to_owned()),
                _ => Ok(()),
            }
        };
        let range = [first, self.pairs];
        match play::play(study, openings, range, self.concurrency, &mut listen) {
            Err(sentence) if sentence != OVER => return Err(sentence),
            _ => save(&played)?,
        }
        *study = now;
        Ok(())
    }
}

/// What ends a run when its time is over.
const OVER: &str = "time is over";

/// What was played before, if by this engine and from these openings.
fn beginning(study: &file::Study, book: String) -> Result<Played, String> {
    let contestant = Contestant {
        name: String::new(),
        settings: study.setting.clone(),
        budget: study.budget()?,
        elo: None,
    };
    let bench = bench::run(&mut contestant.engine()?, bench::DEPTH, &AtomicBool::new(false)).nodes;
    match &study.played {
        Some(played) if played.bench == bench && played.book == book => Ok(played.clone()),
        Some(played) => Err(format!(
            "its pairs are of bench {} from {}, and now it is {bench} from {book}; take `played` out to begin anew",
            played.bench, played.book
        )),
        None => Ok(Played { bench, commit: commit()?, book, ..Played::default() }),
    }
}

fn today() -> String {
    day(SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default())
}

/// An idea a line.
fn show(study: &file::Study) -> Result<(), String> {
    print::line(&format!("{} pairs, {}: {}", study.pairs(), study.limit, study.about));
    let effects = study.effects()?;
    if effects.is_empty() {
        print::aside("lab: too few pairs to say what ideas are worth");
    }
    for (idea, effect) in study.ideas.iter().zip(effects) {
        let (ids, name) = (&idea.ids, idea.switch());
        let acts = idea.acts.map_or_else(String::new, |acts| format!(", {}", acts.in_words()));
        print::line(&format!("{:+6.1} ± {:4.1}  {ids}: {name}{acts}", effect.elo, effect.error));
    }
    Ok(())
}
