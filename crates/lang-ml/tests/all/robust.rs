//! No input makes the front end panic, hang or overflow its stack.

use std::path::Path;

use lang_ml::{Layout, load};
use proptest::prelude::*;
use source::Files;
use term::Pool;

/// The first complaint about a program, if there is one.
fn complaint(text: &str, layout: Layout) -> Option<String> {
    let pool = Pool::new();
    let mut files = Files::new();
    let file = files.add("a.ml", text);
    let diagnostics = load(&pool, &mut files, &[file], layout).err()?;
    Some(diagnostics[0].message.clone())
}

fn samples() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let entries = std::fs::read_dir(folder).expect("the folder is part of the crate");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("readable").path()).collect();
    paths.sort();
    paths.iter().map(|path| std::fs::read_to_string(path).expect("readable")).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn a_program_with_a_piece_cut_out_is_judged(
        number in any::<prop::sample::Index>(),
        start in any::<prop::sample::Index>(),
        length in 1usize..12,
    ) {
        let samples = samples();
        let chars: Vec<char> = number.get(&samples).chars().collect();
        let start = start.index(chars.len());
        let kept = chars[..start].iter().chain(chars.iter().skip(start + length));
        let _ = complaint(&kept.collect::<String>(), Layout::Modules);
    }

    #[test]
    fn a_program_with_two_words_swapped_is_judged(
        number in any::<prop::sample::Index>(),
        first in any::<prop::sample::Index>(),
        second in any::<prop::sample::Index>(),
    ) {
        let samples = samples();
        let mut words: Vec<&str> = number.get(&samples).split(' ').collect();
        let (first, second) = (first.index(words.len()), second.index(words.len()));
        words.swap(first, second);
        let _ = complaint(&words.join(" "), Layout::Flat);
    }
}

#[test]
fn nesting_up_to_the_limit_goes_through_all_stages() {
    let deep = |open: &str, close: &str, levels: usize| {
        format!("let x = {}1{}", open.repeat(levels), close.repeat(levels))
    };
    assert_eq!(complaint(&deep("(", ")", 1_900), Layout::Modules), None);
    assert_eq!(complaint(&deep("Some (", ")", 600), Layout::Modules), None);
    assert_eq!(complaint(&deep("let y = 1 in ", "", 900), Layout::Modules), None);
    assert_eq!(complaint(&deep("fun y -> ", "", 900), Layout::Modules), None);
    assert_eq!(complaint(&deep("1 + (", ")", 600), Layout::Modules), None);
}

#[test]
fn long_programs_are_fine() {
    let chain: String = (1..3_000).map(|n| format!("let x{n} = (x{}, 1)\n", n - 1)).collect();
    assert_eq!(complaint(&format!("let x0 = 1\n{chain}"), Layout::Modules), None);
    let cases: String = (0..500).map(|n| format!("| \"{n}\" -> {n} ")).collect();
    assert_eq!(complaint(&format!("let f = function {cases} | _ -> 0"), Layout::Modules), None);
}

#[test]
fn types_and_matches_of_exponential_size_end() {
    let pairs: String = (1..40).map(|n| format!("let f{n} x = f{} (x, x)\n", n - 1)).collect();
    assert_eq!(complaint(&format!("let f0 x = x\n{pairs}"), Layout::Modules), None);
    let names: String = (1..40)
        .map(|n| format!("type a{n} = a{m} * a{m} type b{n} = b{m} * b{m}\n", m = n - 1))
        .collect();
    let text = format!("type a0 = int type b0 = int\n{names}let f (x : a39) : b39 = x");
    assert_eq!(complaint(&text, Layout::Modules), None);
    let functors: String = (1..30)
        .map(|n| {
            format!(
                "module F{n} (X : S) = struct module A = F{m} (X) module B = F{m} (X) end\n",
                m = n - 1
            )
        })
        .collect();
    let text = format!("module type S = sig end\nmodule F0 (X : S) = struct end\n{functors}");
    assert_eq!(complaint(&text, Layout::Modules).as_deref(), Some("too many functor applications"));
    let columns = 14;
    let tuple =
        |each: &dyn Fn(usize) -> String| (0..columns).map(each).collect::<Vec<String>>().join(", ");
    let rows: String = (0..columns)
        .map(|row| {
            let pattern = tuple(&|column| if column == row { "(A | B)" } else { "_" }.to_owned());
            format!("| {pattern} when n > {row} -> {row} ")
        })
        .collect();
    let variables = tuple(&|column| format!("x{column}"));
    let names = variables.replace(',', "");
    let text =
        format!("type t = A | B | C\nlet f n {names} = match {variables} with {rows} | _ -> 0");
    assert_eq!(complaint(&text, Layout::Modules), None);
}
