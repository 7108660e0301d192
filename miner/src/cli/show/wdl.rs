//! `miner show wdl`: the model of chances fitted to evaluations, as text, code or a plot.

use std::io::Write;

use anyhow::{Context, Result};
use clap::ValueEnum;
use serde_json::{Value, json};
use statistics::wdl::{self, Cubic, Fit, Selection, Variable};
use tables::WdlTable;

use super::{
    super::{args::fit::FitArgs, files::Asked},
    Common,
};
use crate::{
    ask::{figures::grouped, provenance},
    export::wdl_code::{self, Code, Language},
    page::wdl::plot,
};
use tables::Table;

/// How the model is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// For people
    #[default]
    Text,
    /// A C header
    C,
    /// A C++ header
    Cpp,
    /// A Rust module
    Rust,
    /// A picture
    Svg,
}

/// Prints the answer.
///
/// # Errors
/// If the table cannot be read, or has too few positions for a fit.
pub(super) fn run(form: Form, args: &FitArgs, common: &Common, out: &mut dyn Write) -> Result<()> {
    let asked = Asked::<WdlTable>::open(common.table.as_deref(), "wdl")?;
    let selection = args.selection();
    let fit = wdl::fit(&asked.table, &selection, args.fitting())
        .with_context(|| format!("`{}`", asked.path().display()))?;
    if common.json {
        writeln!(out, "{}", answer(&fit, &selection, asked.json()))?;
        return Ok(());
    }
    let language = match form {
        Form::Text => return text(&fit, &selection, &asked, out),
        Form::Svg => {
            out.write_all(plot(&asked.table, &selection, &fit).as_bytes())?;
            return Ok(());
        }
        Form::C => Language::C,
        Form::Cpp => Language::Cpp,
        Form::Rust => Language::Rust,
    };
    let counted = provenance::sentence(asked.table.provenance());
    let code = Code { model: fit.model, selection: &selection, counted: &counted };
    out.write_all(wdl_code::write(&code, language).as_bytes())?;
    Ok(())
}

/// What the variable is called.
pub(crate) const fn name(variable: Variable) -> &'static str {
    match variable {
        Variable::Material => "material",
        Variable::Move => "move",
    }
}

fn answer(fit: &Fit, selection: &Selection, table: Value) -> Value {
    let points = fit.points.iter().map(|(mom, a, b)| json!({"mom": mom, "a": a, "b": b}));
    json!({
        "mom_type": name(selection.variable),
        "mom_target": selection.target,
        "as": fit.model.a,
        "bs": fit.model.b,
        "normalize_to_pawn_value": fit.model.pawn_value(),
        "spread": fit.model.spread(),
        "draw_rate": fit.model.draw_rate(),
        "positions": {"wins": fit.positions[0], "draws": fit.positions[1], "losses": fit.positions[2]},
        "objective": {"before": fit.objective[0], "after": fit.objective[1]},
        "points": points.collect::<Vec<_>>(),
        "skipped": fit.skipped,
        "table": table,
    })
}

/// A polynomial as `scoreWDL.py` prints it.
pub(crate) fn polynomial([c3, c2, c1, c0]: Cubic, target: u16) -> String {
    format!(
        "(({c3:.3} * x / {target} + {c2:.3}) * x / {target} + {c1:.3}) * x / {target} + {c0:.3}"
    )
}

fn text(
    fit: &Fit,
    selection: &Selection,
    asked: &Asked<WdlTable>,
    out: &mut dyn Write,
) -> Result<()> {
    let (model, variable) = (&fit.model, name(selection.variable));
    let [wins, draws, losses] = fit.positions.map(grouped);
    writeln!(out, "{}\n", asked.origin())?;
    writeln!(
        out,
        "Fitted to the positions that led to {wins} wins, {draws} draws, {losses} losses."
    )?;
    if !fit.skipped.is_empty() {
        let skipped: Vec<_> = fit.skipped.iter().map(u16::to_string).collect();
        writeln!(out, "Too few wins for a curve of their own: {variable} {}.", skipped.join(", "))?;
    }
    writeln!(
        out,
        "At {variable} {} an evaluation of {:.0} wins half the games (NormalizeToPawnValue = {:.0}); spread {:.0}, \
         {:.4} of it;\n{:.1} % are drawn from an evaluation of 0.\n",
        selection.target,
        model.pawn_value(),
        model.pawn_value(),
        model.spread(),
        model.spread() / model.pawn_value(),
        100.0 * model.draw_rate(),
    )?;
    for (letter, cubic) in [("a", model.a), ("b", model.b)] {
        writeln!(out, "p_{letter} = {}", polynomial(cubic, selection.target))?;
    }
    for (letter, cubic) in [("a", model.a), ("b", model.b)] {
        let numbers: Vec<_> = cubic.iter().map(|number| format!("{number:.8}")).collect();
        writeln!(out, "    constexpr double {letter}s[] = {{{}}};", numbers.join(", "))?;
    }
    writeln!(out, "\n{variable:>8}{:>8}{:>8}{:>14}{:>9}{:>9}{:>9}", "a", "b", "", "W", "D", "L")?;
    for (mom, ..) in fit.points.iter().step_by(fit.points.len().div_ceil(12)) {
        let (a, b) = model.parameters((*mom).into());
        for (place, eval) in [0.0, model.pawn_value()].into_iter().enumerate() {
            let chances = model.chances(eval, (*mom).into()).map(|chance| 100.0 * chance);
            let first =
                if place == 0 { format!("{mom:>8}{a:>8.1}{b:>8.1}") } else { " ".repeat(24) };
            let [w, d, l] = chances;
            writeln!(out, "{first}{:>14}{w:>8.1}%{d:>8.1}%{l:>8.1}%", format!("at {eval:+.0}"))?;
        }
    }
    Ok(())
}
