//! Terms as SMT-LIB, each written once.
//!
//! Every term gets a definition of its own over the names of its operands, so a command is short
//! however deep the term, and what is shared is sent once. Names are ours (`v3`, `t17`): those of
//! the user may mean something to the solver.

use std::fmt::Write;

use rustc_hash::FxHashMap;
use solve::{Reason, Theory};
use term::{Data, Func, Literal, Op, Pool, Sort, SortNode, Term, Visit};

/// What a process has received so far.
pub(crate) struct Encoder {
    theory: Theory,
    terms: FxHashMap<Term, String>,
    sorts: FxHashMap<Sort, String>,
    data: FxHashMap<Data, usize>,
    funcs: FxHashMap<Func, usize>,
    ranks: FxHashMap<Sort, usize>,
    elems: Vec<Term>,
    facts: Vec<String>,
    /// Declarations and definitions that have not been sent yet.
    out: String,
}

impl Encoder {
    pub(crate) fn new(theory: Theory) -> Encoder {
        Encoder {
            theory,
            terms: FxHashMap::default(),
            sorts: FxHashMap::default(),
            data: FxHashMap::default(),
            funcs: FxHashMap::default(),
            ranks: FxHashMap::default(),
            elems: Vec::new(),
            facts: Vec::new(),
            out: String::new(),
        }
    }

    pub(crate) fn theory(&self) -> &Theory {
        &self.theory
    }

    /// The name of a term that was encoded.
    pub(crate) fn known(&self, term: Term) -> Option<&str> {
        self.terms.get(&term).map(String::as_str)
    }

    /// The elements that stand as literals in what was encoded.
    pub(crate) fn elems(&self) -> &[Term] {
        &self.elems
    }

    /// Declarations and definitions to be sent, each once.
    pub(crate) fn new_declarations(&mut self) -> String {
        std::mem::take(&mut self.out)
    }

    /// Conditions that must hold beside all encoded terms, each handed out once.
    pub(crate) fn new_facts(&mut self) -> Vec<String> {
        std::mem::take(&mut self.facts)
    }

    /// The name of a term.
    pub(crate) fn term(&mut self, pool: &Pool, root: Term) -> Result<String, Reason> {
        let mut missing = Vec::new();
        let enter = |term| match self.terms.contains_key(&term) {
            true => Visit::Skip,
            false => Visit::Descend,
        };
        pool.walk(&[root], enter, |term| missing.push(term));
        for term in missing {
            let name = self.node(pool, term)?;
            self.terms.insert(term, name);
        }
        Ok(self.terms[&root].clone())
    }

    /// Names a term whose operands have names.
    fn node(&mut self, pool: &Pool, term: Term) -> Result<String, Reason> {
        let (op, args) = pool.node(term);
        let sort = self.sort(pool, pool.sort(term))?;
        match op {
            Op::Lit(_) => return self.literal(pool, term),
            Op::Var(_) => {
                let name = format!("v{}", self.terms.len());
                let _ = writeln!(self.out, "(declare-fun {name} () {sort})");
                return Ok(name);
            }
            _ => {}
        }
        let head = self.head(pool, term, op, &sort)?;
        let operands: Vec<&str> = args.iter().map(|arg| self.terms[arg].as_str()).collect();
        let plain = match operands[..] {
            [] => head,
            _ => format!("({head} {})", operands.join(" ")),
        };
        let body = match op {
            Op::Field(ctor, _) => self.guarded(pool, plain, ctor, args[0], pool.sort(term))?,
            _ => plain,
        };
        let name = format!("t{}", self.terms.len());
        let _ = writeln!(self.out, "(define-fun {name} () {sort} {body})");
        Ok(name)
    }

    /// What stands before the operands.
    fn head(&mut self, pool: &Pool, term: Term, op: Op, sort: &str) -> Result<String, Reason> {
        let name = op.info().name;
        Ok(match op {
            Op::Apply(func) if self.theory.orders().contains(&func) => "<".to_owned(),
            Op::Apply(func) => self.func(pool, func)?,
            Op::BvExtract(high, low) => format!("(_ {name} {high} {low})"),
            Op::BvZeroExtend(n) | Op::BvSignExtend(n) | Op::IntToBv(n) => format!("(_ {name} {n})"),
            Op::ConstArray => format!("(as const {sort})"),
            Op::Construct(ctor) => {
                let (data, args) = pool.as_data(pool.sort(term)).expect("a data sort");
                let ctor = format!("c{}_{ctor}", self.data[&data]);
                if args.is_empty() { ctor } else { format!("(as {ctor} {sort})") }
            }
            Op::Field(ctor, field) => {
                format!("s{}_{ctor}_{field}", self.data_of(pool, pool.args(term)[0]))
            }
            Op::Is(ctor) => format!("(_ is c{}_{ctor})", self.data_of(pool, pool.args(term)[0])),
            _ => name.to_owned(),
        })
    }

    fn data_of(&self, pool: &Pool, value: Term) -> usize {
        self.data[&pool.as_data(pool.sort(value)).expect("a data sort").0]
    }

    /// A field of a value, which is a default value if another constructor made it.
    fn guarded(
        &mut self,
        pool: &Pool,
        selected: String,
        ctor: u32,
        value: Term,
        sort: Sort,
    ) -> Result<String, Reason> {
        let (data, _) = pool.as_data(pool.sort(value)).expect("a data sort");
        if pool.ctors(data).len() == 1 {
            return Ok(selected);
        }
        let default = pool
            .default_value(sort)
            .ok_or_else(|| Reason::Incomplete("a field has no finite value".to_owned()))?;
        // A default value has no fields taken of it, so this goes no deeper than once.
        let default = self.term(pool, default)?;
        let value = &self.terms[&value];
        Ok(format!("(ite ((_ is c{}_{ctor}) {value}) {selected} {default})", self.data[&data]))
    }

    fn func(&mut self, pool: &Pool, func: Func) -> Result<String, Reason> {
        if let Some(number) = self.funcs.get(&func) {
            return Ok(format!("f{number}"));
        }
        let (args, result) = pool.signature(func);
        let args = args.iter().map(|sort| self.sort(pool, *sort));
        let args = args.collect::<Result<Vec<String>, Reason>>()?;
        let result = self.sort(pool, result)?;
        let number = self.funcs.len();
        self.funcs.insert(func, number);
        let _ = writeln!(self.out, "(declare-fun f{number} ({}) {result})", args.join(" "));
        Ok(format!("f{number}"))
    }

    fn literal(&mut self, pool: &Pool, term: Term) -> Result<String, Reason> {
        match pool.as_literal(term).expect("a literal") {
            Literal::Elem(sort, number) => self.elem(pool, term, *sort, *number),
            Literal::Bool(_)
            | Literal::Int(_)
            | Literal::Real(_)
            | Literal::BitVec(_)
            | Literal::Text(_) => Ok(pool.show(term)),
        }
    }

    /// An element is a constant. That elements with different numbers are different follows from
    /// a function that gives each its number.
    fn elem(&mut self, pool: &Pool, term: Term, sort: Sort, number: u32) -> Result<String, Reason> {
        let shown = self.sort(pool, sort)?;
        let next = self.ranks.len();
        let rank = *self.ranks.entry(sort).or_insert(next);
        if rank == next {
            let _ = writeln!(self.out, "(declare-fun r{rank} ({shown}) Int)");
        }
        let name = format!("e{}", self.terms.len());
        let _ = writeln!(self.out, "(declare-fun {name} () {shown})");
        self.facts.push(format!("(= (r{rank} {name}) {number})"));
        self.elems.push(term);
        Ok(name)
    }

    /// The name of a sort. Sorts are as deep as users write them, so this recurses.
    fn sort(&mut self, pool: &Pool, sort: Sort) -> Result<String, Reason> {
        if let Some(known) = self.sorts.get(&sort) {
            return Ok(known.clone());
        }
        let name = match pool.sort_node(sort) {
            SortNode::Elem(_) if self.theory.order_of(pool, sort).is_some() => "Real".to_owned(),
            SortNode::Elem(_) => {
                let name = format!("S{}", self.sorts.len());
                let _ = writeln!(self.out, "(declare-sort {name} 0)");
                name
            }
            SortNode::Array(index, value) => {
                format!("(Array {} {})", self.sort(pool, *index)?, self.sort(pool, *value)?)
            }
            SortNode::Data(data, args) => {
                self.declare_data(pool, *data)?;
                let args = args.iter().map(|arg| self.sort(pool, *arg));
                let args = args.collect::<Result<Vec<String>, Reason>>()?;
                self.data_sort(*data, &args)
            }
            SortNode::Bool
            | SortNode::Int
            | SortNode::Real
            | SortNode::Text
            | SortNode::BitVec(_)
            | SortNode::Param(_) => pool.show_sort(sort),
        };
        self.sorts.insert(sort, name.clone());
        Ok(name)
    }

    fn data_sort(&self, data: Data, args: &[String]) -> String {
        let number = self.data[&data];
        if args.is_empty() {
            format!("D{number}")
        } else {
            format!("(D{number} {})", args.join(" "))
        }
    }

    /// Declares a type together with all types that its fields mention and that are new.
    fn declare_data(&mut self, pool: &Pool, data: Data) -> Result<(), Reason> {
        if self.data.contains_key(&data) {
            return Ok(());
        }
        let mut group = vec![data];
        let mut next = 0;
        while let Some(&data) = group.get(next) {
            next += 1;
            self.data.insert(data, self.data.len());
            let fields = pool.ctors(data).iter().flat_map(|ctor| &ctor.fields);
            for mentioned in fields.flat_map(|field| data_in(pool, field.sort)) {
                if !self.data.contains_key(&mentioned) && !group.contains(&mentioned) {
                    group.push(mentioned);
                }
            }
        }
        let heads: Vec<String> = group
            .iter()
            .map(|data| format!("(D{} {})", self.data[data], pool.data_params(*data)))
            .collect();
        let bodies = group.iter().map(|data| self.ctors(pool, *data));
        let bodies = bodies.collect::<Result<Vec<String>, Reason>>()?;
        let _ =
            writeln!(self.out, "(declare-datatypes ({}) ({}))", heads.join(" "), bodies.join(" "));
        Ok(())
    }

    fn ctors(&mut self, pool: &Pool, data: Data) -> Result<String, Reason> {
        let number = self.data[&data];
        let mut body = String::new();
        for (ctor, decl) in pool.ctors(data).iter().enumerate() {
            let _ = write!(body, "(c{number}_{ctor}");
            for (field, decl) in decl.fields.iter().enumerate() {
                let sort = self.sort(pool, decl.sort)?;
                let _ = write!(body, " (s{number}_{ctor}_{field} {sort})");
            }
            body.push(')');
        }
        Ok(match pool.data_params(data) {
            0 => format!("({body})"),
            params => {
                let params = (0..params).map(|param| pool.show_sort(pool.param_sort(param)));
                format!("(par ({}) ({body}))", params.collect::<Vec<String>>().join(" "))
            }
        })
    }

    /// The number that a data type has in the names of its constructors.
    pub(crate) fn data_number(&self, data: Data) -> Option<usize> {
        self.data.get(&data).copied()
    }
}

/// The data types that a sort mentions.
fn data_in(pool: &Pool, sort: Sort) -> Vec<Data> {
    let (mut todo, mut found) = (vec![sort], Vec::new());
    while let Some(sort) = todo.pop() {
        match pool.sort_node(sort) {
            SortNode::Data(data, args) => {
                found.push(*data);
                todo.extend(args.iter());
            }
            SortNode::Array(index, value) => todo.extend([*index, *value]),
            SortNode::Bool
            | SortNode::Int
            | SortNode::Real
            | SortNode::Text
            | SortNode::BitVec(_)
            | SortNode::Elem(_)
            | SortNode::Param(_) => {}
        }
    }
    found
}
