//! Every parameter of the engine, declared once.
//!
//! A declaration says all of a parameter: its role, kind, default and range, the ids of its ideas, one line
//! on it, what turns it off, what it needs, and which limit measures it. It makes what the engine
//! reads, the UCI option, the line in `OPTIONS.md` and the matches that try it; nothing else has to
//! be edited to add one. `play`, `evaluation` and `search` are the groups.

mod declaration;
mod declare;
mod evaluation;
mod play;
mod search;
mod value;

pub use declaration::{Declaration, Group, Limit, OptionKind, OptionRole};
use declare::Settable;
pub use evaluation::{
    EvalOptions, ImbalanceMode, ImbalanceValue, MobilityMode, OutpostMode, SeedWeights,
};
pub use play::{OpeningWhere, PlayOptions, Replace};
pub use search::{
    CheckExtension, HistoryForm, HrIndex, HrStatic, Increment, LateMoveFormula, LateMoveGate,
    OnFail, Ordering, PsqtUpdate, PvsMode, PvxMode, SearchOptions, Zugzwang,
};

/// The values of all options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Memory, threads, the clock, the opening table, UCI.
    pub play: PlayOptions,
    /// The evaluation's terms.
    pub eval: EvalOptions,
    /// The search's ideas.
    pub search: SearchOptions,
}

impl Options {
    /// All options, in the order of their declaration.
    pub fn declarations() -> impl Iterator<Item = &'static Declaration> {
        PlayOptions::DECLARATIONS
            .iter()
            .chain(EvalOptions::DECLARATIONS)
            .chain(SearchOptions::DECLARATIONS)
    }

    /// The option that is called so, in any case of letters.
    #[must_use]
    pub fn declaration(name: &str) -> Option<&'static Declaration> {
        Self::declarations().find(|option| option.is_called(name))
    }

    /// The value of an option, as UCI writes it; `None` if there is no such option.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<String> {
        let name = Self::declaration(name)?.name;
        self.play.get(name).or_else(|| self.eval.get(name)).or_else(|| self.search.get(name))
    }

    /// Sets an option.
    ///
    /// # Errors
    /// One sentence if there is no such option in this build or it does not take this value; nothing
    /// is changed then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let option = Self::declaration(name).ok_or_else(|| missing(name))?;
        let refused =
            || format!("option {} takes {}, not `{value}`", option.name, option.kind.values());
        match option.group {
            Group::Play => self.play.set(option, value),
            Group::Evaluation => self.eval.set(option, value),
            Group::Search => self.search.set(option, value),
        }
        .ok_or_else(refused)
    }
}

/// Why there is no option of this name.
fn missing(name: &str) -> String {
    let mut fixed =
        [PlayOptions::FIXED, EvalOptions::FIXED, SearchOptions::FIXED].into_iter().flatten();
    if fixed.any(|known| known.eq_ignore_ascii_case(name)) {
        format!("option {name} is fixed in this build; one with the cargo feature `lab` can set it")
    } else {
        format!("there is no option `{name}`")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_defaults_in_range() {
        let all: Vec<_> = Options::declarations().collect();
        for (i, one) in all.iter().enumerate() {
            for other in &all[..i] {
                assert!(!one.name.eq_ignore_ascii_case(other.name), "{}", one.name);
            }
            let mut options = Options::default();
            let shown = options.get(one.name).unwrap();
            options.set(one.name, &shown).unwrap();
            assert_eq!(options, Options::default(), "{}", one.name);
            assert!(one.about.ends_with('.'), "{}", one.name);
        }
    }

    #[test]
    fn values_are_set_or_refused() {
        let mut options = Options::default();
        options.set("hash", "64").unwrap();
        options.set("mit", "crude").unwrap();
        options.set("Ponder", "TRUE").unwrap();
        assert_eq!(options.play.hash_mb(), 64);
        assert_eq!(options.eval.imbalance(), crate::options::ImbalanceMode::Crude);
        assert!(options.play.ponder());
        let before = options.clone();
        for (name, value) in
            [("Hash", "-1"), ("Hash", "x"), ("MIT", "maybe"), ("Ponder", "2"), ("?", "1")]
        {
            options.set(name, value).unwrap_err();
            assert_eq!(options, before);
        }
    }

    /// What a user interface shows of the engine that people build.
    #[test]
    #[cfg(not(feature = "lab"))]
    fn the_product_shows_few_options_and_names_what_it_fixes() {
        let names: Vec<_> = Options::declarations().map(|option| option.name).collect();
        assert!(names.len() <= 45, "{}", names.len());
        assert_eq!(names[..2], ["Hash", "Threads"]);
        let sentence = Options::default().set("nmp", "false").unwrap_err();
        assert_eq!(
            sentence,
            "option nmp is fixed in this build; one with the cargo feature `lab` can set it"
        );
        assert!(Options::default().set("nothing", "1").unwrap_err().starts_with("there is no"));
    }

    #[test]
    #[cfg(feature = "lab")]
    fn the_laboratory_sets_every_switch() {
        let mut options = Options::default();
        options.set("NMP", "false").unwrap();
        assert!(!options.search.null_move());
        assert!(Options::declarations().any(|option| option.is_lab));
    }
}
