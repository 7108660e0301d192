#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| miner_fuzz::filters::run(data));
