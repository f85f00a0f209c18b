//! Any text is read as a script of terms or refused at a place in it; what is read is written and
//! read back as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let pool = term::Pool::new();
    match term::read_script(&pool, text) {
        Ok(script) => {
            let (written, names) = term::write_script(&pool, &script.asserts);
            if names.is_empty() {
                let again = term::read_script(&pool, &written).expect("we read what we write");
                assert_eq!(again.asserts, script.asserts);
            }
        }
        Err(error) => assert!(error.at <= text.len(), "{error} lies outside of the text"),
    }
});
