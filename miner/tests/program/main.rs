//! What the `miner` program does, a module for each subject. They are one program: each of its own would take some seconds to
//! build.

#[path = "../bench/mod.rs"]
mod bench;
#[path = "../common/mod.rs"]
mod common;

mod book;
mod command;
mod committed_recipe;
mod exports;
mod filters;
mod games;
mod hostile;
mod interrupt;
mod label;
mod long_game;
mod manual;
mod merge;
mod nothing_used;
mod old_table;
mod places;
mod polyglot;
mod positions;
mod ratings;
mod reading;
mod report;
mod right_question;
mod sample;
mod show;
mod small;
mod spared;
mod threads;
mod training;
mod validate;
mod verify;
mod wdl;
