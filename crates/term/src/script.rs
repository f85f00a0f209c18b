//! Whole queries as text: declarations and assertions in SMT-LIB 2.
//!
//! The same form is dumped for inspection, sent to external solvers, kept in the corpus, and read
//! back.

use std::fmt::Write;

use rustc_hash::FxHashSet;

use crate::op::Op;
use crate::pool::{Pool, Term};
use crate::print::{Names, quote};
use crate::read::{ReadError, Scope, Sexps};
use crate::sort::{Ctor, Data, Field, Func, Sort, SortNode};
use crate::walk::Visit;

/// Declarations and assertions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Script {
    /// The asserted terms in order.
    pub asserts: Vec<Term>,
    /// The declared variables in order.
    pub vars: Vec<Term>,
}

/// Everything that the terms mention is declared, then each is asserted.
///
/// Variables of one name and different sorts get numbers appended; the names are returned.
pub fn write_script(pool: &Pool, asserts: &[Term]) -> (String, Names) {
    let (mut out, names) = write_declarations(pool, asserts);
    for term in asserts {
        let _ = writeln!(out, "(assert {})", pool.show_with(*term, &names));
    }
    (out, names)
}

/// Declares everything that the terms mention, with the names as in [`write_script`].
pub fn write_declarations(pool: &Pool, terms: &[Term]) -> (String, Names) {
    let uses = Uses::of(pool, terms);
    let names = uses.names(pool);
    let mut out = String::new();
    uses.declare(pool, &names, &mut out);
    (out, names)
}

/// The symbols that some terms mention, in the order in which they are met.
#[derive(Default)]
struct Uses {
    seen_sorts: FxHashSet<Sort>,
    seen_data: FxHashSet<Data>,
    seen_funcs: FxHashSet<Func>,
    elem_sorts: Vec<Sort>,
    data: Vec<Data>,
    funcs: Vec<Func>,
    vars: Vec<Term>,
}

impl Uses {
    fn of(pool: &Pool, roots: &[Term]) -> Uses {
        let mut uses = Uses::default();
        pool.walk(
            roots,
            |_| Visit::Descend,
            |term| {
                uses.sort(pool, pool.sort(term));
                match pool.op(term) {
                    Op::Var(_) => uses.vars.push(term),
                    Op::Apply(func) if uses.seen_funcs.insert(func) => uses.func(pool, func),
                    _ => {}
                }
            },
        );
        uses
    }

    fn func(&mut self, pool: &Pool, func: Func) {
        let (args, result) = pool.signature(func);
        args.iter().chain([&result]).for_each(|sort| self.sort(pool, *sort));
        self.funcs.push(func);
    }

    fn sort(&mut self, pool: &Pool, sort: Sort) {
        if !self.seen_sorts.insert(sort) {
            return;
        }
        match pool.sort_node(sort) {
            SortNode::Elem(_) => self.elem_sorts.push(sort),
            SortNode::Array(index, value) => {
                self.sort(pool, *index);
                self.sort(pool, *value);
            }
            SortNode::Data(data, args) => {
                args.iter().for_each(|arg| self.sort(pool, *arg));
                if self.seen_data.insert(*data) {
                    let fields = pool.ctors(*data).iter().flat_map(|ctor| &ctor.fields);
                    fields.for_each(|field| self.sort(pool, field.sort));
                    self.data.push(*data);
                }
            }
            SortNode::Bool
            | SortNode::Int
            | SortNode::Real
            | SortNode::Text
            | SortNode::BitVec(_)
            | SortNode::Param(_) => {}
        }
    }

    /// Own names for variables whose name also belongs to another variable or a function.
    fn names(&self, pool: &Pool) -> Names {
        let name_of = |var: Term| match pool.op(var) {
            Op::Var(symbol) => pool.name(symbol),
            _ => unreachable!("only variables are collected"),
        };
        let funcs = self.funcs.iter().map(|func| pool.name(pool.func_name(*func)));
        let mut taken: FxHashSet<String> = funcs.map(str::to_owned).collect();
        let everyone: FxHashSet<&str> = self.vars.iter().map(|var| name_of(*var)).collect();
        let mut names = Names::default();
        for &var in &self.vars {
            let name = name_of(var);
            if taken.insert(name.to_owned()) {
                continue;
            }
            let other = (2..)
                .map(|number: usize| format!("{name}!{number}"))
                .find(|other| !everyone.contains(other.as_str()) && taken.insert(other.clone()))
                .expect("there are more numbers than names");
            names.insert(var, other);
        }
        names
    }

    fn declare(&self, pool: &Pool, names: &Names, out: &mut String) {
        for sort in &self.elem_sorts {
            let _ = writeln!(out, "(declare-sort {} 0)", pool.show_sort(*sort));
        }
        self.declare_data(pool, out);
        for func in &self.funcs {
            let (args, result) = pool.signature(*func);
            let args: Vec<String> = args.iter().map(|sort| pool.show_sort(*sort)).collect();
            let (name, result) = (quote(pool.name(pool.func_name(*func))), pool.show_sort(result));
            let _ = writeln!(out, "(declare-fun {name} ({}) {result})", args.join(" "));
        }
        for var in &self.vars {
            let (name, sort) = (pool.show_with(*var, names), pool.show_sort(pool.sort(*var)));
            let _ = writeln!(out, "(declare-fun {name} () {sort})");
        }
    }

    fn declare_data(&self, pool: &Pool, out: &mut String) {
        if self.data.is_empty() {
            return;
        }
        let head = |data: &Data| {
            format!("({} {})", quote(pool.name(pool.data_name(*data))), pool.data_params(*data))
        };
        let heads: Vec<String> = self.data.iter().map(head).collect();
        let bodies: Vec<String> = self.data.iter().map(|data| show_ctors(pool, *data)).collect();
        let _ = writeln!(
            out,
            "(declare-datatypes ({}) (\n  {}))",
            heads.join(" "),
            bodies.join("\n  ")
        );
    }
}

fn show_ctors(pool: &Pool, data: Data) -> String {
    let show_ctor = |(number, ctor): (usize, &Ctor)| {
        let fields = ctor.fields.iter().enumerate().map(|(field, declared)| {
            let selector = pool.show_field(data, number as u32, field as u32);
            format!(" ({selector} {})", pool.show_sort(declared.sort))
        });
        format!("({}{})", pool.show_ctor(data, number as u32), fields.collect::<String>())
    };
    let ctors: Vec<String> = pool.ctors(data).iter().enumerate().map(show_ctor).collect();
    let body = format!("({})", ctors.join(" "));
    match pool.data_params(data) {
        0 => body,
        params => {
            let names: Vec<String> = (0..params).map(|number| format!("T{number}")).collect();
            format!("(par ({}) {body})", names.join(" "))
        }
    }
}

/// Reads declarations and assertions, as [`write_script`] writes them or by hand.
pub fn read_script(pool: &Pool, text: &str) -> Result<Script, ReadError> {
    let sexps = Sexps::parse(text)?;
    let mut scope = Scope::default();
    let mut script = Script::default();
    for &command in &sexps.roots {
        read_command(pool, &sexps, command, &mut scope, &mut script)?;
    }
    Ok(script)
}

fn read_command(
    pool: &Pool,
    text: &Sexps<'_>,
    command: usize,
    scope: &mut Scope,
    script: &mut Script,
) -> Result<(), ReadError> {
    let members = text.list(command)?;
    let malformed = || ReadError::new(text.at(command), "unknown or malformed command");
    let (head, rest) = members.split_first().ok_or_else(malformed)?;
    match (text.atom(*head)?, rest) {
        ("set-logic" | "set-option" | "set-info" | "check-sat" | "get-model" | "exit", _) => Ok(()),
        ("declare-sort", &[name, _]) => {
            let name = text.name(name)?;
            let sort = pool.elem_sort(&name);
            scope.sorts.insert(name, sort);
            Ok(())
        }
        ("declare-datatypes", &[heads, bodies]) => {
            read_data(pool, text, text.list(heads)?, text.list(bodies)?, scope)
        }
        ("declare-const", &[name, sort]) => {
            let sort = scope.sort(pool, text, sort)?;
            declare_var(pool, scope, script, text.name(name)?, sort);
            Ok(())
        }
        ("declare-fun", &[name, args, result]) => {
            let name = text.name(name)?;
            let args = text.list(args)?.iter().map(|arg| scope.sort(pool, text, *arg));
            let args = args.collect::<Result<Vec<Sort>, ReadError>>()?;
            let result = scope.sort(pool, text, result)?;
            if args.is_empty() {
                declare_var(pool, scope, script, name, result);
            } else {
                let func = pool.func(&name, &args, result);
                scope.funcs.insert(name, func);
            }
            Ok(())
        }
        ("assert", &[term]) => {
            let at = text.at(term);
            let term = scope.term(pool, text, term)?;
            if pool.sort(term) != Sort::BOOL {
                return Err(ReadError::new(at, "an assertion is of sort Bool"));
            }
            script.asserts.push(term);
            Ok(())
        }
        _ => Err(malformed()),
    }
}

fn declare_var(pool: &Pool, scope: &mut Scope, script: &mut Script, name: String, sort: Sort) {
    let var = pool.var(&name, sort);
    script.vars.push(var);
    scope.vars.insert(name, var);
}

fn read_data(
    pool: &Pool,
    text: &Sexps<'_>,
    heads: &[usize],
    bodies: &[usize],
    scope: &mut Scope,
) -> Result<(), ReadError> {
    let mut declared = Vec::new();
    for head in heads {
        let malformed = || ReadError::new(text.at(*head), "expected a name and a number");
        let &[name, params] = text.list(*head)? else { return Err(malformed()) };
        let name = text.name(name)?;
        let data = pool
            .declare_data(&name, text.number(params)?)
            .map_err(|error| ReadError::new(text.at(*head), error.to_string()))?;
        scope.data.insert(name.clone(), data);
        declared.push((name, data));
    }
    for ((name, data), body) in declared.iter().zip(bodies) {
        read_ctors(pool, text, *body, name, *data, scope)?;
    }
    Ok(())
}

fn read_ctors(
    pool: &Pool,
    text: &Sexps<'_>,
    body: usize,
    name: &str,
    data: Data,
    scope: &mut Scope,
) -> Result<(), ReadError> {
    let members = text.list(body)?;
    let is_par = members.len() == 3 && text.atom(members[0]).is_ok_and(|atom| atom == "par");
    let ctors = if is_par {
        for (number, param) in text.list(members[1])?.iter().enumerate() {
            scope.sorts.insert(text.name(*param)?, pool.param_sort(number as u32));
        }
        text.list(members[2])?
    } else {
        members
    };
    let prefix = format!("{name}.");
    let member_name = |node: usize| -> Result<String, ReadError> {
        let full = text.name(node)?;
        Ok(full.strip_prefix(&prefix).map(str::to_owned).unwrap_or(full))
    };
    let mut declared = Vec::new();
    for (ctor_number, ctor) in ctors.iter().enumerate() {
        let (head, fields) = text
            .list(*ctor)?
            .split_first()
            .ok_or_else(|| ReadError::new(text.at(*ctor), "expected a constructor"))?;
        scope.ctors.insert(text.name(*head)?, (data, ctor_number as u32));
        let mut made = Ctor { name: pool.symbol(&member_name(*head)?), fields: Vec::new() };
        for (field_number, field) in fields.iter().enumerate() {
            let &[selector, sort] = text.list(*field)? else {
                return Err(ReadError::new(text.at(*field), "expected a selector and a sort"));
            };
            let place = (data, ctor_number as u32, field_number as u32);
            scope.fields.insert(text.name(selector)?, place);
            let sort = scope.sort(pool, text, sort)?;
            made.fields.push(Field { name: pool.symbol(&member_name(selector)?), sort });
        }
        declared.push(made);
    }
    pool.define_data(data, declared)
        .map_err(|error| ReadError::new(text.at(body), error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_our_own_do_not_capture_those_of_the_user() {
        let pool = Pool::new();
        let f = pool.func("f", &[Sort::INT, Sort::INT], Sort::INT);
        let [mark, x, bar, escape] = ["?0", "x", "|", "%7C"].map(|name| pool.var(name, Sort::INT));
        let inner = pool.apply(f, &[pool.apply(f, &[mark, x]), pool.apply(f, &[bar, escape])]);
        let query = [pool.eq(pool.apply(f, &[inner, mark]), pool.apply(f, &[inner, inner]))];
        let (text, _) = write_script(&pool, &query);
        assert_eq!(read_script(&pool, &text).expect("we read what we write").asserts, query);
        assert!(text.contains("|%257C|") && text.contains("??0"), "{text}");
    }

    #[test]
    fn variables_of_one_name_get_names_that_are_free() {
        let pool = Pool::new();
        let (x, other, free) =
            (pool.var("x", Sort::INT), pool.var("x", Sort::REAL), pool.var("x!2", Sort::REAL));
        let query = [pool.eq(pool.to_real(x), other), pool.lt(other, free)];
        let (text, names) = write_script(&pool, &query);
        assert_eq!(names.len(), 1, "{text}");
        assert_eq!(read_script(&pool, &text).expect("we read what we write").vars.len(), 3);
        assert_eq!(text.matches("declare-fun x!2 ").count(), 1, "{text}");
    }

    #[test]
    fn a_million_levels_are_written_and_read() {
        let pool = Pool::new();
        let f = pool.func("f", &[Sort::INT], Sort::INT);
        let x = pool.var("x", Sort::INT);
        let top = (0..1_000_000).fold(x, |term, _| pool.apply(f, &[term]));
        let query = [pool.lt(top, x)];
        let (text, _) = write_script(&pool, &query);
        assert_eq!(read_script(&pool, &text).map(|script| script.asserts), Ok(query.to_vec()));
    }

    #[test]
    fn garbage_is_refused_at_its_place() {
        let pool = Pool::new();
        for (text, at) in [
            ("(assert true", 0),
            ("(assert true))", 13),
            ("(assert x)", 8),
            ("(declare-const x Foo)", 17),
            ("(declare-const x Int)(assert (and x true))", 30),
            ("(assert (_ bv1 0))", 8),
            ("(assert |x)", 8),
            ("(frobnicate)", 0),
        ] {
            assert_eq!(read_script(&pool, text).map_err(|error| error.at), Err(at), "{text}");
        }
        let deep = "(".repeat(100_000);
        assert!(read_script(&pool, &deep).is_err());
        let closed = format!("(assert {}true{})", "(not ".repeat(99_999), ")".repeat(99_999));
        let script = read_script(&pool, &closed).expect("nested, but a term");
        assert_eq!(script.asserts, [Term::FALSE]);
    }
}
