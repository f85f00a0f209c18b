//! One context of Z3 with one solver: the only caller of the C functions.
//!
//! Every method checks for an error of Z3 and returns it as a [`Reason`]; nothing here knows what a
//! term is. A tree that a context made stays alive until the context goes, or until
//! [`Context::release`]; it must not be given to another context, which the owner of the context
//! ([`crate::session::Session`]) keeps by not letting any out.

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_int, c_uint};
use std::sync::Arc;

use solve::Reason;

use crate::api::{
    self, Api, Ast, Binary, Ctor, CtorList, Ctx, Indexed, Nary, Plain, Solver, Symbol, Ternary,
    Truth, Unary,
};

/// A result that Z3 may refuse.
pub(crate) type Made<T> = Result<T, Reason>;

/// A context with a solver.
pub(crate) struct Context {
    api: Arc<Api>,
    ctx: Ctx,
    solver: Solver,
    /// Every tree made so far, each held once.
    trail: RefCell<Vec<Ast>>,
}

/// A constructor of a data type, before it is declared.
pub(crate) struct CtorSpec {
    pub(crate) name: String,
    pub(crate) fields: Vec<(String, FieldSort)>,
}

/// The sort of a field.
pub(crate) enum FieldSort {
    Known(Ast),
    /// The data type with this number in the same declaration.
    Within(usize),
}

/// A declared data type.
pub(crate) struct DataDecl {
    pub(crate) sort: Ast,
    pub(crate) ctors: Vec<CtorDecl>,
}

/// A declared constructor.
#[derive(Clone)]
pub(crate) struct CtorDecl {
    pub(crate) make: Ast,
    pub(crate) is: Ast,
    pub(crate) fields: Vec<Ast>,
}

/// The kind of a syntax tree, as far as we tell them apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Application,
    /// A variable that a lambda binds.
    Bound,
    Other,
}

/// Errors are checked after each call, so there is nothing to do at once.
unsafe extern "C" fn ignore_error(_: Ctx, _: c_int) {}

impl Context {
    /// A context whose solver does at most `work` units of work in one check.
    pub(crate) fn new(api: &Arc<Api>, work: Option<u32>) -> Made<Context> {
        let refused = || Reason::Failed("Z3 cannot make a context".to_owned());
        // SAFETY: a configuration is made, used once and deleted; the error handler lives as long
        // as the program.
        let ctx = unsafe {
            let config = (api.mk_config)().ok_or_else(refused)?;
            let ctx = (api.mk_context)(config);
            (api.del_config)(config);
            let ctx = ctx.ok_or_else(refused)?;
            (api.set_error_handler)(ctx, ignore_error);
            ctx
        };
        // SAFETY: the context was just made; the solver is held until it is dropped.
        let solver = unsafe {
            let solver = (api.mk_simple_solver)(ctx).ok_or_else(refused)?;
            (api.solver_inc_ref)(ctx, solver);
            solver
        };
        let context = Context { api: Arc::clone(api), ctx, solver, trail: RefCell::default() };
        context.configure(work)?;
        Ok(context)
    }

    /// The functions of the library, to be named in calls of [`Context::unary`] and its like.
    pub(crate) fn api(&self) -> &Api {
        &self.api
    }

    /// What a watching thread needs in order to interrupt a check.
    pub(crate) fn handle(&self) -> InterruptHandle {
        InterruptHandle { api: Arc::clone(&self.api), ctx: self.ctx }
    }

    /// Z3 must not take the handler of Ctrl-C, which is the program's: it would end one check and
    /// keep the signal from all others. Every version from 4.8.12 on knows this name.
    fn configure(&self, work: Option<u32>) -> Made<()> {
        let (ctrl_c, rlimit) = (self.symbol("ctrl_c")?, self.symbol("rlimit")?);
        // SAFETY: the parameters are held while they are used.
        unsafe {
            let params = (self.api.mk_params)(self.ctx).ok_or_else(|| self.error())?;
            (self.api.params_inc_ref)(self.ctx, params);
            (self.api.params_set_bool)(self.ctx, params, ctrl_c, false);
            if let Some(work) = work {
                (self.api.params_set_uint)(self.ctx, params, rlimit, work);
            }
            (self.api.solver_set_params)(self.ctx, self.solver, params);
            (self.api.params_dec_ref)(self.ctx, params);
        }
        self.checked()
    }

    /// The error of the last call.
    fn error(&self) -> Reason {
        // SAFETY: the message is copied before the next call.
        let message = unsafe {
            let code = (self.api.get_error_code)(self.ctx);
            self.copied((self.api.get_error_msg)(self.ctx, code))
        };
        Reason::Failed(format!("Z3: {message}"))
    }

    fn checked(&self) -> Made<()> {
        // SAFETY: the context is alive.
        match unsafe { (self.api.get_error_code)(self.ctx) } {
            0 => Ok(()),
            _ => Err(self.error()),
        }
    }

    /// A copy of a string that Z3 owns.
    ///
    /// # Safety
    /// The string was returned by the last call, or is null.
    unsafe fn copied(&self, text: api::Text) -> String {
        if text.is_null() {
            return String::new();
        }
        // SAFETY: Z3's strings end in zero and live until the next call.
        unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
    }

    /// Holds a new tree.
    fn made(&self, ast: Option<Ast>) -> Made<Ast> {
        let ast = ast.ok_or_else(|| self.error())?;
        // SAFETY: the tree was returned by the last call on this context.
        unsafe { (self.api.inc_ref)(self.ctx, ast) };
        self.trail.borrow_mut().push(ast);
        Ok(ast)
    }

    /// A place in the order of made trees, for [`Context::release`].
    pub(crate) fn mark(&self) -> usize {
        self.trail.borrow().len()
    }

    /// Lets go of all trees made since a mark. They may not be used afterwards.
    pub(crate) fn release(&self, mark: usize) {
        for ast in self.trail.borrow_mut().drain(mark..) {
            // SAFETY: the tree was held by `made` and is let go once.
            unsafe { (self.api.dec_ref)(self.ctx, ast) };
        }
    }

    fn symbol(&self, name: &str) -> Made<Symbol> {
        let name = c_string(name)?;
        // SAFETY: the name lives during the call.
        unsafe { (self.api.mk_string_symbol)(self.ctx, name.as_ptr()) }.ok_or_else(|| self.error())
    }

    /// A tree or sort without operands.
    pub(crate) fn plain(&self, make: Plain) -> Made<Ast> {
        // SAFETY: the function is of the table.
        self.made(unsafe { make(self.ctx) })
    }

    /// A tree over one operand.
    pub(crate) fn unary(&self, make: Unary, a: Ast) -> Made<Ast> {
        // SAFETY: the function is of the table, the operand of this context.
        self.made(unsafe { make(self.ctx, a) })
    }

    /// A tree over two operands.
    pub(crate) fn binary(&self, make: Binary, a: Ast, b: Ast) -> Made<Ast> {
        // SAFETY: the function is of the table, the operands of this context.
        self.made(unsafe { make(self.ctx, a, b) })
    }

    /// A tree over three operands.
    pub(crate) fn ternary(&self, make: Ternary, a: Ast, b: Ast, c: Ast) -> Made<Ast> {
        // SAFETY: the function is of the table, the operands of this context.
        self.made(unsafe { make(self.ctx, a, b, c) })
    }

    /// A tree over any number of operands.
    pub(crate) fn nary(&self, make: Nary, args: &[Ast]) -> Made<Ast> {
        // SAFETY: the function is of the table, the operands of this context.
        self.made(unsafe { make(self.ctx, args.len() as c_uint, args.as_ptr()) })
    }

    /// A tree over a number and an operand.
    pub(crate) fn indexed(&self, make: Indexed, index: u32, a: Ast) -> Made<Ast> {
        // SAFETY: the function is of the table, the operand of this context.
        self.made(unsafe { make(self.ctx, index, a) })
    }

    /// The bits `low..=high` of a word.
    pub(crate) fn extract(&self, high: u32, low: u32, a: Ast) -> Made<Ast> {
        // SAFETY: the operand is of this context.
        self.made(unsafe { (self.api.mk_extract)(self.ctx, high, low, a) })
    }

    /// The unsigned value of a word.
    pub(crate) fn bv_to_int(&self, a: Ast) -> Made<Ast> {
        // SAFETY: the operand is of this context.
        self.made(unsafe { (self.api.mk_bv2int)(self.ctx, a, false) })
    }

    /// Machine words of a width.
    pub(crate) fn bv_sort(&self, width: u32) -> Made<Ast> {
        // SAFETY: the context is alive.
        self.made(unsafe { (self.api.mk_bv_sort)(self.ctx, width) })
    }

    /// A sort of which only equality is known.
    pub(crate) fn uninterpreted_sort(&self, name: &str) -> Made<Ast> {
        let name = self.symbol(name)?;
        // SAFETY: the symbol is of this context.
        self.made(unsafe { (self.api.mk_uninterpreted_sort)(self.ctx, name) })
    }

    /// A number, written in decimal, of a sort of numbers or words.
    pub(crate) fn numeral(&self, digits: &str, sort: Ast) -> Made<Ast> {
        let digits = c_string(digits)?;
        // SAFETY: the digits live during the call, the sort is of this context.
        self.made(unsafe { (self.api.mk_numeral)(self.ctx, digits.as_ptr(), sort) })
    }

    /// A string of code points.
    pub(crate) fn string(&self, codes: &[u32]) -> Made<Ast> {
        if let Some(make) = self.api.mk_u32string {
            // SAFETY: the code points live during the call.
            return self.made(unsafe { make(self.ctx, codes.len() as c_uint, codes.as_ptr()) });
        }
        let escaped = c_string(&escape(codes))?;
        // SAFETY: the text lives during the call.
        self.made(unsafe { (self.api.mk_string)(self.ctx, escaped.as_ptr()) })
    }

    /// A constant that nothing is known of.
    pub(crate) fn constant(&self, name: &str, sort: Ast) -> Made<Ast> {
        let name = self.symbol(name)?;
        // SAFETY: symbol and sort are of this context.
        self.made(unsafe { (self.api.mk_const)(self.ctx, name, sort) })
    }

    /// A function that nothing is known of.
    pub(crate) fn function(&self, name: &str, args: &[Ast], result: Ast) -> Made<Ast> {
        let name = self.symbol(name)?;
        let count = args.len() as c_uint;
        // SAFETY: symbol and sorts are of this context.
        self.made(unsafe { (self.api.mk_func_decl)(self.ctx, name, count, args.as_ptr(), result) })
    }

    /// A function applied to operands.
    pub(crate) fn apply(&self, function: Ast, args: &[Ast]) -> Made<Ast> {
        // SAFETY: function and operands are of this context.
        self.made(unsafe {
            (self.api.mk_app)(self.ctx, function, args.len() as c_uint, args.as_ptr())
        })
    }

    /// A tree with other subtrees in place of some.
    pub(crate) fn substitute(&self, ast: Ast, by: &[(Ast, Ast)]) -> Made<Ast> {
        let (from, to): (Vec<Ast>, Vec<Ast>) = by.iter().copied().unzip();
        // SAFETY: all trees are of this context; both lists have this length.
        self.made(unsafe {
            let count = by.len() as c_uint;
            (self.api.substitute)(self.ctx, ast, count, from.as_ptr(), to.as_ptr())
        })
    }

    /// The function that `text` applies at the top of its only assertion, below its only equation:
    /// a way to operators for which this version of Z3 has a name in SMT-LIB but no C function.
    pub(crate) fn function_in(&self, text: &str) -> Made<Ast> {
        let text = c_string(text)?;
        let (none, nothing) = (std::ptr::null(), std::ptr::null());
        // SAFETY: the text lives during the call; no sorts and declarations are handed over. The
        // result is held until its first member is.
        let equation = unsafe {
            let parsed =
                (self.api.parse)(self.ctx, text.as_ptr(), 0, none, nothing, 0, none, nothing)
                    .ok_or_else(|| self.error())?;
            (self.api.ast_vector_inc_ref)(self.ctx, parsed);
            let first = match (self.api.ast_vector_size)(self.ctx, parsed) {
                0 => None,
                _ => (self.api.ast_vector_get)(self.ctx, parsed, 0),
            };
            let first = self.made(first);
            (self.api.ast_vector_dec_ref)(self.ctx, parsed);
            first?
        };
        let (_, sides) = self.application(equation)?;
        let side = sides.first().ok_or_else(|| self.error())?;
        Ok(self.application(*side)?.0)
    }

    /// Declares data types that may refer to each other: names with constructors.
    pub(crate) fn declare_data(&self, types: &[(String, Vec<CtorSpec>)]) -> Made<Vec<DataDecl>> {
        let mut drafts = Drafts { context: self, ctors: Vec::new(), lists: Vec::new() };
        for (_, ctors) in types {
            drafts.add(ctors)?;
        }
        let names =
            types.iter().map(|(name, _)| self.symbol(name)).collect::<Made<Vec<Symbol>>>()?;
        let mut sorts: Vec<Option<Ast>> = vec![None; types.len()];
        // SAFETY: all lists have one entry for each type and live during the call.
        unsafe {
            (self.api.mk_datatypes)(
                self.ctx,
                types.len() as c_uint,
                names.as_ptr(),
                sorts.as_mut_ptr(),
                drafts.lists.as_mut_ptr(),
            );
        }
        self.checked()?;
        let mut drafted = drafts.ctors.iter();
        let mut declared = Vec::new();
        for ((_, ctors), sort) in types.iter().zip(sorts) {
            let sort = self.made(sort)?;
            let ctors = ctors
                .iter()
                .zip(drafted.by_ref())
                .map(|(spec, ctor)| self.declared_ctor(*ctor, spec.fields.len()))
                .collect::<Made<Vec<CtorDecl>>>()?;
            declared.push(DataDecl { sort, ctors });
        }
        Ok(declared)
    }

    fn declared_ctor(&self, ctor: Ctor, fields: usize) -> Made<CtorDecl> {
        let (mut make, mut is) = (None, None);
        let mut selectors: Vec<Option<Ast>> = vec![None; fields];
        // SAFETY: the constructor was declared with this many fields.
        unsafe {
            (self.api.query_constructor)(
                self.ctx,
                ctor,
                fields as c_uint,
                &mut make,
                &mut is,
                selectors.as_mut_ptr(),
            );
        }
        let fields = selectors.into_iter().map(|selector| self.made(selector));
        Ok(CtorDecl {
            make: self.made(make)?,
            is: self.made(is)?,
            fields: fields.collect::<Made<Vec<Ast>>>()?,
        })
    }
}

/// The solver.
impl Context {
    /// Opens a level.
    pub(crate) fn push(&self) -> Made<()> {
        // SAFETY: the solver is of this context.
        unsafe { (self.api.solver_push)(self.ctx, self.solver) };
        self.checked()
    }

    /// Closes the innermost levels.
    pub(crate) fn pop(&self, levels: usize) -> Made<()> {
        // SAFETY: the solver is of this context; the caller has opened that many levels, and Z3
        // reports an error otherwise.
        unsafe { (self.api.solver_pop)(self.ctx, self.solver, levels as c_uint) };
        self.checked()
    }

    /// Adds a condition to the innermost level.
    pub(crate) fn assert(&self, cond: Ast) -> Made<()> {
        // SAFETY: solver and condition are of this context.
        unsafe { (self.api.solver_assert)(self.ctx, self.solver, cond) };
        self.checked()
    }

    /// Whether the conditions of all levels have a model; otherwise why Z3 does not know.
    pub(crate) fn check(&self) -> Made<bool> {
        // SAFETY: the solver is of this context.
        let truth: Truth = unsafe { (self.api.solver_check)(self.ctx, self.solver) };
        self.checked()?;
        match truth {
            1 => Ok(true),
            -1 => Ok(false),
            _ => {
                // SAFETY: the reason is copied before the next call.
                let why = unsafe {
                    self.copied((self.api.solver_get_reason_unknown)(self.ctx, self.solver))
                };
                Err(Reason::Incomplete(why))
            }
        }
    }

    /// The model of the last check, which must have said that there is one.
    pub(crate) fn model(&self) -> Made<ContextModel<'_>> {
        // SAFETY: the solver is of this context; the model is held until it is dropped.
        let model = unsafe {
            let model =
                (self.api.solver_get_model)(self.ctx, self.solver).ok_or_else(|| self.error())?;
            (self.api.model_inc_ref)(self.ctx, model);
            model
        };
        Ok(ContextModel { context: self, model })
    }
}

/// Looking at trees.
impl Context {
    /// What stands at the top of a tree.
    pub(crate) fn kind(&self, ast: Ast) -> Kind {
        // SAFETY: the tree is of this context.
        match unsafe { (self.api.get_ast_kind)(self.ctx, ast) } {
            1 => Kind::Application,
            2 => Kind::Bound,
            _ => Kind::Other,
        }
    }

    /// The function and the operands of an application.
    pub(crate) fn application(&self, ast: Ast) -> Made<(Ast, Vec<Ast>)> {
        if self.kind(ast) != Kind::Application {
            return Err(Reason::Failed("Z3: expected an application".to_owned()));
        }
        // SAFETY: the tree is an application of this context.
        let (function, count) = unsafe {
            ((self.api.get_app_decl)(self.ctx, ast), (self.api.get_app_num_args)(self.ctx, ast))
        };
        // SAFETY: the index is below the number of operands.
        let arg = |n| self.made(unsafe { (self.api.get_app_arg)(self.ctx, ast, n) });
        Ok((self.made(function)?, (0..count).map(arg).collect::<Made<Vec<Ast>>>()?))
    }

    /// The name of a function.
    pub(crate) fn function_name(&self, function: Ast) -> String {
        // SAFETY: the function is of this context; the name is copied before the next call.
        unsafe {
            match (self.api.get_decl_name)(self.ctx, function) {
                Some(name) => self.copied((self.api.get_symbol_string)(self.ctx, name)),
                None => String::new(),
            }
        }
    }

    /// The truth value that a tree is, if it is one.
    pub(crate) fn as_bool(&self, ast: Ast) -> Option<bool> {
        // SAFETY: the tree is of this context.
        match unsafe { (self.api.get_bool_value)(self.ctx, ast) } {
            1 => Some(true),
            -1 => Some(false),
            _ => None,
        }
    }

    /// The number that a tree is, in decimal (`7`, `-7`, `-1/3`), if it is one. Irrational numbers
    /// have no such form.
    pub(crate) fn as_number(&self, ast: Ast) -> Option<String> {
        // SAFETY: the tree is of this context; the text is copied before the next call.
        unsafe {
            let plain = (self.api.is_numeral_ast)(self.ctx, ast)
                && !(self.api.is_algebraic_number)(self.ctx, ast);
            plain.then(|| self.copied((self.api.get_numeral_string)(self.ctx, ast)))
        }
    }

    /// The string that a tree is, if it is one: its code points, or what Z3 prints for it if this
    /// version cannot tell the code points.
    pub(crate) fn as_string(&self, ast: Ast) -> Option<Result<Vec<u32>, String>> {
        // SAFETY: the tree is of this context.
        if !unsafe { (self.api.is_string)(self.ctx, ast) } {
            return None;
        }
        if let (Some(length), Some(contents)) =
            (self.api.get_string_length, self.api.get_string_contents)
        {
            // SAFETY: the tree is a string; the buffer has as many places as it has code points.
            return Some(Ok(unsafe {
                let length = length(self.ctx, ast);
                let mut codes = vec![0; length as usize];
                contents(self.ctx, ast, length, codes.as_mut_ptr());
                codes
            }));
        }
        // SAFETY: the tree is a string; the text is copied before the next call.
        Some(Err(unsafe { self.copied((self.api.get_string)(self.ctx, ast)) }))
    }

    /// The function whose graph an array is, if it is one.
    pub(crate) fn as_array(&self, ast: Ast) -> Option<Ast> {
        // SAFETY: the tree is of this context, and asked for its function only if it has one.
        unsafe {
            (self.api.is_as_array)(self.ctx, ast)
                .then(|| self.made((self.api.get_as_array_func_decl)(self.ctx, ast)).ok())?
        }
    }

    /// The body of a lambda, if a tree is one.
    pub(crate) fn lambda_body(&self, ast: Ast) -> Option<Ast> {
        // SAFETY: the tree is of this context, and asked for its body only if it has one.
        unsafe {
            (self.api.is_lambda)(self.ctx, ast)
                .then(|| self.made((self.api.get_quantifier_body)(self.ctx, ast)).ok())?
        }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: no other thread holds the context: the watching thread gives its handle back
        // first.
        self.api.without_memory_limit(|| unsafe {
            (self.api.solver_dec_ref)(self.ctx, self.solver);
            (self.api.del_context)(self.ctx);
        });
    }
}

/// A model of a context.
pub(crate) struct ContextModel<'a> {
    context: &'a Context,
    model: api::Model,
}

/// The rows of a function in a model, and its value elsewhere.
pub(crate) struct Graph {
    pub(crate) rows: Vec<(Ast, Ast)>,
    pub(crate) otherwise: Ast,
}

impl ContextModel<'_> {
    /// The value of a tree.
    pub(crate) fn eval(&self, ast: Ast) -> Made<Ast> {
        let mut value = None;
        let api = &self.context.api;
        // SAFETY: model and tree are of this context.
        unsafe { (api.model_eval)(self.context.ctx, self.model, ast, true, &mut value) };
        self.context.made(value)
    }

    /// The graph of a function of one argument.
    pub(crate) fn graph(&self, function: Ast) -> Made<Graph> {
        let (api, ctx) = (&self.context.api, self.context.ctx);
        // SAFETY: model and function are of this context; the interpretation is held while in use.
        unsafe {
            let interp = (api.model_get_func_interp)(ctx, self.model, function)
                .ok_or_else(|| self.context.error())?;
            (api.func_interp_inc_ref)(ctx, interp);
            let count = (api.func_interp_get_num_entries)(ctx, interp);
            let rows = (0..count).map(|row| self.row(interp, row)).collect::<Made<Vec<_>>>();
            let otherwise = self.context.made((api.func_interp_get_else)(ctx, interp));
            (api.func_interp_dec_ref)(ctx, interp);
            Ok(Graph { rows: rows?, otherwise: otherwise? })
        }
    }

    /// # Safety
    /// The interpretation is of this context and has a row of this number.
    unsafe fn row(&self, interp: api::FuncInterp, row: c_uint) -> Made<(Ast, Ast)> {
        let (api, ctx) = (&self.context.api, self.context.ctx);
        // SAFETY: the caller promises the row; it is held while in use.
        unsafe {
            let entry = (api.func_interp_get_entry)(ctx, interp, row)
                .ok_or_else(|| self.context.error())?;
            (api.func_entry_inc_ref)(ctx, entry);
            let arg = self.context.made((api.func_entry_get_arg)(ctx, entry, 0));
            let value = self.context.made((api.func_entry_get_value)(ctx, entry));
            (api.func_entry_dec_ref)(ctx, entry);
            Ok((arg?, value?))
        }
    }
}

impl Drop for ContextModel<'_> {
    fn drop(&mut self) {
        // SAFETY: the model was held when this was made.
        unsafe { (self.context.api.model_dec_ref)(self.context.ctx, self.model) };
    }
}

/// Constructors on their way to a declaration; Z3 wants them deleted afterwards.
struct Drafts<'a> {
    context: &'a Context,
    ctors: Vec<Ctor>,
    lists: Vec<CtorList>,
}

impl Drafts<'_> {
    /// Adds the constructors of one type.
    fn add(&mut self, ctors: &[CtorSpec]) -> Made<()> {
        let from = self.ctors.len();
        for ctor in ctors {
            let ctor = self.draft(ctor)?;
            self.ctors.push(ctor);
        }
        let context = self.context;
        let drafted = &self.ctors[from..];
        let count = drafted.len() as c_uint;
        // SAFETY: the constructors were just made and are deleted later than the list.
        let list =
            unsafe { (context.api.mk_constructor_list)(context.ctx, count, drafted.as_ptr()) };
        self.lists.push(list.ok_or_else(|| context.error())?);
        Ok(())
    }

    fn draft(&self, spec: &CtorSpec) -> Made<Ctor> {
        let context = self.context;
        let (name, is) =
            (context.symbol(&spec.name)?, context.symbol(&format!("is-{}", spec.name))?);
        let fields = &spec.fields;
        let names =
            fields.iter().map(|(name, _)| context.symbol(name)).collect::<Made<Vec<_>>>()?;
        let sorts: Vec<Option<Ast>> = fields
            .iter()
            .map(|(_, sort)| match sort {
                FieldSort::Known(sort) => Some(*sort),
                FieldSort::Within(_) => None,
            })
            .collect();
        let mut places: Vec<c_uint> = fields
            .iter()
            .map(|(_, sort)| match sort {
                FieldSort::Known(_) => 0,
                FieldSort::Within(place) => *place as c_uint,
            })
            .collect();
        // SAFETY: all lists have one entry for each field and live during the call.
        unsafe {
            (context.api.mk_constructor)(
                context.ctx,
                name,
                is,
                fields.len() as c_uint,
                names.as_ptr(),
                sorts.as_ptr(),
                places.as_mut_ptr(),
            )
        }
        .ok_or_else(|| context.error())
    }
}

impl Drop for Drafts<'_> {
    fn drop(&mut self) {
        let (api, ctx) = (&self.context.api, self.context.ctx);
        // SAFETY: lists and constructors were made by this draft and are deleted once.
        unsafe {
            self.lists.drain(..).for_each(|list| (api.del_constructor_list)(ctx, list));
            self.ctors.drain(..).for_each(|ctor| (api.del_constructor)(ctx, ctor));
        }
    }
}

/// The right to interrupt a context from another thread.
pub(crate) struct InterruptHandle {
    api: Arc<Api>,
    ctx: Ctx,
}

impl InterruptHandle {
    /// Makes a running check give up. The caller makes sure that the context is still alive.
    pub(crate) fn interrupt(&self) {
        // SAFETY: Z3 allows this call from any thread while the context lives, and the watching
        // thread calls it only between the start and the end of a check.
        unsafe { (self.api.interrupt)(self.ctx) };
    }
}

fn c_string(text: &str) -> Made<CString> {
    CString::new(text)
        .map_err(|_| Reason::Failed("a name with a zero byte cannot be passed to Z3".to_owned()))
}

/// A string as Z3 before 4.8.13 takes it: everything but letters and digits as `\u{…}`.
fn escape(codes: &[u32]) -> String {
    let escaped = |code: &u32| match char::from_u32(*code) {
        Some(c) if c.is_ascii_alphanumeric() => c.to_string(),
        _ => format!("\\u{{{code:x}}}"),
    };
    codes.iter().map(escaped).collect()
}
