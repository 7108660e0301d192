//! The fitted model of chances as code, which engines compile: C99, C++17, Rust.
//!
//! Evaluations go in as internal units, for the side to move; chances come out in thousandths, as UCI's
//! `UCI_ShowWDL` prints them, and centipawns so that 100 of them win half the games.

use statistics::wdl::{Cubic, Selection, Variable, WdlModel};

use super::in_comment;

/// What code is written of.
#[derive(Clone, Copy, Debug)]
pub struct Code<'a> {
    /// The model.
    pub model: WdlModel,
    /// What it was fitted to.
    pub selection: &'a Selection,
    /// Which games were counted, as a sentence.
    pub counted: &'a str,
}

/// Which language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C99; link with `-lm`.
    C,
    /// C++17.
    Cpp,
    /// Rust.
    Rust,
}

/// The model as code of its own that needs nothing else.
#[must_use]
pub fn write(code: &Code<'_>, language: Language) -> String {
    let (template, name) = match language {
        Language::C => (C, "c"),
        Language::Cpp => (CPP, "cpp"),
        Language::Rust => (RUST, "rust"),
    };
    let (variable, about, [least, most]) = match code.selection.variable {
        Variable::Material => (
            "material",
            "material of both sides, 9 for a queen, 5, 3, 3, 1",
            code.selection.material,
        ),
        Variable::Move => ("move", "number of the move", code.selection.moves),
    };
    let values = [
        ("@language", name.to_owned()),
        ("@about", about.to_owned()),
        ("@var", variable.replace("move", "move_number")),
        ("@least", least.to_string()),
        ("@most", most.to_string()),
        ("@target", format!("{:?}", f64::from(code.model.target))),
        ("@as", numbers(code.model.a)),
        ("@bs", numbers(code.model.b)),
        // Last: it may hold anything.
        ("@counted", in_comment(code.counted)),
    ];
    values.iter().fold(template.to_owned(), |text, (name, value)| text.replace(name, value))
}

/// In as many digits as a number needs.
fn numbers(cubic: Cubic) -> String {
    cubic.map(|number| format!("{number:?}")).join(", ")
}

const C: &str = "\
/* DO NOT EDIT: written by `miner show wdl --as @language`. C99; link with -lm.
 * Fitted to: @counted.
 * Evaluations are those of the side to move, in the engine's internal units.
 * @var: @about. */
#ifndef PROSPECTOR_WDL_H
#define PROSPECTOR_WDL_H

#include <math.h>

static const double prospector_wdl_as[4] = {@as};
static const double prospector_wdl_bs[4] = {@bs};

static inline double prospector_wdl_cubic(const double c[4], int @var)
{
    int clamped = @var < @least ? @least : @var > @most ? @most : @var;
    double x = clamped / @target;
    return ((c[0] * x + c[1]) * x + c[2]) * x + c[3];
}

/* Chances to win in thousandths; to lose: those of the evaluation turned over. */
static inline int prospector_wdl_win(int eval, int @var)
{
    double a = prospector_wdl_cubic(prospector_wdl_as, @var);
    double b = prospector_wdl_cubic(prospector_wdl_bs, @var);
    return (int)(0.5 + 1000 / (1 + exp((a - eval) / b)));
}

/* Chances to draw in thousandths. */
static inline int prospector_wdl_draw(int eval, int @var)
{
    return 1000 - prospector_wdl_win(eval, @var) - prospector_wdl_win(-eval, @var);
}

/* Centipawns: 100 win half the games. */
static inline int prospector_wdl_centipawns(int eval, int @var)
{
    return (int)lround(100 * eval / prospector_wdl_cubic(prospector_wdl_as, @var));
}

#endif
";

const CPP: &str = "\
// DO NOT EDIT: written by `miner show wdl --as @language`. C++17.
// Fitted to: @counted.
// Evaluations are those of the side to move, in the engine's internal units.
// @var: @about.
#pragma once

#include <algorithm>
#include <cmath>

namespace prospector::wdl {

struct WinRateParams {
    double a;
    double b;
};

inline WinRateParams win_rate_params(int @var) {
    constexpr double as[] = {@as};
    constexpr double bs[] = {@bs};
    const double m = std::clamp(@var, @least, @most) / @target;
    return {((as[0] * m + as[1]) * m + as[2]) * m + as[3],
            ((bs[0] * m + bs[1]) * m + bs[2]) * m + bs[3]};
}

// Chances to win in thousandths; to lose: those of the evaluation turned over.
inline int win(int eval, int @var) {
    const auto [a, b] = win_rate_params(@var);
    return int(0.5 + 1000 / (1 + std::exp((a - eval) / b)));
}

// Chances to draw in thousandths.
inline int draw(int eval, int @var) {
    return 1000 - win(eval, @var) - win(-eval, @var);
}

// Centipawns: 100 win half the games.
inline int centipawns(int eval, int @var) {
    return int(std::lround(100 * eval / win_rate_params(@var).a));
}

}  // namespace prospector::wdl
";

const RUST: &str = "\
// DO NOT EDIT: written by `miner show wdl --as @language`.
// Fitted to: @counted.
// Evaluations are those of the side to move, in the engine's internal units.
// @var: @about.

const AS: [f64; 4] = [@as];
const BS: [f64; 4] = [@bs];

fn cubic(c: [f64; 4], @var: i32) -> f64 {
    let x = f64::from(@var.clamp(@least, @most)) / @target;
    ((c[0] * x + c[1]) * x + c[2]) * x + c[3]
}

/// Chances to win in thousandths; to lose: those of the evaluation turned over.
pub fn win(eval: i32, @var: i32) -> i32 {
    let (a, b) = (cubic(AS, @var), cubic(BS, @var));
    (0.5 + 1000.0 / (1.0 + ((a - f64::from(eval)) / b).exp())) as i32
}

/// Chances to draw in thousandths.
pub fn draw(eval: i32, @var: i32) -> i32 {
    1000 - win(eval, @var) - win(-eval, @var)
}

/// Centipawns: 100 win half the games.
pub fn centipawns(eval: i32, @var: i32) -> i32 {
    (100.0 * f64::from(eval) / cubic(AS, @var)).round() as i32
}
";
