//! Goals as programs: definitions, unknowns, conditions.

use lang_interp::{Cx, Kind, Stop, Value};

use super::code::{Code, Compiler, Functions, Names};
use super::interpret::{Frame, Interpreter};
use super::tree::{Condition, Definition, Goal, Program};

/// A goal that is ready to be searched: [`Query::run`] is the program for
/// [`lang_interp::search`].
#[derive(Clone, Debug)]
pub struct Query {
    functions: Functions,
    definitions: Vec<Defined>,
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

/// A definition of the file.
#[derive(Clone, Debug)]
enum Defined {
    Values(Vec<Code>),
    Group(usize),
}

impl Query {
    /// A goal together with the definitions of its file.
    #[must_use]
    pub fn new(program: &Program, goal: &Goal) -> Query {
        let (mut compiler, mut names) = (Compiler::default(), Names::new());
        let define = |definition| define(&mut compiler, &mut names, definition);
        let definitions = program.definitions.iter().map(define).collect();
        names.extend(goal.unknowns.iter().cloned());
        let compared = |condition| compare(&mut compiler, &mut names, condition);
        let mut conditions: Vec<Compared> = goal.conditions.iter().map(compared).collect();
        conditions.sort_by_key(|condition| !is_plain(&condition.second));
        let unknowns = goal.unknowns.clone();
        Query { functions: compiler.functions, definitions, unknowns, conditions }
    }

    /// Runs the goal: it returns where every condition holds.
    pub fn run(&self, cx: &mut Cx<'_>) -> Result<Value, Stop> {
        let interpreter = Interpreter { functions: &self.functions };
        let unknowns: Vec<Value> =
            self.unknowns.iter().map(|name| cx.unknown(name, Kind::Any)).collect();
        let mut frame = self.defined(cx, interpreter)?;
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

    /// The values of the definitions, in order.
    fn defined(&self, cx: &mut Cx<'_>, interpreter: Interpreter<'_>) -> Result<Frame, Stop> {
        let mut frame = Frame::new();
        for definition in &self.definitions {
            let values = match definition {
                Defined::Values(codes) => {
                    let eval = |code| interpreter.eval(cx, &mut frame, code, None);
                    codes.iter().map(eval).collect::<Result<Vec<Value>, Stop>>()?
                }
                Defined::Group(group) => {
                    let captured = &self.functions.groups[*group].captured;
                    let captured = captured.iter().map(|place| frame[*place]).collect();
                    interpreter.members(cx, *group, captured)?
                }
            };
            frame.extend(values);
        }
        Ok(frame)
    }
}

fn define(compiler: &mut Compiler, names: &mut Names, definition: &Definition) -> Defined {
    let bindings = &definition.bindings;
    let defined = match definition.recursive {
        true => Defined::Group(compiler.group(names, bindings)),
        false => {
            Defined::Values(bindings.iter().map(|(_, value)| compiler.expr(names, value)).collect())
        }
    };
    names.extend(bindings.iter().map(|(name, _)| name.clone()));
    defined
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
