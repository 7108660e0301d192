//! Studies: what many ideas are worth in one setting, each game measuring all of them.
//!
//! A match of each idea by itself takes as many games as there are ideas. In a study each pair of games gives one side
//! every idea with even chance, and the other side the rest (a factorial design: R. Fisher, 1926; R. Plackett and
//! J. Burman, 1946). A regression then says what each is worth, with the error of all games, as far as effects
//! add up. As the sides are complements of each other, effects that two ideas have together cancel.
//!
//! | file | what it does |
//! |---|---|
//! | `file` | a study in a file: its setting, its ideas, the pairs played so far |
//! | `design` | who has which idea in which pair |
//! | `effects` | the regression |
//! | `play` | plays pairs |
//! | `acts` | in how many searches of a game an idea changes something |

pub mod acts;
mod design;
pub mod effects;
pub mod file;
pub mod play;
