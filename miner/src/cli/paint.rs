//! Colour in a terminal, where it is wanted.

use std::{env, io::IsTerminal};

use clap::ValueEnum;

/// When to use colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ColorChoice {
    /// On a terminal, unless NO_COLOR is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Puts colour around text, or not.
#[derive(Clone, Copy, Debug)]
pub struct Paint {
    on: bool,
}

impl Paint {
    /// Colour as asked for; `NO_COLOR` is that of no-color.org.
    #[must_use]
    pub fn new(choice: ColorChoice) -> Self {
        let on = match choice {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => {
                env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
                    && std::io::stdout().is_terminal()
            }
        };
        Self { on }
    }

    /// Text on a background from red (-1) over white (0) to blue (1): the eye of one man in twelve
    /// does not tell red from green.
    #[must_use]
    pub fn heat(self, heat: f64, text: &str) -> String {
        if !self.on {
            return text.to_owned();
        }
        let heat = heat.clamp(-1.0, 1.0);
        let fade = |full: f64| (255.0 + (full - 255.0) * heat.abs()).round() as u8;
        let [red, green, blue] =
            if heat < 0.0 { [214.0, 96.0, 77.0] } else { [67.0, 147.0, 195.0] }.map(fade);
        format!("\x1b[48;2;{red};{green};{blue}m\x1b[30m{text}\x1b[0m")
    }

    /// White's wins, draws and Black's wins as a bar of `width` places.
    #[must_use]
    pub fn bar(self, [white, draws, black]: [u64; 3], width: usize) -> String {
        let total = white + draws + black;
        if total == 0 {
            return " ".repeat(width);
        }
        let places = |count: u64| {
            let share = u128::from(count) * width as u128 * 2 / u128::from(total);
            usize::try_from(share.div_ceil(2)).unwrap_or(width)
        };
        let first = places(white).min(width);
        let second = places(white + draws).clamp(first, width);
        let parts = [first, second - first, width - second];
        if self.on {
            let colors = ["48;5;255", "48;5;244", "48;5;232"];
            let painted = parts.iter().zip(colors);
            painted.map(|(n, color)| format!("\x1b[{color}m{}\x1b[0m", " ".repeat(*n))).collect()
        } else {
            parts.iter().zip(["█", "▒", "░"]).map(|(n, sign)| sign.repeat(*n)).collect()
        }
    }
}
