//! IMP with input and output.

use lang_k::{Ending, Options, Steps, Value, explore};
use term::{Pool, Sort};

use crate::support::{folder, load, solver};

fn program(name: &str) -> String {
    std::fs::read_to_string(folder().join("imp").join(name)).expect("the example is there")
}

#[test]
fn the_sum_of_the_first_numbers_is_printed() {
    let mut imp = load("imp/imp.k", &[]);
    let (printed, ending, _) = imp.run(&program("sum.imp"), &[10]);
    assert_eq!((printed.as_str(), ending), ("Sum = 55\n", Ending::Finished));
}

/// The paper's first use case: five completed paths of the sum of the first `n` numbers.
#[test]
fn the_first_five_paths_of_the_sum_have_their_conditions() {
    let mut imp = load("imp/imp.k", &[]);
    let pool = Pool::new();
    let n = pool.var("n", Sort::INT);
    let state = imp.start(&pool, &program("sum.imp"), vec![Value::symbolic(&pool, n)]);
    let options = Options { steps: Steps::First, bound: Some(5), ..Options::default() };
    let compiled = &imp.language.compiled;
    let found = explore(&compiled.program, &pool, state, &[], None, &options, &solver);
    let sums: Vec<String> =
        found.solutions.iter().map(|end| imp.printed_term(&pool, end)).collect();
    assert_eq!(
        sums,
        [
            "n <=Int 0: Sum = 0",
            "0 <Int n andBool n <=Int 1: Sum = n",
            "0 <Int n andBool 1 <Int n andBool n <=Int 2: Sum = (2 *Int n) -Int 1",
            "0 <Int n andBool 1 <Int n andBool 2 <Int n andBool n <=Int 3: Sum = (3 *Int n) -Int 3",
            "0 <Int n andBool 1 <Int n andBool 2 <Int n andBool 3 <Int n andBool n <=Int 4: \
             Sum = (4 *Int n) -Int 6",
        ]
    );
    assert!(found.solutions.iter().all(|end| end.sure && end.ending == Some(Ending::Finished)));
}
