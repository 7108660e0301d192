//! A study in a file, `docs/studies/NAME.json`: written by hand up to `ideas`, then by `lab study`.

use std::{collections::BTreeSet, fs, io::Read, path::Path};

use serde::{Deserialize, Serialize};

use super::{
    design,
    effects::{self, Effect},
};
use crate::arena::contestant::Budget;

/// Pairs that there must be for each idea before any effect is told: with fewer, errors are too small.
const PAIRS_OF_AN_IDEA: u64 = 10;

/// A study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Study {
    /// What it asks, in a sentence.
    pub about: String,
    /// What a side may use for a move, as the evidence names it: `nodes=10000`, `tc=0.5+0.005`.
    pub limit: String,
    /// What both sides are set to, `NAME=VALUE`: the setting in which the ideas are judged.
    pub setting: Vec<String>,
    /// What is judged. New ones go to the end, as the pairs played know them by their places.
    pub ideas: Vec<Idea>,
    /// The games; none before the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played: Option<Played>,
}

/// An idea, or several that go together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Idea {
    /// Its ids in the catalogue, with blanks between.
    pub ids: String,
    /// What the side that has it is set to.
    pub on: Vec<String>,
    /// What the side that has it not is set to.
    pub off: Vec<String>,
    /// The engine's counter that says how often it acts, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counter: Option<String>,
    /// How often it acts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub acts: Option<Acts>,
}

/// How often an idea acts, over positions searched with this study's setting and nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Acts {
    /// Games in which each position was searched with it and without it.
    pub games: u64,
    /// Their positions.
    pub positions: u64,
    /// Those where the best move is another.
    pub moves: u64,
    /// Those where the best move or its score is another.
    pub changed: u64,
    /// What the counter says of all searches with it, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<u64>,
    /// Nodes of all searches with it.
    pub nodes: u64,
    /// Nodes of all searches without it.
    pub nodes_off: u64,
}

/// What was played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Played {
    /// The node count of `engine bench` under the setting: it says which engine played.
    pub bench: u64,
    /// The commit that played.
    pub commit: String,
    /// The day of the last pair.
    pub date: String,
    /// Where games began.
    pub book: String,
    /// A digit a pair, in their order: the half points, 0 to 4, of the side that the design calls A.
    pub pairs: String,
}

impl Study {
    /// Reads the text of a study.
    ///
    /// # Errors
    /// One sentence if it is no study.
    pub fn read(text: impl Read) -> Result<Self, String> {
        let study: Self = serde_json::from_reader(text).map_err(|e| e.to_string())?;
        study.half_points()?;
        study.check_options()?;
        study.budget()?;
        Ok(study)
    }

    /// Opens a file.
    ///
    /// # Errors
    /// One sentence with its name.
    pub fn open(path: &Path) -> Result<Self, String> {
        let failed = |e: String| format!("{}: {e}", path.display());
        Self::read(fs::File::open(path).map_err(|e| failed(e.to_string()))?).map_err(failed)
    }

    /// Writes it; the old file stays whole until the new one is complete.
    ///
    /// # Errors
    /// One sentence with the name of the file.
    pub fn save(&self, path: &Path) -> Result<(), String> {
        let failed = |e: &dyn std::fmt::Display| format!("cannot write {}: {e}", path.display());
        let text = serde_json::to_string_pretty(self).map_err(|e| failed(&e))? + "\n";
        tables::write_whole(path, text.as_bytes()).map_err(|e| failed(&e))
    }

    /// What a side of a pair is set to. A is the first.
    #[must_use]
    pub fn settings(&self, pair: u64) -> [Vec<String>; 2] {
        let has = design::sides(pair, self.ideas.len());
        [true, false].map(|side| {
            let of = |(idea, &has): (&Idea, &bool)| idea.settings(has == side).to_vec();
            let ideas = self.ideas.iter().zip(&has).flat_map(of);
            self.setting.iter().cloned().chain(ideas).collect()
        })
    }

    /// What a side may use for a move.
    ///
    /// # Errors
    /// One sentence if the limit is none.
    pub fn budget(&self) -> Result<Budget, String> {
        Budget::of_limit(&self.limit)
    }

    /// Pairs played so far.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.played.as_ref().map_or(0, |played| played.pairs.len() as u64)
    }

    /// What each idea is worth, in their order; nothing until there are pairs enough.
    ///
    /// # Errors
    /// One sentence if a pair is no digit from 0 to 4.
    pub fn effects(&self) -> Result<Vec<Effect>, String> {
        let ideas = self.ideas.len();
        if self.pairs() < PAIRS_OF_AN_IDEA * ideas as u64 {
            return Ok(Vec::new());
        }
        let pairs: Vec<_> = (0..)
            .zip(self.half_points()?)
            .map(|(number, points)| (design::sides(number, ideas), points))
            .collect();
        Ok(effects::effects(&pairs, ideas))
    }

    /// An option that two ideas set would be that of the last.
    fn check_options(&self) -> Result<(), String> {
        let mut seen = BTreeSet::new();
        let both = self.ideas.iter().map(|idea| [&idea.on, &idea.off]);
        for sides in both {
            let names: [BTreeSet<&str>; 2] =
                sides.map(|side| side.iter().map(|s| name(s)).collect());
            if names[0] != names[1] {
                return Err(format!(
                    "an idea sets {:?} and {:?}, not the same options",
                    names[0], names[1]
                ));
            }
            if let Some(twice) = names[0].iter().find(|name| !seen.insert(**name)) {
                return Err(format!("two ideas set {twice}"));
            }
        }
        Ok(())
    }

    fn half_points(&self) -> Result<Vec<u8>, String> {
        let digits = self.played.iter().flat_map(|played| played.pairs.chars());
        digits
            .map(|digit| match digit {
                '0'..='4' => Ok(digit as u8 - b'0'),
                _ => Err(format!("`{digit}` among the pairs is none of 0 to 4")),
            })
            .collect()
    }
}

impl Acts {
    /// How often it acts, for people.
    #[must_use]
    pub fn in_words(&self) -> String {
        let &Self { positions, changed, counted, nodes, .. } = self;
        match counted {
            Some(counted) => format!("acts {counted} times in {nodes} nodes"),
            None => format!("changes {changed} of {positions} searches"),
        }
    }
}

impl Idea {
    /// What a side with it, or without, is set to.
    #[must_use]
    pub fn settings(&self, has: bool) -> &[String] {
        if has { &self.on } else { &self.off }
    }

    /// Its settings, for a page: without what is merely off.
    #[must_use]
    pub fn short_switch(&self) -> String {
        let is_off = |setting: &String| matches!(value(setting), "false" | "0" | "off");
        match (self.on.as_slice(), self.off.as_slice()) {
            ([on], [off]) if value(on) == "true" && is_off(off) => format!("`{}`", name(on)),
            ([on], [off]) if !is_off(off) => format!("`{on}` v {}", value(off)),
            (on, off) if off.iter().all(is_off) => format!("`{}`", on.join(" ")),
            _ => format!("`{}`", self.switch()),
        }
    }

    /// Its settings, for people.
    #[must_use]
    pub fn switch(&self) -> String {
        format!("{} v {}", self.on.join(" "), self.off.join(" "))
    }
}

/// The value of `NAME=VALUE`.
fn value(setting: &str) -> &str {
    setting.split_once('=').map_or(setting, |(_, value)| value)
}

/// The option of `NAME=VALUE`.
fn name(setting: &str) -> &str {
    setting.split('=').next().unwrap_or(setting)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = r#"{
        "about": "whether null moves help", "limit": "nodes=60", "setting": ["LMR=false"],
        "ideas": [
            {"ids": "NMP-01", "on": ["NMP=true"], "off": ["NMP=false"], "counter": "nmp_tried"},
            {"ids": "QS-01", "on": ["QS=true"], "off": ["QS=false"]}
        ]
    }"#;

    #[test]
    fn sides_are_complements() {
        let study = Study::read(SMALL.as_bytes()).unwrap();
        for pair in 0..20 {
            let [a, b] = study.settings(pair);
            assert_eq!((&a[0], &b[0]), (&study.setting[0], &study.setting[0]));
            for (i, idea) in study.ideas.iter().enumerate() {
                let both = [&a[i + 1], &b[i + 1]];
                assert!(both.contains(&&idea.on[0]) && both.contains(&&idea.off[0]), "{both:?}");
            }
        }
    }

    #[test]
    fn a_page_leaves_out_what_is_off() {
        let short = |on: &[&str], off: &[&str]| {
            let [on, off] = [on, off].map(|side| side.iter().map(|&s| s.to_owned()).collect());
            Idea { ids: String::new(), on, off, counter: None, acts: None }.short_switch()
        };
        assert_eq!(short(&["HR=true"], &["HR=false"]), "`HR`");
        assert_eq!(short(&["MIT=blend"], &["MIT=off"]), "`MIT=blend`");
        assert_eq!(short(&["HR_Inc=5"], &["HR_Inc=10"]), "`HR_Inc=5` v 10");
        assert_eq!(short(&["A=1", "B=2"], &["A=0", "B=0"]), "`A=1 B=2`");
        let both = short(&["HR=true", "LMR=false"], &["HR=false", "LMR=true"]);
        assert_eq!(both, "`HR=true LMR=false v HR=false LMR=true`");
    }

    #[test]
    fn what_is_no_study_is_refused() {
        let played = |pairs: &str| {
            let study = Study::read(SMALL.as_bytes()).unwrap();
            let played = Played { pairs: pairs.to_owned(), ..Played::default() };
            serde_json::to_string(&Study { played: Some(played), ..study }).unwrap()
        };
        Study::read(played("0123").as_bytes()).unwrap();
        let sentence = Study::read(played("0153").as_bytes()).unwrap_err();
        assert!(sentence.contains("`5`"), "{sentence}");
        for (sound, wrong) in [("QS=", "NMP="), ("\"QS=true", "\"LMR=true\", \"QS=true")] {
            assert!(Study::read(SMALL.replace(sound, wrong).as_bytes()).is_err(), "{wrong}");
        }
        for (sound, wrong) in [("about", "abuot"), ("nodes=60", "60")] {
            assert!(Study::read(SMALL.replace(sound, wrong).as_bytes()).is_err(), "{wrong}");
        }
    }
}
