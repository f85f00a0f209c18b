//! Sorts of ours as sorts of Z3.
//!
//! Each instance of a data type (`List Int`) is a data type of Z3. Types that refer to each other
//! are declared together; a type that contains itself through an array is beyond Z3's C functions.
//! A sort with a total order is Z3's `Real`, so that its order is `<`.

use rustc_hash::{FxHashMap, FxHashSet};
use solve::{Reason, Theory};
use term::{Pool, Sort, SortNode};

use crate::api::Ast;
use crate::context::{Context, CtorDecl, CtorSpec, FieldSort, Made};

/// A type whose instances contain ever larger instances of itself has no end; this is one.
const MOST_INSTANCES: usize = 500;

/// The sorts that a context knows.
pub(crate) struct Sorts {
    theory: Theory,
    known: FxHashMap<Sort, Ast>,
    data: FxHashMap<Sort, Vec<CtorDecl>>,
    /// Which instance and constructor a function of Z3 makes.
    makers: FxHashMap<Ast, (Sort, u32)>,
    /// Instances that are being declared further up.
    open: FxHashSet<Sort>,
}

impl Sorts {
    pub(crate) fn new(theory: Theory) -> Sorts {
        Sorts {
            theory,
            known: FxHashMap::default(),
            data: FxHashMap::default(),
            makers: FxHashMap::default(),
            open: FxHashSet::default(),
        }
    }

    pub(crate) fn theory(&self) -> &Theory {
        &self.theory
    }

    /// Z3's sort for a sort that has been used.
    pub(crate) fn known(&self, sort: Sort) -> Option<Ast> {
        self.known.get(&sort).copied()
    }

    /// Z3's sort for a sort. Sorts are as deep as users write them, so this recurses.
    pub(crate) fn get(&mut self, context: &Context, pool: &Pool, sort: Sort) -> Made<Ast> {
        if let Some(known) = self.known.get(&sort) {
            return Ok(*known);
        }
        let api = context.api();
        let made = match pool.sort_node(sort) {
            SortNode::Bool => context.plain(api.mk_bool_sort)?,
            SortNode::Int => context.plain(api.mk_int_sort)?,
            SortNode::Real => context.plain(api.mk_real_sort)?,
            SortNode::Text => context.plain(api.mk_string_sort)?,
            SortNode::BitVec(width) => context.bv_sort(*width)?,
            SortNode::Elem(_) if self.theory.order_of(pool, sort).is_some() => {
                context.plain(api.mk_real_sort)?
            }
            SortNode::Elem(_) => {
                context.uninterpreted_sort(&format!("elem {}", pool.show_sort(sort)))?
            }
            SortNode::Array(index, value) => {
                let index = self.get(context, pool, *index)?;
                let value = self.get(context, pool, *value)?;
                context.binary(api.mk_array_sort, index, value)?
            }
            SortNode::Data(..) => {
                self.declare(context, pool, sort)?;
                self.known[&sort]
            }
            SortNode::Param(_) => {
                return Err(Reason::Failed("a sort parameter stands for no sort".to_owned()));
            }
        };
        self.known.insert(sort, made);
        Ok(made)
    }

    /// The constructors of an instance that [`Sorts::get`] has seen.
    pub(crate) fn ctor(&self, sort: Sort, ctor: u32) -> &CtorDecl {
        &self.data[&sort][ctor as usize]
    }

    /// The instance and constructor that a function of Z3 makes.
    pub(crate) fn made_by(&self, function: Ast) -> Option<(Sort, u32)> {
        self.makers.get(&function).copied()
    }

    fn declare(&mut self, context: &Context, pool: &Pool, sort: Sort) -> Made<()> {
        let group = self.group(pool, sort)?;
        if group.iter().any(|sort| self.open.contains(sort)) {
            let name = pool.show_sort(sort);
            let why = format!("data type {name} contains itself through an array");
            return Err(Reason::Incomplete(why));
        }
        self.open.extend(&group);
        let specs = group.iter().map(|sort| self.spec(context, pool, *sort, &group));
        let specs = specs.collect::<Made<Vec<_>>>();
        group.iter().for_each(|sort| {
            self.open.remove(sort);
        });
        let declared = context.declare_data(&specs?)?;
        for (sort, decl) in group.iter().zip(declared) {
            self.known.insert(*sort, decl.sort);
            for (ctor, made) in decl.ctors.iter().enumerate() {
                self.makers.insert(made.make, (*sort, ctor as u32));
            }
            self.data.insert(*sort, decl.ctors);
        }
        Ok(())
    }

    /// The instances that a field of a field of … `sort` has, as far as they are not known.
    fn group(&self, pool: &Pool, sort: Sort) -> Made<Vec<Sort>> {
        let mut group = vec![sort];
        let mut next = 0;
        while let Some(&sort) = group.get(next) {
            next += 1;
            for field in fields(pool, sort).into_iter().flatten() {
                let is_data = pool.as_data(field).is_some();
                if is_data && !self.known.contains_key(&field) && !group.contains(&field) {
                    group.push(field);
                }
            }
            if group.len() > MOST_INSTANCES {
                let name = pool.show_sort(group[0]);
                let why = format!("data type {name} has too many instances of itself");
                return Err(Reason::Incomplete(why));
            }
        }
        Ok(group)
    }

    fn spec(
        &mut self,
        context: &Context,
        pool: &Pool,
        sort: Sort,
        group: &[Sort],
    ) -> Made<(String, Vec<CtorSpec>)> {
        let name = format!("data {}", pool.show_sort(sort));
        let mut ctors = Vec::new();
        for (ctor, sorts) in fields(pool, sort).into_iter().enumerate() {
            let mut fields = Vec::new();
            for (field, sort) in sorts.into_iter().enumerate() {
                let sort = match group.iter().position(|member| *member == sort) {
                    Some(place) => FieldSort::Within(place),
                    None => FieldSort::Known(self.get(context, pool, sort)?),
                };
                fields.push((format!("{name}.{ctor}.{field}"), sort));
            }
            ctors.push(CtorSpec { name: format!("{name}.{ctor}"), fields });
        }
        Ok((name, ctors))
    }
}

/// The sorts of the fields of each constructor of an instance.
fn fields(pool: &Pool, sort: Sort) -> Vec<Vec<Sort>> {
    let (data, _) = pool.as_data(sort).expect("only data has fields");
    let of_ctor = |(ctor, decl): (usize, &term::Ctor)| {
        let fields = 0..decl.fields.len() as u32;
        fields.map(|field| pool.field_sort(sort, ctor as u32, field)).collect()
    };
    pool.ctors(data).iter().enumerate().map(of_ctor).collect()
}
