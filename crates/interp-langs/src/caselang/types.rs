//! The types of unknowns, as the library wants them.

use lang_interp::{DataType, Kind};

use super::tree::{CONS, FALSE, Goal, NIL, Program, TRUE, TUPLE, ValueType, ValueTypeKind};

/// Any value.
pub(super) const ANY: &str = "Any";
/// The integers.
pub(super) const INT: &str = "Int";
/// `true` and `false`.
pub(super) const BOOL: &str = "Bool";

/// Types that need no declaration.
pub(super) const BUILT_IN_TYPES: [&str; 3] = [ANY, INT, BOOL];

/// A type without places: where it is used makes no difference.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Shape {
    Any,
    Int,
    Bool,
    /// A declared type, by its number.
    Declared(usize),
    List(Box<Shape>),
    Tuple(Vec<Shape>),
}

/// The kinds of the types that a goal names, and of all that are in them.
pub(crate) struct Kinds {
    names: Vec<String>,
    shapes: Vec<Shape>,
    types: Vec<&'static DataType>,
}

impl Kinds {
    /// The kinds of the types of the unknowns of a goal. The parser has refused names that are not declared.
    pub(crate) fn new(program: &Program, goal: &Goal) -> Kinds {
        let names = program.types.iter().map(|declared| declared.name.clone()).collect();
        let mut kinds = Kinds { names, shapes: Vec::new(), types: Vec::new() };
        let asked = goal.unknowns.iter().filter_map(|unknown| unknown.ty.as_ref());
        let mut todo: Vec<Shape> = asked.map(|ty| kinds.shape(ty)).collect();
        while let Some(shape) = todo.pop() {
            if matches!(shape, Shape::Any | Shape::Int) || kinds.shapes.contains(&shape) {
                continue;
            }
            let ctors = kinds.ctors(program, &shape);
            todo.extend(ctors.into_iter().flat_map(|(_, fields)| fields));
            kinds.shapes.push(shape);
        }
        let shown: Vec<String> = kinds.shapes.iter().map(|shape| kinds.shown(shape)).collect();
        let shown: Vec<&str> = shown.iter().map(String::as_str).collect();
        kinds.types = DataType::declare(&shown, |number, types| {
            let ctors = kinds.ctors(program, &kinds.shapes[number]).into_iter();
            let kind = |shape: &Shape| kinds.kind(types, shape);
            ctors.map(|(name, fields)| (name, fields.iter().map(kind).collect())).collect()
        });
        kinds
    }

    /// What an unknown may be.
    pub(crate) fn of(&self, ty: Option<&ValueType>) -> Kind {
        ty.map_or(Kind::Any, |ty| self.kind(&self.types, &self.shape(ty)))
    }

    fn kind(&self, types: &[&'static DataType], shape: &Shape) -> Kind {
        match shape {
            Shape::Any => Kind::Any,
            Shape::Int => Kind::Int,
            _ => {
                let place = self.shapes.iter().position(|known| known == shape);
                Kind::Data(types[place.expect("all types that are named were read")])
            }
        }
    }

    fn shape(&self, ty: &ValueType) -> Shape {
        match &ty.node {
            ValueTypeKind::Named(name) => {
                match self.names.iter().position(|declared| declared == name) {
                    Some(number) => Shape::Declared(number),
                    None if name == INT => Shape::Int,
                    None if name == BOOL => Shape::Bool,
                    None => Shape::Any,
                }
            }
            ValueTypeKind::List(element) => Shape::List(Box::new(self.shape(element))),
            ValueTypeKind::Tuple(parts) => {
                Shape::Tuple(parts.iter().map(|part| self.shape(part)).collect())
            }
        }
    }

    /// The constructors of a type, with what their fields are.
    fn ctors<'p>(&self, program: &'p Program, shape: &Shape) -> Vec<(&'p str, Vec<Shape>)> {
        match shape {
            Shape::Any | Shape::Int => Vec::new(),
            Shape::Bool => vec![(TRUE, Vec::new()), (FALSE, Vec::new())],
            Shape::Declared(number) => {
                let declared = program.types[*number].constructors.iter();
                let fields = |types: &[ValueType]| types.iter().map(|ty| self.shape(ty)).collect();
                declared.map(|(name, types)| (name.as_str(), fields(types))).collect()
            }
            Shape::List(element) => {
                let cons = vec![element.as_ref().clone(), shape.clone()];
                vec![(NIL, Vec::new()), (CONS, cons)]
            }
            Shape::Tuple(parts) => vec![(TUPLE, parts.clone())],
        }
    }

    fn shown(&self, shape: &Shape) -> String {
        match shape {
            Shape::Any => ANY.to_owned(),
            Shape::Int => INT.to_owned(),
            Shape::Bool => BOOL.to_owned(),
            Shape::Declared(number) => self.names[*number].clone(),
            Shape::List(element) => format!("[{}]", self.shown(element)),
            Shape::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.shown(part)).collect();
                format!("({})", parts.join(", "))
            }
        }
    }
}
