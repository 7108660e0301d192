//! The text of the debug commands `dump moves`, `dump hanging` and `dump history`.

use std::sync::atomic::AtomicBool;

use rules::{Color, Move, Square};

use super::{
    Histories, Limits, SearchClock, Searcher, Shared, highest_hanging,
    order::{MoveFilter, MovePicker},
    see::Exchange,
};
use crate::{
    game::{Game, Path},
    options::SearchOptions,
    position::Position,
};

/// `dump moves`: the legal moves in the picker's order, each with its stage and its SEE value.
pub(crate) fn moves(
    shared: Shared<'_>,
    histories: &mut Histories,
    game: &Game,
    position: &Position,
) -> String {
    let limits = Limits::default();
    let clock = SearchClock::new(&limits, position.turn(), &shared.options.play);
    let mut searcher = Searcher::new(shared, &limits, clock, Path::default(), histories);
    searcher.note_threats(position, 0);
    let known = shared.table.probe(position.key(), 0).map_or(Move::NONE, |entry| entry.mv);
    let mut picker = MovePicker::new(&searcher, position, 0, known, MoveFilter::All);
    let mut text = String::new();
    while let Some((mv, stage)) = picker.next(&searcher, position, 0) {
        let exchange = searcher.capture_exchange.see(position.rules(), mv);
        let name = mv.uci(game.mode().is_chess960());
        text += &format!("{name} {stage:?} see {exchange}\n");
    }
    text
}

/// `dump hanging`: the two pieces whose loss costs most, of the side that is not to move.
pub(crate) fn hanging(position: &Position, options: &SearchOptions) -> String {
    let exchange = Exchange::of_search(options);
    let found = highest_hanging(position.rules(), &exchange);
    let mut text = String::new();
    for (square, win) in found.into_iter().flatten() {
        text += &format!("{square} see {win}\n");
    }
    if text.is_empty() { "nothing hangs\n".to_owned() } else { text }
}

/// `dump history FROM TO`: what the history knows of moves between two squares.
pub(crate) fn history(
    histories: &Histories,
    from: &str,
    to: &str,
    options: &SearchOptions,
) -> Result<String, String> {
    let find = |name: &str| name.parse::<Square>().map_err(|_| format!("`{name}` is no square"));
    let mv = Move::plain(find(from)?, find(to)?, false);
    let mut text = String::new();
    for color in Color::ALL {
        let (hh, bf) = histories.quiet.counts(color, mv);
        let rating = histories.quiet.get(color, mv, options);
        text += &format!("{color:?} {from}{to} hh {hh} bf {bf} score {rating}\n");
    }
    Ok(text)
}

/// A flag that nobody sets.
pub(crate) static NEVER: AtomicBool = AtomicBool::new(false);
