//! Code that leads from values outside to those that a program computes with, and back.
//!
//! For each type that is not the same on both sides there are two functions, made where they are
//! first needed. They walk over data by need, so that nothing is evaluated that the program does
//! not evaluate. A value that comes in is assumed to be one: where it is evaluated and is none,
//! there is no such path.

use lang_core::{Alt, CtorId, ExprId, GlobalId, Pattern, VarId};
use term::{Data, Op, Sort};

use super::Lowering;
use super::con::Con;
use super::data::Pending;
use crate::core::{Name, Type};
use crate::instance;
use crate::outside::{self, Possible, Shape, View};

/// Which way a value goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Way {
    In,
    Out,
}

impl Lowering<'_> {
    /// The sort of the values of a type from outside.
    pub fn outside_sort(&mut self, ty: &Type) -> Sort {
        match outside::shape(self.linked, ty) {
            Shape::Plain => self.sort(ty),
            Shape::View(_, of) => self.outside_sort(&of),
            Shape::Unsigned(_) => Sort::INT,
            Shape::Data(_) => {
                let data = self.outside_data(ty);
                self.builder.pool().data_sort(data, &[])
            }
            Shape::Function(params, result) => {
                let params: Vec<Sort> = params.iter().map(|ty| self.outside_sort(ty)).collect();
                let result = self.outside_sort(&result);
                self.builder.arrow(&params, result)
            }
            Shape::Opaque => self.opaque(ty),
        }
    }

    /// The data type of the values of a type from outside.
    fn outside_data(&mut self, ty: &Type) -> Data {
        let ty = outside::stripped(self.linked, ty);
        let called = name_of(&ty);
        if let Some(known) = self.datas.known.get(&called) {
            return *known;
        }
        let data = self.declare(&called, 0);
        self.datas.pending.push(Pending::Outside(ty, data));
        data
    }

    /// Gives the data type of values from outside its constructors.
    pub(super) fn define_outside(&mut self, ty: &Type, data: Data) {
        let Shape::Data(possible) = outside::shape(self.linked, ty) else {
            unreachable!("only data has constructors")
        };
        for (number, Possible { ctor, fields, .. }) in possible.iter().enumerate() {
            let fields: Vec<Sort> = fields.iter().map(|ty| self.outside_sort(ty)).collect();
            // There may be several of one constructor, for different types.
            let called = format!("{}#{number}", ctor.name.occ);
            self.builder.ctor(data, &called, &fields);
        }
    }

    /// The value inside for one from outside, which is evaluated by need.
    pub fn entering(&mut self, ty: &Type, value: ExprId) -> ExprId {
        self.crossing(Way::In, ty, value)
    }

    /// The value from outside for one inside, which is evaluated by need.
    pub fn leaving(&mut self, ty: &Type, value: ExprId) -> ExprId {
        self.crossing(Way::Out, ty, value)
    }

    /// Whether values of a type are the same inside and outside.
    pub fn stays(&self, ty: &Type) -> bool {
        matches!(outside::shape(self.linked, ty), Shape::Plain | Shape::Opaque)
    }

    fn crossing(&mut self, way: Way, ty: &Type, value: ExprId) -> ExprId {
        if self.stays(ty) {
            return value;
        }
        let global = self.crossing_function(way, ty);
        let callee = self.builder.global(global);
        self.builder.apply_lazy(callee, [value])
    }

    fn crossing_function(&mut self, way: Way, ty: &Type) -> GlobalId {
        let ty = outside::stripped(self.linked, ty);
        let key = (way, outside::key(&ty));
        if let Some(known) = self.crossings.get(&key) {
            return *known;
        }
        let called = match way {
            Way::In => format!("into {}", key.1),
            Way::Out => format!("out of {}", key.1),
        };
        let global = self.builder.declare(&called);
        self.crossings.insert(key, global);
        let value = self.builder.fresh("value");
        let body = match outside::shape(self.linked, &ty) {
            Shape::View(view, of) => self.cross_view(way, view, &ty, &of, value),
            Shape::Unsigned(bits) => self.cross_unsigned(way, bits, value),
            Shape::Data(possible) => self.cross_data(way, &ty, &possible, value),
            Shape::Function(params, result) => self.cross_function(way, &params, &result, value),
            Shape::Plain | Shape::Opaque => self.builder.var(value),
        };
        let function = self.builder.lambda([value], body);
        self.builder.define(global, function);
        global
    }

    fn cross_view(&mut self, way: Way, view: &View, ty: &Type, of: &Type, value: VarId) -> ExprId {
        let Type::Con(_, args) = ty else { unreachable!("views are of data types") };
        let constraint = view.constraint(args);
        let given = self.builder.var(value);
        if way == Way::Out {
            let taken = self.view_call(&view.take(), constraint.as_ref(), given);
            return self.leaving(of, taken);
        }
        let parts = self.builder.fresh("parts");
        let entered = self.entering(of, given);
        let tested = self.builder.var(parts);
        let tested = self.view_call(&view.test(), constraint.as_ref(), tested);
        let assumed = self.builder.assume(tested);
        let made = self.builder.var(parts);
        let made = self.view_call(&view.make(), constraint.as_ref(), made);
        let body = self.builder.seq(assumed, made);
        self.builder.let_lazy(parts, entered, body)
    }

    fn view_call(&mut self, function: &Name, constraint: Option<&Type>, arg: ExprId) -> ExprId {
        let callee = self.value(function);
        let mut args = Vec::new();
        if let Some(constraint) = constraint {
            args.push(instance::dictionary(self, constraint));
        }
        args.push(arg);
        self.builder.apply_lazy(callee, args)
    }

    fn cross_unsigned(&mut self, way: Way, bits: Option<u32>, value: VarId) -> ExprId {
        let number = self.builder.var(value);
        if way == Way::Out {
            return number;
        }
        let (least, of) = (self.builder.int(0), self.builder.var(value));
        let mut admitted = self.builder.op(Op::Le, [least, of]);
        if let Some(bits) = bits {
            let (of, end) = (self.builder.var(value), self.power_of_two(bits));
            let below = self.builder.op(Op::Lt, [of, end]);
            admitted = self.builder.op(Op::And, [admitted, below]);
        }
        let assumed = self.builder.assume(admitted);
        self.builder.seq(assumed, number)
    }

    /// A function whose arguments go the other way.
    fn cross_function(&mut self, way: Way, params: &[Type], result: &Type, value: VarId) -> ExprId {
        let back = match way {
            Way::In => Way::Out,
            Way::Out => Way::In,
        };
        let vars: Vec<VarId> = params.iter().map(|_| self.builder.fresh("arg")).collect();
        let mut args = Vec::new();
        for (ty, var) in params.iter().zip(&vars) {
            let arg = self.builder.var(*var);
            args.push(self.crossing(back, ty, arg));
        }
        let callee = self.builder.var(value);
        let called = self.builder.apply_lazy(callee, args);
        let body = self.crossing(way, result, called);
        self.builder.lambda(vars, body)
    }

    fn cross_data(&mut self, way: Way, ty: &Type, possible: &[Possible], value: VarId) -> ExprId {
        let data = self.outside_data(ty);
        let (mut alts, mut seen) = (Vec::new(), Vec::new());
        for (number, possible) in possible.iter().enumerate() {
            let outer = CtorId { data, index: number as u32 };
            let Con::Data(inner, arity, _) = self.con(&possible.ctor.name) else { continue };
            // Of several ways to make a value the first one shows it.
            if way == Way::Out && seen.contains(&inner) {
                continue;
            }
            seen.push(inner);
            alts.push(self.cross_ctor(way, (outer, inner, arity), possible));
        }
        let of = self.builder.var(value);
        let other = self.builder.unsupported("a value of a type that is not known");
        self.builder.case(of, None, alts, Some(other))
    }

    fn cross_ctor(
        &mut self,
        way: Way,
        (outer, inner, arity): (CtorId, CtorId, usize),
        possible: &Possible,
    ) -> Alt {
        let vars: Vec<VarId> =
            possible.fields.iter().map(|_| self.builder.fresh("field")).collect();
        let named: Vec<Option<VarId>> = vars.iter().copied().map(Some).collect();
        let held = arity - possible.fields.len().min(arity);
        let mut fields = Vec::new();
        if way == Way::In {
            fields.extend(possible.context.iter().map(|ty| instance::dictionary(self, ty)));
        }
        for (ty, var) in possible.fields.iter().zip(&vars) {
            let field = self.builder.var(*var);
            fields.push(self.crossing(way, ty, field));
        }
        let (pattern, made_by) = match way {
            Way::In => (Pattern::Ctor(outer, named.into()), inner),
            Way::Out => {
                let named = [vec![None; held], named].concat();
                (Pattern::Ctor(inner, named.into()), outer)
            }
        };
        let body = match (&possible.unknown, way) {
            (Some(what), Way::In) => self.builder.unsupported(what),
            _ => self.builder.construct_lazy(made_by, fields),
        };
        Alt { pattern, body }
    }
}

/// The name under which a type from outside is known, which is no name of a program.
fn name_of(ty: &Type) -> Name {
    Name { module: "outside".to_owned(), occ: outside::key(ty) }
}
