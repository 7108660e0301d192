//! What ideas are worth in the setting of their authors: `docs/studies/`, which `lab study` plays.

use std::{fs, path::Path};

use super::{
    Idea,
    evidence::{limit_in_words, verdict_of},
};
use crate::study::{
    effects::Effect,
    file::{self, Study},
};

/// The studies, by the names of their files.
const STUDIES: [&str; 9] = [
    "prophet",
    "pro-deo",
    "late-moves",
    "late-move-exemptions",
    "history-reductions",
    "history-or-late-moves",
    "history-or-logarithm",
    "half-time",
    "small-hash",
];

/// A line of a study: an idea and what it is worth there.
#[derive(Debug)]
pub(super) struct Finding {
    study: &'static str,
    limit: String,
    idea: file::Idea,
    effect: Effect,
}

/// The findings of all studies that have pairs enough to say anything.
///
/// # Errors
/// One sentence with the name of the first file that cannot be read.
pub(super) fn findings(docs: &Path) -> Result<Vec<Finding>, String> {
    let mut all = Vec::new();
    for name in STUDIES {
        let study = read(docs, name)?;
        let effects = study.effects().map_err(|e| format!("docs/studies/{name}.json: {e}"))?;
        let of = |(idea, effect)| Finding { study: name, limit: study.limit.clone(), idea, effect };
        all.extend(study.ideas.clone().into_iter().zip(effects).map(of));
    }
    Ok(all)
}

fn read(docs: &Path, name: &str) -> Result<Study, String> {
    let path = docs.join("studies").join(name).with_extension("json");
    let failed = |e: String| format!("cannot read {}: {e}", path.display());
    let text = fs::read(&path).map_err(|e| failed(e.to_string()))?;
    Study::read(&text[..]).map_err(failed)
}

/// What came of an idea there, in a few words; empty if no study has it.
pub(super) fn outcome(idea: &Idea, findings: &[Finding]) -> String {
    let about: Vec<&Finding> = findings.iter().filter(|found| found.is_about(idea)).collect();
    let of_study = |found: &[&Finding]| {
        let &Finding { study, ref limit, .. } = found[0];
        let limit = limit_in_words(limit);
        let words: Vec<_> = found.iter().map(|found| found.words()).collect();
        format!("[{study}](../studies/{study}.json), {limit}: {}", words.join("; "))
    };
    let studies: Vec<_> = about.chunk_by(|a, b| a.study == b.study).map(of_study).collect();
    studies.join(". ")
}

impl Finding {
    fn is_about(&self, idea: &Idea) -> bool {
        self.idea.ids.split(' ').any(|id| id == idea.id)
    }

    fn words(&self) -> String {
        let Self { idea, effect: Effect { elo, error }, .. } = self;
        let does = verdict_of(*elo, *error);
        let acts = idea.acts.map_or_else(String::new, |acts| format!(", {}", acts.in_words()));
        format!("{}: {does} ({elo:+.1} ± {error:.1}){acts}", idea.short_switch())
    }
}

#[cfg(test)]
mod tests {
    use engine::options::Options;

    use super::{super::evidence::docs, *};

    #[test]
    fn every_study_is_of_ideas_and_options_that_there_are() {
        for name in STUDIES {
            let study = read(docs(), name).unwrap();
            let of_ideas = study.ideas.iter().flat_map(|idea| idea.on.iter().chain(&idea.off));
            for setting in study.setting.iter().chain(of_ideas) {
                let (option, value) = setting.split_once('=').unwrap();
                Options::default().set(option, value).unwrap_or_else(|e| panic!("{name}: {e}"));
            }
            for id in study.ideas.iter().flat_map(|idea| idea.ids.split(' ')) {
                assert!(super::super::ideas().any(|idea| idea.id == id), "{name}: {id}");
            }
        }
    }
}
