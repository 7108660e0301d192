//! In how many positions an idea changes the search, and how often its counter says that it acts.

use super::file::{Acts, Idea, Study};
use crate::{
    arena::{
        contestant::{Budget, Contestant},
        openings::Openings,
    },
    suite::{Answer, Own, Solver as _},
};

/// Searches the first positions of these openings with and without the idea, all others on.
///
/// # Errors
/// One sentence if a setting or the counter is unknown.
pub fn acts(
    study: &Study,
    idea: &Idea,
    openings: &Openings,
    positions: u64,
) -> Result<Acts, String> {
    let [mut on, mut off] = [solver(study, idea, true)?, solver(study, idea, false)?];
    let mut acts = Acts { positions, moves: 0, changed: 0, counted: None, nodes: 0, nodes_off: 0 };
    for number in 0..positions {
        let game = openings.get(number).game()?;
        let [with, without] = [on.solve(&game)?, off.solve(&game)?];
        acts.moves += u64::from(with.best != without.best);
        acts.changed += u64::from(tree(&with) != tree(&without));
        acts.nodes += count(&with, "nodes")?;
        acts.nodes_off += count(&without, "nodes")?;
        if let Some(name) = &idea.counter {
            *acts.counted.get_or_insert(0) += count(&with, name)?;
        }
    }
    Ok(acts)
}

fn solver(study: &Study, idea: &Idea, has: bool) -> Result<Own, String> {
    let others = study.ideas.iter().filter(|&other| other != idea).flat_map(|other| &other.on);
    let own = idea.settings(has);
    Own::new(&Contestant {
        name: String::new(),
        settings: study.setting.iter().chain(others).chain(own).cloned().collect(),
        budget: Budget::Nodes(study.nodes),
        elo: None,
    })
}

/// What tells two trees apart: best lines, and after how many nodes each was found.
fn tree(answer: &Answer) -> Vec<(&str, u64, u64)> {
    answer.lines.iter().map(|line| (&*line.mv, line.depth, line.nodes)).collect()
}

fn count(answer: &Answer, name: &str) -> Result<u64, String> {
    let found = answer.counts.iter().find(|(counter, _)| *counter == name);
    found.map(|&(_, count)| count).ok_or_else(|| format!("no counter is called `{name}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_idea_acts_where_it_changes_the_search() {
        let study = r#"{"about": "", "nodes": 2000, "setting": [], "ideas": [
            {"ids": "NMP-01", "on": ["NMP=true"], "off": ["NMP=false"], "counter": "nmp_tried"},
            {"ids": "-", "on": ["ProbCut_Margin=1"], "off": ["ProbCut_Margin=2"]},
            {"ids": "-", "on": ["LMR=true"], "off": ["LMR=false"], "counter": "nonsense"}]}"#;
        let study = Study::read(study.as_bytes()).unwrap();
        let openings = Openings::Random { plies: 8, seed: 1 };
        let of = |idea: usize| acts(&study, &study.ideas[idea], &openings, 5);
        let null_move = of(0).unwrap();
        assert!(null_move.counted > Some(0) && null_move.changed > 2, "{null_move:?}");
        let nothing = of(1).unwrap();
        assert_eq!((nothing.changed, nothing.moves, nothing.counted), (0, 0, None));
        assert_eq!(nothing.nodes, nothing.nodes_off);
        assert!(of(2).unwrap_err().contains("`nonsense`"));
    }
}
