//! Any text in any file of a folder of attribute specs is read without a panic, and every error lies in
//! its file.
#![no_main]

use lang_ml::attribute::{Folder, SHARED};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|texts: [&str; 5]| {
    let mut files = source::Files::new();
    let [library, predicates, invariant, contracts, method] = texts;
    let mut names = SHARED.iter();
    let shared = [library, predicates, invariant, contracts]
        .map(|text| files.add(names.next().expect("there are as many"), text));
    let method = files.add("method.ml", method);
    let folder = Folder { shared, methods: vec![method.clone()] };
    let faults = folder.load(&term::Pool::new(), &mut files, &method).err();
    for label in faults.iter().flatten().flat_map(|fault| &fault.labels) {
        let text = files.get(label.span.file).text();
        assert!(text.get(label.span.range()).is_some(), "a place lies outside of the text");
    }
});
