//! Integers of a machine: whatever the values, exactly one way is theirs, and it ends in what the
//! machine would compute.

use lang_core::{Argument, Builder, ExprId, Prim, Session, VarId};
use machine::{Exit, Machine, Step};
use proptest::prelude::*;
use term::{Model, Op, Pool, Sort, Term};

const BITS: u32 = 63;
const LEAST: i64 = -(1 << 62);
const MOST: i64 = (1 << 62) - 1;

/// Arithmetic over two unknowns.
#[derive(Clone, Debug)]
enum Tree {
    X,
    Y,
    Number(i64),
    Neg(Box<Tree>),
    Two(Prim, Box<Tree>, Box<Tree>),
    /// The third if the first is below the second, otherwise the fourth.
    If(Box<[Tree; 4]>),
}

fn number() -> impl Strategy<Value = i64> {
    let edges = [0, 1, -1, 2, MOST, MOST - 1, LEAST, LEAST + 1, MOST / 2 + 1, LEAST / 2, 1 << 31];
    prop_oneof![prop::sample::select(edges.to_vec()), LEAST..=MOST, -20i64..20]
}

fn tree() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![Just(Tree::X), Just(Tree::Y), number().prop_map(Tree::Number)];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let prims = prop::sample::select(vec![Prim::Op(Op::Add), Prim::Sub, Prim::Op(Op::Mul)]);
        prop_oneof![
            inner.clone().prop_map(|a| Tree::Neg(Box::new(a))),
            (prims, inner.clone(), inner.clone()).prop_map(|(prim, a, b)| Tree::Two(
                prim,
                Box::new(a),
                Box::new(b)
            )),
            [inner.clone(), inner.clone(), inner.clone(), inner]
                .prop_map(|four| Tree::If(Box::new(four))),
        ]
    })
}

impl Tree {
    /// What the machine computes.
    fn value(&self, x: i64, y: i64) -> i64 {
        let of = |tree: &Tree| i128::from(tree.value(x, y));
        let ideal = match self {
            Tree::X => return x,
            Tree::Y => return y,
            Tree::Number(number) => return *number,
            Tree::Neg(a) => -of(a),
            Tree::Two(Prim::Sub, a, b) => of(a) - of(b),
            Tree::Two(Prim::Op(Op::Add), a, b) => of(a) + of(b),
            Tree::Two(_, a, b) => of(a) * of(b),
            Tree::If(four) => {
                let [a, b, yes, no] = &**four;
                return if of(a) < of(b) { yes.value(x, y) } else { no.value(x, y) };
            }
        };
        // The sign is drawn out from the highest of the bits.
        ((ideal as i64) << 1) >> 1
    }

    fn lower(&self, b: &mut Builder<'_>, x: VarId, y: VarId) -> ExprId {
        let ideal = match self {
            Tree::X => return b.var(x),
            Tree::Y => return b.var(y),
            Tree::Number(number) => return b.int(*number),
            Tree::Neg(a) => {
                let a = a.lower(b, x, y);
                b.prim(Prim::Neg, [a])
            }
            Tree::Two(prim, left, right) => {
                let operands = [left.lower(b, x, y), right.lower(b, x, y)];
                b.prim(*prim, operands)
            }
            Tree::If(four) => {
                let [left, right, yes, no] = [0, 1, 2, 3].map(|at| four[at].lower(b, x, y));
                let below = b.op(Op::Lt, [left, right]);
                return b.cond(below, yes, no);
            }
        };
        b.prim(Prim::Wrap, [ideal])
    }

    fn session(&self, pool: &Pool) -> Session {
        let mut b = Builder::new(pool);
        let (main, x, y) = (b.declare("main"), b.fresh("x"), b.fresh("y"));
        let body = self.lower(&mut b, x, y);
        let function = b.lambda([x, y], body);
        b.define(main, function);
        let program = b.finish().expect("well formed");
        let asked = |name: &str| Argument::Ask(name.to_owned(), Sort::INT);
        Session::new(program, main)
            .with_arg(asked("x"))
            .with_arg(asked("y"))
            .with_machine_integers(BITS)
    }
}

/// The result of the one way that values take through a machine that was given unknowns.
fn followed(pool: &Pool, session: &Session, model: &Model) -> Result<Term, String> {
    let holds = |cond: Term| pool.eval(cond, model) == Term::TRUE;
    let mut state = session.start(pool);
    for _ in 0..10_000 {
        state = match session.step(pool, state) {
            Step::Go(cases) => {
                let mut taken = cases.into_iter().filter(|(cond, _)| holds(*cond));
                match (taken.next(), taken.next()) {
                    (Some((_, state)), None) => state,
                    (None, _) => return Err("no way is theirs".to_owned()),
                    (Some(_), Some(_)) => return Err("two ways are theirs".to_owned()),
                }
            }
            Step::Ask(input, state) => {
                let var = pool.var(&input.name, input.sort);
                if !holds(session.assumed(pool, &input, var)) {
                    return Err(format!("`{}` has no such value", input.name));
                }
                session.supply(pool, state, var)
            }
            Step::Stop(Exit::Finished(Some(result))) => return Ok(pool.eval(result, model)),
            _ => return Err("it ends in another way".to_owned()),
        }
    }
    Err("it does not end".to_owned())
}

proptest! {
    #[test]
    fn every_way_computes_what_the_machine_does(tree in tree(), x in number(), y in number()) {
        let pool = Pool::new();
        let session = tree.session(&pool);
        let mut model = Model::new();
        model.set(pool.var("x", Sort::INT), pool.int(x));
        model.set(pool.var("y", Sort::INT), pool.int(y));
        let expected = Ok(pool.int(tree.value(x, y)));
        prop_assert_eq!(followed(&pool, &session, &model), expected, "{:?} {} {}", tree, x, y);
    }
}

#[test]
fn values_beyond_the_range_are_no_answers() {
    let pool = Pool::new();
    let session = Tree::X.session(&pool);
    let input = machine::Input { name: "x".to_owned(), sort: Sort::INT, span: None };
    let fits = |value: i64| session.assumed(&pool, &input, pool.int(value)) == Term::TRUE;
    assert!(fits(0) && fits(MOST) && fits(LEAST));
    assert!(!fits(MOST + 1) && !fits(LEAST - 1));
}
