//! What ideas are worth in the setting of their authors: `docs/studies/`, which `lab study` plays.

use super::{
    Idea,
    evidence::{limit_in_words, verdict_of},
};
use crate::study::{
    effects::Effect,
    file::{self, Study},
};

/// The studies, by the names of their files.
const STUDIES: [(&str, &str); 9] = [
    ("prophet", include_str!("../../../docs/studies/prophet.json")),
    ("pro-deo", include_str!("../../../docs/studies/pro-deo.json")),
    ("late-moves", include_str!("../../../docs/studies/late-moves.json")),
    ("late-move-exemptions", include_str!("../../../docs/studies/late-move-exemptions.json")),
    ("history-reductions", include_str!("../../../docs/studies/history-reductions.json")),
    ("history-or-late-moves", include_str!("../../../docs/studies/history-or-late-moves.json")),
    ("history-or-logarithm", include_str!("../../../docs/studies/history-or-logarithm.json")),
    ("half-time", include_str!("../../../docs/studies/half-time.json")),
    ("small-hash", include_str!("../../../docs/studies/small-hash.json")),
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
pub(super) fn findings() -> Result<Vec<Finding>, String> {
    let mut all = Vec::new();
    for (name, text) in STUDIES {
        let failed = |e| format!("docs/studies/{name}.json: {e}");
        let study = Study::read(text.as_bytes()).map_err(failed)?;
        let effects = study.effects().map_err(failed)?;
        let of = |(idea, effect)| Finding { study: name, limit: study.limit.clone(), idea, effect };
        all.extend(study.ideas.clone().into_iter().zip(effects).map(of));
    }
    Ok(all)
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
    use super::*;
    use engine::options::Options;

    #[test]
    fn every_study_is_of_ideas_and_options_that_there_are() {
        for (name, text) in STUDIES {
            let study = Study::read(text.as_bytes()).unwrap();
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
