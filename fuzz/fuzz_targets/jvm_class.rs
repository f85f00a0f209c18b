//! Any bytes are read as a class file without a panic, and its methods are lowered or refused.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(file) = lang_jvm::parse::ClassFile::parse(bytes) {
        lang_jvm::check_code(&file).ok();
    }
});
