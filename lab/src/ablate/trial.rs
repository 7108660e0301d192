//! The matches that try the engine's options, from their declarations.

use std::fmt;

use engine::options::{Declaration, Limit, OptionKind, OptionRole, Options};

/// One idea switched on (A) against the same engine without it (B).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// The option; `-` for the engine against itself.
    pub option: String,
    /// The ids of its ideas, with blanks between; `-` for none.
    pub ids: String,
    /// Its value on A's side.
    pub on: String,
    /// Its value on B's side.
    pub off: String,
    /// The smallest limit that shows what it is worth.
    pub limit: Limit,
    /// What both sides are set to, `NAME=VALUE`, so that it makes a difference.
    pub needs: Vec<String>,
}

/// A side of a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// A, with the idea.
    On,
    /// B, without it.
    Off,
}

impl Trial {
    /// Both sides in the order of a contest.
    pub const SIDES: [Side; 2] = [Side::On, Side::Off];

    /// The engine against itself: it must come out even (TST-10).
    #[must_use]
    pub fn of_nothing() -> Self {
        let default = "default".to_owned();
        Self {
            option: "-".to_owned(),
            ids: "TST-10".to_owned(),
            on: default.clone(),
            off: default,
            limit: Limit::Nodes(1),
            needs: Vec::new(),
        }
    }

    /// Quiescence, which no engine can do without (TST-07).
    #[must_use]
    pub fn of_quiescence() -> Self {
        let [on, off] = ["true", "false"].map(str::to_owned);
        let (option, ids) = ("QS".to_owned(), "TST-07".to_owned());
        Self { option, ids, on, off, ..Self::of_nothing() }
    }

    /// The same with its sides changed.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self { on: self.off, off: self.on, ..self }
    }

    /// What a side is set to, as `NAME=VALUE`.
    #[must_use]
    pub fn settings(&self, side: Side) -> Vec<String> {
        let value = match side {
            Side::On => &self.on,
            Side::Off => &self.off,
        };
        let own = (self.option != "-").then(|| format!("{}={value}", self.option));
        self.needs.iter().cloned().chain(own).collect()
    }

    /// Whether `OPTION=ON` or one of the ids begins so.
    #[must_use]
    pub fn begins_with(&self, start: &str) -> bool {
        format!("{}={}", self.option, self.on).starts_with(start)
            || self.ids.split(' ').any(|id| id.starts_with(start))
    }

    /// Whether games of `nodes` a move, or by the clock for `None`, can show what it is worth.
    #[must_use]
    pub const fn is_seen_at(&self, nodes: Option<u64>) -> bool {
        match (self.limit, nodes) {
            (_, None) => true,
            (Limit::Clock, Some(_)) => false,
            (Limit::Nodes(least), Some(nodes)) => nodes >= least as u64,
        }
    }

    fn new(option: &Declaration, on: &str, off: &str) -> Self {
        let needs = option.needs_of(on);
        Self {
            option: option.name.to_owned(),
            ids: option.id.to_owned(),
            on: on.to_owned(),
            off: off.to_owned(),
            limit: option.limit,
            needs: needs.into_iter().map(|(name, value)| format!("{name}={value}")).collect(),
        }
    }
}

impl fmt::Display for Trial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} v {}", self.option, self.on, self.off)
    }
}

/// All trials, whole ideas before their details.
#[must_use]
pub fn trials() -> Vec<Trial> {
    let of_role = |is_detail: bool| {
        let options = Options::declarations();
        options
            .filter(move |option| (option.role == OptionRole::Parameter) == is_detail)
            .flat_map(of)
    };
    of_role(false).chain(of_role(true)).collect()
}

/// The trials whose names begin with one of these.
///
/// # Errors
/// One sentence if none begins with a name, as its trials would be missed, or if a name is empty.
pub fn only(trials: Vec<Trial>, names: &[String]) -> Result<Vec<Trial>, String> {
    for name in names {
        if name.is_empty() || !trials.iter().any(|trial| trial.begins_with(name)) {
            return Err(format!("no switch to play begins with `{name}`"));
        }
    }
    let wanted = |trial: &Trial| names.iter().any(|name| trial.begins_with(name));
    Ok(trials.into_iter().filter(wanted).collect())
}

/// The trials of an option: on against off, or each word of a choice.
fn of(option: &Declaration) -> Vec<Trial> {
    match option.kind {
        OptionKind::Choice(words) => of_choice(option, words),
        _ => {
            let values = option.on_value().zip(option.off_value());
            values.map(|(on, off)| Trial::new(option, &on, off)).into_iter().collect()
        }
    }
}

/// The default is played against `off`, any other word against the default or, as declared, against
/// `off` too.
fn of_choice(option: &Declaration, words: &[&str]) -> Vec<Trial> {
    if option.role == OptionRole::Setting {
        return Vec::new();
    }
    let (default, off) = (option.default(), option.off_value());
    let against = |word: &str| match off {
        Some(off) if word == default || option.is_against_off => off.to_owned(),
        _ => default.clone(),
    };
    let tried = words.iter().filter(|&&word| word != off.unwrap_or(&default));
    tried.map(|word| Trial::new(option, word, &against(word))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(trials: &[Trial]) -> Vec<String> {
        trials.iter().map(ToString::to_string).collect()
    }

    fn named(name: &str) -> Vec<String> {
        shown(&only(trials(), &[name.to_owned()]).unwrap())
    }

    #[test]
    fn declarations_make_trials() {
        for (name, wanted) in [
            ("NMP=", &["NMP true v false"][..]),
            ("HR=", &["HR true v false"]),
            ("PVS=", &["PVS nonroot v all", "PVS all v off"]),
            ("MIT=c", &["MIT crude v off"]),
            ("RH=plain", &["RH plain v gravity"]),
            ("Threats=", &["Threats 100 v 0"]),
            ("PST_Order", &["PST_Order 100 v 0"]),
        ] {
            assert_eq!(named(name), wanted, "{name}");
        }
        let all = shown(&trials());
        assert!(all.iter().all(|trial| !trial.starts_with("Threads") && !trial.starts_with("UCI")));
    }

    #[test]
    fn every_trial_is_of_two_engines_that_there_are() {
        for trial in trials() {
            assert_ne!(trial.on, trial.off, "{trial}");
            for side in Trial::SIDES {
                let mut options = Options::default();
                for setting in trial.settings(side) {
                    let (name, value) = setting.split_once('=').unwrap();
                    options.set(name, value).unwrap();
                }
            }
        }
    }

    #[test]
    fn a_detail_comes_with_its_idea() {
        let all = trials();
        let place = |start: &str| all.iter().position(|trial| trial.begins_with(start)).unwrap();
        assert!(place("HR=") < place("HR_Ex_TT="));
        let detail = &all[place("HR_Ex_TT=")];
        assert_eq!(detail.settings(Side::Off), ["HR=true", "HR_Ex_TT=false"]);
    }

    #[test]
    fn a_name_that_nothing_begins_with_is_refused() {
        for name in ["LRM", ""] {
            let names = ["NMP", name].map(str::to_owned);
            let sentence = only(trials(), &names).unwrap_err();
            assert!(sentence.contains(&format!("`{name}`")), "{sentence}");
        }
    }

    #[test]
    fn a_limit_that_shows_nothing_is_known() {
        let trial = |limit| Trial { limit, ..Trial::of_nothing() };
        assert!(trial(Limit::Nodes(1_000)).is_seen_at(Some(1_000)));
        assert!(!trial(Limit::Nodes(10_000)).is_seen_at(Some(1_000)));
        assert!(!trial(Limit::Clock).is_seen_at(Some(100_000)));
        assert!(trial(Limit::Clock).is_seen_at(None));
    }
}
