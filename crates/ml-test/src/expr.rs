//! Terms as OCaml expressions.

use std::collections::HashMap;

use lang_ml::OperationKind;
use lang_ml::value::{ARRAY, char_sort, show_char};
use term::{Data, Func, Literal, Op, Pool, Sort, Term, Visit};

use crate::elements::Elements;
use crate::incident::{Incident, Unwritable};
use crate::names;
use crate::subject::Subject;

/// Longer expressions do not help.
const LONGEST: usize = 20_000;

/// What all parts of a test have in common.
pub(crate) struct Scene<'a> {
    pub(crate) incident: &'a Incident<'a>,
    pub(crate) subject: Subject,
    pub(crate) elements: Elements,
}

/// The variables that an expression may use.
#[derive(Clone, Debug, Default)]
pub(crate) struct Vars(Vec<(Term, String)>);

/// How tightly an expression binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Level {
    Or,
    And,
    Compare,
    Sum,
    Product,
    Apply,
    Atom,
}

#[derive(Clone)]
struct Piece {
    text: String,
    level: Level,
    /// Its negation, where that is written in another way than with `not`.
    negated: Option<String>,
    /// Whether it is a number without bound: contracts calculate with those.
    ideal: bool,
}

impl Piece {
    fn new(text: impl Into<String>, level: Level) -> Piece {
        Piece { text: text.into(), level, negated: None, ideal: false }
    }

    /// It as a number without bound.
    fn number(&self) -> Piece {
        match self.ideal {
            true => self.clone(),
            false => {
                let text = format!("num {}", self.at(Level::Atom));
                Piece { ideal: true, ..Piece::new(text, Level::Apply) }
            }
        }
    }

    /// It as a value of OCaml.
    fn value(&self) -> Piece {
        match self.ideal {
            true => Piece::new(format!("int_of {}", self.at(Level::Atom)), Level::Apply),
            false => self.clone(),
        }
    }

    /// The text, in parentheses unless it binds tightly enough.
    fn at(&self, level: Level) -> String {
        if self.level >= level { self.text.clone() } else { format!("({})", self.text) }
    }
}

impl Vars {
    /// Gives a variable a name that is not in use.
    pub(crate) fn bind(&mut self, scene: &Scene<'_>, var: Term, wanted: &str) -> String {
        let mut used = scene.elements.variables();
        used.extend(self.0.iter().map(|(_, name)| name.clone()));
        let name = names::variable(wanted, &used);
        self.0.push((var, name.clone()));
        name
    }

    fn name(&self, var: Term) -> Option<&str> {
        self.0.iter().rev().find(|(known, _)| *known == var).map(|(_, name)| name.as_str())
    }
}

impl<'a> Scene<'a> {
    pub(crate) fn pool(&self) -> &'a Pool {
        self.incident.pool
    }

    /// A term that stands by itself.
    pub(crate) fn expr(&self, term: Term, vars: &Vars) -> Result<String, Unwritable> {
        Ok(self.piece(term, vars)?.text)
    }

    /// A term as a part of a conjunction.
    pub(crate) fn conjunct(&self, term: Term, vars: &Vars) -> Result<String, Unwritable> {
        Ok(self.piece(term, vars)?.at(Level::And))
    }

    /// A term as an argument.
    pub(crate) fn argument(&self, term: Term, vars: &Vars) -> Result<String, Unwritable> {
        Ok(self.piece(term, vars)?.at(Level::Atom))
    }

    fn piece(&self, root: Term, vars: &Vars) -> Result<Piece, Unwritable> {
        let mut done: HashMap<Term, Piece> = HashMap::new();
        let mut failed = None;
        self.pool().walk(
            &[root],
            |_| Visit::Descend,
            |term| {
                if failed.is_some() {
                    return;
                }
                let args: Vec<Piece> =
                    self.pool().args(term).iter().map(|arg| done[arg].clone()).collect();
                match self.node(term, &args, vars) {
                    Ok(piece) if piece.text.len() <= LONGEST => {
                        done.insert(term, piece);
                    }
                    Ok(_) => failed = Some(Unwritable::because("a value is too large")),
                    Err(error) => failed = Some(error),
                }
            },
        );
        match failed {
            Some(error) => Err(error),
            None => Ok(done.remove(&root).expect("the root is left last").value()),
        }
    }

    fn node(&self, term: Term, args: &[Piece], vars: &Vars) -> Result<Piece, Unwritable> {
        use Level as L;
        let pool = self.pool();
        if let Some(piece) = ideal(pool.op(term), args) {
            return Ok(piece);
        }
        let args: Vec<Piece> = args.iter().map(Piece::value).collect();
        let args = args.as_slice();
        let join = |op: &str, level: L, inner: L| {
            let parts: Vec<String> = args.iter().map(|arg| arg.at(inner)).collect();
            Piece::new(parts.join(&format!(" {op} ")), level)
        };
        let call = |name: &str| {
            let parts: Vec<String> = args.iter().map(|arg| arg.at(L::Atom)).collect();
            Piece::new(format!("{name} {}", parts.join(" ")), L::Apply)
        };
        Ok(match pool.op(term) {
            Op::Lit(_) => self.literal(term)?,
            Op::Var(symbol) => {
                let name = vars.name(term).ok_or_else(|| {
                    let name = pool.name(symbol);
                    Unwritable::because(format!("a contract mentions `{name}`, which has no value"))
                })?;
                Piece::new(name, L::Atom)
            }
            Op::Apply(func) => match args {
                [] => Piece::new(self.function(func)?, L::Atom),
                _ => call(&self.function(func)?),
            },
            Op::Not => match &args[0].negated {
                Some(text) => Piece::new(text, L::Compare),
                None => call("not"),
            },
            Op::And => join("&&", L::And, L::Compare),
            Op::Or => join("||", L::Or, L::And),
            Op::Eq => {
                let negated = join("<>", L::Compare, L::Sum).text;
                Piece { negated: Some(negated), ..join("=", L::Compare, L::Sum) }
            }
            Op::Le => join("<=", L::Compare, L::Sum),
            Op::Lt => join("<", L::Compare, L::Sum),
            Op::Div => call("div_euclid"),
            Op::Mod => call("mod_euclid"),
            Op::Ite => {
                let [cond, yes, no] = args else { unreachable!("ite has three operands") };
                let text = format!("(if {} then {} else {})", cond.text, yes.text, no.text);
                Piece::new(text, L::Atom)
            }
            Op::TextConcat => {
                // Concatenation binds less tightly than sums; parentheses make that no matter.
                Piece::new(format!("({})", join("^", L::Sum, L::Apply).text), L::Atom)
            }
            Op::TextLen => call("String.length"),
            Op::TextLt => join("<", L::Compare, L::Sum),
            Op::TextLe => join("<=", L::Compare, L::Sum),
            Op::Construct(_) if pool.sort(term) == char_sort(pool) => {
                let code = pool.as_i64(pool.args(term)[0]).and_then(|code| u8::try_from(code).ok());
                code.map_or_else(|| call("Char.chr"), |code| Piece::new(show_char(code), L::Atom))
            }
            Op::Field(..) if pool.sort(pool.args(term)[0]) == char_sort(pool) => call("Char.code"),
            Op::Construct(ctor) => self.construct(pool.sort(term), ctor, args)?,
            Op::Field(ctor, at) => {
                self.field(pool.sort(pool.args(term)[0]), (ctor, at as usize), &args[0])
            }
            Op::Is(ctor) => {
                let pattern = self.ctor_pattern(pool.sort(pool.args(term)[0]), ctor);
                let text = format!("(match {} with {pattern} -> true | _ -> false)", args[0].text);
                Piece::new(text, L::Atom)
            }
            other => {
                let name = other.info().name;
                return Err(Unwritable::because(format!("a condition uses `{name}`")));
            }
        })
    }

    fn literal(&self, term: Term) -> Result<Piece, Unwritable> {
        let literal = self.pool().as_literal(term).expect("it is a literal");
        let atom = |text: String| Piece::new(text, Level::Atom);
        Ok(match literal {
            Literal::Bool(value) => atom(value.to_string()),
            Literal::Int(int) => {
                const END: i64 = 1 << 62;
                let fits = int.to_i64().filter(|int| (-END..END).contains(int));
                let int = fits.ok_or_else(|| {
                    Unwritable::because(format!("{int} is too large for OCaml's integers"))
                })?;
                atom(if int < 0 { format!("({int})") } else { int.to_string() })
            }
            Literal::Text(text) => {
                let bytes = text.codes().iter().map(|code| u8::try_from(*code).ok());
                let bytes = bytes.collect::<Option<Vec<u8>>>();
                let why = || Unwritable::because("a string holds what is not a character");
                atom(names::quoted_bytes(&bytes.ok_or_else(why)?))
            }
            Literal::Elem(sort, _) => {
                let sort = self.pool().show_sort(*sort);
                let variable = self.elements.variable(term);
                let variable = variable.ok_or_else(|| {
                    Unwritable::because(format!("an element of `{sort}` has no name"))
                })?;
                atom(variable.to_owned())
            }
            Literal::Real(_) | Literal::BitVec(_) => {
                return Err(Unwritable::because("a value is not one of OCaml"));
            }
        })
    }

    fn construct(&self, sort: Sort, ctor: u32, args: &[Piece]) -> Result<Piece, Unwritable> {
        let pool = self.pool();
        let (data, _) = pool.as_data(sort).expect("constructors are of data types");
        let type_name = pool.name(pool.data_name(data));
        let name = pool.name(pool.ctors(data)[ctor as usize].name);
        let listed = || args.iter().map(|arg| arg.text.clone()).collect::<Vec<_>>().join(", ");
        let atom = |text: String| Ok(Piece::new(text, Level::Atom));
        if let Some(fields) = self.fields(data, ctor) {
            let parts = fields.iter().zip(args).map(|(name, arg)| format!("{name} = {}", arg.text));
            let parts = parts.collect::<Vec<_>>().join("; ");
            return atom(self.record(type_name, name, &parts));
        }
        match (name, args) {
            ("()" | "[]", _) => atom(name.to_owned()),
            (ARRAY, [items]) if type_name == ARRAY => {
                Ok(Piece::new(format!("Array.of_list {}", items.at(Level::Atom)), Level::Apply))
            }
            ("::", [head, tail]) => {
                atom(format!("({} :: {})", head.at(Level::Sum), tail.at(Level::Sum)))
            }
            _ if is_tuple(type_name) => atom(format!("({})", listed())),
            (_, []) => atom(self.ctor_path(type_name, name)),
            (_, [only]) => {
                let text = format!("{} {}", self.ctor_path(type_name, name), only.at(Level::Atom));
                Ok(Piece::new(text, Level::Apply))
            }
            _ => {
                let text = format!("{} ({})", self.ctor_path(type_name, name), listed());
                Ok(Piece::new(text, Level::Apply))
            }
        }
    }

    /// A part of a value: the field of a record, or what stands in a constructor.
    fn field(&self, sort: Sort, (ctor, at): (u32, usize), value: &Piece) -> Piece {
        let pool = self.pool();
        let (data, _) = pool.as_data(sort).expect("fields are of data types");
        let type_name = pool.name(pool.data_name(data));
        let declared = &pool.ctors(data)[ctor as usize];
        let name = pool.name(declared.name);
        if let Some(fields) = self.fields(data, ctor).filter(|_| name == type_name) {
            let path = self.ctor_path(type_name, "");
            return Piece::new(
                format!("{}.{path}{}", value.at(Level::Atom), fields[at]),
                Level::Atom,
            );
        }
        let part = |number: usize| if number == at { "part" } else { "_" };
        let parts = (0..declared.fields.len()).map(part).collect::<Vec<_>>();
        let pattern = match (name, self.fields(data, ctor)) {
            ("::", _) => parts.join(" :: "),
            (_, Some(fields)) => {
                format!("{} {{ {} = part; _ }}", self.ctor_path(type_name, name), fields[at])
            }
            _ if is_tuple(type_name) => format!("({})", parts.join(", ")),
            _ => format!("{} ({})", self.ctor_path(type_name, name), parts.join(", ")),
        };
        let text = format!(
            "(match {} with {pattern} -> part | _ -> failwith \"a value has another form\")",
            value.text
        );
        Piece::new(text, Level::Atom)
    }

    /// The fields of a constructor that is written as a record.
    pub(crate) fn fields(&self, data: Data, ctor: u32) -> Option<&[String]> {
        self.incident.module.outline.notation.fields(data, ctor)
    }

    /// A record, or a constructor over one, with what stands between the braces.
    pub(crate) fn record(&self, type_name: &str, ctor: &str, fields: &str) -> String {
        let path = self.ctor_path(type_name, "");
        // The constructor of a plain record is named after its type.
        match ctor == type_name {
            true => format!("{{ {path}{fields} }}"),
            false => format!("({path}{ctor} {{ {fields} }})"),
        }
    }

    /// A pattern for all values of a constructor.
    fn ctor_pattern(&self, sort: Sort, ctor: u32) -> String {
        let pool = self.pool();
        let (data, _) = pool.as_data(sort).expect("constructors are of data types");
        let type_name = pool.name(pool.data_name(data));
        let declared = &pool.ctors(data)[ctor as usize];
        match pool.name(declared.name) {
            "::" => "_ :: _".to_owned(),
            name @ ("[]" | "()") => name.to_owned(),
            name if declared.fields.is_empty() => self.ctor_path(type_name, name),
            name => format!("{} _", self.ctor_path(type_name, name)),
        }
    }

    /// A constructor as the test writes it.
    pub(crate) fn ctor_path(&self, type_name: &str, ctor: &str) -> String {
        // A tag is the same everywhere.
        if ctor.starts_with('`') {
            return ctor.to_owned();
        }
        if is_built_in(type_name) {
            return ctor.to_owned();
        }
        let path = self.subject.path(type_name);
        let (modules, _) = path.rsplit_once('.').expect("names of the program have a module");
        format!("{modules}.{ctor}")
    }

    /// The word for a constant or a pure function.
    fn function(&self, func: Func) -> Result<String, Unwritable> {
        let pool = self.pool();
        let is = |kind: OperationKind| match kind {
            OperationKind::Pure(known) => known == func,
            OperationKind::Constant(term) => pool.op(term) == Op::Apply(func),
            OperationKind::Effect(_) => false,
        };
        let found = self.incident.module.outline.operations.iter().find(|o| is(o.kind));
        let found = found.ok_or_else(|| {
            let name = pool.name(pool.func_name(func));
            Unwritable::because(format!("the function `{name}` is not one of a library"))
        })?;
        Ok(names::word(&found.name))
    }
}

/// Arithmetic of a contract and what is done with its results, which may be beyond `int`.
fn ideal(op: Op, args: &[Piece]) -> Option<Piece> {
    use Level as L;
    let join = |op: &str, level: L, inner: L| {
        let parts: Vec<String> = args.iter().map(|arg| arg.number().at(inner)).collect();
        Piece::new(parts.join(&format!(" {op} ")), level)
    };
    let number = |piece: Piece| Piece { ideal: true, ..piece };
    match op {
        Op::Add => return Some(number(join("+!", L::Sum, L::Product))),
        Op::Mul => return Some(number(join("*!", L::Product, L::Apply))),
        _ if !args.iter().any(|arg| arg.ideal) => return None,
        _ => {}
    }
    Some(match (op, args) {
        (Op::Eq, _) => {
            let negated = join("<>!", L::Compare, L::Sum).text;
            Piece { negated: Some(negated), ..join("=!", L::Compare, L::Sum) }
        }
        (Op::Le, _) => join("<=!", L::Compare, L::Sum),
        (Op::Lt, _) => join("<!", L::Compare, L::Sum),
        (Op::Ite, [cond, yes, no]) => {
            let (yes, no) = (yes.number().text, no.number().text);
            number(Piece::new(format!("(if {} then {yes} else {no})", cond.text), L::Atom))
        }
        _ => return None,
    })
}

/// Types with parameters that every file knows.
pub(crate) fn is_built_in(data: &str) -> bool {
    matches!(data, "unit" | "list" | "option" | "result")
}

/// The data types that stand for tuples.
pub(crate) fn is_tuple(data: &str) -> bool {
    data.strip_prefix("tuple").is_some_and(|size| size.parse::<u32>().is_ok())
}
