//! Annotations of real modules: what they mean, and that the judge and the programs made of them
//! agree on random values.

use std::path::Path;
use std::rc::Rc;

use lang_haskell::ghc::{Ghc, How};
use lang_haskell::liquid::ast::UnreadItem;
use lang_haskell::liquid::elaborate::{Calls, Check, prepare};
use lang_haskell::liquid::judge::{Env, Judge, value_of};
use lang_haskell::liquid::logic::{Parameter, Specs};
use lang_haskell::liquid::resolve::{Annotated, Resolved};
use lang_haskell::liquid::{parse, resolve};
use lang_haskell::lower::Numbers;
use lang_haskell::run::{End, run};
use lang_haskell::types::Instantiation;
use lang_haskell::{Function, Program, Sources};
use machine::Facets;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use source::Files;
use term::{Pool, Sort, Term};

struct Read {
    program: Program,
    specs: Specs,
    unread: Vec<UnreadItem>,
}

/// A module with its annotations, without our library.
fn read(text: &str) -> Read {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("T.hs");
    std::fs::write(&path, text).expect("a file can be written");
    let ghc = Ghc::find(&std::env::temp_dir().join("tracehound-test-cache"), How::PLAIN)
        .expect("GHC is there");
    let own =
        ghc.dump(folder.path(), &[Path::new(&path)], How::PLAIN).expect("it compiles").modules;
    let mut files = Files::new();
    let file = files.add("T.hs", text);
    let program = Program::new(own, Vec::new(), Sources::new());
    let (items, unread) = parse(&file);
    assert!(unread.is_empty(), "{unread:?}");
    let prelude = files.add(resolve::PRELUDE_NAME, resolve::PRELUDE);
    let module = program.own_modules().last().expect("there is one");
    let modules = [Annotated { module, items: &items, unread: &[], locals: &[] }];
    let Resolved { specs, unread, .. } = resolve(program.linked(), &modules, &prelude);
    let unread = unread.concat();
    Read { program, specs, unread }
}

/// Why annotations are not understood: those of functions, then the others.
fn errors(read: &Read) -> Vec<&str> {
    let functions = read.specs.signatures.iter().filter_map(|known| known.unsupported.as_ref());
    let others = read.unread.iter().map(|unread| unread.why.message.as_str());
    functions.map(|(why, _)| why.as_str()).chain(others).collect()
}

const LISTS: &str = "module T where
data List a = Emp | Cons a (List a)
{-@ measure size @-}
size :: List a -> Int
size Emp = 0
size (Cons _ xs) = 1 + size xs
{-@ measure total :: List Int -> Int
      total (Emp) = 0
      total (Cons x xs) = x + total xs @-}
{-@ measure elts :: List a -> Set a
      elts (Emp) = Set_empty 0
      elts (Cons x xs) = Set_cup (Set_sng x) (elts xs) @-}
{-@ inline atMost @-}
atMost :: Int -> List a -> Bool
atMost n xs = if size xs > 2 then size xs <= n else n >= 0 || n == -1
{-@ type Small a N = {v:List a | atMost N v} @-}
{-@ predicate Has X V = Set_mem X (elts V) @-}
{-@ data Tree = Leaf | Node { key :: Int, l :: {t:Tree | below key t}, r :: Tree } @-}
data Tree = Leaf | Node { key :: Int, l :: Tree, r :: Tree }
{-@ inline below @-}
below :: Int -> Tree -> Bool
below _ Leaf = True
below k (Node x a b) = x < k && below k a && below k b
{-@ invariant {t:Tree | depth t < 4} @-}
{-@ measure depth @-}
depth :: Tree -> Int
depth Leaf = 0
depth (Node _ a b) = 1 + (if depth a > depth b then depth a else depth b)

{-@ f1 :: n:Int -> xs:Small Int n -> {v:List Int | size v == size xs} @-}
f1 :: Int -> List Int -> List Int
f1 _ xs = xs
{-@ f2 :: xs:List {v:Int | v mod 3 /= 1} -> {v:Int | v == 0} @-}
f2 :: List Int -> Int
f2 _ = 0
{-@ f3 :: a:List Int -> {b:List Int | elts a == elts b || Has 2 b && total a < total b} -> Int @-}
f3 :: List Int -> List Int -> Int
f3 _ _ = 0
{-@ f4 :: Tree -> Int @-}
f4 :: Tree -> Int
f4 _ = 0
{-@ f5 :: p:(Int, {v:List Nat | size v > 0}) -> {v:Int | v >= fst p => size (snd p) /= 2} -> Int @-}
f5 :: (Int, List Int) -> Int -> Int
f5 _ _ = 0
{-@ f6 :: a:List Int -> {b:List Int | Set_sub (elts a) (Set_dif (elts b) (Set_sng 1)) <=> Set_emp (Set_cap (elts a) (elts b))} -> Int @-}
f6 :: List Int -> List Int -> Int
f6 _ _ = 0
";

#[test]
fn annotations_are_laid_beside_types() {
    let read = read(LISTS);
    assert_eq!(errors(&read), Vec::<&str>::new());
    let of = |name: &str| {
        let found = read.specs.signatures.iter().find(|known| known.name.occ == name);
        found.expect("it is annotated").clone()
    };
    let first = of("f1");
    assert_eq!(first.params.len(), 2);
    assert_eq!(first.result.preds.len(), 1);
    let Parameter::Value(xs) = &first.params[1] else { panic!("it is a value") };
    assert_eq!(xs.preds.len(), 1, "the alias is expanded");
    assert_eq!(read.specs.local_name(xs.var), "xs");
    assert!(!of("f2").values().next().expect("there is one").is_plain());
    assert_eq!(read.specs.datas.len(), 1);
}

#[test]
fn mistakes_in_names_are_reported() {
    let text = "module T where
{-@ measure lenn :: [a] -> Int @-}
{-@ f :: xs:[Int] -> {v:Int | v > lem xs} @-}
f :: [Int] -> Int
f _ = 0
{-@ g :: Int -> Bool @-}
g :: Int -> Int
g x = x
{-@ gg :: Int @-}
{-@ h :: x:Int -> {v:Int | twice x == v} @-}
h :: Int -> Int
h x = twice x
twice :: Int -> Int
twice x = x + x
{-@ k :: {v:[Int] | len v v == 0} -> Int @-}
k :: [Int] -> Int
k _ = 0
";
    let read = read(text);
    let expected = [
        "`lem` means nothing here",
        "this does not fit the type of the program",
        "`twice` means nothing here",
        "`len` takes 1 argument, found 2",
        "there is no function `gg` in this module",
    ];
    assert_eq!(errors(&read), expected);
    let help = &read.unread.last().expect("one is left").why.helps;
    assert!(help[0].starts_with("did you mean `g`"), "{help:?}");
}

#[test]
fn what_is_not_supported_is_remembered() {
    let text = "module T where
{-@ measure level :: Int -> Int @-}
{-@ f :: {v:Int | level v == 0} -> Int @-}
f :: Int -> Int
f x = x
{-@ g :: forall <p :: Int -> Bool>. Int<p> -> Int<p> @-}
g :: Int -> Int
g x = x
";
    let read = read(text);
    assert_eq!(read.unread, []);
    let [f, g] = &read.specs.signatures[..] else { panic!("two are read") };
    assert!(f.unsupported.is_some() && f.partly.is_none());
    assert!(g.unsupported.is_none() && g.partly.is_none(), "any refinement is one");
}

/// A random value of a sort that is not too deep.
fn random(pool: &Pool, sort: Sort, depth: u32, runner: &mut TestRunner) -> Term {
    let mut pick = |range: std::ops::Range<i64>| {
        let tree = range.new_tree(runner).expect("ranges have values");
        proptest::strategy::ValueTree::current(&tree)
    };
    if sort == Sort::INT {
        return pool.int(pick(-2..4));
    }
    let (data, _) = pool.as_data(sort).expect("inputs are numbers or data");
    let ctors = pool.ctors(data);
    let number =
        if depth == 0 { 0 } else { pick(0..ctors.len() as i64 * 2).min(ctors.len() as i64 - 1) };
    let fields = ctors[number as usize].fields.len();
    let field = |at: usize| pool.field_sort(sort, number as u32, at as u32);
    let fields: Vec<Term> =
        (0..fields).map(|at| random(pool, field(at), depth.saturating_sub(1), runner)).collect();
    pool.construct(sort, number as u32, &fields)
}

/// Whether a program that was made of the type of `name` discards random inputs exactly if the
/// judge finds them broken; both have to happen.
fn agree(read: &Read, name: &str, runner: &mut TestRunner) {
    let signature = read.specs.signatures.iter().find(|known| known.name.occ == name);
    let signature = signature.expect("it is annotated");
    let definition =
        read.program.linked().definition(&signature.name).expect("it is there").definition;
    let function =
        Function { name: definition.name.clone(), ty: definition.ty.clone(), span: None };
    let target = read.program.instance(&function, &Instantiation::default()).expect("no classes");
    let pool = Pool::new();
    let (program, specs) = (&read.program, &read.specs);
    let (calls, numbers) = (Calls::annotated(Facets::Concrete), Numbers::Ideal);
    let prepared = prepare(&pool, Check { program, specs, target: &target, calls, numbers });
    let judge = Judge { specs, linked: program.linked() };
    let mut seen = [0, 0];
    for _ in 0..150 {
        let mut inputs = Vec::new();
        let ran = run(
            &pool,
            &prepared.session,
            |asked| {
                inputs.push(random(&pool, asked.sort, 4, runner));
                Ok(*inputs.last().expect("it was pushed just now"))
            },
            100_000,
        );
        let mut env = Env::default();
        let mut broken = false;
        for (refined, input) in signature.values().zip(&inputs) {
            let value = value_of(program.linked(), &pool, &refined.ty, *input);
            broken |= judge.broken(refined, &value, &env).expect("all is known").is_some();
            env = env.with(refined.var, Rc::clone(&value));
        }
        assert_eq!(ran.end == End::Discarded, broken, "{name}: {:?}", ran.end);
        seen[usize::from(broken)] += 1;
    }
    assert!(seen[0] > 5 && seen[1] > 5, "{name}: both should happen: {seen:?}");
}

#[test]
fn the_judge_and_the_programs_agree() {
    let read = read(LISTS);
    let mut runner = TestRunner::new_with_rng(
        Config::default(),
        proptest::test_runner::TestRng::deterministic_rng(
            proptest::test_runner::RngAlgorithm::ChaCha,
        ),
    );
    for name in ["f1", "f2", "f3", "f4", "f5", "f6"] {
        agree(&read, name, &mut runner);
    }
}
