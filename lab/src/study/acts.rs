//! In how many searches of a game an idea changes something, and how often its counter says that it acts.

use engine::game::Game;
use rules::Color;

use super::file::{Acts, Idea, Study};
use crate::{
    arena::{
        adjudicate::{Adjudicator, Rules},
        contest::HASH,
        contestant::Contestant,
        openings::Openings,
    },
    suite::{Answer, Own},
};

/// Plays the first games of these openings with the idea, all others on, and searches each position without it, too. Both
/// engines keep what they learnt from move to move, as in any game.
///
/// # Errors
/// One sentence if a setting or the counter is unknown, or the limit is a clock: searches by time differ anyway.
pub fn acts(study: &Study, idea: &Idea, openings: &Openings, games: u64) -> Result<Acts, String> {
    if study.budget()?.is_time() {
        return Err("how often an idea acts can be counted by nodes, not by a clock".to_owned());
    }
    let [mut on, mut off] = [player(study, idea, true)?, player(study, idea, false)?];
    let mut acts = Acts { games, ..Acts::default() };
    for number in 0..games {
        let mut game = openings.get(number).game()?;
        on.new_game();
        off.new_game();
        let mut adjudicator = Adjudicator::new(Rules::USUAL);
        while game.end().is_none() {
            let mover = game.position().turn();
            let [with, without] = [on.go_on(&game), off.go_on(&game)];
            acts.note(idea, [&with, &without])?;
            if is_over(&mut game, &mut adjudicator, mover, &with) {
                break;
            }
        }
    }
    Ok(acts)
}

/// Plays the move, and says whether that ends the game.
fn is_over(game: &mut Game, adjudicator: &mut Adjudicator, mover: Color, answer: &Answer) -> bool {
    let played = answer.best.as_ref().is_some_and(|best| game.play(best).is_ok());
    !played || answer.score.is_none_or(|score| adjudicator.note(mover, score).is_some())
}

fn player(study: &Study, idea: &Idea, has: bool) -> Result<Own, String> {
    let others = study.ideas.iter().filter(|&other| other != idea).flat_map(|other| &other.on);
    let of_study = study.setting.iter().chain(others).chain(idea.settings(has)).cloned();
    Own::at_the_board(&Contestant {
        name: String::new(),
        settings: std::iter::once(format!("Hash={HASH}")).chain(of_study).collect(),
        budget: study.budget()?,
        elo: None,
    })
}

impl Acts {
    fn note(&mut self, idea: &Idea, [with, without]: [&Answer; 2]) -> Result<(), String> {
        self.positions += 1;
        self.moves += u64::from(with.best != without.best);
        self.changed += u64::from(tree(with) != tree(without));
        self.nodes += count(with, "nodes")?;
        self.nodes_off += count(without, "nodes")?;
        if let Some(name) = &idea.counter {
            *self.counted.get_or_insert(0) += count(with, name)?;
        }
        Ok(())
    }
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
        let study = r#"{"about": "", "limit": "nodes=2000", "setting": [], "ideas": [
            {"ids": "NMP-01", "on": ["NMP=true"], "off": ["NMP=false"], "counter": "nmp_tried"},
            {"ids": "-", "on": ["SRH_MinDepth=4"], "off": ["SRH_MinDepth=3"]},
            {"ids": "PSU-01", "on": ["PSU=true"], "off": ["PSU=false"]},
            {"ids": "-", "on": ["LMR=true"], "off": ["LMR=false"], "counter": "nonsense"}]}"#;
        let study = Study::read(study.as_bytes()).unwrap();
        let openings = Openings::Random { plies: 8, seed: 1 };
        let of = |idea: usize| acts(&study, &study.ideas[idea], &openings, 1);
        let null_move = of(0).unwrap();
        assert!(null_move.counted > Some(0) && null_move.changed > 2, "{null_move:?}");
        let nothing = of(1).unwrap();
        assert_eq!((nothing.changed, nothing.moves, nothing.counted), (0, 0, None));
        assert_eq!(nothing.nodes, nothing.nodes_off);
        // It changes the search of a move by what the search of the one before it left.
        let between_moves = of(2).unwrap();
        assert!((1..between_moves.positions).contains(&between_moves.changed), "{between_moves:?}");
        assert!(of(3).unwrap_err().contains("`nonsense`"));
        let clock = Study { limit: "tc=1+0.01".to_owned(), ..study.clone() };
        acts(&clock, &study.ideas[0], &openings, 1).unwrap_err();
    }
}
