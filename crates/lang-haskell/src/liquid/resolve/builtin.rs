//! What the logic knows by itself.

use num_bigint::BigInt;
use term::Int;

use crate::core::Name;
use crate::liquid::logic::{Arm, FnId, Function, Local, LogicOp, Pred};

use super::Resolver;

/// A name of a library.
pub(super) fn name(module: &str, occ: &str) -> Name {
    Name { module: module.to_owned(), occ: occ.to_owned() }
}

pub(super) fn nil() -> Pred {
    Pred::Con(name("GHC.Types", "[]"), Vec::new())
}

pub(super) fn cons(first: Pred, rest: Pred) -> Pred {
    Pred::Con(name("GHC.Types", ":"), vec![first, rest])
}

/// The number that decimal digits stand for.
pub(super) fn int(digits: &str) -> Int {
    let number: BigInt = digits.parse().expect("digits are those of a number");
    Int::from(number)
}

/// The number that digits with a point in them stand for.
pub(super) fn ratio(digits: &str) -> Pred {
    let (whole, rest) = digits.split_once('.').expect("the lexer asks for a point");
    let under = format!("1{}", "0".repeat(rest.len()));
    Pred::Ratio(int(&format!("{whole}{rest}")), int(&under))
}

/// The operators that are written as functions, with the number of their arguments. The empty set
/// is given an argument that means nothing.
const OPERATORS: [(&str, LogicOp, usize); 16] = [
    ("Set_empty", LogicOp::SetEmpty, 0),
    ("Set_sng", LogicOp::SetSingle, 1),
    ("Set_cup", LogicOp::SetUnion, 2),
    ("Set_cap", LogicOp::SetIntersection, 2),
    ("Set_dif", LogicOp::SetDifference, 2),
    ("Set_mem", LogicOp::SetMember, 2),
    ("Set_sub", LogicOp::SetSubset, 2),
    ("empty", LogicOp::SetEmpty, 0),
    ("singleton", LogicOp::SetSingle, 1),
    ("union", LogicOp::SetUnion, 2),
    ("intersection", LogicOp::SetIntersection, 2),
    ("difference", LogicOp::SetDifference, 2),
    ("member", LogicOp::SetMember, 2),
    ("isSubsetOf", LogicOp::SetSubset, 2),
    ("&&", LogicOp::And, 2),
    ("||", LogicOp::Or, 2),
];

/// An operator that is written as a function.
pub(super) fn operator(text: &str) -> Option<(LogicOp, usize)> {
    let plain = super::unqualified(text);
    let found = OPERATORS.iter().find(|(known, _, _)| *known == plain)?;
    Some((found.1, found.2))
}

/// The operator that a function of `Data.Set` is.
pub(super) fn set_operator(occ: &str) -> Option<LogicOp> {
    OPERATORS[7..14].iter().find(|(known, _, _)| *known == occ).map(|(_, op, _)| *op)
}

/// The predicate that a set is empty, which has no operator of its own.
pub(super) const IS_EMPTY_SET: &str = "Set_emp";

/// Functions that only mark a truth value as a predicate.
pub(super) fn is_identity(text: &str) -> bool {
    matches!(text, "prop" | "Prop")
}

/// The names that are known without being declared.
pub(super) fn names() -> impl Iterator<Item = String> {
    let operators = OPERATORS.iter().map(|(name, _, _)| *name);
    operators.chain(FUNCTIONS).chain([IS_EMPTY_SET]).map(str::to_owned)
}

const FUNCTIONS: [&str; 7] = ["len", "listElts", "fst", "snd", "isJust", "fromJust", "null"];

impl Resolver<'_> {
    /// A function that comes with the logic. Its own declaration in a module wins.
    pub(super) fn builtin_function(&mut self, called: &str) -> Option<FnId> {
        let called = FUNCTIONS.into_iter().find(|known| *known == called)?;
        let id = FnId(self.specs.functions.len() as u32);
        let [of, x, y] = ["v", "x", "y"].map(|text| self.local(text));
        let arms = arms(called, id, x, y);
        let measures = arms.first().map(|arm| owner(&arm.ctor));
        let body = Pred::Case(Box::new(Pred::Var(of)), arms, None);
        self.functions.insert(called.to_owned(), id);
        self.new_function(Function {
            name: called.to_owned(),
            params: vec![of],
            body: Some(body),
            span: None,
            measures,
        });
        Some(id)
    }
}

/// The body of a function of the logic that goes through a list: true of the empty one.
pub(super) fn over_list(
    of: Local,
    first: Local,
    rest: Local,
    body: impl FnOnce(FnId) -> Pred,
) -> impl FnOnce(FnId) -> Pred {
    move |id| {
        let nil = name("GHC.Types", "[]");
        let arms = vec![
            Arm { ctor: nil, fields: Vec::new(), body: Pred::Bool(true) },
            Arm { ctor: name("GHC.Types", ":"), fields: vec![first, rest], body: body(id) },
        ];
        Pred::Case(Box::new(Pred::Var(of)), arms, None)
    }
}

/// The type of a constructor that the logic knows.
fn owner(ctor: &Name) -> Name {
    match ctor.occ.as_str() {
        "[]" | ":" => name("GHC.Types", "[]"),
        "Just" | "Nothing" => name("GHC.Maybe", "Maybe"),
        _ => ctor.clone(),
    }
}

fn arms(called: &str, id: FnId, x: Local, y: Local) -> Vec<Arm> {
    let arm =
        |ctor: Name, fields: &[Local], body: Pred| Arm { ctor, fields: fields.to_vec(), body };
    let nil = |body| arm(name("GHC.Types", "[]"), &[], body);
    let cons = |body| arm(name("GHC.Types", ":"), &[x, y], body);
    let pair = |of| vec![arm(name("GHC.Tuple", "(,)"), &[x, y], Pred::Var(of))];
    let just = |body| arm(name("GHC.Maybe", "Just"), &[x], body);
    let nothing = |body| arm(name("GHC.Maybe", "Nothing"), &[], body);
    let rest = || Pred::Call(id, vec![Pred::Var(y)]);
    match called {
        "len" => {
            let one = Pred::Int(Int::ONE);
            vec![nil(Pred::Int(Int::ZERO)), cons(Pred::Op(LogicOp::Add, vec![one, rest()]))]
        }
        "listElts" => {
            let first = Pred::Op(LogicOp::SetSingle, vec![Pred::Var(x)]);
            let all = Pred::Op(LogicOp::SetUnion, vec![first, rest()]);
            vec![nil(Pred::Op(LogicOp::SetEmpty, Vec::new())), cons(all)]
        }
        "null" => vec![nil(Pred::Bool(true)), cons(Pred::Bool(false))],
        "fst" => pair(x),
        "snd" => pair(y),
        "isJust" => vec![nothing(Pred::Bool(false)), just(Pred::Bool(true))],
        "fromJust" => vec![just(Pred::Var(x))],
        _ => unreachable!("the functions of the logic are listed in one place: {called}"),
    }
}
