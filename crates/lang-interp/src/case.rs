//! The macro that matches values.

/// Matches a value against patterns and runs the clause of the first that fits.
///
/// Patterns are `_`, a name (keeps the part), a constructor over patterns (`Cons(head, _)`; those
/// without fields too: `Nil()`), an integer, `true`, `false`, `int n`, `bool b`, `sym s` (keep a part
/// of that kind), or `sym "text"`. However deep the patterns are, a value with unknowns makes one
/// choice among all clauses. It stands in a function that returns `Result<_, Stop>`. No clause
/// is a failure of the interpreted program.
///
/// ```
/// use lang_interp::{Cx, Heap, Options, RunOutcome, Stop, Value, case, data, run_once};
///
/// data! { pub List = Nil() | Cons(Any, List); }
///
/// fn append(cx: &mut Cx<'_>, xs: Value, ys: Value) -> Result<Value, Stop> {
///     case!(cx, xs; {
///         Nil() => Ok(ys),
///         Cons(head, tail) => {
///             let rest = cx.call(|cx| append(cx, tail, ys))?;
///             Ok(cx.make(&Cons, &[head, rest]))
///         }
///     })
/// }
///
/// let mut heap = Heap::new();
/// let nil = heap.make(&Nil, &[]);
/// let one = heap.int(1);
/// let list = heap.make(&Cons, &[one, nil]);
/// let run = |cx: &mut Cx<'_>| append(cx, list, list);
/// let outcome = run_once(&mut heap, &Options::default(), &[], run);
/// assert!(matches!(outcome, Ok(RunOutcome::Value(v)) if v.to_string() == "Cons(1, Cons(1, Nil))"));
/// ```
#[macro_export]
macro_rules! case {
    // Clauses one by one: the pattern is all tokens before `=>`.
    (@munch $cx:expr, $value:expr; [$($done:tt)*]) => {
        $crate::case!(@emit $cx, $value; $($done)*)
    };
    (@munch $cx:expr, $value:expr; [$($done:tt)*] $p1:tt => $($rest:tt)*) => {
        $crate::case!(@body $cx, $value; [$($done)*] [$p1] $($rest)*)
    };
    (@munch $cx:expr, $value:expr; [$($done:tt)*] $p1:tt $p2:tt => $($rest:tt)*) => {
        $crate::case!(@body $cx, $value; [$($done)*] [$p1 $p2] $($rest)*)
    };
    (@body $cx:expr, $value:expr; [$($done:tt)*] [$($pat:tt)*] $body:block , $($rest:tt)*) => {
        $crate::case!(@munch $cx, $value; [$($done)* { [$($pat)*] $body }] $($rest)*)
    };
    (@body $cx:expr, $value:expr; [$($done:tt)*] [$($pat:tt)*] $body:block $($rest:tt)*) => {
        $crate::case!(@munch $cx, $value; [$($done)* { [$($pat)*] $body }] $($rest)*)
    };
    (@body $cx:expr, $value:expr; [$($done:tt)*] [$($pat:tt)*] $body:expr , $($rest:tt)*) => {
        $crate::case!(@munch $cx, $value; [$($done)* { [$($pat)*] $body }] $($rest)*)
    };
    (@body $cx:expr, $value:expr; [$($done:tt)*] [$($pat:tt)*] $body:expr) => {
        $crate::case!(@munch $cx, $value; [$($done)* { [$($pat)*] $body }])
    };
    (@emit $cx:expr, $value:expr; $($clauses:tt)*) => {{
        static PATTERNS: &[$crate::Pat<'static>] = &$crate::case!(@patterns [] $($clauses)*);
        let (clause, parts) = $cx.split($value, PATTERNS)?;
        #[allow(unused_mut, unused_variables, reason = "not every clause keeps parts")]
        let mut parts = parts.into_iter();
        $crate::case!(@arms clause parts 0_usize; $($clauses)*)
    }};
    (@patterns [$($done:tt)*]) => { [$($done)*] };
    (@patterns [$($done:tt)*] { [$($pat:tt)*] $body:tt } $($rest:tt)*) => {
        $crate::case!(@patterns [$($done)* $crate::case!(@pat $($pat)*),] $($rest)*)
    };
    (@arms $clause:ident $parts:ident $number:expr;) => {
        unreachable!("`split` returns the number of a clause")
    };
    (@arms $clause:ident $parts:ident $number:expr; { [$($pat:tt)*] $body:tt } $($rest:tt)*) => {
        if $clause == $number {
            $crate::case!(@keep $parts; $($pat)*);
            $body
        } else {
            $crate::case!(@arms $clause $parts $number + 1; $($rest)*)
        }
    };
    // Patterns.
    (@pat _) => { $crate::Pat::Any };
    (@pat true) => { $crate::Pat::Bool(true) };
    (@pat false) => { $crate::Pat::Bool(false) };
    (@pat int $name:ident) => { $crate::Pat::Of($crate::Kind::Int) };
    (@pat bool $name:ident) => { $crate::Pat::Of($crate::Kind::Bool) };
    (@pat sym $text:literal) => {
        $crate::Pat::Sym({
            static NAME: $crate::Name = $crate::Name::new($text);
            &NAME
        })
    };
    (@pat sym $name:ident) => { $crate::Pat::Of($crate::Kind::Symbol) };
    (@pat - $int:literal) => { $crate::Pat::Int(-$int) };
    (@pat $ctor:ident ($($inner:tt)*)) => {
        $crate::Pat::Con(&$ctor, &$crate::case!(@fields [] $($inner)*))
    };
    (@pat $name:ident) => { $crate::Pat::Bind };
    (@pat $int:literal) => { $crate::Pat::Int($int) };
    (@fields [$($done:tt)*]) => { [$($done)*] };
    (@fields [$($done:tt)*] $a:tt , $($rest:tt)*) => {
        $crate::case!(@fields [$($done)* $crate::case!(@pat $a),] $($rest)*)
    };
    (@fields [$($done:tt)*] $a:tt $b:tt , $($rest:tt)*) => {
        $crate::case!(@fields [$($done)* $crate::case!(@pat $a $b),] $($rest)*)
    };
    (@fields [$($done:tt)*] $a:tt) => {
        $crate::case!(@fields [$($done)* $crate::case!(@pat $a),])
    };
    (@fields [$($done:tt)*] $a:tt $b:tt) => {
        $crate::case!(@fields [$($done)* $crate::case!(@pat $a $b),])
    };
    // The names in a pattern, from left to right.
    (@keep $parts:ident; _) => {};
    (@keep $parts:ident; true) => {};
    (@keep $parts:ident; false) => {};
    (@keep $parts:ident; sym $text:literal) => {};
    (@keep $parts:ident; - $int:literal) => {};
    (@keep $parts:ident; $ctor:ident ($($inner:tt)*)) => {
        $crate::case!(@keeps $parts; $($inner)*);
    };
    (@keep $parts:ident; $kind:ident $name:ident) => { $crate::case!(@keep $parts; $name); };
    (@keep $parts:ident; $name:ident) => {
        let $name = $parts.next().expect("a pattern keeps as many parts as it has names");
    };
    (@keep $parts:ident; $int:literal) => {};
    (@keeps $parts:ident;) => {};
    (@keeps $parts:ident; $a:tt , $($rest:tt)*) => {
        $crate::case!(@keep $parts; $a);
        $crate::case!(@keeps $parts; $($rest)*);
    };
    (@keeps $parts:ident; $a:tt $b:tt , $($rest:tt)*) => {
        $crate::case!(@keep $parts; $a $b);
        $crate::case!(@keeps $parts; $($rest)*);
    };
    (@keeps $parts:ident; $a:tt) => { $crate::case!(@keep $parts; $a); };
    (@keeps $parts:ident; $a:tt $b:tt) => { $crate::case!(@keep $parts; $a $b); };
    ($cx:expr, $value:expr; { $($clauses:tt)* }) => {
        $crate::case!(@munch $cx, $value; [] $($clauses)*)
    };
}
