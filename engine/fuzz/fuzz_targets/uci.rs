//! Any text is read as lines of the protocol; nothing may panic. `engine/tests/fuzz.rs` reads texts
//! of a generator of its own in every test run.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    let _ = engine::uci::rehearse(text);
});
