//! A plot of the model of chances: outcomes by evaluation, and where half the games are won.

use std::fmt::Write as _;

use serde::Serialize;
use statistics::{
    WinDrawLoss,
    wdl::{self, Fit, Fitting, Selection, Variable, shares},
};
use tables::WdlTable;

/// What evaluations are worth, by one table.
#[derive(Debug, Serialize)]
pub(super) struct WdlView {
    name: String,
    /// The plot, if there is one.
    svg: Option<String>,
    /// What it shows, or why there is none.
    sentence: String,
    rows: Vec<Chances>,
}

/// A point of the plot: an evaluation of the side to move, and percent won, drawn and lost from there.
#[derive(Debug, Serialize)]
struct Chances {
    eval: String,
    seen: [String; 3],
    model: [String; 3],
}

/// Evaluations are shown up to so many times that which wins half the games.
const REACH: f64 = 3.0;

/// What was seen where the variable has the target's value, and what the model says there.
fn chances(table: &WdlTable, selection: &Selection, fit: &Fit) -> Vec<Chances> {
    let percent = |share: f64| format!("{:.1}", 100.0 * share);
    let target = f64::from(selection.target);
    let reach = REACH * fit.model.pawn_value();
    let seen = shares(table, selection, selection.target);
    let shown = seen.into_iter().filter(|(eval, _)| eval.abs() <= reach);
    let row = |(eval, seen): (f64, WinDrawLoss)| Chances {
        eval: format!("{eval:.0}"),
        seen: seen.map(percent),
        model: fit.model.chances(eval, target).map(percent),
    };
    shown.map(row).collect()
}

/// The model as `miner show wdl` fits it without options, plotted.
pub(super) fn view(name: String, table: &WdlTable) -> WdlView {
    let selection = Selection::default();
    match wdl::fit(table, &selection, Fitting::default()) {
        Ok(fit) => WdlView {
            name,
            svg: Some(plot(table, &selection, &fit)),
            rows: chances(table, &selection, &fit),
            sentence: format!(
                "An evaluation of {:.0} centipawns, as the comments count them, wins half the games at material {}; \
                 {:.1} % are drawn from 0.00.",
                fit.model.pawn_value(),
                selection.target,
                100.0 * fit.model.draw_rate()
            ),
        },
        Err(why) => {
            WdlView { name, svg: None, sentence: format!("No model: {why}."), rows: Vec::new() }
        }
    }
}

/// Width and height of one of the two panels with its margins.
const PANEL: [f64; 2] = [460.0, 320.0];
/// Left, top, right, bottom.
const MARGINS: [f64; 4] = [48.0, 34.0, 14.0, 42.0];
/// Wins, draws, losses, in colours that nearly all men tell apart; a, b.
const COLORS: [&str; 5] = ["#2f78ad", "#7a7a7a", "#b4513d", "#2457a6", "#a6601f"];
/// How many pieces a curve is drawn in.
const PIECES: i32 = 120;

/// A rectangle of numbers on a panel.
struct Panel {
    left: f64,
    x: [f64; 2],
    y: [f64; 2],
}

impl Panel {
    fn place(&self, x: f64, y: f64) -> (f64, f64) {
        let [left, top, right, bottom] = MARGINS;
        let along = |[low, high]: [f64; 2], value: f64| (value - low) / (high - low);
        let width = PANEL[0] - left - right;
        let height = PANEL[1] - top - bottom;
        let across = self.left + left + width * along(self.x, x);
        (across, top + height * (1.0 - along(self.y, y)))
    }

    /// The frame with its title, names and ticks.
    fn frame(&self, title: &str, x_name: &str, ticks: [&[f64]; 2], percent: bool) -> String {
        let ([x0, y0], [x1, y1]) = ([self.x[0], self.y[0]], [self.x[1], self.y[1]]);
        let ((left, bottom), (right, top)) = (self.place(x0, y0), self.place(x1, y1));
        let mut svg = String::new();
        let middle = (left + right) / 2.0;
        let _ = writeln!(
            svg,
            "<text x=\"{middle:.1}\" y=\"18\" text-anchor=\"middle\" font-weight=\"600\">{title}</text>\n\
             <text x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{x_name}</text>",
            bottom + 34.0
        );
        for &tick in ticks[0] {
            let (x, _) = self.place(tick, y0);
            let _ = writeln!(
                svg,
                "<path d=\"M{x:.1} {top:.1}V{bottom:.1}\" stroke=\"currentColor\" stroke-opacity=\".15\"/>\
                 <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{tick:.0}</text>",
                bottom + 16.0
            );
        }
        for &tick in ticks[1] {
            let (_, y) = self.place(x0, tick);
            let shown =
                if percent { format!("{:.0} %", 100.0 * tick) } else { format!("{tick:.0}") };
            let _ = writeln!(
                svg,
                "<path d=\"M{left:.1} {y:.1}H{right:.1}\" stroke=\"currentColor\" stroke-opacity=\".15\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{shown}</text>",
                left - 6.0,
                y + 4.0
            );
        }
        svg
    }

    fn curve(&self, color: &str, f: impl Fn(f64) -> f64) -> String {
        let mut path = String::new();
        for piece in 0..=PIECES {
            let x = self.x[0] + (self.x[1] - self.x[0]) * f64::from(piece) / f64::from(PIECES);
            let (x, y) = self.place(x, f(x).clamp(self.y[0], self.y[1]));
            let _ = write!(path, "{}{x:.1} {y:.1}", if piece == 0 { "M" } else { "L" });
        }
        format!("<path d=\"{path}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>\n")
    }

    /// Points within the panel.
    fn points(&self, color: &str, points: impl IntoIterator<Item = (f64, f64)>) -> String {
        let within = |[low, high]: [f64; 2], value: f64| (low..=high).contains(&value);
        let mut svg = String::new();
        for (x, y) in points.into_iter().filter(|(x, y)| within(self.x, *x) && within(self.y, *y)) {
            let (x, y) = self.place(x, y);
            let _ = write!(
                svg,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2\" fill=\"{color}\" fill-opacity=\".55\"/>"
            );
        }
        svg + "\n"
    }

    /// A word at the right end of a line.
    fn label(&self, color: &str, x: f64, y: f64, text: &str) -> String {
        let (x, y) = self.place(x, y.clamp(self.y[0], self.y[1]));
        format!(
            "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"{color}\">{text}</text>\n",
            y - 6.0
        )
    }
}

/// The plot as an SVG of its own.
#[must_use]
pub fn plot(table: &WdlTable, selection: &Selection, fit: &Fit) -> String {
    let [width, height] = [2.0 * PANEL[0], PANEL[1]];
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         font-family=\"system-ui, sans-serif\" font-size=\"12\" fill=\"currentColor\">\n\
         <title>Outcomes by evaluation, and the fitted model</title>\n{}{}</svg>\n",
        outcomes(table, selection, fit),
        parameters(selection, fit)
    )
}

/// Chances by evaluation where the variable has the target's value, and what was seen there.
fn outcomes(table: &WdlTable, selection: &Selection, fit: &Fit) -> String {
    let target = f64::from(selection.target);
    let reach = (REACH * fit.model.pawn_value()).max(1.0);
    let panel = Panel { left: 0.0, x: [-reach, reach], y: [0.0, 1.0] };
    let name = variable(selection);
    let ticks: Vec<f64> = (-3..=3).map(|pawns| f64::from(pawns) * fit.model.pawn_value()).collect();
    let mut svg = panel.frame(
        &format!("Outcomes at {name} {target:.0}: model and positions"),
        "evaluation of the side to move, internal units",
        [&ticks, &[0.0, 0.25, 0.5, 0.75, 1.0]],
        true,
    );
    let seen = shares(table, selection, selection.target);
    for (i, (color, word)) in COLORS.into_iter().zip(["win", "draw", "loss"]).enumerate() {
        svg += &panel.points(color, seen.iter().map(|(eval, shares)| (*eval, shares[i])));
        svg += &panel.curve(color, |eval| fit.model.chances(eval, target)[i]);
        let (x, y) =
            [(reach, 1.0), (0.3 * reach, fit.model.chances(0.0, target)[1]), (-0.85 * reach, 1.0)]
                [i];
        svg += &panel.label(color, x, fit.model.chances(x, target)[i].min(y) - 0.08, word);
    }
    svg
}

/// a and b by the variable: the polynomials, and each value's own curve.
fn parameters(selection: &Selection, fit: &Fit) -> String {
    let first = fit.points.first().map_or(0.0, |point| point.0.into());
    let last = fit.points.last().map_or(1.0, |point| f64::from(point.0)).max(first + 1.0);
    let highest = fit.points.iter().map(|point| point.1.max(point.2)).fold(1.0, f64::max);
    let step = 10.0_f64.powf(highest.log10().floor());
    let top = (highest / step).ceil() * step;
    let panel = Panel { left: PANEL[0], x: [first, last], y: [0.0, top] };
    let x_ticks: Vec<f64> =
        (0..=30).map(|ten| 10.0 * f64::from(ten)).filter(|x| (first..=last).contains(x)).collect();
    let y_ticks: Vec<f64> = (0..=4).map(|quarter| top * f64::from(quarter) / 4.0).collect();
    let mut svg = panel.frame(
        "Where half the games are won (a), and spread (b)",
        variable(selection),
        [&x_ticks, &y_ticks],
        false,
    );
    svg += &panel.points(COLORS[3], fit.points.iter().map(|point| (point.0.into(), point.1)));
    svg += &panel.points(COLORS[4], fit.points.iter().map(|point| (point.0.into(), point.2)));
    svg += &panel.curve(COLORS[3], |x| fit.model.parameters(x).0);
    svg += &panel.curve(COLORS[4], |x| fit.model.parameters(x).1);
    svg += &panel.label(COLORS[3], last, fit.model.parameters(last).0, "a");
    svg + &panel.label(COLORS[4], last, fit.model.parameters(last).1, "b")
}

fn variable(selection: &Selection) -> &'static str {
    match selection.variable {
        Variable::Material => "material",
        Variable::Move => "move",
    }
}
