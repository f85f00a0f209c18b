//! Values of algebraic data types.

use crate::op::Op;
use crate::pool::{Pool, Term};
use crate::sort::Sort;

impl Pool {
    /// A constructor of the data sort `sort`, applied to its fields.
    pub fn construct(&self, sort: Sort, ctor: u32, fields: &[Term]) -> Term {
        self.intern(Op::Construct(ctor), fields, sort)
    }

    /// Field number `field` of constructor number `ctor` of a value. If the value was made by
    /// another constructor, it is the default value of the field's sort.
    pub fn field(&self, ctor: u32, field: u32, value: Term) -> Term {
        let sort = self.field_sort(self.sort(value), ctor, field);
        match self.node(value) {
            (Op::Construct(made), fields) if made == ctor => fields[field as usize],
            (Op::Construct(_), _) => {
                self.default_value(sort).expect("the sort of a field has a finite value")
            }
            _ => self.intern(Op::Field(ctor, field), &[value], sort),
        }
    }

    /// Whether a value was made by constructor number `ctor`.
    pub fn is(&self, ctor: u32, value: Term) -> Term {
        let (data, _) = self.as_data(self.sort(value)).expect("only data has constructors");
        match self.op(value) {
            Op::Construct(made) => self.bool(made == ctor),
            _ if self.ctors(data).len() == 1 => Term::TRUE,
            _ => self.intern(Op::Is(ctor), &[value], Sort::BOOL),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sort::{Ctor, Data, DeclError, Field};

    fn list(pool: &Pool) -> Data {
        let data = pool.declare_data("List", 1).expect("first declaration");
        let field = |name: &str, sort| Field { name: pool.symbol(name), sort };
        let inner = pool.data_sort(data, &[pool.param_sort(0)]);
        let nil = Ctor { name: pool.symbol("nil"), fields: vec![] };
        let fields = vec![field("head", pool.param_sort(0)), field("tail", inner)];
        let cons = Ctor { name: pool.symbol("cons"), fields };
        pool.define_data(data, vec![nil, cons]).expect("first definition");
        data
    }

    #[test]
    fn constructors_are_injective_and_different() {
        let pool = Pool::new();
        let ints = pool.data_sort(list(&pool), &[Sort::INT]);
        let nil = pool.construct(ints, 0, &[]);
        let (x, y) = (pool.var("x", Sort::INT), pool.var("y", Sort::INT));
        let one = |value| pool.construct(ints, 1, &[value, nil]);
        assert_eq!(pool.eq(one(x), nil), Term::FALSE);
        assert_eq!(pool.eq(one(x), one(y)), pool.eq(x, y));
        assert_eq!(pool.field(1, 0, one(x)), x);
        assert_eq!(pool.is(0, one(x)), Term::FALSE);
        assert_eq!(pool.field(1, 0, nil), pool.int(0));
    }

    #[test]
    fn instances_of_one_type_are_different_sorts() {
        let pool = Pool::new();
        let list = list(&pool);
        let (ints, bools) =
            (pool.data_sort(list, &[Sort::INT]), pool.data_sort(list, &[Sort::BOOL]));
        assert_ne!(pool.construct(ints, 0, &[]), pool.construct(bools, 0, &[]));
        assert_eq!(pool.field_sort(bools, 1, 0), Sort::BOOL);
        assert_eq!(pool.field_sort(bools, 1, 1), bools);
    }

    #[test]
    fn contradicting_declarations_are_refused() {
        let pool = Pool::new();
        let data = list(&pool);
        assert!(matches!(pool.declare_data("List", 2), Err(DeclError::Redeclared { .. })));
        assert!(matches!(pool.define_data(data, vec![]), Err(DeclError::Empty { .. })));
        let nil = || Ctor { name: pool.symbol("nil"), fields: vec![] };
        let twice = pool.define_data(data, vec![nil(), nil()]);
        assert!(matches!(twice, Err(DeclError::Duplicate { .. })));
        assert!(matches!(pool.define_data(data, vec![nil()]), Err(DeclError::Redeclared { .. })));
    }

    #[test]
    fn a_type_without_finite_values_has_no_default() {
        let pool = Pool::new();
        let stream = pool.declare_data("Stream", 0).expect("first declaration");
        let sort = pool.data_sort(stream, &[]);
        let rest = Field { name: pool.symbol("rest"), sort };
        let ctor = Ctor { name: pool.symbol("next"), fields: vec![rest] };
        pool.define_data(stream, vec![ctor]).expect("first definition");
        assert_eq!(pool.default_value(sort), None);
    }
}
