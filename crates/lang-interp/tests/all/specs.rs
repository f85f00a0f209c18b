//! Trace specs: what breaks a property, and what is only an error of the program.

use std::ops::ControlFlow;

use lang_interp::{Confirmed, Cx, Heap, Kind, Options, Stop, Summary, Symbol, Value, check_spec};
use source::Files;
use trace::Spec;

const DOOR: &str = "op open() op close()
    property closed := G (<open> implies X F <close>)
    property never := G !<close>";

/// The answers for a property of the door, and the summary.
fn told(
    property: &str,
    program: impl Fn(&mut Cx<'_>) -> Result<Value, Stop> + Sync,
) -> (Vec<String>, Summary) {
    let mut heap = Heap::new();
    let (spec, faults) = Spec::read(&heap.pool(), &Files::new().add("door.trace", DOOR));
    let spec = spec.unwrap_or_else(|| panic!("{faults:?}"));
    let property = spec.properties.iter().find(|own| own.name == property).expect("declared");
    let mut told = Vec::new();
    let summary = check_spec(&mut heap, &Options::default(), &spec, property, program, |answer| {
        assert_eq!(answer.confirmed, Confirmed::Yes, "{answer}");
        told.push(answer.to_string());
        ControlFlow::Continue(())
    });
    (told, summary.expect("the property is not deep"))
}

fn emit(cx: &mut Cx<'_>, name: &str) -> Result<(), Stop> {
    cx.emit(Symbol::new(name), &[])
}

#[test]
fn an_error_of_the_program_breaks_no_property() {
    for property in ["closed", "never"] {
        let (told, summary) = told(property, |cx| {
            let wrong = cx.unknown("wrong", Kind::Bool);
            emit(cx, "open")?;
            if cx.branch(wrong)? {
                return Err(cx.fail("broken door"));
            }
            if property == "closed" {
                emit(cx, "close")?;
            }
            Ok(wrong)
        });
        assert_eq!(told, Vec::<String>::new(), "{property}");
        assert!(summary.is_complete());
        assert_eq!(summary.failure.expect("it is counted").message, "broken door");
    }
}

#[test]
fn an_assertion_of_the_program_is_not_the_property() {
    let (told, summary) = told("never", |cx| {
        let fine = cx.unknown("fine", Kind::Bool);
        cx.assert(fine, "not fine")?;
        Ok(fine)
    });
    assert_eq!((told.len(), summary.stats.failures), (0, 1));
}

#[test]
fn violation_before_an_error_is_reported() {
    let (told, _) = told("never", |cx| {
        let closes = cx.unknown("closes", Kind::Bool);
        if cx.branch(closes)? {
            emit(cx, "close")?;
        }
        Err(cx.fail("and then it fails"))
    });
    assert_eq!(told, ["closes = true fails: INT009: the events break `never`"]);
}

#[test]
fn rejected_complete_trace_is_reported() {
    let (told, summary) = told("closed", |cx| {
        let (opens, closes) = (cx.unknown("opens", Kind::Bool), cx.unknown("closes", Kind::Bool));
        if cx.branch(opens)? {
            emit(cx, "open")?;
        }
        if cx.branch(closes)? {
            emit(cx, "close")?;
        }
        Ok(opens)
    });
    assert_eq!(told, ["opens = true, closes = false fails: INT009: the events break `closed`"]);
    assert!(summary.is_complete());
}
