//! Runs of IMP against an interpreter that is plainly right.

use std::collections::BTreeMap;
use std::fmt;

use lang_k::Ending;
use proptest::prelude::*;

use crate::support::load;

#[derive(Clone, Debug)]
enum Exp {
    Number(i64),
    Variable(&'static str),
    Binary(Box<Exp>, char, Box<Exp>),
}

#[derive(Clone, Debug)]
enum Stmt {
    Assign(&'static str, Exp),
    Both(Box<Stmt>, Box<Stmt>),
    If(Exp, Exp, Box<Stmt>, Box<Stmt>),
    /// Runs so many times, counted by `n`.
    Repeat(i64, Box<Stmt>),
}

impl fmt::Display for Exp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Exp::Number(number) => write!(f, "{number}"),
            Exp::Variable(name) => write!(f, "{name}"),
            Exp::Binary(left, op, right) => write!(f, "({left} {op} {right})"),
        }
    }
}

impl fmt::Display for Stmt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stmt::Assign(name, exp) => write!(f, "{name} = {exp};"),
            Stmt::Both(first, second) => write!(f, "{first} {second}"),
            Stmt::If(left, right, yes, no) => {
                write!(f, "if ({left} <= {right}) {{ {yes} }} else {{ {no} }}")
            }
            Stmt::Repeat(times, body) => {
                write!(f, "n = {times}; while (n > 0) {{ {body} n = n - 1; }}")
            }
        }
    }
}

type Store = BTreeMap<&'static str, i64>;

fn eval(exp: &Exp, store: &Store) -> Option<i64> {
    match exp {
        Exp::Number(number) => Some(*number),
        Exp::Variable(name) => Some(store[name]),
        Exp::Binary(left, op, right) => {
            let (left, right) = (eval(left, store)?, eval(right, store)?);
            match op {
                '+' => left.checked_add(right),
                '-' => left.checked_sub(right),
                '*' => left.checked_mul(right),
                // Truncates towards zero, as K does; by zero the program is stuck.
                _ => left.checked_div(right),
            }
        }
    }
}

/// None where the program is stuck, or a number is too large for this interpreter.
fn exec(stmt: &Stmt, store: &mut Store) -> Option<()> {
    match stmt {
        Stmt::Assign(name, exp) => {
            let value = eval(exp, store)?;
            store.insert(name, value);
        }
        Stmt::Both(first, second) => {
            exec(first, store)?;
            exec(second, store)?;
        }
        Stmt::If(left, right, yes, no) => {
            let chosen = if eval(left, store)? <= eval(right, store)? { yes } else { no };
            exec(chosen, store)?;
        }
        Stmt::Repeat(times, body) => {
            store.insert("n", *times);
            while store["n"] > 0 {
                exec(body, store)?;
                let left = store["n"] - 1;
                store.insert("n", left);
            }
        }
    }
    Some(())
}

fn exp() -> impl Strategy<Value = Exp> {
    let variable = prop_oneof![Just("x"), Just("y"), Just("n")].prop_map(Exp::Variable);
    let leaf = prop_oneof![(0i64..6).prop_map(Exp::Number), variable];
    leaf.prop_recursive(3, 8, 2, |inner| {
        let op = prop_oneof![Just('+'), Just('-'), Just('*'), Just('/')];
        (inner.clone(), op, inner)
            .prop_map(|(left, op, right)| Exp::Binary(Box::new(left), op, Box::new(right)))
    })
}

fn stmt() -> impl Strategy<Value = Stmt> {
    let assign = (prop_oneof![Just("x"), Just("y")], exp()).prop_map(|(x, e)| Stmt::Assign(x, e));
    assign.prop_recursive(3, 10, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| Stmt::Both(Box::new(a), Box::new(b))),
            (exp(), exp(), inner.clone(), inner.clone()).prop_map(|(l, r, a, b)| Stmt::If(
                l,
                r,
                Box::new(a),
                Box::new(b)
            )),
            (0i64..4, (prop_oneof![Just("x"), Just("y")], exp()))
                .prop_map(|(times, (x, e))| { Stmt::Repeat(times, Box::new(Stmt::Assign(x, e))) }),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn programs_print_what_they_should(body in stmt()) {
        let mut store = Store::from([("x", 0), ("y", 0), ("n", 0)]);
        let expected = exec(&body, &mut store).map(|()| format!("{} {}", store["x"], store["y"]));
        let text = format!("int x, y, n; {body} print(x, \" \", y);");
        let mut imp = load("imp/imp.k", &[]);
        let (printed, ending, _) = imp.run(&text, &[]);
        match expected {
            Some(expected) => {
                prop_assert_eq!(ending, Ending::Finished, "{}", text);
                prop_assert_eq!(printed, expected, "{}", text);
            }
            // Stuck at a division by zero, or beyond the numbers of the oracle.
            None => prop_assert!(matches!(ending, Ending::Stuck | Ending::Finished), "{}", text),
        }
    }
}
