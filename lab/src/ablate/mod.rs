//! What each idea is worth: every switch against its counterpart (TPL-01, EV-07, TST-06).
//!
//! | file | what it does |
//! |---|---|
//! | `trial` | which matches there are, from the options' declarations |
//! | `evidence` | `docs/evidence.csv`: what was played |
//! | `series` | plays the trials under one limit, those first that may still be decided |
//! | `agreement` | whether switches are worth the same at two limits |

pub mod agreement;
pub mod evidence;
pub mod series;
pub mod trial;
