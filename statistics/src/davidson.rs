//! Chances by tilt and calm (R. R. Davidson 1970).

use crate::WinDrawLoss;

/// `P(win) : P(draw) : P(loss) = e^tilt : e^calm : e^-tilt`.
pub(crate) fn chances(tilt: f64, calm: f64) -> WinDrawLoss {
    let most = tilt.abs().max(calm);
    let odds = [tilt, calm, -tilt].map(|x| (x - most).exp());
    let total: f64 = odds.iter().sum();
    odds.map(|x| x / total)
}
