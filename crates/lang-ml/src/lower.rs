//! From resolved programs to the core calculus.
//!
//! Evaluation is strict and, as OCaml's compilers do it, from right to left: the last argument of
//! a call, constructor, tuple or record is computed first and the function last; only a tuple that
//! is matched at once is computed from left to right. Integers wrap around where the session says so,
//! characters are data over their codes, strings are sequences of codes. A mutable field holds a cell.
//! What we do not model becomes an `unsupported` node where it stands.
//!
//! Only what the user's definitions reach is lowered, so that the library costs nothing.

mod bind;
mod cut;
mod emit;
mod expr;
mod kept;
mod order;
mod prim;
mod sort;
mod tree;
mod trial;

pub use kept::QUEUE;

use std::collections::VecDeque;
use std::rc::Rc;

use lang_core::{Builder, Codes, CtorId, ExprId, GlobalId, OpId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use source::Files;
use term::{Data, Pool, Sort};

use crate::ast::Label;
use crate::infer::Inferred;
use crate::module::Cut;
use crate::patience::Patience;
use crate::resolved::{Def, Expr, OpaqueId, Pattern, Var};
use crate::types::{Node, Ty, TypeId, Types};
pub(crate) use trial::TrialShape;

/// The codes of what goes wrong in a program while it runs.
const CODES: Codes =
    Codes { uncaught: "ML101", incomplete: "ML102", cyclic: "ML103", index: "ML104" };

/// What an opaque value becomes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Outside {
    /// An effectful operation with so many parameters.
    Operation(OpId, usize),
    /// An uninterpreted function with so many parameters.
    Function(term::Func, usize),
    /// A constant.
    Constant(term::Term),
}

/// Where a variable is found.
#[derive(Clone, Copy, Debug)]
enum Home {
    Local(VarId),
    Global(GlobalId),
}

/// A data type of the program.
#[derive(Clone, Debug)]
struct Shape {
    data: Data,
    ctors: Vec<CtorId>,
}

/// The data type of a polymorphic variant whose tags are all known.
#[derive(Debug)]
struct Row {
    data: Data,
    tags: Vec<RowTag>,
}

/// A tag of a polymorphic variant, with what it carries.
#[derive(Debug)]
struct RowTag {
    tag: String,
    carries: Option<Ty>,
    ctor: CtorId,
}

/// A definition at the top, by the variables it defines.
struct Top<'i> {
    def: &'i Def,
    lowered: bool,
}

/// The state of lowering.
pub(crate) struct Lower<'p, 'i> {
    patience: &'i Patience<'i>,
    builder: Builder<'p>,
    files: &'i Files,
    types: Types,
    vars: &'i [String],
    opaques: &'i [crate::resolved::Opaque],
    tops: Vec<Top<'i>>,
    /// The definition of each global variable.
    top_of: FxHashMap<Var, usize>,
    homes: FxHashMap<Var, Home>,
    waiting: VecDeque<usize>,
    outside: FxHashMap<OpaqueId, Outside>,
    shapes: FxHashMap<TypeId, Shape>,
    tuples: FxHashMap<usize, CtorId>,
    /// Whether the program compares values by their order whose type is a variable.
    orders_anything: bool,
    /// By type, and whether it stands in a definition.
    sorts: FxHashMap<(Ty, bool), Sort>,
    exceptions: FxHashMap<usize, CtorId>,
    /// By tag, and whether it carries something.
    tags: FxHashMap<(String, bool), CtorId>,
    /// The data types of polymorphic variants.
    rows: FxHashMap<Ty, Rc<Row>>,
    /// The same by tags, with the sorts of what they carry.
    rows_by_tags: FxHashMap<Vec<(String, Option<Sort>)>, Rc<Row>>,
    names: FxHashSet<String>,
    /// Values of a `let rec` that are no functions.
    cyclic: FxHashSet<Var>,
    helpers: FxHashMap<&'static str, Vec<CtorId>>,
    /// Whether parameters of a definition are being written, and not those of a scheme.
    in_definition: bool,
    /// The variable whose definition is being lowered.
    present: Option<Var>,
    /// What the trials tell: the variable of the trial, the number, the sort.
    notes: Vec<(Var, u32, Sort)>,
    /// The trials whose arguments are mutable.
    thawing: FxHashSet<Var>,
    /// The trials whose results are mutable, or that tell of polymorphic variants.
    telling: FxHashSet<Var>,
    /// Whether the function that is being lowered demands something of its callers.
    demands: bool,
    cutting: cut::Cutting,
    /// The functions that values of a type go through on their way in or out.
    thaws: FxHashMap<(trial::Structure, trial::Way), GlobalId>,
}

impl<'p, 'i> Lower<'p, 'i> {
    pub(crate) fn new(
        pool: &'p Pool,
        files: &'i Files,
        types: Types,
        inferred: &'i Inferred,
        patience: &'i Patience<'i>,
    ) -> Lower<'p, 'i> {
        let mut builder = Builder::new(pool);
        builder.set_codes(CODES);
        let mut types = types;
        let orders_anything = inferred.orders.iter().any(|ty| compares_anything(&mut types, *ty));
        let tops: Vec<Top<'i>> =
            inferred.all_defs().map(|def| Top { def, lowered: false }).collect();
        let mut top_of = FxHashMap::default();
        for (number, top) in tops.iter().enumerate() {
            for var in bind::defined(top.def) {
                top_of.insert(var, number);
            }
        }
        Lower {
            patience,
            builder,
            files,
            orders_anything,
            types,
            vars: &inferred.vars,
            opaques: &inferred.opaques,
            tops,
            top_of,
            homes: FxHashMap::default(),
            waiting: VecDeque::new(),
            outside: FxHashMap::default(),
            shapes: FxHashMap::default(),
            tuples: FxHashMap::default(),
            sorts: FxHashMap::default(),
            exceptions: FxHashMap::default(),
            tags: FxHashMap::default(),
            rows: FxHashMap::default(),
            rows_by_tags: FxHashMap::default(),
            names: FxHashSet::default(),
            cyclic: FxHashSet::default(),
            helpers: FxHashMap::default(),
            in_definition: false,
            present: None,
            notes: Vec::new(),
            thawing: FxHashSet::default(),
            telling: FxHashSet::default(),
            demands: false,
            cutting: cut::Cutting::default(),
            thaws: FxHashMap::default(),
        }
    }

    pub(crate) fn into_builder(self) -> Builder<'p> {
        self.builder
    }

    pub(crate) fn pool(&self) -> &'p Pool {
        self.builder.pool()
    }

    /// The global that a variable defined at the top becomes.
    pub(crate) fn global(&mut self, var: Var) -> GlobalId {
        if let Some(Home::Global(known)) = self.homes.get(&var) {
            return *known;
        }
        let global = self.builder.declare(&self.vars[var.0 as usize]);
        self.homes.insert(var, Home::Global(global));
        let top = self.top_of[&var];
        self.waiting.push_back(top);
        global
    }

    /// Lowers a definition whether anything reaches it or not, and returns what has to be
    /// computed when the program starts.
    pub(crate) fn require(&mut self, top: usize) -> Vec<GlobalId> {
        let def = self.tops[top].def;
        match def {
            Def::Eval(expr) => {
                self.tops[top].lowered = true;
                let global = self.builder.declare("_");
                let body = self.expr(expr);
                self.builder.define(global, body);
                vec![global]
            }
            Def::Value(Pattern::Any, expr) => {
                self.tops[top].lowered = true;
                let global = self.builder.declare("_");
                let body = self.expr(expr);
                self.builder.define(global, body);
                vec![global]
            }
            Def::Value(pattern, expr) => {
                let globals = self.lower_value(top, pattern, expr);
                if is_function(expr) { Vec::new() } else { globals }
            }
            Def::Late(..) => Vec::new(),
            Def::Rec(definitions) => {
                definitions.iter().for_each(|(var, _)| {
                    self.global(*var);
                });
                Vec::new()
            }
        }
    }

    /// Lowers everything that was found to be needed.
    pub(crate) fn run(&mut self) {
        while let Some(top) = self.waiting.pop_front() {
            if self.patience.is_over() {
                return;
            }
            match self.tops[top].def {
                Def::Eval(_) => {}
                Def::Value(pattern, expr) | Def::Late(pattern, expr) => {
                    self.lower_value(top, pattern, expr);
                }
                Def::Rec(definitions) => self.lower_group(top, definitions),
            }
        }
    }

    fn lower_value(&mut self, top: usize, pattern: &'i Pattern, expr: &'i Expr) -> Vec<GlobalId> {
        if std::mem::replace(&mut self.tops[top].lowered, true) {
            return Vec::new();
        }
        if let Pattern::Var(var) = pattern {
            let global = self.global(*var);
            self.present = Some(*var);
            let body = self.expr(expr);
            self.present = None;
            self.builder.define(global, body);
            return vec![global];
        }
        vec![self.lower_parts(pattern, expr)]
    }

    fn lower_group(&mut self, top: usize, definitions: &'i [(Var, Expr)]) {
        if std::mem::replace(&mut self.tops[top].lowered, true) {
            return;
        }
        self.note_cyclic(definitions);
        for (var, expr) in definitions {
            let global = self.global(*var);
            let body = self.expr(expr);
            self.builder.define(global, body);
        }
    }

    fn note_cyclic(&mut self, definitions: &[(Var, Expr)]) {
        let values = definitions.iter().filter(|(_, expr)| !is_function(expr));
        self.cyclic.extend(values.map(|(var, _)| *var));
    }

    /// The definitions that were lowered once more for proofs, each with what it is there.
    pub(crate) fn cuts(&self) -> Vec<Cut> {
        self.cutting.made.clone()
    }

    /// The first variable of a name, which is the library's.
    fn library_var(&self, name: &str) -> Var {
        let at = self.vars.iter().position(|known| known == name);
        Var(at.expect("our library defines it") as u32)
    }

    /// The sort of a type, for those outside.
    pub(crate) fn sort_of(&mut self, ty: Ty) -> Sort {
        self.sort(ty)
    }

    /// Whether values whose type is a variable are integers.
    pub(crate) fn orders_anything(&self) -> bool {
        self.orders_anything
    }

    /// A type as OCaml writes it.
    pub(crate) fn show(&self, ty: Ty) -> String {
        self.types.show(ty)
    }

    /// The parameters of a function type with their labels, and its result.
    pub(crate) fn uncurry(&mut self, ty: Ty) -> (Vec<(Label, Ty)>, Ty) {
        self.types.uncurry(ty)
    }

    /// The types without parameters that users can name.
    pub(crate) fn type_ids(&self) -> Vec<TypeId> {
        let scalar =
            [TypeId::INT, TypeId::CHAR, TypeId::STRING, TypeId::BOOL, TypeId::UNIT, TypeId::FLOAT];
        let nameable = |id: &TypeId| {
            let def = self.types.def(*id);
            def.params == 0 && (def.user || scalar.contains(id))
        };
        self.types.ids().filter(nameable).collect()
    }

    /// Name and sort of a type without parameters.
    pub(crate) fn named_type(&mut self, id: TypeId) -> (String, Sort) {
        let name = self.types.def(id).name.clone();
        let ty = self.types.plain(id);
        (name, self.sort(ty))
    }

    /// A variable of the core for a local one of ours.
    fn local(&mut self, var: Var) -> VarId {
        let core = self.builder.fresh(&self.vars[var.0 as usize]);
        self.homes.insert(var, Home::Local(core));
        core
    }

    fn use_var(&mut self, var: Var) -> ExprId {
        match self.homes.get(&var).copied() {
            Some(Home::Local(core)) => self.builder.var(core),
            Some(Home::Global(global)) => self.builder.global(global),
            None => {
                let global = self.global(var);
                self.builder.global(global)
            }
        }
    }
}

/// Whether a comparison is one of values whose type is a variable, or that hold such values.
fn compares_anything(types: &mut Types, ty: Ty) -> bool {
    let (params, _) = types.uncurry(ty);
    params.first().is_some_and(|(_, ty)| holds_variable(types, *ty, 0))
}

fn holds_variable(types: &mut Types, ty: Ty, depth: usize) -> bool {
    match types.head(ty).1 {
        Node::Unknown { .. } | Node::Param(_) => true,
        Node::Named(_, parts) | Node::Tuple(parts) => {
            depth < 8 && parts.into_iter().any(|part| holds_variable(types, part, depth + 1))
        }
        Node::Link(_) | Node::Arrow(..) | Node::Tags(_) | Node::Any => false,
    }
}

fn is_function(expr: &Expr) -> bool {
    matches!(expr.kind, crate::resolved::ExprKind::Fun(..))
}

impl Inferred {
    /// All definitions: those that are computed in order, then those of functors.
    pub(crate) fn all_defs(&self) -> impl Iterator<Item = &Def> {
        self.defs.iter().chain(&self.functor_defs)
    }
}
