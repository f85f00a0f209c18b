//! Making programs.
//!
//! A [`Builder`] collects declarations and expressions in any order and checks everything at the
//! end. Variables are made by [`Builder::fresh`] and bound at one place each. An expression is used
//! at one place too, except literals and globals, which mean the same everywhere.

use rustc_hash::{FxHashMap, FxHashSet};
use source::{FileId, Span};
use term::{Ctor, Data, DeclError, Field, Op, Pool, Sort, Symbol, Term};

use crate::Prim;
use crate::check::{self, ProgramError};
use crate::expr::{Alt, Blamed, CtorId, Expr, ExprId, GlobalId, OpId, Pattern, VarId};
use crate::program::{Arrow, Codes, Global, Operation, Parts, Program};

/// A program in the making.
///
/// ```
/// use lang_core::{Builder, Prim};
/// use term::{Op, Pool};
///
/// let pool = Pool::new();
/// let mut b = Builder::new(&pool);
/// let double = b.declare("double");
/// let x = b.fresh("x");
/// let (left, right) = (b.var(x), b.var(x));
/// let sum = b.op(Op::Add, [left, right]);
/// let body = b.lambda([x], sum);
/// b.define(double, body);
/// let program = b.finish().expect("well formed");
/// assert_eq!(program.show(&pool), "double =\n  \\x. (+ x x)\n");
/// ```
pub struct Builder<'p> {
    pool: &'p Pool,
    /// The place of the nodes to come.
    span: Option<Span>,
    exprs: Vec<Expr>,
    spans: Vec<Option<Span>>,
    vars: Vec<Symbol>,
    globals: Vec<(Symbol, Option<ExprId>)>,
    operations: Vec<Operation>,
    arrows: FxHashMap<Sort, Arrow>,
    /// In the order of declaration.
    datas: Vec<(Data, Vec<Ctor>)>,
    unit: CtorId,
    codes: Codes,
    library: FxHashSet<FileId>,
    observations: FxHashSet<OpId>,
    direct: FxHashSet<ExprId>,
    demanding: FxHashSet<ExprId>,
}

impl<'p> Builder<'p> {
    /// A program with nothing in it but the unit type, which is called `unit`.
    #[must_use]
    pub fn new(pool: &'p Pool) -> Builder<'p> {
        let unit = pool.declare_data("unit", 0).expect("the unit type has no parameters");
        let ctor = Ctor { name: pool.symbol("()"), fields: Vec::new() };
        Builder {
            pool,
            span: None,
            exprs: Vec::new(),
            spans: Vec::new(),
            vars: Vec::new(),
            globals: Vec::new(),
            operations: Vec::new(),
            arrows: FxHashMap::default(),
            datas: vec![(unit, vec![ctor])],
            unit: CtorId { data: unit, index: 0 },
            codes: Codes::default(),
            library: FxHashSet::default(),
            observations: FxHashSet::default(),
            direct: FxHashSet::default(),
            demanding: FxHashSet::default(),
        }
    }

    /// The pool of the program.
    #[must_use]
    pub fn pool(&self) -> &'p Pool {
        self.pool
    }

    /// Sets the place of all nodes made from now on. Children are made before their parent, so a
    /// front end calls this right before it makes a node: `b.at(span).apply(f, args)`.
    pub fn at(&mut self, span: impl Into<Option<Span>>) -> &mut Builder<'p> {
        self.span = span.into();
        self
    }

    /// Says that a file is not the user's: what fails in it is reported at the place in the user's
    /// files that led there.
    pub fn add_library_file(&mut self, file: FileId) {
        self.library.insert(file);
    }

    /// Sets the codes of the failures that the machine finds by itself.
    pub fn set_codes(&mut self, codes: Codes) {
        self.codes = codes;
    }

    /// Checks the whole program and makes it, or says everything that is wrong with it.
    pub fn finish(self) -> Result<Program, Vec<ProgramError>> {
        let mut errors: Vec<ProgramError> = Vec::new();
        for (data, ctors) in &self.datas {
            let defined = self.pool.define_data(*data, ctors.clone());
            errors.extend(defined.err().map(ProgramError::declaration));
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let (globals, undefined) = self.defined_globals();
        errors.extend(undefined);
        let unit_sort = self.pool.data_sort(self.unit.data, &[]);
        let mut parts = Parts {
            places: Vec::new(),
            exprs: self.exprs,
            spans: self.spans,
            vars: self.vars,
            globals,
            operations: self.operations,
            arrows: self.arrows,
            unit: self.unit,
            unit_value: self.pool.construct(unit_sort, self.unit.index, &[]),
            codes: self.codes,
            library: self.library,
            observations: self.observations,
            direct: self.direct,
            demanding: self.demanding,
        };
        let (places, found) = check::resolve(self.pool, &parts);
        errors.extend(found);
        parts.places = places;
        if errors.is_empty() { Ok(Program::new(parts)) } else { Err(errors) }
    }

    fn defined_globals(&self) -> (Vec<Global>, Vec<ProgramError>) {
        let (mut globals, mut errors) = (Vec::new(), Vec::new());
        for (name, body) in &self.globals {
            match body {
                Some(body) => globals.push(Global { name: *name, body: *body }),
                None => errors.push(ProgramError::undefined(self.pool.name(*name))),
            }
        }
        (globals, errors)
    }

    fn add(&mut self, expr: Expr) -> ExprId {
        let id = ExprId(u32::try_from(self.exprs.len()).expect("fewer than 2^32 expressions"));
        self.exprs.push(expr);
        self.spans.push(self.span);
        id
    }
}

/// Declarations.
impl Builder<'_> {
    /// Declares a data type with `params` parameters, to which constructors are added until the
    /// program is finished: exceptions are one such type.
    /// Doing so again gives the same type; only the unit type takes no further constructors.
    pub fn data(&mut self, name: &str, params: u32) -> Result<Data, DeclError> {
        let data = self.pool.declare_data(name, params)?;
        if data == self.unit.data {
            return Err(DeclError::Redeclared { name: name.to_owned() });
        }
        if self.datas.iter().all(|(known, _)| *known != data) {
            self.datas.push((data, Vec::new()));
        }
        Ok(data)
    }

    /// Adds a constructor to a data type that [`Builder::data`] made. Its fields are sorts over the
    /// parameters of the type ([`Pool::param_sort`]); a function is an arrow sort.
    pub fn ctor(&mut self, data: Data, name: &str, fields: &[Sort]) -> CtorId {
        let pool = self.pool;
        let selector = |(number, sort): (usize, &Sort)| Field {
            name: pool.symbol(&format!("{name}.{number}")),
            sort: *sort,
        };
        let fields = fields.iter().enumerate().map(selector).collect();
        let (_, ctors) = self
            .datas
            .iter_mut()
            .find(|(known, _)| *known == data)
            .expect("constructors are added to types of the same builder");
        ctors.push(Ctor { name: pool.symbol(name), fields });
        CtorId { data, index: ctors.len() as u32 - 1 }
    }

    /// Gives a data type its constructors now and not at the end, so that terms of it can be made
    /// while the program is. It takes no further constructors.
    pub fn settle(&mut self, data: Data) -> Result<(), DeclError> {
        let known = self.datas.iter().find(|(known, _)| *known == data);
        let (_, ctors) = known.expect("types are settled in the builder that declared them");
        self.pool.define_data(data, ctors.clone())
    }

    /// The constructor of the one value of the unit type.
    #[must_use]
    pub fn unit_ctor(&self) -> CtorId {
        self.unit
    }

    /// The sort of the unit type.
    #[must_use]
    pub fn unit_sort(&self) -> Sort {
        self.pool.data_sort(self.unit.data, &[])
    }

    /// The sort of unknown functions from `params`, at least one, to `result`. A function to
    /// functions is the same as a function of more parameters.
    pub fn arrow(&mut self, params: &[Sort], result: Sort) -> Sort {
        let pool = self.pool;
        if let Some(inner) = self.arrows.get(&result).cloned() {
            return self.arrow(&[params, &*inner.params].concat(), inner.result);
        }
        let shown: Vec<String> = params.iter().map(|sort| pool.show_sort(*sort)).collect();
        let name = format!("({} -> {})", shown.join(" "), pool.show_sort(result));
        let sort = pool.elem_sort(&name);
        self.arrows.insert(sort, Arrow { params: params.into(), result });
        sort
    }

    /// Declares a library operation.
    pub fn operation(&mut self, name: &str, params: &[Sort], result: Sort) -> OpId {
        let name = self.pool.symbol(name);
        self.operations.push(Operation { name, params: params.into(), result });
        OpId(self.operations.len() as u32 - 1)
    }

    /// Declares an operation that only tells what was computed: a monitor of the events may note it.
    /// Mutable data is reported in its state at that moment.
    pub fn observation(&mut self, name: &str, params: &[Sort]) -> OpId {
        let op = self.operation(name, params, self.unit_sort());
        self.observations.insert(op);
        op
    }

    /// Declares a global, which must be defined before the program is finished.
    pub fn declare(&mut self, name: &str) -> GlobalId {
        self.globals.push((self.pool.symbol(name), None));
        GlobalId(self.globals.len() as u32 - 1)
    }

    /// Defines a global. The body has no free variables. A function is a value; anything else is
    /// computed at its first use (a strict language forces its globals in order, see
    /// [`crate::Session::initialising`]).
    pub fn define(&mut self, global: GlobalId, body: ExprId) {
        self.globals[global.0 as usize].1 = Some(body);
    }

    /// A variable unlike any other. The name is for people.
    pub fn fresh(&mut self, name: &str) -> VarId {
        self.vars.push(self.pool.symbol(name));
        VarId(self.vars.len() as u32 - 1)
    }
}

/// Expressions.
impl Builder<'_> {
    /// The value of a variable.
    pub fn var(&mut self, var: VarId) -> ExprId {
        self.add(Expr::Var(var))
    }

    /// The value of a global.
    pub fn global(&mut self, global: GlobalId) -> ExprId {
        self.add(Expr::Global(global))
    }

    /// The value of a definition by its body, even where an operation stands for it.
    pub fn global_body(&mut self, global: GlobalId) -> ExprId {
        let id = self.global(global);
        self.direct.insert(id);
        id
    }

    /// A constant.
    pub fn lit(&mut self, term: Term) -> ExprId {
        self.add(Expr::Lit(term))
    }

    /// An integer without bound.
    pub fn int(&mut self, value: i64) -> ExprId {
        self.lit(self.pool.int(value))
    }

    /// A truth value.
    pub fn bool(&mut self, value: bool) -> ExprId {
        self.lit(self.pool.bool(value))
    }

    /// A string.
    pub fn text(&mut self, value: &str) -> ExprId {
        self.lit(self.pool.text(value))
    }

    /// The one value of the unit type.
    pub fn unit(&mut self) -> ExprId {
        self.construct(self.unit, [])
    }

    /// A function.
    pub fn lambda(&mut self, params: impl Into<Box<[VarId]>>, body: ExprId) -> ExprId {
        self.add(Expr::Lambda { params: params.into(), body })
    }

    /// A call by value.
    pub fn apply(&mut self, callee: ExprId, args: impl Into<Box<[ExprId]>>) -> ExprId {
        self.add(Expr::Apply { callee, args: args.into() })
    }

    /// A call by need.
    pub fn apply_lazy(&mut self, callee: ExprId, args: impl Into<Box<[ExprId]>>) -> ExprId {
        let args = self.delay_all(args.into());
        self.apply(callee, args)
    }

    /// A strict `let`.
    pub fn let_strict(&mut self, var: VarId, value: ExprId, body: ExprId) -> ExprId {
        self.add(Expr::Let { var: Some(var), value, body })
    }

    /// A lazy `let`.
    pub fn let_lazy(&mut self, var: VarId, value: ExprId, body: ExprId) -> ExprId {
        let value = self.delay(value);
        self.let_strict(var, value, body)
    }

    /// Computes `first` to weak head normal form, drops it, and goes on with `then`.
    pub fn seq(&mut self, first: ExprId, then: ExprId) -> ExprId {
        self.add(Expr::Let { var: None, value: first, body: then })
    }

    /// Definitions that see each other: functions, and suspended values of any kind.
    pub fn let_rec(&mut self, definitions: &[(VarId, ExprId)], body: ExprId) -> ExprId {
        let is_function = |(_, value): &(VarId, ExprId)| {
            matches!(self.exprs[value.0 as usize], Expr::Lambda { .. })
        };
        let (functions, values): (Vec<_>, Vec<_>) =
            definitions.iter().partition(|d| is_function(d));
        self.add(Expr::LetRec { functions: functions.into(), values: values.into(), body })
    }

    /// Suspends an operand.
    pub fn delay(&mut self, expr: ExprId) -> ExprId {
        self.add(Expr::Delay(expr))
    }

    fn delay_all(&mut self, exprs: Box<[ExprId]>) -> Box<[ExprId]> {
        exprs.into_iter().map(|expr| self.delay(expr)).collect()
    }

    /// A value of a data type.
    pub fn construct(&mut self, ctor: CtorId, fields: impl Into<Box<[ExprId]>>) -> ExprId {
        self.add(Expr::Construct { ctor, fields: fields.into() })
    }

    /// A value of a data type with suspended fields.
    pub fn construct_lazy(&mut self, ctor: CtorId, fields: impl Into<Box<[ExprId]>>) -> ExprId {
        let fields = self.delay_all(fields.into());
        self.construct(ctor, fields)
    }

    /// Looks at a value.
    pub fn case(
        &mut self,
        scrutinee: ExprId,
        binder: Option<VarId>,
        alts: impl Into<Box<[Alt]>>,
        default: Option<ExprId>,
    ) -> ExprId {
        self.add(Expr::Case { scrutinee, binder, alts: alts.into(), default })
    }

    /// An alternative for a constructor.
    pub fn alt(&self, ctor: CtorId, fields: impl IntoIterator<Item = VarId>, body: ExprId) -> Alt {
        let fields = fields.into_iter().map(Some).collect();
        Alt { pattern: Pattern::Ctor(ctor, fields), body }
    }

    /// An alternative for a literal.
    pub fn alt_lit(&self, literal: Term, body: ExprId) -> Alt {
        Alt { pattern: Pattern::Lit(literal), body }
    }

    /// A conditional.
    pub fn cond(&mut self, cond: ExprId, yes: ExprId, no: ExprId) -> ExprId {
        let alts = [self.alt_lit(Term::TRUE, yes), self.alt_lit(Term::FALSE, no)];
        self.case(cond, None, alts, None)
    }

    /// A primitive.
    pub fn prim(&mut self, prim: Prim, args: impl Into<Box<[ExprId]>>) -> ExprId {
        self.add(Expr::Prim { prim, args: args.into() })
    }

    /// An operator on first-order values.
    pub fn op(&mut self, op: Op, args: impl Into<Box<[ExprId]>>) -> ExprId {
        self.prim(Prim::Op(op), args)
    }

    /// Performs a library operation.
    pub fn perform(&mut self, op: OpId, args: impl Into<Box<[ExprId]>>) -> ExprId {
        self.add(Expr::Perform { op, args: args.into() })
    }

    /// An input from outside.
    pub fn ask(&mut self, name: &str, sort: Sort) -> ExprId {
        let name = self.pool.symbol(name);
        self.add(Expr::Ask { name, sort })
    }

    /// Leaves the path where the condition does not hold.
    pub fn assume(&mut self, cond: ExprId) -> ExprId {
        self.add(Expr::Assume(cond))
    }

    /// Fails where the condition does not hold.
    pub fn assert(&mut self, cond: ExprId, code: &'static str, message: &str) -> ExprId {
        let (message, blame) = (message.into(), Blamed::Own);
        self.add(Expr::Assert { cond, code, message, blame })
    }

    /// Fails where the condition does not hold, by the fault of the call of the function around it, which
    /// has to be [`demanding`](Builder::demanding).
    pub fn demand(&mut self, cond: ExprId, code: &'static str, message: &str) -> ExprId {
        let (message, blame) = (message.into(), Blamed::Caller);
        self.add(Expr::Assert { cond, code, message, blame })
    }

    /// Makes a function one that demands something of its callers: the places of its calls are kept while
    /// they run.
    pub fn demanding(&mut self, function: ExprId) -> ExprId {
        self.demanding.insert(function);
        function
    }

    /// Fails.
    pub fn fail(&mut self, code: &'static str, message: &str) -> ExprId {
        let cond = self.bool(false);
        self.assert(cond, code, message)
    }

    /// Raises an exception.
    pub fn raise(&mut self, exception: ExprId) -> ExprId {
        self.add(Expr::Raise(exception))
    }

    /// Computes `body`; if an exception comes out of it, `handler` with the exception as `var`.
    pub fn try_with(&mut self, body: ExprId, var: VarId, handler: ExprId) -> ExprId {
        self.add(Expr::Try { body, var, handler })
    }

    /// Something that the front end does not model, as a noun phrase.
    pub fn unsupported(&mut self, what: &str) -> ExprId {
        self.add(Expr::Unsupported(what.into()))
    }
}
