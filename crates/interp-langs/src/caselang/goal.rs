//! Goals as programs: definitions, unknowns, conditions.

use lang_interp::{Cx, Kind, Stop, Value};

use super::code::{Code, Compiler, Names};
use super::definitions::Definitions;
use super::tree::{Condition, Goal, Program};

/// A goal that is ready to be searched: [`Query::run`] is the program for
/// [`lang_interp::search`].
///
/// It differs from [`lang_interp::Goal`] in that the side which computes is evaluated *towards* the
/// other one, which only an interpreter that takes an aim can do.
#[derive(Clone, Debug)]
pub struct Query {
    definitions: Definitions,
    unknowns: Vec<String>,
    /// Those that compute nothing come first, because they cost nothing and exclude much.
    conditions: Vec<Compared>,
}

/// Two expressions that have the same value, or not.
#[derive(Clone, Debug)]
struct Compared {
    /// The one that computes nothing, if there is one.
    first: Code,
    second: Code,
    equal: bool,
}

impl Query {
    /// A goal together with the definitions of its file.
    #[must_use]
    pub fn new(program: &Program, goal: &Goal) -> Query {
        let (definitions, mut conditions) = Definitions::new(program, |compiler, names| {
            names.extend(goal.unknowns.iter().cloned());
            let compared = |condition| compare(compiler, names, condition);
            goal.conditions.iter().map(compared).collect::<Vec<Compared>>()
        });
        conditions.sort_by_key(|condition| !is_plain(&condition.second));
        Query { definitions, unknowns: goal.unknowns.clone(), conditions }
    }

    /// Runs the goal: it returns where every condition holds.
    pub fn run(&self, cx: &mut Cx<'_>) -> Result<Value, Stop> {
        let interpreter = self.definitions.interpreter();
        let unknowns: Vec<Value> =
            self.unknowns.iter().map(|name| cx.unknown(name, Kind::Any)).collect();
        let mut frame = self.definitions.frame(cx)?;
        frame.extend(unknowns);
        for condition in &self.conditions {
            let first = interpreter.eval(cx, &mut frame, &condition.first, None)?;
            let aim = condition.equal.then_some(first);
            let second = interpreter.eval(cx, &mut frame, &condition.second, aim)?;
            if !condition.equal {
                cx.differ(first, second)?;
            }
        }
        Ok(Value::TRUE)
    }
}

fn compare(compiler: &mut Compiler, names: &mut Names, condition: &Condition) -> Compared {
    let left = compiler.expr(names, &condition.left);
    let right = compiler.expr(names, &condition.right);
    let (first, second) = if is_plain(&right) { (right, left) } else { (left, right) };
    Compared { first, second, equal: condition.equal }
}

/// Whether nothing is computed.
fn is_plain(code: &Code) -> bool {
    match code {
        Code::Int(_) | Code::Local(_) | Code::Lam(_) => true,
        Code::Con(_, args) => args.iter().all(is_plain),
        Code::App(..) | Code::Case(..) | Code::Let(..) | Code::LetRec(..) | Code::Equal(..) => {
            false
        }
    }
}
