//! Types become sorts, and definitions of types become data types.

use std::rc::Rc;

use lang_core::CtorId;
use term::Sort;

use super::{Lower, Row, RowTag, Shape};
use crate::types::{CtorDef, CtorRef, Node, Tags, Ty, TypeBody, TypeId};
use crate::value::{ARRAY, CHAR, Notation, char_sort};

/// The most parts that a type may have, written as a tree.
const MAX_SIZE: u64 = 10_000;

/// The data type of all polymorphic variants.
const TAGS: &str = "polymorphic variant";

impl Lower<'_, '_> {
    /// The sort of the values of a type. A type that is too large to be written down, which a few
    /// lines can make, is one of which only equality is known.
    pub(super) fn sort(&mut self, ty: Ty) -> Sort {
        let key = (self.types.find(ty), self.in_definition);
        if let Some(known) = self.sorts.get(&key) {
            return *known;
        }
        let sort = match self.types.size(ty) > MAX_SIZE {
            true => self.pool().elem_sort("a type that is too large"),
            false => self.new_sort(ty),
        };
        self.sorts.insert(key, sort);
        sort
    }

    fn new_sort(&mut self, ty: Ty) -> Sort {
        let (head, node) = self.types.head(ty);
        match node {
            Node::Unknown { .. } | Node::Link(_) => self.pool().elem_sort("'_"),
            Node::Any => self.pool().elem_sort("a type that is not known"),
            Node::Tags(tags) => match self.row(head, &tags) {
                Some(row) => self.pool().data_sort(row.data, &[]),
                // Which tags there are is not known of a symbolic value.
                None => {
                    let name = self.types.show(head);
                    self.pool().elem_sort(&name)
                }
            },
            Node::Param(number) if self.in_definition => self.pool().param_sort(number),
            // Any type with an order does for values that are only compared, and integers have each order that
            // finitely many values can have.
            Node::Param(_) if self.orders_anything => Sort::INT,
            Node::Param(_) => {
                let name = self.types.show(head);
                self.pool().elem_sort(&name)
            }
            Node::Tuple(parts) => {
                let ctor = self.tuple_ctor(parts.len());
                let sorts = self.all_sorts(&parts);
                self.pool().data_sort(ctor.data, &sorts)
            }
            Node::Arrow(..) => {
                let (params, result) = self.types.uncurry(head);
                let params: Vec<Sort> = params.iter().map(|(_, ty)| self.sort(*ty)).collect();
                let result = self.sort(result);
                self.builder.arrow(&params, result)
            }
            Node::Named(id, args) => self.named_sort(head, id, &args),
        }
    }

    fn all_sorts(&mut self, tys: &[Ty]) -> Vec<Sort> {
        tys.iter().map(|ty| self.sort(*ty)).collect()
    }

    fn named_sort(&mut self, ty: Ty, id: TypeId, args: &[Ty]) -> Sort {
        match id {
            TypeId::INT => return Sort::INT,
            TypeId::CHAR => return char_sort(self.pool()),
            TypeId::STRING => return Sort::TEXT,
            TypeId::BOOL => return Sort::BOOL,
            TypeId::UNIT => return self.builder.unit_sort(),
            TypeId::EXN => return self.exn_sort(),
            // Their ranges are not known of symbolic values.
            TypeId::INT32 | TypeId::INT64 | TypeId::NATIVEINT => {
                let name = self.types.show(ty);
                return self.pool().elem_sort(&name);
            }
            TypeId::ARRAY => {
                let data = self.array_ctor().data;
                let sorts = self.all_sorts(args);
                return self.pool().data_sort(data, &sorts);
            }
            _ => {}
        }
        let def = self.types.def(id);
        match (&def.body, def.hidden) {
            // Which constructors make values of an index, or are still to come, is not known of a
            // symbolic value: it cannot be taken apart.
            (TypeBody::Variant(_), _) if def.extensible || self.types.is_generalized(id) => {
                let name = self.types.show(ty);
                self.pool().elem_sort(&name)
            }
            (TypeBody::Record(_), _) if def.inline.is_some() => {
                let owner = def.inline.expect("checked").ty;
                let sorts = self.all_sorts(args);
                let data = self.shape(owner).data;
                self.pool().data_sort(data, &sorts)
            }
            (TypeBody::Variant(_) | TypeBody::Record(_), _) => {
                let data = self.shape(id).data;
                let sorts = self.all_sorts(args);
                self.pool().data_sort(data, &sorts)
            }
            (_, Some(hidden)) => {
                let shown = self.types.substitute(hidden, args);
                self.sort(shown)
            }
            (TypeBody::Opaque | TypeBody::Alias(_), None) => {
                let name = self.types.show(ty);
                self.pool().elem_sort(&name)
            }
        }
    }

    /// The sort of exceptions, a data type that grows.
    fn exn_sort(&mut self) -> Sort {
        let data = self.builder.data("exn", 0).expect("exceptions never have parameters");
        if self.exceptions.is_empty() {
            // A data type without constructors is none.
            let tag = self.types.ctor_named(TypeId::EXN, "Not_found");
            self.ctor_id(tag.expect("our library defines it"));
        }
        self.pool().data_sort(data, &[])
    }

    /// The constructor of the values of a record type: its own, or that which it is written in.
    pub(super) fn record_ctor(&mut self, id: TypeId) -> CtorId {
        match self.types.def(id).inline {
            Some(ctor) => self.ctor_id(ctor),
            None => self.shape(id).ctors[0],
        }
    }

    /// The constructor of a tag of polymorphic variants, which are all of one data type.
    pub(super) fn tag_ctor(&mut self, tag: &str, carries: bool) -> CtorId {
        let key = (tag.to_owned(), carries);
        if let Some(known) = self.tags.get(&key) {
            return *known;
        }
        let data = self.builder.data(TAGS, 0).expect("tags never have parameters");
        let any = self.pool().elem_sort("a type that is not known");
        let sorts = if carries { vec![any] } else { Vec::new() };
        // One tag may be used with and without a value.
        let name = if carries { format!("`{tag} of _") } else { format!("`{tag}") };
        let ctor = self.builder.ctor(data, &name, &sorts);
        self.tags.insert(key, ctor);
        ctor
    }

    /// The data type of the values of a polymorphic variant as they come from outside and are shown: all of
    /// its tags are known, and what they carry. Inside, tags are of one data type whatever the variant.
    pub(super) fn row(&mut self, ty: Ty, tags: &Tags) -> Option<Rc<Row>> {
        if let Some(known) = self.rows.get(&ty) {
            return Some(Rc::clone(known));
        }
        let all = self.types.all_tags(tags);
        let is_open = all.rest.is_some_and(|rest| {
            matches!(self.types.head(rest).1, Node::Unknown { .. } | Node::Any | Node::Param(_))
        });
        // A variant that holds itself has no last sort, and one over parameters is not one data type.
        if is_open || all.known.is_empty() || self.is_entangled(ty) {
            return None;
        }
        let mut tags = Vec::new();
        for (tag, part) in &all.known {
            tags.push((tag.clone(), part.map(|part| (part, self.sort(part)))));
        }
        let key: Vec<(String, Option<Sort>)> =
            tags.iter().map(|(tag, part)| (tag.clone(), part.map(|(_, sort)| sort))).collect();
        let row = match self.rows_by_tags.get(&key) {
            Some(known) => Rc::clone(known),
            None => {
                let name = self.unused_name(TAGS);
                let data = self.builder.data(&name, 0).expect("names of data types are not reused");
                let tags = tags.into_iter().map(|(tag, part)| {
                    let sorts: Vec<Sort> = part.iter().map(|(_, sort)| *sort).collect();
                    let ctor = self.builder.ctor(data, &format!("`{tag}"), &sorts);
                    RowTag { tag, carries: part.map(|(ty, _)| ty), ctor }
                });
                let row = Rc::new(Row { data, tags: tags.collect() });
                self.rows_by_tags.insert(key, Rc::clone(&row));
                row
            }
        };
        self.rows.insert(ty, Rc::clone(&row));
        Some(row)
    }

    /// Whether a polymorphic variant holds polymorphic variants without end, or parameters of a definition.
    fn is_entangled(&mut self, ty: Ty) -> bool {
        let (mut todo, mut steps) = (vec![(ty, 0)], 0);
        while let Some((ty, depth)) = todo.pop() {
            steps += 1;
            if depth > 8 || steps > 200 {
                return true;
            }
            let mut add = |parts: Vec<Ty>, depth: usize| {
                todo.extend(parts.into_iter().map(|part| (part, depth)));
            };
            match self.types.head(ty).1 {
                Node::Param(_) if self.in_definition => return true,
                Node::Tags(tags) => add(tags.parts().collect(), depth + 1),
                Node::Named(_, parts) | Node::Tuple(parts) => add(parts, depth),
                Node::Param(_)
                | Node::Arrow(..)
                | Node::Unknown { .. }
                | Node::Link(_)
                | Node::Any => {}
            }
        }
        false
    }

    /// The data type of a variant or record type.
    pub(super) fn shape(&mut self, id: TypeId) -> &Shape {
        if !self.shapes.contains_key(&id) {
            self.define_shape(id);
        }
        &self.shapes[&id]
    }

    fn define_shape(&mut self, id: TypeId) {
        let def = self.types.def(id).clone();
        let name = self.unused_name(&def.name);
        let params = def.params as u32;
        let data = self.builder.data(&name, params).expect("names of data types are not reused");
        // Known before its fields, which may mention it.
        self.shapes.insert(id, Shape { data, ctors: Vec::new() });
        let outer = std::mem::replace(&mut self.in_definition, true);
        let ctors: Vec<(String, Vec<Ty>)> = match &def.body {
            TypeBody::Variant(ctors) => ctors
                .iter()
                .map(|CtorDef { name, args, made, .. }| match made {
                    // Over variables of its own.
                    Some(_) => (name.clone(), args.iter().map(|_| self.types.any()).collect()),
                    None => (name.clone(), args.clone()),
                })
                .collect(),
            TypeBody::Record(fields) => {
                vec![(def.name.clone(), fields.0.iter().map(|field| field.ty).collect())]
            }
            TypeBody::Opaque | TypeBody::Alias(_) => Vec::new(),
        };
        // The sorts of all fields first: they may add constructors to other types only.
        let ctors: Vec<(String, Vec<Sort>)> =
            ctors.into_iter().map(|(name, args)| (name, self.all_sorts(&args))).collect();
        self.in_definition = outer;
        let ids = ctors.iter().map(|(name, fields)| self.builder.ctor(data, name, fields));
        let ids: Vec<CtorId> = ids.collect();
        self.shapes.get_mut(&id).expect("inserted above").ctors = ids;
    }

    /// How the values of the data types met so far are written.
    pub(crate) fn notation(&self) -> Notation {
        let mut notation = Notation::default();
        for id in self.types.ids() {
            let Some(shape) = self.shapes.get(&id) else { continue };
            for (ctor, fields) in self.types.def(id).record_fields() {
                let names = fields.0.iter().map(|field| field.name.text.clone()).collect();
                notation.add_record(shape.data, ctor, names);
            }
        }
        notation
    }

    /// A name for a data type that no other one of this program has.
    fn unused_name(&mut self, name: &str) -> String {
        let mut unused = name.to_owned();
        let mut number = 1;
        while matches!(unused.as_str(), "unit" | "exn" | TAGS | CHAR)
            || !self.names.insert(unused.clone())
        {
            number += 1;
            unused = format!("{name}'{number}");
        }
        unused
    }

    pub(super) fn tuple_ctor(&mut self, parts: usize) -> CtorId {
        if let Some(known) = self.tuples.get(&parts) {
            return *known;
        }
        let name = self.unused_name(&format!("tuple{parts}"));
        let data = self.builder.data(&name, parts as u32).expect("names are not reused");
        let sorts: Vec<Sort> =
            (0..parts as u32).map(|number| self.pool().param_sort(number)).collect();
        let ctor = self.builder.ctor(data, &name, &sorts);
        self.tuples.insert(parts, ctor);
        ctor
    }

    /// Arrays that come from outside or are shown are data over the list of their items.
    pub(super) fn array_ctor(&mut self) -> CtorId {
        if let Some(known) = self.helpers.get(ARRAY) {
            return known[0];
        }
        let name = self.unused_name(ARRAY);
        let data = self.builder.data(&name, 1).expect("names are not reused");
        let list = self.shape(TypeId::LIST).data;
        let list = self.pool().data_sort(list, &[self.pool().param_sort(0)]);
        let ctor = self.builder.ctor(data, ARRAY, &[list]);
        self.helpers.insert(ARRAY, vec![ctor]);
        ctor
    }

    /// A data type of our own with one parameter, and constructors with one field each: a value of
    /// the parameter, or an exception.
    pub(super) fn helper(&mut self, name: &'static str, ctors: &[(&str, Field)]) -> Vec<CtorId> {
        if let Some(known) = self.helpers.get(name) {
            return known.clone();
        }
        let exn = self.exn_sort();
        let data_name = self.unused_name(name);
        let data = self.builder.data(&data_name, 1).expect("names are not reused");
        let param = self.pool().param_sort(0);
        let mut made = Vec::new();
        for (name, field) in ctors {
            let sort = match field {
                Field::Value => param,
                Field::Exception => exn,
            };
            made.push(self.builder.ctor(data, name, &[sort]));
        }
        self.helpers.insert(name, made.clone());
        made
    }

    /// The constructor of the core for one of ours. Not for `bool`, whose values are literals.
    pub(super) fn ctor_id(&mut self, ctor: CtorRef) -> CtorId {
        match ctor.ty {
            TypeId::EXN => self.exception(ctor),
            TypeId::UNIT => self.builder.unit_ctor(),
            _ => self.shape(ctor.ty).ctors[ctor.tag],
        }
    }

    fn exception(&mut self, ctor: CtorRef) -> CtorId {
        if let Some(known) = self.exceptions.get(&ctor.tag) {
            return *known;
        }
        let data = self.builder.data("exn", 0).expect("exceptions never have parameters");
        let def = self.types.ctor(ctor).clone();
        let name = self.unused_name(&format!("exception {}", def.name));
        let name = name.trim_start_matches("exception ").to_owned();
        let sorts = self.all_sorts(&def.args);
        // Computing the sorts may have met the exception already.
        if let Some(known) = self.exceptions.get(&ctor.tag) {
            return *known;
        }
        let id = self.builder.ctor(data, &name, &sorts);
        self.exceptions.insert(ctor.tag, id);
        id
    }
}

/// What a constructor of a helper type holds.
#[derive(Clone, Copy)]
pub(super) enum Field {
    Value,
    Exception,
}
