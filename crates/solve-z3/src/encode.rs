//! Terms as trees of Z3, each made once for a context.

use rustc_hash::FxHashMap;
use solve::{Reason, Theory};
use term::{Func, Literal, Op, Pool, Sort, Term, Visit};

use crate::api::{Api, Ast, Binary, Nary, Ternary, Unary};
use crate::context::{Context, Made};
use crate::data::Sorts;

/// Z3 itself recurses on what it is given, and its stack is ours. A term deeper than this is
/// refused; 3,000 levels were measured to fit the two mebibytes of a thread for every theory.
pub(crate) const DEEPEST: u32 = 2_000;

/// What a context has received so far.
pub(crate) struct Encoder {
    pub(crate) sorts: Sorts,
    terms: FxHashMap<Term, Encoded>,
    funcs: FxHashMap<Func, Ast>,
    ranks: FxHashMap<Sort, Ast>,
    /// Elements by number, as literals, in the order in which they were met.
    elems: Vec<Term>,
    /// What holds of the elements and has not been asserted yet.
    facts: Vec<Ast>,
    codes: Option<Codes>,
}

#[derive(Clone, Copy)]
struct Encoded {
    ast: Ast,
    depth: u32,
}

/// Two functions that old versions of Z3 know by their names in SMT-LIB only.
#[derive(Clone, Copy)]
pub(crate) struct Codes {
    pub(crate) to_code: Ast,
    from_code: Ast,
}

impl Encoder {
    pub(crate) fn new(theory: Theory) -> Encoder {
        Encoder {
            sorts: Sorts::new(theory),
            terms: FxHashMap::default(),
            funcs: FxHashMap::default(),
            ranks: FxHashMap::default(),
            elems: Vec::new(),
            facts: Vec::new(),
            codes: None,
        }
    }

    /// How many terms are known.
    pub(crate) fn len(&self) -> usize {
        self.terms.len()
    }

    /// The tree of a term that was encoded before.
    pub(crate) fn known(&self, term: Term) -> Option<Ast> {
        self.terms.get(&term).map(|encoded| encoded.ast)
    }

    /// The elements that stand as literals in what was encoded, in the order of their meeting.
    pub(crate) fn elems(&self) -> &[Term] {
        &self.elems
    }

    /// Conditions that must hold beside all encoded terms, each handed out once.
    pub(crate) fn new_facts(&mut self) -> Vec<Ast> {
        std::mem::take(&mut self.facts)
    }

    /// The tree of a term.
    pub(crate) fn term(&mut self, context: &Context, pool: &Pool, root: Term) -> Made<Ast> {
        let mut missing = Vec::new();
        let enter = |term| match self.terms.contains_key(&term) {
            true => Visit::Skip,
            false => Visit::Descend,
        };
        pool.walk(&[root], enter, |term| missing.push(term));
        for term in missing {
            let below = pool.args(term).iter().map(|arg| self.terms[arg].depth).max();
            let depth = 1 + below.unwrap_or(0);
            if depth > DEEPEST {
                let why = format!("a term is more than {DEEPEST} levels deep");
                return Err(Reason::Incomplete(why));
            }
            let ast = self.node(context, pool, term)?;
            self.terms.insert(term, Encoded { ast, depth });
        }
        Ok(self.terms[&root].ast)
    }

    /// The tree of a term whose operands are encoded.
    fn node(&mut self, context: &Context, pool: &Pool, term: Term) -> Made<Ast> {
        let (op, args) = pool.node(term);
        let sort = pool.sort(term);
        let asts: Vec<Ast> = args.iter().map(|arg| self.terms[arg].ast).collect();
        match op {
            Op::Lit(_) => self.literal(context, pool, term),
            Op::Var(name) => {
                let name = format!("v{}:{}", pool.name(name), pool.show_sort(sort));
                let sort = self.sorts.get(context, pool, sort)?;
                context.constant(&name, sort)
            }
            Op::Apply(func) if self.sorts.theory().orders().contains(&func) => {
                context.binary(context.api().mk_lt, asts[0], asts[1])
            }
            Op::Apply(func) => {
                let func = self.func(context, pool, func)?;
                context.apply(func, &asts)
            }
            Op::ConstArray => {
                let term::SortNode::Array(index, _) = *pool.sort_node(sort) else {
                    unreachable!("a constant array is of an array sort")
                };
                let index = self.sorts.get(context, pool, index)?;
                context.binary(context.api().mk_const_array, index, asts[0])
            }
            Op::Construct(ctor) => {
                self.sorts.get(context, pool, sort)?;
                context.apply(self.sorts.ctor(sort, ctor).make, &asts)
            }
            Op::Is(ctor) => context.apply(self.sorts.ctor(pool.sort(args[0]), ctor).is, &asts),
            Op::Field(ctor, field) => self.field(context, pool, (ctor, field), args[0], sort),
            Op::TextToCode => context.apply(self.codes(context)?.to_code, &asts),
            Op::TextFromCode => context.apply(self.codes(context)?.from_code, &asts),
            Op::BvExtract(high, low) => context.extract(high, low, asts[0]),
            Op::BvToInt => context.bv_to_int(asts[0]),
            Op::BvZeroExtend(by) => context.indexed(context.api().mk_zero_ext, by, asts[0]),
            Op::BvSignExtend(by) => context.indexed(context.api().mk_sign_ext, by, asts[0]),
            Op::IntToBv(width) => context.indexed(context.api().mk_int2bv, width, asts[0]),
            _ => plain(context, op, &asts),
        }
    }

    /// A field of a value, which is a default value if another constructor made it.
    fn field(
        &mut self,
        context: &Context,
        pool: &Pool,
        (ctor, field): (u32, u32),
        value: Term,
        sort: Sort,
    ) -> Made<Ast> {
        let instance = pool.sort(value);
        let (data, _) = pool.as_data(instance).expect("only data has fields");
        let decl = self.sorts.ctor(instance, ctor).clone();
        let value = self.terms[&value].ast;
        let selected = context.apply(decl.fields[field as usize], &[value])?;
        if pool.ctors(data).len() == 1 {
            return Ok(selected);
        }
        let default = pool
            .default_value(sort)
            .ok_or_else(|| Reason::Incomplete("a field has no finite value".to_owned()))?;
        // A default value has no fields taken of it, so this goes no deeper than once.
        let default = self.term(context, pool, default)?;
        let made_by_it = context.apply(decl.is, &[value])?;
        context.ternary(context.api().mk_ite, made_by_it, selected, default)
    }

    fn func(&mut self, context: &Context, pool: &Pool, func: Func) -> Made<Ast> {
        if let Some(known) = self.funcs.get(&func) {
            return Ok(*known);
        }
        let (args, result) = pool.signature(func);
        let shown: Vec<String> = args.iter().map(|sort| pool.show_sort(*sort)).collect();
        let name = pool.name(pool.func_name(func));
        // Two of our sorts may be one of Z3's, so the name says the sorts.
        let name = format!("f{name}({}){}", shown.join(" "), pool.show_sort(result));
        let args = args.iter().map(|sort| self.sorts.get(context, pool, *sort));
        let args = args.collect::<Made<Vec<Ast>>>()?;
        let result = self.sorts.get(context, pool, result)?;
        let made = context.function(&name, &args, result)?;
        self.funcs.insert(func, made);
        Ok(made)
    }

    fn literal(&mut self, context: &Context, pool: &Pool, term: Term) -> Made<Ast> {
        let sort = self.sorts.get(context, pool, pool.sort(term))?;
        match pool.as_literal(term).expect("a literal") {
            Literal::Bool(true) => context.plain(context.api().mk_true),
            Literal::Bool(false) => context.plain(context.api().mk_false),
            Literal::Int(int) => context.numeral(&int.to_string(), sort),
            Literal::Real(real) => {
                context.numeral(&format!("{}/{}", real.numer(), real.denom()), sort)
            }
            Literal::BitVec(word) => context.numeral(&word.unsigned().to_string(), sort),
            Literal::Text(text) => context.string(text.codes()),
            Literal::Elem(own, number) => self.elem(context, pool, term, *own, *number),
        }
    }

    /// An element is a constant. That elements with different numbers are different follows from
    /// a function that gives each its number.
    fn elem(
        &mut self,
        context: &Context,
        pool: &Pool,
        term: Term,
        sort: Sort,
        number: u32,
    ) -> Made<Ast> {
        let ast_sort = self.sorts.get(context, pool, sort)?;
        let int = self.sorts.get(context, pool, Sort::INT)?;
        let shown = pool.show_sort(sort);
        let rank = match self.ranks.get(&sort) {
            Some(rank) => *rank,
            None => context.function(&format!("r{shown}"), &[ast_sort], int)?,
        };
        self.ranks.insert(sort, rank);
        let elem = context.constant(&format!("e{number}:{shown}"), ast_sort)?;
        let (of_elem, number) =
            (context.apply(rank, &[elem])?, context.numeral(&number.to_string(), int)?);
        self.facts.push(context.binary(context.api().mk_eq, of_elem, number)?);
        self.elems.push(term);
        Ok(elem)
    }

    /// The functions between strings of length one and their code points.
    pub(crate) fn codes(&mut self, context: &Context) -> Made<Codes> {
        if let Some(known) = self.codes {
            return Ok(known);
        }
        let to_code = "(declare-const s String) (assert (= (str.to_code s) 0))";
        let from_code = "(declare-const n Int) (assert (= (str.from_code n) \"\"))";
        let codes = Codes {
            to_code: context.function_in(to_code)?,
            from_code: context.function_in(from_code)?,
        };
        self.codes = Some(codes);
        Ok(codes)
    }
}

/// How Z3 makes an operator that has nothing but operands.
enum Plain {
    Unary(Unary),
    Binary(Binary),
    Ternary(Ternary),
    Nary(Nary),
}

fn plain(context: &Context, op: Op, args: &[Ast]) -> Made<Ast> {
    match (plain_function(context.api(), op), args) {
        (Some(Plain::Unary(make)), &[a]) => context.unary(make, a),
        (Some(Plain::Binary(make)), &[a, b]) => context.binary(make, a, b),
        (Some(Plain::Ternary(make)), &[a, b, c]) => context.ternary(make, a, b, c),
        (Some(Plain::Nary(make)), _) => context.nary(make, args),
        _ => Err(Reason::Failed(format!("`{}` is not known to Z3", op.info().name))),
    }
}

fn plain_function(api: &Api, op: Op) -> Option<Plain> {
    use Plain::{Binary, Nary, Ternary, Unary};
    Some(match op {
        Op::Not => Unary(api.mk_not),
        Op::And => Nary(api.mk_and),
        Op::Or => Nary(api.mk_or),
        Op::Ite => Ternary(api.mk_ite),
        Op::Eq => Binary(api.mk_eq),
        Op::Le => Binary(api.mk_le),
        Op::Lt => Binary(api.mk_lt),
        Op::Add => Nary(api.mk_add),
        Op::Mul => Nary(api.mk_mul),
        // Z3 tells the two quotients apart by the sorts.
        Op::Div | Op::Ratio => Binary(api.mk_div),
        Op::Mod => Binary(api.mk_mod),
        Op::ToReal => Unary(api.mk_int2real),
        Op::Floor => Unary(api.mk_real2int),
        Op::BvNot => Unary(api.mk_bvnot),
        Op::BvNeg => Unary(api.mk_bvneg),
        Op::BvAnd => Binary(api.mk_bvand),
        Op::BvOr => Binary(api.mk_bvor),
        Op::BvXor => Binary(api.mk_bvxor),
        Op::BvAdd => Binary(api.mk_bvadd),
        Op::BvMul => Binary(api.mk_bvmul),
        Op::BvUdiv => Binary(api.mk_bvudiv),
        Op::BvUrem => Binary(api.mk_bvurem),
        Op::BvSdiv => Binary(api.mk_bvsdiv),
        Op::BvSrem => Binary(api.mk_bvsrem),
        Op::BvShl => Binary(api.mk_bvshl),
        Op::BvLshr => Binary(api.mk_bvlshr),
        Op::BvAshr => Binary(api.mk_bvashr),
        Op::BvUlt => Binary(api.mk_bvult),
        Op::BvUle => Binary(api.mk_bvule),
        Op::BvSlt => Binary(api.mk_bvslt),
        Op::BvSle => Binary(api.mk_bvsle),
        Op::BvConcat => Binary(api.mk_concat),
        Op::TextConcat => Nary(api.mk_seq_concat),
        Op::TextLen => Unary(api.mk_seq_length),
        Op::TextAt => Binary(api.mk_seq_at),
        Op::TextSub => Ternary(api.mk_seq_extract),
        Op::TextContains => Binary(api.mk_seq_contains),
        Op::TextPrefix => Binary(api.mk_seq_prefix),
        Op::TextSuffix => Binary(api.mk_seq_suffix),
        Op::TextIndexOf => Ternary(api.mk_seq_index),
        Op::TextReplace => Ternary(api.mk_seq_replace),
        Op::TextToInt => Unary(api.mk_str_to_int),
        Op::TextFromInt => Unary(api.mk_int_to_str),
        Op::TextLt => Binary(api.mk_str_lt),
        Op::TextLe => Binary(api.mk_str_le),
        Op::Select => Binary(api.mk_select),
        Op::Store => Ternary(api.mk_store),
        // These carry more than operands and are made one by one.
        Op::Lit(_)
        | Op::Var(_)
        | Op::Apply(_)
        | Op::BvExtract(..)
        | Op::BvZeroExtend(_)
        | Op::BvSignExtend(_)
        | Op::BvToInt
        | Op::IntToBv(_)
        | Op::TextToCode
        | Op::TextFromCode
        | Op::ConstArray
        | Op::Construct(_)
        | Op::Field(..)
        | Op::Is(_) => return None,
    })
}
