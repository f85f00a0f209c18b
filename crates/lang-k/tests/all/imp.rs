//! IMP with input and output.

use lang_k::Ending;

use crate::support::{folder, load};

fn program(name: &str) -> String {
    std::fs::read_to_string(folder().join("imp").join(name)).expect("the example is there")
}

#[test]
fn the_sum_of_the_first_numbers_is_printed() {
    let mut imp = load("imp/imp.k", &[]);
    let (printed, ending, _) = imp.run(&program("sum.imp"), &[10]);
    assert_eq!((printed.as_str(), ending), ("Sum = 55\n", Ending::Finished));
}
