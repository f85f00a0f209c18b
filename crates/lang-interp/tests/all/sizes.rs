//! Small answers before large ones, checked by enumeration of all programs.

use std::ops::ControlFlow;

use lang_interp::{Cx, Heap, Interpreter, Kind, Options, Stop, Tree, Value, case, data, diff};
use proptest::prelude::*;

data! {
    pub Expr = Yes() | No() | Not(Expr) | And(Expr, Expr) | Or(Expr, Expr);
}

/// How an interpreter computes each operator: its results by the values of the operands.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Tables {
    not: [bool; 2],
    and: [[bool; 2]; 2],
    or: [[bool; 2]; 2],
}

const RIGHT: Tables = Tables {
    not: [true, false],
    and: [[false, false], [false, true]],
    or: [[false, true], [true, true]],
};

impl Interpreter for Tables {
    fn eval(&self, cx: &mut Cx<'_>, program: Value) -> Result<Value, Stop> {
        let operand = |cx: &mut Cx<'_>, expr: Value| -> Result<usize, Stop> {
            let value = cx.call(|cx| self.eval(cx, expr))?;
            cx.branch(value).map(usize::from)
        };
        let result = case!(cx, program; {
            Yes() => true,
            No() => false,
            Not(inner) => self.not[operand(cx, inner)?],
            And(a, b) => {
                let a = operand(cx, a)?;
                self.and[a][operand(cx, b)?]
            }
            Or(a, b) => {
                let a = operand(cx, a)?;
                self.or[a][operand(cx, b)?]
            }
        });
        Ok(Value::from(result))
    }
}

/// A program as the oracle sees it.
#[derive(Clone, Debug)]
enum Plain {
    Literal(bool),
    Not(Box<Plain>),
    And(Box<Plain>, Box<Plain>),
    Or(Box<Plain>, Box<Plain>),
}

impl Plain {
    fn value(&self, tables: &Tables) -> bool {
        let value = |plain: &Plain| usize::from(plain.value(tables));
        match self {
            Plain::Literal(literal) => *literal,
            Plain::Not(inner) => tables.not[value(inner)],
            Plain::And(a, b) => tables.and[value(a)][value(b)],
            Plain::Or(a, b) => tables.or[value(a)][value(b)],
        }
    }

    fn text(&self) -> String {
        match self {
            Plain::Literal(true) => "Yes".to_owned(),
            Plain::Literal(false) => "No".to_owned(),
            Plain::Not(inner) => format!("Not({})", inner.text()),
            Plain::And(a, b) => format!("And({}, {})", a.text(), b.text()),
            Plain::Or(a, b) => format!("Or({}, {})", a.text(), b.text()),
        }
    }
}

/// All programs of a size.
fn programs(size: u64) -> Vec<Plain> {
    if size == 1 {
        return vec![Plain::Literal(true), Plain::Literal(false)];
    }
    let mut all: Vec<Plain> =
        programs(size - 1).into_iter().map(|inner| Plain::Not(Box::new(inner))).collect();
    for left in 1..size.saturating_sub(1) {
        for a in programs(left) {
            for b in programs(size - 1 - left) {
                all.push(Plain::And(Box::new(a.clone()), Box::new(b.clone())));
                all.push(Plain::Or(Box::new(a.clone()), Box::new(b)));
            }
        }
    }
    all
}

/// The programs of up to this size on which two interpreters differ, in the order of the report.
fn told(left: &Tables, right: &Tables, most: u64) -> Vec<Tree> {
    let mut told: Vec<Tree> = Vec::new();
    let options = Options::default().smallest_first();
    let kind = Kind::Data(&Expr);
    let summary = diff(&mut Heap::new(), &options, kind, left, right, |answer| {
        if answer.size() > most {
            return ControlFlow::Break(());
        }
        told.push(answer.instance[0].value.clone());
        ControlFlow::Continue(())
    });
    assert_eq!(summary.smaller, 0);
    told
}

fn tables() -> impl Strategy<Value = Tables> {
    (any::<[bool; 2]>(), any::<[[bool; 2]; 2]>(), any::<[[bool; 2]; 2]>())
        .prop_map(|(not, and, or)| Tables { not, and, or })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Every program is evaluated to its end here, so each difference is one program.
    #[test]
    fn all_small_differences_come_in_order(wrong in tables()) {
        prop_assume!(wrong != RIGHT);
        let most = 5;
        let found = told(&RIGHT, &wrong, most);
        let sizes: Vec<u64> = found.iter().map(Tree::size).collect();
        prop_assert!(sizes.is_sorted(), "{sizes:?}");
        let mut found: Vec<String> = found.iter().map(Tree::to_string).collect();
        let all = (1..=most).flat_map(programs);
        let differs = |plain: &Plain| plain.value(&RIGHT) != plain.value(&wrong);
        let mut expected: Vec<String> = all.filter(differs).map(|plain| plain.text()).collect();
        found.sort();
        expected.sort();
        prop_assert_eq!(found, expected);
    }
}

/// Runs for ever on its smallest programs.
fn loops_on_literals(cx: &mut Cx<'_>, program: Value) -> Result<Value, Stop> {
    case!(cx, program; {
        Yes() => loop {
            cx.tick()?;
        },
        other => RIGHT.eval(cx, other),
    })
}

#[test]
fn postponed_paths_are_reported() {
    let wrong = Tables { or: [[true; 2]; 2], ..RIGHT };
    let mut options = Options::default().smallest_first().take(1);
    options.explore.budget.steps = Some(100_000);
    let kind = Kind::Data(&Expr);
    let mut found = Vec::new();
    let summary = diff(&mut Heap::new(), &options, kind, &loops_on_literals, &wrong, |answer| {
        found.push(answer.instance[0].value.to_string());
        ControlFlow::Continue(())
    });
    assert_eq!(found, ["Or(No, No)"]);
    assert_eq!(summary.smaller, 1, "`Yes` is not decided");
}
