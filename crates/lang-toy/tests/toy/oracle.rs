//! The machine against the interpreter: same inputs asked for, same events, same end.

use lang_toy::{load, parse};
use proptest::prelude::*;
use source::{File, Files};
use test_support::toy::{Answers, End, interpret, program};

use crate::trace::{Supply, run_machine};

/// Runs every check of a file by the interpreter, by the machine on known values, and by the
/// machine on variables along the path that those values take. Runs that are too long for the interpreter are not
/// compared; the number of those that were is returned.
#[track_caller]
pub(crate) fn compare(file: &File, answers: &Answers) -> usize {
    let (ast, _) = parse(file);
    let program = load(file).unwrap_or_else(|errors| panic!("{}\n{errors:#?}", file.text()));
    let mut compared = 0;
    for (number, target) in program.targets().iter().enumerate() {
        let expected = interpret(&ast, number, answers);
        if expected.end != End::OutOfFuel {
            let machine = program.machine(target);
            let replayed = run_machine(&machine, answers, Supply::Literals);
            assert_eq!(replayed, expected, "{}", file.text());
            let explored = run_machine(&machine, answers, Supply::Variables);
            let seen = explored.lines.len();
            if explored.end == End::Gap && seen <= expected.lines.len() {
                assert_eq!(explored.lines, expected.lines[..seen], "{}", file.text());
            } else {
                assert_eq!(explored, expected, "{}", file.text());
            }
            compared += 1;
        }
    }
    compared
}

fn answers() -> impl Strategy<Value = Answers> {
    prop::collection::vec(-4i128..5, 1..8).prop_map(Answers)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_machine_does_what_the_interpreter_does(
        bytes in prop::collection::vec(any::<u8>(), 0..300),
        answers in answers(),
    ) {
        compare(&Files::new().add("random.toy", &program(&bytes)), &answers);
    }
}

/// The comparison is worth something only if the programs do something.
#[test]
fn random_programs_end_in_every_way() {
    let mut counts = [0; 4];
    let mut inputs_and_events = 0;
    for seed in 0u32..2000 {
        let bytes: Vec<u8> = (0..200u32).map(|at| noise(seed * 1000 + at)).collect();
        let text = program(&bytes);
        let mut files = Files::new();
        let file = files.add("random.toy", &text);
        let (ast, errors) = parse(&file);
        assert_eq!(errors, [], "{text}");
        let trace = interpret(&ast, 0, &Answers(vec![2, -1, 3]));
        inputs_and_events += trace.lines.len();
        counts[match trace.end {
            End::Finished => 0,
            End::Failed(..) => 1,
            End::Discarded => 2,
            End::OutOfFuel => 3,
            End::Gap => unreachable!("the interpreter has no gaps"),
        }] += 1;
    }
    let [finished, failed, discarded, out_of_fuel] = counts;
    assert!(finished > 200 && failed > 200 && discarded > 20, "{counts:?}");
    assert!(out_of_fuel < 100, "{counts:?}");
    assert!(inputs_and_events > 2000, "{inputs_and_events}");
}

pub(crate) fn noise(number: u32) -> u8 {
    let mixed = number.wrapping_mul(0x9e37_79b9) ^ (number >> 7);
    (mixed.wrapping_mul(0x85eb_ca6b) >> 24) as u8
}
