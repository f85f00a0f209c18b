//! The C functions of Z3 that we call, looked up by name when the library is loaded.
//!
//! A row of the table is a function with the types of Z3's header. All rows exist in every Z3 from
//! 4.8.12 on; the few that came later are optional, and their callers have another way. Numbers
//! of C enumerations differ between versions, so no row takes or returns one except those that
//! never changed: truth values (-1, 0, 1), error codes (0 is none) and kinds of syntax trees.
//!
//! Nothing here checks anything: [`crate::context`] is the only caller.

use std::ffi::{c_char, c_int, c_uint, c_void};
use std::ptr::NonNull;
use std::sync::Mutex;

use libloading::Library;

/// An object of Z3. Never null: a function that can fail returns an `Option` of these.
macro_rules! opaque {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[repr(transparent)]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub(crate) struct $name(NonNull<c_void>);
    )*};
}

opaque! {
    /// `Z3_config`
    Config,
    /// `Z3_context`
    Ctx,
    /// `Z3_symbol`
    Symbol,
    /// `Z3_ast`, and `Z3_sort` and `Z3_func_decl`, which are kinds of it.
    Ast,
    /// `Z3_solver`
    Solver,
    /// `Z3_model`
    Model,
    /// `Z3_params`
    Params,
    /// `Z3_constructor`
    Ctor,
    /// `Z3_constructor_list`
    CtorList,
    /// `Z3_func_interp`
    FuncInterp,
    /// `Z3_func_entry`
    FuncEntry,
    /// `Z3_ast_vector`
    AstVector,
}

// SAFETY: the objects of a context may be used by any thread as long as only one does at a time,
// which `&mut` access to the owner of the context guarantees.
unsafe impl Send for Ast {}
// SAFETY: as above.
unsafe impl Send for Ctx {}
// SAFETY: as above.
unsafe impl Send for Solver {}
// SAFETY: as above.
unsafe impl Send for Model {}

/// The limit on the memory of all contexts together.
#[derive(Default)]
pub(crate) struct Memory {
    pub(crate) mib: Option<u32>,
    /// How many contexts are being deleted, for which there is no limit.
    pub(crate) lifted: usize,
}

/// `Z3_lbool`: 1 is true, -1 is false, 0 is unknown.
pub(crate) type Truth = c_int;
/// A string that Z3 owns until the next call.
pub(crate) type Text = *const c_char;
/// What Z3 calls on an error instead of ending the process.
pub(crate) type ErrorHandler = unsafe extern "C" fn(Ctx, c_int);

/// A function that makes a tree of one tree.
pub(crate) type Unary = unsafe extern "C" fn(Ctx, Ast) -> Option<Ast>;
/// A function that makes a tree of two trees.
pub(crate) type Binary = unsafe extern "C" fn(Ctx, Ast, Ast) -> Option<Ast>;
/// A function that makes a tree of three trees.
pub(crate) type Ternary = unsafe extern "C" fn(Ctx, Ast, Ast, Ast) -> Option<Ast>;
/// A function that makes a tree of any number of trees.
pub(crate) type Nary = unsafe extern "C" fn(Ctx, c_uint, *const Ast) -> Option<Ast>;
/// A function that makes a tree of a number and a tree.
pub(crate) type Indexed = unsafe extern "C" fn(Ctx, c_uint, Ast) -> Option<Ast>;
/// A function that makes a sort without parameters.
pub(crate) type Plain = unsafe extern "C" fn(Ctx) -> Option<Ast>;

macro_rules! table {
    (
        required { $($name:ident: $symbol:literal as $type:ty,)* }
        optional { $($late:ident: $late_symbol:literal as $late_type:ty,)* }
    ) => {
        /// The functions of one loaded library.
        pub(crate) struct Api {
            $(pub(crate) $name: $type,)*
            $(pub(crate) $late: Option<$late_type>,)*
            /// Keeps the functions in memory.
            _library: Library,
            pub(crate) memory: Mutex<Memory>,
        }

        impl Api {
            /// Looks all functions up; the error names the first one that is missing.
            ///
            /// # Safety
            /// The library must be Z3: functions are taken to have the types written here.
            pub(crate) unsafe fn of(library: Library) -> Result<Api, libloading::Error> {
                Ok(Api {
                    // SAFETY: the caller promises Z3, whose header says these types.
                    $($name: unsafe { *library.get::<$type>($symbol)? },)*
                    // SAFETY: as above.
                    $($late: unsafe { library.get::<$late_type>($late_symbol).ok().map(|f| *f) },)*
                    _library: library,
                    memory: Mutex::default(),
                })
            }
        }
    };
}

table! {
    required {
        get_full_version: b"Z3_get_full_version" as unsafe extern "C" fn() -> Text,
        global_param_set: b"Z3_global_param_set" as unsafe extern "C" fn(Text, Text),
        mk_config: b"Z3_mk_config" as unsafe extern "C" fn() -> Option<Config>,
        del_config: b"Z3_del_config" as unsafe extern "C" fn(Config),
        mk_context: b"Z3_mk_context_rc" as unsafe extern "C" fn(Config) -> Option<Ctx>,
        del_context: b"Z3_del_context" as unsafe extern "C" fn(Ctx),
        interrupt: b"Z3_interrupt" as unsafe extern "C" fn(Ctx),
        set_error_handler: b"Z3_set_error_handler" as unsafe extern "C" fn(Ctx, ErrorHandler),
        get_error_code: b"Z3_get_error_code" as unsafe extern "C" fn(Ctx) -> c_int,
        get_error_msg: b"Z3_get_error_msg" as unsafe extern "C" fn(Ctx, c_int) -> Text,
        inc_ref: b"Z3_inc_ref" as unsafe extern "C" fn(Ctx, Ast),
        dec_ref: b"Z3_dec_ref" as unsafe extern "C" fn(Ctx, Ast),

        mk_string_symbol: b"Z3_mk_string_symbol" as unsafe extern "C" fn(Ctx, Text) -> Option<Symbol>,
        get_symbol_string: b"Z3_get_symbol_string" as unsafe extern "C" fn(Ctx, Symbol) -> Text,

        mk_bool_sort: b"Z3_mk_bool_sort" as Plain,
        mk_int_sort: b"Z3_mk_int_sort" as Plain,
        mk_real_sort: b"Z3_mk_real_sort" as Plain,
        mk_string_sort: b"Z3_mk_string_sort" as Plain,
        mk_bv_sort: b"Z3_mk_bv_sort" as unsafe extern "C" fn(Ctx, c_uint) -> Option<Ast>,
        mk_uninterpreted_sort: b"Z3_mk_uninterpreted_sort" as unsafe extern "C" fn(Ctx, Symbol) -> Option<Ast>,
        mk_array_sort: b"Z3_mk_array_sort" as Binary,
        mk_constructor: b"Z3_mk_constructor" as unsafe extern "C" fn(Ctx, Symbol, Symbol, c_uint, *const Symbol, *const Option<Ast>, *mut c_uint) -> Option<Ctor>,
        del_constructor: b"Z3_del_constructor" as unsafe extern "C" fn(Ctx, Ctor),
        mk_constructor_list: b"Z3_mk_constructor_list" as unsafe extern "C" fn(Ctx, c_uint, *const Ctor) -> Option<CtorList>,
        del_constructor_list: b"Z3_del_constructor_list" as unsafe extern "C" fn(Ctx, CtorList),
        mk_datatypes: b"Z3_mk_datatypes" as unsafe extern "C" fn(Ctx, c_uint, *const Symbol, *mut Option<Ast>, *mut CtorList),
        query_constructor: b"Z3_query_constructor" as unsafe extern "C" fn(Ctx, Ctor, c_uint, *mut Option<Ast>, *mut Option<Ast>, *mut Option<Ast>),

        mk_func_decl: b"Z3_mk_func_decl" as unsafe extern "C" fn(Ctx, Symbol, c_uint, *const Ast, Ast) -> Option<Ast>,
        mk_app: b"Z3_mk_app" as unsafe extern "C" fn(Ctx, Ast, c_uint, *const Ast) -> Option<Ast>,
        mk_const: b"Z3_mk_const" as unsafe extern "C" fn(Ctx, Symbol, Ast) -> Option<Ast>,
        mk_true: b"Z3_mk_true" as Plain,
        mk_false: b"Z3_mk_false" as Plain,
        mk_numeral: b"Z3_mk_numeral" as unsafe extern "C" fn(Ctx, Text, Ast) -> Option<Ast>,
        mk_string: b"Z3_mk_string" as unsafe extern "C" fn(Ctx, Text) -> Option<Ast>,

        mk_not: b"Z3_mk_not" as Unary,
        mk_and: b"Z3_mk_and" as Nary,
        mk_or: b"Z3_mk_or" as Nary,
        mk_ite: b"Z3_mk_ite" as Ternary,
        mk_eq: b"Z3_mk_eq" as Binary,

        mk_le: b"Z3_mk_le" as Binary,
        mk_lt: b"Z3_mk_lt" as Binary,
        mk_add: b"Z3_mk_add" as Nary,
        mk_mul: b"Z3_mk_mul" as Nary,
        mk_div: b"Z3_mk_div" as Binary,
        mk_mod: b"Z3_mk_mod" as Binary,
        mk_int2real: b"Z3_mk_int2real" as Unary,
        mk_real2int: b"Z3_mk_real2int" as Unary,

        mk_bvnot: b"Z3_mk_bvnot" as Unary,
        mk_bvneg: b"Z3_mk_bvneg" as Unary,
        mk_bvand: b"Z3_mk_bvand" as Binary,
        mk_bvor: b"Z3_mk_bvor" as Binary,
        mk_bvxor: b"Z3_mk_bvxor" as Binary,
        mk_bvadd: b"Z3_mk_bvadd" as Binary,
        mk_bvmul: b"Z3_mk_bvmul" as Binary,
        mk_bvudiv: b"Z3_mk_bvudiv" as Binary,
        mk_bvurem: b"Z3_mk_bvurem" as Binary,
        mk_bvsdiv: b"Z3_mk_bvsdiv" as Binary,
        mk_bvsrem: b"Z3_mk_bvsrem" as Binary,
        mk_bvshl: b"Z3_mk_bvshl" as Binary,
        mk_bvlshr: b"Z3_mk_bvlshr" as Binary,
        mk_bvashr: b"Z3_mk_bvashr" as Binary,
        mk_bvult: b"Z3_mk_bvult" as Binary,
        mk_bvule: b"Z3_mk_bvule" as Binary,
        mk_bvslt: b"Z3_mk_bvslt" as Binary,
        mk_bvsle: b"Z3_mk_bvsle" as Binary,
        mk_concat: b"Z3_mk_concat" as Binary,
        mk_extract: b"Z3_mk_extract" as unsafe extern "C" fn(Ctx, c_uint, c_uint, Ast) -> Option<Ast>,
        mk_zero_ext: b"Z3_mk_zero_ext" as Indexed,
        mk_sign_ext: b"Z3_mk_sign_ext" as Indexed,
        mk_int2bv: b"Z3_mk_int2bv" as Indexed,
        mk_bv2int: b"Z3_mk_bv2int" as unsafe extern "C" fn(Ctx, Ast, bool) -> Option<Ast>,

        mk_seq_concat: b"Z3_mk_seq_concat" as Nary,
        mk_seq_length: b"Z3_mk_seq_length" as Unary,
        mk_seq_at: b"Z3_mk_seq_at" as Binary,
        mk_seq_extract: b"Z3_mk_seq_extract" as Ternary,
        mk_seq_contains: b"Z3_mk_seq_contains" as Binary,
        mk_seq_prefix: b"Z3_mk_seq_prefix" as Binary,
        mk_seq_suffix: b"Z3_mk_seq_suffix" as Binary,
        mk_seq_index: b"Z3_mk_seq_index" as Ternary,
        mk_seq_replace: b"Z3_mk_seq_replace" as Ternary,
        mk_str_to_int: b"Z3_mk_str_to_int" as Unary,
        mk_int_to_str: b"Z3_mk_int_to_str" as Unary,
        mk_str_lt: b"Z3_mk_str_lt" as Binary,
        mk_str_le: b"Z3_mk_str_le" as Binary,

        mk_const_array: b"Z3_mk_const_array" as Binary,
        mk_select: b"Z3_mk_select" as Binary,
        mk_store: b"Z3_mk_store" as Ternary,

        parse: b"Z3_parse_smtlib2_string" as unsafe extern "C" fn(Ctx, Text, c_uint, *const Symbol, *const Ast, c_uint, *const Symbol, *const Ast) -> Option<AstVector>,
        ast_vector_inc_ref: b"Z3_ast_vector_inc_ref" as unsafe extern "C" fn(Ctx, AstVector),
        ast_vector_dec_ref: b"Z3_ast_vector_dec_ref" as unsafe extern "C" fn(Ctx, AstVector),
        ast_vector_size: b"Z3_ast_vector_size" as unsafe extern "C" fn(Ctx, AstVector) -> c_uint,
        ast_vector_get: b"Z3_ast_vector_get" as unsafe extern "C" fn(Ctx, AstVector, c_uint) -> Option<Ast>,

        mk_params: b"Z3_mk_params" as unsafe extern "C" fn(Ctx) -> Option<Params>,
        params_inc_ref: b"Z3_params_inc_ref" as unsafe extern "C" fn(Ctx, Params),
        params_dec_ref: b"Z3_params_dec_ref" as unsafe extern "C" fn(Ctx, Params),
        params_set_bool: b"Z3_params_set_bool" as unsafe extern "C" fn(Ctx, Params, Symbol, bool),
        params_set_uint: b"Z3_params_set_uint" as unsafe extern "C" fn(Ctx, Params, Symbol, c_uint),
        mk_simple_solver: b"Z3_mk_simple_solver" as unsafe extern "C" fn(Ctx) -> Option<Solver>,
        solver_inc_ref: b"Z3_solver_inc_ref" as unsafe extern "C" fn(Ctx, Solver),
        solver_dec_ref: b"Z3_solver_dec_ref" as unsafe extern "C" fn(Ctx, Solver),
        solver_set_params: b"Z3_solver_set_params" as unsafe extern "C" fn(Ctx, Solver, Params),
        solver_push: b"Z3_solver_push" as unsafe extern "C" fn(Ctx, Solver),
        solver_pop: b"Z3_solver_pop" as unsafe extern "C" fn(Ctx, Solver, c_uint),
        solver_assert: b"Z3_solver_assert" as unsafe extern "C" fn(Ctx, Solver, Ast),
        solver_check: b"Z3_solver_check" as unsafe extern "C" fn(Ctx, Solver) -> Truth,
        solver_get_reason_unknown: b"Z3_solver_get_reason_unknown" as unsafe extern "C" fn(Ctx, Solver) -> Text,
        solver_get_model: b"Z3_solver_get_model" as unsafe extern "C" fn(Ctx, Solver) -> Option<Model>,

        model_inc_ref: b"Z3_model_inc_ref" as unsafe extern "C" fn(Ctx, Model),
        model_dec_ref: b"Z3_model_dec_ref" as unsafe extern "C" fn(Ctx, Model),
        model_eval: b"Z3_model_eval" as unsafe extern "C" fn(Ctx, Model, Ast, bool, *mut Option<Ast>) -> bool,
        model_get_func_interp: b"Z3_model_get_func_interp" as unsafe extern "C" fn(Ctx, Model, Ast) -> Option<FuncInterp>,
        func_interp_inc_ref: b"Z3_func_interp_inc_ref" as unsafe extern "C" fn(Ctx, FuncInterp),
        func_interp_dec_ref: b"Z3_func_interp_dec_ref" as unsafe extern "C" fn(Ctx, FuncInterp),
        func_interp_get_num_entries: b"Z3_func_interp_get_num_entries" as unsafe extern "C" fn(Ctx, FuncInterp) -> c_uint,
        func_interp_get_entry: b"Z3_func_interp_get_entry" as unsafe extern "C" fn(Ctx, FuncInterp, c_uint) -> Option<FuncEntry>,
        func_interp_get_else: b"Z3_func_interp_get_else" as unsafe extern "C" fn(Ctx, FuncInterp) -> Option<Ast>,
        func_entry_inc_ref: b"Z3_func_entry_inc_ref" as unsafe extern "C" fn(Ctx, FuncEntry),
        func_entry_dec_ref: b"Z3_func_entry_dec_ref" as unsafe extern "C" fn(Ctx, FuncEntry),
        func_entry_get_arg: b"Z3_func_entry_get_arg" as unsafe extern "C" fn(Ctx, FuncEntry, c_uint) -> Option<Ast>,
        func_entry_get_value: b"Z3_func_entry_get_value" as unsafe extern "C" fn(Ctx, FuncEntry) -> Option<Ast>,

        simplify: b"Z3_simplify" as Unary,
        substitute: b"Z3_substitute" as unsafe extern "C" fn(Ctx, Ast, c_uint, *const Ast, *const Ast) -> Option<Ast>,
        get_ast_kind: b"Z3_get_ast_kind" as unsafe extern "C" fn(Ctx, Ast) -> c_int,
        get_bool_value: b"Z3_get_bool_value" as unsafe extern "C" fn(Ctx, Ast) -> Truth,
        is_numeral_ast: b"Z3_is_numeral_ast" as unsafe extern "C" fn(Ctx, Ast) -> bool,
        is_algebraic_number: b"Z3_is_algebraic_number" as unsafe extern "C" fn(Ctx, Ast) -> bool,
        get_numeral_string: b"Z3_get_numeral_string" as unsafe extern "C" fn(Ctx, Ast) -> Text,
        is_string: b"Z3_is_string" as unsafe extern "C" fn(Ctx, Ast) -> bool,
        get_string: b"Z3_get_string" as unsafe extern "C" fn(Ctx, Ast) -> Text,
        get_app_decl: b"Z3_get_app_decl" as unsafe extern "C" fn(Ctx, Ast) -> Option<Ast>,
        get_app_num_args: b"Z3_get_app_num_args" as unsafe extern "C" fn(Ctx, Ast) -> c_uint,
        get_app_arg: b"Z3_get_app_arg" as unsafe extern "C" fn(Ctx, Ast, c_uint) -> Option<Ast>,
        get_decl_name: b"Z3_get_decl_name" as unsafe extern "C" fn(Ctx, Ast) -> Option<Symbol>,
        is_as_array: b"Z3_is_as_array" as unsafe extern "C" fn(Ctx, Ast) -> bool,
        get_as_array_func_decl: b"Z3_get_as_array_func_decl" as Unary,
        is_lambda: b"Z3_is_lambda" as unsafe extern "C" fn(Ctx, Ast) -> bool,
        get_quantifier_body: b"Z3_get_quantifier_body" as Unary,
    }
    optional {
        mk_u32string: b"Z3_mk_u32string" as unsafe extern "C" fn(Ctx, c_uint, *const c_uint) -> Option<Ast>,
        get_string_length: b"Z3_get_string_length" as unsafe extern "C" fn(Ctx, Ast) -> c_uint,
        get_string_contents: b"Z3_get_string_contents" as unsafe extern "C" fn(Ctx, Ast, c_uint, *mut c_uint),
    }
}
