//! Sorts, variables, functions and data types enough to use every operator.

use solve::{Axiom, Theory};
use term::{Ctor, Data, Field, Func, Op, Pool, Sort, Term};

/// A group of sorts that are used together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Family {
    /// An uninterpreted sort with a total order and functions.
    Elems,
    /// Integers.
    Ints,
    /// Rational numbers, with integers.
    Reals,
    /// Machine words.
    Words,
    /// Strings, with integers.
    Texts,
    /// Arrays over integers and elements.
    Arrays,
    /// Algebraic data over integers and elements.
    Data,
    /// Everything.
    Mixed,
}

impl Family {
    /// All families.
    pub const ALL: [Family; 8] = [
        Family::Elems,
        Family::Ints,
        Family::Reals,
        Family::Words,
        Family::Texts,
        Family::Arrays,
        Family::Data,
        Family::Mixed,
    ];
}

/// An operator with the sorts of its operands and of its result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Form {
    /// The operator.
    pub op: Op,
    /// The sorts of its operands.
    pub args: Vec<Sort>,
    /// The sort of the result.
    pub result: Sort,
}

/// What random terms are made of.
pub struct World {
    /// An order on the uninterpreted sort that is known to be total.
    pub theory: Theory,
    /// Every operator at some sorts.
    pub forms: Vec<Form>,
    /// All sorts.
    pub sorts: Vec<Sort>,
    /// The uninterpreted sort.
    pub elem: Sort,
    families: Vec<(Family, Vec<Sort>)>,
    order: Func,
    /// How many times as large as usually numbers are, and how many times as many variables there are.
    scale: usize,
}

/// Variables of each sort.
const VARS: usize = 3;

impl World {
    /// The world in a pool, with words of 4 and 8 bits.
    #[must_use]
    pub fn new(pool: &Pool) -> World {
        World::with_words(pool, 4, 8)
    }

    /// The world in a pool, with words of these widths, the first less than the second.
    #[must_use]
    pub fn with_words(pool: &Pool, narrow: u32, wide: u32) -> World {
        let sorts = Sorts::new(pool, narrow, wide);
        let order = pool.func("before", &[sorts.elem, sorts.elem], Sort::BOOL);
        let families = Family::ALL.map(|family| (family, sorts.of(family))).to_vec();
        World {
            theory: Theory::new(pool, total_order(pool, order, sorts.elem)),
            forms: forms(pool, &sorts, order),
            sorts: sorts.of(Family::Mixed),
            elem: sorts.elem,
            families,
            order,
            scale: 1,
        }
    }

    /// The same with more variables and larger constants.
    #[must_use]
    pub fn scaled(self, scale: usize) -> World {
        World { scale, ..self }
    }

    pub(crate) fn scale(&self) -> usize {
        self.scale
    }

    /// The sorts of a family.
    #[must_use]
    pub fn sorts_of(&self, family: Family) -> &[Sort] {
        let found = self.families.iter().find(|(known, _)| *known == family);
        &found.expect("all families are listed").1
    }

    /// The variables of a sort.
    #[must_use]
    pub fn vars(&self, pool: &Pool, sort: Sort) -> Vec<Term> {
        // One name for variables of several sorts, so that writers have to keep them apart.
        (0..VARS * self.scale).map(|number| pool.var(&format!("x{number}"), sort)).collect()
    }

    /// The total order.
    #[must_use]
    pub fn order(&self) -> Func {
        self.order
    }
}

fn total_order(pool: &Pool, order: Func, elem: Sort) -> Vec<Axiom> {
    let [x, y, z] = ["x", "y", "z"].map(|name| pool.var(name, elem));
    let less = |a, b| pool.apply(order, &[a, b]);
    let axiom = |name: &str, vars: &[Term], body| Axiom {
        name: name.to_owned(),
        vars: vars.to_vec(),
        body,
        triggers: Vec::new(),
    };
    let through = pool.and(&[less(x, y), less(y, z)]);
    vec![
        axiom("irreflexive", &[x], pool.not(less(x, x))),
        axiom("transitive", &[x, y, z], pool.implies(through, less(x, z))),
        axiom("total", &[x, y], pool.or(&[less(x, y), pool.eq(x, y), less(y, x)])),
    ]
}

struct Sorts {
    elem: Sort,
    wide: Sort,
    narrow: Sort,
    widths: (u32, u32),
    int_array: Sort,
    elem_array: Sort,
    list: Sort,
    color: Sort,
    tree: Sort,
    pair: Sort,
}

impl Sorts {
    fn new(pool: &Pool, narrow: u32, wide: u32) -> Sorts {
        let elem = pool.elem_sort("Elem");
        let list = data(pool, "List", 1);
        let inner = pool.data_sort(list, &[pool.param_sort(0)]);
        let head = ("head", pool.param_sort(0));
        define(pool, list, &[("nil", &[]), ("cons", &[head, ("tail", inner)])]);
        let color = data(pool, "Color", 0);
        define(pool, color, &[("red", &[]), ("green", &[]), ("blue", &[])]);
        let (tree, pair) = (data(pool, "Tree", 0), data(pool, "Pair", 0));
        let (tree_sort, pair_sort) = (pool.data_sort(tree, &[]), pool.data_sort(pair, &[]));
        define(pool, tree, &[("leaf", &[("at", elem)]), ("node", &[("both", pair_sort)])]);
        define(pool, pair, &[("pair", &[("left", tree_sort), ("right", tree_sort)])]);
        Sorts {
            elem,
            wide: pool.bitvec_sort(wide),
            narrow: pool.bitvec_sort(narrow),
            widths: (narrow, wide),
            int_array: pool.array_sort(Sort::INT, Sort::INT),
            elem_array: pool.array_sort(elem, Sort::BOOL),
            list: pool.data_sort(list, &[Sort::INT]),
            color: pool.data_sort(color, &[]),
            tree: tree_sort,
            pair: pair_sort,
        }
    }

    fn of(&self, family: Family) -> Vec<Sort> {
        let mut sorts = vec![Sort::BOOL];
        sorts.extend(match family {
            Family::Elems => vec![self.elem],
            Family::Ints => vec![Sort::INT],
            Family::Reals => vec![Sort::INT, Sort::REAL],
            Family::Words => vec![self.wide, self.narrow],
            Family::Texts => vec![Sort::INT, Sort::TEXT],
            Family::Arrays => vec![Sort::INT, self.elem, self.int_array, self.elem_array],
            Family::Data => {
                vec![Sort::INT, self.elem, self.list, self.color, self.tree, self.pair]
            }
            Family::Mixed => {
                let numbers = [Sort::INT, Sort::REAL, Sort::TEXT, self.wide, self.narrow];
                let others = [self.elem, self.int_array, self.elem_array, self.list, self.color];
                [&numbers[..], &others[..], &[self.tree, self.pair]].concat()
            }
        });
        sorts
    }
}

fn data(pool: &Pool, name: &str, params: u32) -> Data {
    pool.declare_data(name, params).expect("a world declares its data once")
}

fn define(pool: &Pool, data: Data, ctors: &[(&str, &[(&str, Sort)])]) {
    let field = |&(name, sort): &(&str, Sort)| Field { name: pool.symbol(name), sort };
    let ctor = |&(name, fields): &(&str, &[(&str, Sort)])| Ctor {
        name: pool.symbol(name),
        fields: fields.iter().map(field).collect(),
    };
    let ctors = ctors.iter().map(ctor).collect();
    pool.define_data(data, ctors).expect("a world defines its data once");
}

fn forms(pool: &Pool, sorts: &Sorts, order: Func) -> Vec<Form> {
    let mut forms = plain_forms(sorts);
    let every = sorts.of(Family::Mixed);
    for &sort in &every {
        forms.push(form(Op::Eq, &[sort, sort], Sort::BOOL));
        forms.push(form(Op::Ite, &[Sort::BOOL, sort, sort], sort));
    }
    for sort in [sorts.list, sorts.color, sorts.tree, sorts.pair] {
        forms.extend(data_forms(pool, sort));
    }
    forms.extend(array_forms(Sort::INT, Sort::INT, sorts.int_array));
    forms.extend(array_forms(sorts.elem, Sort::BOOL, sorts.elem_array));
    forms.push(form(Op::Apply(order), &[sorts.elem, sorts.elem], Sort::BOOL));
    forms.extend(function_forms(pool, sorts));
    forms
}

fn form(op: Op, args: &[Sort], result: Sort) -> Form {
    Form { op, args: args.to_vec(), result }
}

fn function_forms(pool: &Pool, sorts: &Sorts) -> Vec<Form> {
    let signatures: [(&str, &[Sort], Sort); 4] = [
        ("next", &[sorts.elem], sorts.elem),
        ("weight", &[sorts.elem, Sort::INT], Sort::INT),
        ("marked", &[Sort::INT], Sort::BOOL),
        ("mix", &[sorts.wide], sorts.wide),
    ];
    let apply = |(name, args, result): (&str, &[Sort], Sort)| {
        form(Op::Apply(pool.func(name, args, result)), args, result)
    };
    signatures.into_iter().map(apply).collect()
}

fn array_forms(index: Sort, value: Sort, array: Sort) -> [Form; 3] {
    [
        form(Op::Select, &[array, index], value),
        form(Op::Store, &[array, index, value], array),
        form(Op::ConstArray, &[value], array),
    ]
}

fn data_forms(pool: &Pool, sort: Sort) -> Vec<Form> {
    let (data, _) = pool.as_data(sort).expect("a data sort");
    let mut forms = Vec::new();
    for (ctor, decl) in pool.ctors(data).iter().enumerate() {
        let ctor = ctor as u32;
        let fields: Vec<Sort> =
            (0..decl.fields.len() as u32).map(|field| pool.field_sort(sort, ctor, field)).collect();
        forms.push(form(Op::Is(ctor), &[sort], Sort::BOOL));
        for (field, result) in fields.iter().enumerate() {
            forms.push(form(Op::Field(ctor, field as u32), &[sort], *result));
        }
        forms.push(form(Op::Construct(ctor), &fields, sort));
    }
    forms
}

/// The operators of the built-in sorts.
fn plain_forms(sorts: &Sorts) -> Vec<Form> {
    use Op::*;
    const BOOL: Sort = Sort::BOOL;
    const INT: Sort = Sort::INT;
    const REAL: Sort = Sort::REAL;
    const TEXT: Sort = Sort::TEXT;
    let (wide, narrow) = (sorts.wide, sorts.narrow);
    let mut forms = vec![
        form(Not, &[BOOL], BOOL),
        form(And, &[BOOL, BOOL], BOOL),
        form(And, &[BOOL, BOOL, BOOL], BOOL),
        form(Or, &[BOOL, BOOL], BOOL),
        form(Or, &[BOOL, BOOL, BOOL], BOOL),
        form(Div, &[INT, INT], INT),
        form(Mod, &[INT, INT], INT),
        form(Ratio, &[REAL, REAL], REAL),
        form(ToReal, &[INT], REAL),
        form(Floor, &[REAL], INT),
        form(BvToInt, &[wide], INT),
        form(IntToBv(sorts.widths.1), &[INT], wide),
        form(TextConcat, &[TEXT, TEXT], TEXT),
        form(TextConcat, &[TEXT, TEXT, TEXT], TEXT),
        form(TextLen, &[TEXT], INT),
        form(TextAt, &[TEXT, INT], TEXT),
        form(TextSub, &[TEXT, INT, INT], TEXT),
        form(TextContains, &[TEXT, TEXT], BOOL),
        form(TextPrefix, &[TEXT, TEXT], BOOL),
        form(TextSuffix, &[TEXT, TEXT], BOOL),
        form(TextIndexOf, &[TEXT, TEXT, INT], INT),
        form(TextReplace, &[TEXT, TEXT, TEXT], TEXT),
        form(TextToInt, &[TEXT], INT),
        form(TextFromInt, &[INT], TEXT),
        form(TextLt, &[TEXT, TEXT], BOOL),
        form(TextLe, &[TEXT, TEXT], BOOL),
        form(TextToCode, &[TEXT], INT),
        form(TextFromCode, &[INT], TEXT),
    ];
    for number in [INT, REAL] {
        forms.extend([Le, Lt].map(|op| form(op, &[number, number], BOOL)));
        forms.extend([Add, Mul].map(|op| form(op, &[number, number], number)));
        forms.push(form(Add, &[number, number, number], number));
    }
    forms.extend(width_forms(sorts));
    for word in [wide, narrow] {
        forms.extend([BvNot, BvNeg].map(|op| form(op, &[word], word)));
        let both = [
            BvAnd, BvOr, BvXor, BvAdd, BvMul, BvUdiv, BvUrem, BvSdiv, BvSrem, BvShl, BvLshr, BvAshr,
        ];
        forms.extend(both.map(|op| form(op, &[word, word], word)));
        forms.extend([BvUlt, BvUle, BvSlt, BvSle].map(|op| form(op, &[word, word], BOOL)));
    }
    forms
}

/// The operators that change the width of a word.
fn width_forms(sorts: &Sorts) -> Vec<Form> {
    let (wide, narrow, (low, high)) = (sorts.wide, sorts.narrow, sorts.widths);
    let (more, middle) = (high - low, (high - low) / 2);
    let mut forms = vec![
        form(Op::BvExtract(middle + low - 1, middle), &[wide], narrow),
        form(Op::BvExtract(low - 1, 0), &[wide], narrow),
        form(Op::BvZeroExtend(more), &[narrow], wide),
        form(Op::BvZeroExtend(0), &[narrow], narrow),
        form(Op::BvSignExtend(more), &[narrow], wide),
    ];
    if more == low {
        forms.push(form(Op::BvConcat, &[narrow, narrow], wide));
    }
    forms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operator_has_a_form() {
        let pool = Pool::new();
        let world = World::new(&pool);
        for op in Op::PLAIN {
            assert!(world.forms.iter().any(|form| form.op == *op), "{op:?} has no form");
        }
        assert_eq!(world.theory.orders(), [world.order()]);
    }
}
