//! Data types, and the sorts of types.
//!
//! A data type is declared where it is first met, and its constructors are given to it at the end, so
//! types may refer to each other as they like. A type of which no symbolic value can be made (of
//! higher kind, existential, a polymorphic function) has a sort of its own of which nothing is known.

use rustc_hash::FxHashMap;
use term::{Data, Sort};

use super::Lowering;
use crate::core::{Class, Constructor, Name, Type, TypeDecl};
use crate::types::{self, Head};

/// The data types that were met.
#[derive(Default)]
pub(super) struct Datas {
    pub(super) known: FxHashMap<Name, Data>,
    /// Declared, and without constructors yet.
    pub(super) pending: Vec<Pending>,
}

pub(super) enum Pending {
    Type(Name, Data),
    Dictionary(Name, Data),
    /// The values of a type from outside.
    Outside(Type, Data),
}

/// The sorts that stand for type variables.
type Vars = FxHashMap<Name, Sort>;

impl Lowering<'_> {
    /// The data type of a declaration.
    pub(super) fn data(&mut self, decl: &TypeDecl) -> Data {
        if let Some(known) = self.datas.known.get(&decl.name) {
            return *known;
        }
        let data = self.declare(&decl.name, decl.params.len());
        self.datas.pending.push(Pending::Type(decl.name.clone(), data));
        data
    }

    /// The data type of the dictionaries of a class.
    pub(super) fn dictionary_data(&mut self, class: &Class) -> Data {
        if let Some(known) = self.datas.known.get(&class.constructor) {
            return *known;
        }
        let data = self.declare(&class.constructor, 0);
        self.datas.pending.push(Pending::Dictionary(class.name.clone(), data));
        data
    }

    pub(super) fn declare(&mut self, name: &Name, params: usize) -> Data {
        let called = format!("{}.{}", name.module, name.occ);
        let data = self.builder.data(&called, params as u32);
        let data = data.expect("a type has as many parameters as its one declaration says");
        self.datas.known.insert(name.clone(), data);
        data
    }

    /// Gives the types that were met their constructors.
    pub(super) fn define_datas(&mut self) {
        while let Some(pending) = self.datas.pending.pop() {
            match pending {
                Pending::Type(name, data) => {
                    let decl = self.linked.type_decl(&name).expect("only declared types are met");
                    for constructor in decl.constructors() {
                        self.define_constructor(data, constructor);
                    }
                }
                Pending::Dictionary(name, data) => {
                    let class = self.linked.class(&name).expect("only declared classes are met");
                    let opaque = self.builder.pool().elem_sort("method");
                    let fields = vec![opaque; class.selectors.len()];
                    self.builder.ctor(data, &class.constructor.occ, &fields);
                }
                Pending::Outside(ty, data) => self.define_outside(&ty, data),
            }
        }
    }

    fn define_constructor(&mut self, data: Data, constructor: &Constructor) {
        let pool = self.builder.pool();
        let param = |(number, name): (usize, &Name)| (name.clone(), pool.param_sort(number as u32));
        let vars: Vars = constructor.universals.iter().enumerate().map(param).collect();
        let types = constructor.context.iter().chain(&constructor.fields);
        let fields: Vec<Sort> = types.map(|ty| self.sort_in(ty, &vars)).collect();
        self.builder.ctor(data, &constructor.name.occ, &fields);
    }

    /// The sort of a type without variables.
    pub fn sort(&mut self, ty: &Type) -> Sort {
        self.sort_in(ty, &Vars::default())
    }

    /// Types are as deep as people write them, so this recurses.
    fn sort_in(&mut self, ty: &Type, vars: &Vars) -> Sort {
        match types::head(self.linked, ty) {
            Head::Number | Head::Char => Sort::INT,
            Head::Float(width) => self.float_sort(width),
            Head::Truth => Sort::BOOL,
            Head::Unit => self.builder.unit_sort(),
            Head::Var(name) => vars.get(&name).copied().unwrap_or_else(|| self.opaque(ty)),
            Head::Data(decl, args) => {
                let args: Vec<Sort> = args.iter().map(|arg| self.sort_in(arg, vars)).collect();
                let data = self.data(decl);
                if args.len() == decl.params.len() {
                    return self.builder.pool().data_sort(data, &args);
                }
                self.opaque(ty)
            }
            Head::Function(params, result) if vars.is_empty() => {
                let params: Vec<Sort> = params.iter().map(|ty| self.sort_in(ty, vars)).collect();
                let result = self.sort_in(&result, vars);
                self.builder.arrow(&params, result)
            }
            Head::Function(..) | Head::Opaque => self.opaque(ty),
        }
    }

    /// A sort of which nothing is known.
    pub(super) fn opaque(&mut self, ty: &Type) -> Sort {
        self.builder.pool().elem_sort(&types::show(ty))
    }
}
