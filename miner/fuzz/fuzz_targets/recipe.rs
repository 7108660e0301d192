#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| miner_fuzz::recipe::run(data));
