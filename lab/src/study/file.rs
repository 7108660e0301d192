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
    /// What was asked when they were played, a part of the pairs each; none in files of before there was this.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<Asked>,
    /// A digit a pair, in their order: the half points, 0 to 4, of the side that the design calls A.
    pub pairs: String,
}

/// What pairs were played for, from one of them on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// The first of these pairs.
    pub from: u64,
    /// How many of the ideas there were; nobody had those after them.
    pub ideas: usize,
    /// A digest of the limit, the setting and these ideas' settings.
    pub digest: String,
}

impl Study {
    /// Reads the text of a study.
    ///
    /// # Errors
    /// One sentence if it is no study.
    pub fn read(text: impl Read) -> Result<Self, String> {
        let study: Self = serde_json::from_reader(text).map_err(|e| e.to_string())?;
        study.half_points()?;
        study.check_asked()?;
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

    /// What was played so far, in order to go on with all ideas that there are now.
    #[must_use]
    pub fn going_on(&self, played: Played) -> Played {
        let ideas = self.ideas.len();
        let mut asked: Vec<Asked> = played.asked_and_played().cloned().collect();
        // What the pairs of an old file were played for, nothing but the file says.
        let from = if asked.is_empty() { 0 } else { played.pairs.len() as u64 };
        if asked.last().is_none_or(|last| last.ideas != ideas) {
            asked.push(Asked { from, ideas, digest: self.digest(ideas) });
        }
        Played { asked, ..played }
    }

    /// How many ideas there were from which pair on.
    fn ideas_from(&self) -> Vec<(u64, usize)> {
        let asked = self.played.iter().flat_map(Played::asked_and_played);
        let found: Vec<_> = asked.map(|asked| (asked.from, asked.ideas)).collect();
        if found.is_empty() { vec![(0, self.ideas.len())] } else { found }
    }

    /// A number that two studies share if the limit, the setting and these ideas' settings are the same.
    fn digest(&self, ideas: usize) -> String {
        let ideas: Vec<_> = self.ideas.iter().take(ideas).map(|i| (&i.on, &i.off)).collect();
        let text = serde_json::json!([self.limit, self.setting, ideas]).to_string();
        format!("{:032x}", tables::Input::of("", text.as_bytes()).digest)
    }

    /// Pairs of another study say nothing of this one.
    fn check_asked(&self) -> Result<(), String> {
        let asked: Vec<_> = self.played.iter().flat_map(Played::asked_and_played).collect();
        let is_other = |asked: &&&Asked| {
            asked.ideas > self.ideas.len() || asked.digest != self.digest(asked.ideas)
        };
        if let Some(other) = asked.iter().find(is_other) {
            return Err(format!(
                "its pairs from {} on were played with another limit, setting or ideas (new ones go to the end); take \
                 `played` out to begin anew",
                other.from
            ));
        }
        let is_sound = asked.first().is_none_or(|first| first.from == 0)
            && asked.windows(2).all(|two| two[0].from < two[1].from && two[0].ideas < two[1].ideas);
        if is_sound { Ok(()) } else { Err("`asked` is not in the order of the pairs".to_owned()) }
    }

    /// What each idea is worth, in their order; nothing until there are pairs enough, and only of those ideas that were
    /// there for enough of them.
    ///
    /// # Errors
    /// One sentence if a pair is no digit from 0 to 4.
    pub fn effects(&self) -> Result<Vec<Effect>, String> {
        let parts = self.ideas_from();
        let is_enough = |&&(from, ideas): &&(u64, usize)| {
            self.pairs().saturating_sub(from) >= PAIRS_OF_AN_IDEA * ideas as u64
        };
        let Some(&(_, ideas)) = parts.iter().rev().find(is_enough) else { return Ok(Vec::new()) };
        // Who came later was in nobody's hands before.
        let had = |number: u64| {
            let part = parts.iter().rev().find(|&&(from, _)| from <= number);
            design::sides(number, part.map_or(ideas, |&(_, there)| there.min(ideas)))
        };
        let pairs: Vec<_> =
            (0..).zip(self.half_points()?).map(|(number, points)| (had(number), points)).collect();
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

impl Played {
    /// What was asked, less what no pair was played for.
    fn asked_and_played(&self) -> impl Iterator<Item = &Asked> {
        self.asked.iter().filter(|asked| asked.from < self.pairs.len() as u64)
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

    /// This study with so many pairs that were played for it.
    fn played(study: &Study, pairs: usize) -> Study {
        let before = study.played.clone().unwrap_or_default();
        let mut now = study.going_on(before);
        // By a fixed row of digits, so that not all are alike.
        (0..pairs).for_each(|pair| now.pairs.push(['2', '3', '1', '4', '2', '0', '3'][pair % 7]));
        Study { played: Some(now), ..study.clone() }
    }

    fn again(study: &Study) -> Result<Study, String> {
        Study::read(serde_json::to_string(study).unwrap().as_bytes())
    }

    #[test]
    fn pairs_of_another_study_are_refused() {
        let study = played(&Study::read(SMALL.as_bytes()).unwrap(), 30);
        assert_eq!(again(&study), Ok(study.clone()));
        let on = |i: usize, setting: &str| {
            let mut other = study.clone();
            other.ideas[i].on = vec![setting.to_owned()];
            other
        };
        let swapped = Study { ideas: study.ideas.iter().rev().cloned().collect(), ..study.clone() };
        for other in [
            Study { limit: "nodes=70".to_owned(), ..study.clone() },
            Study { setting: Vec::new(), ..study.clone() },
            Study { ideas: study.ideas[..1].to_vec(), ..study.clone() },
            on(1, "QS=maybe"),
            swapped,
        ] {
            let sentence = again(&other).unwrap_err();
            assert!(sentence.contains("another limit, setting or ideas"), "{sentence}");
        }
        // Words are free, and a file of before there were digests is taken as it is.
        let mut same = Study { about: "more".to_owned(), ..study.clone() };
        same.ideas[0].ids = "NMP-02".to_owned();
        again(&same).unwrap();
        let mut old = Study { limit: "nodes=70".to_owned(), ..study };
        old.played.as_mut().unwrap().asked.clear();
        let old = again(&old).unwrap();
        let asked = old.going_on(old.played.clone().unwrap()).asked;
        assert_eq!((asked.len(), asked[0].from, asked[0].ideas), (1, 0, 2));
    }

    #[test]
    fn an_idea_that_came_later_is_judged_by_its_own_pairs() {
        let study = played(&Study::read(SMALL.as_bytes()).unwrap(), 300);
        let alone = study.effects().unwrap();
        assert_eq!(alone.len(), 2);
        let mut more = study.clone();
        more.ideas.push(Idea {
            ids: "LMR-01".to_owned(),
            on: vec!["LMR_MinDepth=2".to_owned()],
            off: vec!["LMR_MinDepth=3".to_owned()],
            counter: None,
            acts: None,
        });
        // It was added, and not played yet; then it was, in too few pairs, which are pairs of the others too.
        assert_eq!(again(&more).unwrap().effects().unwrap(), alone);
        let few = again(&played(&more, 29)).unwrap();
        let asked = &few.played.as_ref().unwrap().asked;
        assert_eq!(asked.iter().map(|a| (a.from, a.ideas)).collect::<Vec<_>>(), [(0, 2), (300, 3)]);
        assert_eq!(few.effects().unwrap().len(), 2);
        let enough = played(&few, 71).effects().unwrap();
        assert_eq!(enough.len(), 3);
        // By a hundred pairs of four, where the others have all four.
        assert!(enough[2].error > 1.5 * enough[0].error, "{enough:?}");
        // An idea that was added, not played, and changed is another.
        let mut other =
            Study { played: more.going_on(more.played.clone().unwrap()).into(), ..more };
        assert_eq!(other.played.as_ref().unwrap().asked.len(), 2);
        other.ideas[2].on = vec!["LMR_MinDepth=4".to_owned()];
        let asked = other.going_on(again(&other).unwrap().played.unwrap()).asked;
        assert_eq!(asked[1], Asked { from: 300, ideas: 3, digest: other.digest(3) });
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
