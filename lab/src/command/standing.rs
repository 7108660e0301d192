//! How a contest stands, in words.

use lab::arena::{
    contest::{Contest, Standing},
    elo::{Difference, likelihood_of_superiority},
    sprt::{Sprt, Verdict},
    tally::Tally,
};

/// A line while the games go on.
pub(crate) fn progress(standing: &Standing, sprt: Option<Sprt>) -> String {
    let Standing { tally, elapsed, played, .. } = standing;
    let difference = Difference::of_pairs(tally);
    let rate = *played as f64 / elapsed.as_secs_f64().max(1e-3);
    let test = sprt.map_or(String::new(), |sprt| format!(", LLR {:+.2}", sprt.llr(tally)));
    format!(
        "{} games: +{} -{} ={}, Elo {difference:.1}{test}, {rate:.1} games/s",
        tally.games(),
        tally.wins,
        tally.losses,
        tally.draws
    )
}

/// What is said at the end.
pub(crate) fn summary(standing: &Standing, contest: &Contest) -> String {
    let Standing { tally, .. } = standing;
    let pairs = tally.pairs.map(|n| n.to_string()).join(" ");
    let normalised = Difference::normalised(tally)
        .map_or_else(|| "unknown, as no pair differs".to_owned(), |found| format!("{found:.1}"));
    let mut text = format!(
        "{}\npairs by half points of A, 0 to 4: {pairs}\nscore {:.2} %, normalised Elo {normalised}, \
         LOS {:.1} %",
        progress(standing, None),
        100.0 * tally.score(),
        likelihood_of_superiority(tally)
    );
    if let Some(share) = standing.outside_of_search(contest.threads) {
        text += &format!(", {:.1} % of the time outside of the search", 100.0 * share);
    }
    if let Some(sprt) = contest.sprt {
        let by = standing.decisive.as_ref().unwrap_or(tally);
        text += &format!("\n{}", test_line(&sprt, by));
        if by.games() < tally.games() {
            text += &format!(" after {} games", by.games());
        }
    }
    let bad = bad_ends(standing);
    if !bad.is_empty() {
        text += &format!("\n{}", bad.trim_start());
    }
    text
}

/// How many games ended as none should; nothing if none did.
pub(crate) fn bad_ends(Standing { time_losses, illegal_moves, .. }: &Standing) -> String {
    if time_losses.iter().chain(illegal_moves).all(|&n| n == 0) {
        return String::new();
    }
    format!(
        " lost on time: A {}, B {}; by illegal moves: A {}, B {}",
        time_losses[0], time_losses[1], illegal_moves[0], illegal_moves[1]
    )
}

/// What the test says of these games.
pub(crate) fn test_line(sprt: &Sprt, tally: &Tally) -> String {
    let (low, high) = sprt.bounds();
    let verdict = match sprt.verdict(tally) {
        Verdict::Continue => "not decided",
        Verdict::AcceptH0 => "H0 accepted",
        Verdict::AcceptH1 => "H1 accepted",
    };
    format!("LLR {:+.2} ({low:.2}, {high:.2}): {verdict}", sprt.llr(tally))
}
