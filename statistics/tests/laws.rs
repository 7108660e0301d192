//! Laws of predictions.

#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use proptest::prelude::*;
use rules::{Color, Outcome, Role};
use statistics::{
    PieceLogit, PieceValues, Predictor, PredictorOptions, WinDrawLoss, numbers, score,
};
use tables::{Cell, ImbalanceTable, Material};

/// Random numbers that are the same everywhere (S. Vigna's `splitmix64`).
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() * end as f64) as usize
    }
}

/// A world whose truth is known: an ordered logit by the balance, less drawish with much material.
fn truth(cell: Cell) -> WinDrawLoss {
    let balance = PieceValues::Kaufman.balance(cell);
    let left: u8 = cell.dimensions().iter().sum();
    let width = (1.5 - f64::from(left) / 20.0).exp();
    let logistic = |x: f64| 1.0 / (1.0 + (-x).exp());
    let (win, loss) =
        (logistic(0.2 + 0.8 * balance - width), logistic(-0.2 - 0.8 * balance - width));
    [win, 1.0 - win - loss, loss]
}

/// A table of that world: cells near balance, few games in most and many in some.
fn sampled(seed: u64) -> ImbalanceTable {
    let mut random = Random(seed);
    let mut table = ImbalanceTable::default();
    for _ in 0..3000 {
        let mut material = Material::BARE;
        for (role, cap) in [
            (Role::Pawn, 8),
            (Role::Knight, 2),
            (Role::Bishop, 2),
            (Role::Rook, 2),
            (Role::Queen, 1),
        ] {
            let count = random.below(cap + 1);
            for color in Color::ALL {
                let other = if random.next() < 0.3 { random.below(cap + 1) } else { count };
                material.set(color, role, other as u8);
            }
        }
        let cell = material.cell().unwrap();
        let [win, draw, _] = truth(cell);
        let games = if random.next() < 0.1 { 200 } else { 1 + random.below(6) };
        for _ in 0..games {
            let at = random.next();
            let outcome = if at < win {
                Outcome::WhiteWins
            } else if at < win + draw {
                Outcome::Draw
            } else {
                Outcome::BlackWins
            };
            table.add(cell, outcome, 1);
        }
    }
    table
}

/// The mean log loss on endlessly many more games of the table's cells.
fn loss(table: &ImbalanceTable, chances: impl Fn(Cell) -> WinDrawLoss) -> f64 {
    let (mut sum, mut cells) = (0.0, 0.0);
    for (cell, _) in table.iter() {
        let (truth, chances) = (truth(cell), chances(cell));
        sum -= (0..3).map(|i| truth[i] * chances[i].max(1e-3).ln()).sum::<f64>();
        cells += 1.0;
    }
    sum / cells
}

fn assert_near(one: WinDrawLoss, other: WinDrawLoss, by: f64) {
    for i in 0..3 {
        assert!((one[i] - other[i]).abs() < by, "{one:?} is not {other:?}");
    }
}

fn assert_chances(chances: WinDrawLoss) {
    assert!(chances.iter().all(|p| (0.0..=1.0).contains(p)), "{chances:?}");
    assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{chances:?}");
}

#[test]
fn shrunken_beats_the_mean_the_raw_cell_and_the_prior_of_a_known_world() {
    let table = sampled(1);
    let predictor = Predictor::fit(&table);
    let mut all = [0.0; 3];
    for (_, counts) in table.iter() {
        (0..3).for_each(|i| all[i] += numbers(counts)[i]);
    }
    let mean = all.map(|count| count / all.iter().sum::<f64>());
    let raw = predictor.clone().with_weight(0.0);
    let best = loss(&table, truth);
    let shrunken = loss(&table, |cell| predictor.wdl(cell));
    assert!(shrunken < best + 0.02, "{shrunken} where {best} is possible");
    assert!(shrunken < loss(&table, |_| mean) - 0.1);
    assert!(shrunken < loss(&table, |cell| raw.wdl(cell)) - 0.1);
}

#[test]
fn counting_pieces_finds_the_truth_if_that_is_all_there_is_to_it() {
    let table = sampled(2);
    let logit = PieceLogit::fit(&table, PieceValues::Kaufman);
    let [advantage, slope, ..] = logit.parameters();
    assert!((advantage - 0.2).abs() < 0.1 && (slope - 0.8).abs() < 0.1, "{:?}", logit.parameters());
    assert!(loss(&table, |cell| logit.wdl(cell)) < loss(&table, truth) + 0.02);
}

#[test]
fn a_piece_more_is_never_worse() {
    let table = sampled(3);
    let predictor = Predictor::fit(&table);
    let logit = PieceLogit::fit(&table, PieceValues::Classic);
    let swaps = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    let mut tried = 0;
    for (cell, _) in table.iter() {
        for role in swaps {
            let mut more = cell.material();
            let (white, black) = (more.count(Color::White, role), more.count(Color::Black, role));
            if black == 0 || white == Cell::cap(role) {
                continue;
            }
            // As much is left on the board, but more of it is White's.
            more.set(Color::White, role, white + 1);
            more.set(Color::Black, role, black - 1);
            let more = more.cell().unwrap();
            assert!(score(logit.wdl(more)) >= score(logit.wdl(cell)), "{cell:?} {role:?}");
            let fitted = predictor.fitted();
            let gain = score(fitted.wdl(more)) - score(fitted.wdl(cell));
            assert!(gain > -0.01, "{:?} {role:?}: {gain}", cell.dimensions());
            tried += 1;
        }
    }
    assert!(tried > 5000, "{tried}");
}

#[test]
fn folded_tables_know_no_colour() {
    let predictor = Predictor::fit_with(
        &sampled(4),
        PredictorOptions { folded: true, ..PredictorOptions::default() },
    );
    for cell in Cell::all() {
        let [win, draw, loss] = predictor.wdl(cell);
        assert_near([loss, draw, win], predictor.wdl(cell.swapped()), 1e-12);
    }
    let start = Material::START.cell().unwrap();
    assert!(predictor.centipawns(start).abs() < 1e-6);
    assert!(predictor.correction(start).abs() < 1e-3);
}

#[test]
fn the_weight_leads_from_the_raw_cell_to_the_prior() {
    let table = sampled(5);
    let predictor = Predictor::fit(&table);
    let (raw, prior) =
        (predictor.clone().with_weight(0.0), predictor.clone().with_weight(f64::from(u32::MAX)));
    for (cell, counts) in table.iter() {
        let games = counts.games() as f64;
        assert_near(raw.wdl(cell), numbers(counts).map(|count| count / games), 1e-12);
        assert_near(prior.wdl(cell), predictor.prior(cell), 1e-6);
        let (low, high) =
            (raw.score(cell).min(prior.score(cell)), raw.score(cell).max(prior.score(cell)));
        assert!((low - 1e-6..=high + 1e-6).contains(&predictor.score(cell)));
    }
    let unseen = Cell::all().find(|&cell| table.get(cell).games() == 0).unwrap();
    assert_near(raw.wdl(unseen), predictor.prior(unseen), 1e-12);
}

#[test]
fn four_of_four_do_not_beat_530_of_1000_a_pawn_up() {
    let mut table = sampled(6);
    let mut even = Material::START;
    even.set(Color::White, Role::Knight, 1);
    even.set(Color::Black, Role::Bishop, 1);
    let mut up = even;
    up.set(Color::Black, Role::Pawn, 5);
    let (even, up) = (even.cell().unwrap(), up.cell().unwrap());
    table.add(even, Outcome::WhiteWins, 4);
    table.add(up, Outcome::WhiteWins, 430);
    table.add(up, Outcome::Draw, 450);
    table.add(up, Outcome::BlackWins, 120);
    let predictor = Predictor::fit(&table);
    assert!(predictor.score(up) > predictor.score(even));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    /// Also of tables that make no sense.
    #[test]
    fn chances_are_chances(
        adds in prop::collection::vec((0..236_196_u32, 0..3_usize, 1..1_000_000_u64), 0..30),
        folded: bool,
        weight in 0.0..1000.0,
    ) {
        let mut table = ImbalanceTable::default();
        for (cell, outcome, games) in adds {
            table.add(Cell::new(cell).unwrap(), Outcome::ALL[outcome], games);
        }
        let options = PredictorOptions { weight, folded };
        let predictor = Predictor::fit_with(&table, options);
        let again = Predictor::fit_with(&table, options);
        let logit = PieceLogit::fit(&table, PieceValues::Kaufman);
        for cell in Cell::all().step_by(37).chain(table.iter().map(|(cell, _)| cell)) {
            assert_chances(predictor.wdl(cell));
            assert_chances(predictor.prior(cell));
            assert_chances(logit.wdl(cell));
            prop_assert!(predictor.centipawns(cell).is_finite());
            prop_assert!(predictor.correction(cell).is_finite());
            prop_assert_eq!(predictor.wdl(cell), again.wdl(cell));
        }
    }
}
