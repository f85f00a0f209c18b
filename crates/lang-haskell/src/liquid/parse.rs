//! Annotations from the text of a module.
//!
//! One annotation is read after the other, by recursive descent over its tokens. One that is wrong
//! is named with its place and what it is about, and the others are read.

mod expr;
mod item;
mod reader;
mod types;

use source::File;
use syntax::Errors;

use super::ast::{Item, ItemTopic, UnreadItem};
use super::find;
use reader::Reader;

pub(in crate::liquid) use types::ANONYMOUS;

/// The annotations of a module that can be read, and the others.
#[must_use]
pub fn parse(file: &File) -> (Vec<Item>, Vec<UnreadItem>) {
    let (ranges, unclosed) = find::annotations(file);
    let (mut items, mut unread) = (Vec::new(), Vec::new());
    for range in ranges {
        let mut errors = Errors::default();
        let mut reader = Reader::new(file, range, &mut errors);
        match reader.item() {
            Ok(item) => items.push(item),
            Err(_) => {
                let (topic, span) = (reader.topic(), reader.whole());
                let why = errors.finish().into_iter().next().expect("what is wrong is reported");
                unread.push(UnreadItem { topic, why, span });
            }
        }
    }
    unread.extend(unclosed.into_iter().map(|why| {
        let span = why.labels.first().map_or(file.span(0..0), |label| label.span);
        UnreadItem { topic: ItemTopic::Other, why, span }
    }));
    (items, unread)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::liquid::ast::{ItemKind, TypeKind};
    use crate::liquid::print::item_text;
    use proptest::prelude::*;
    use source::{Diagnostic, Files};

    fn parsed(text: &str) -> (Vec<Item>, Vec<Diagnostic>) {
        let (items, unread) = parse(&Files::new().add("T.hs", text));
        (items, unread.into_iter().map(|one| one.why).collect())
    }

    /// Each annotation is read and written down again as expected.
    #[track_caller]
    fn check(inside: &str, expected: &str) -> Item {
        let (mut items, errors) = parsed(&format!("{{-@ {inside} @-}}"));
        assert!(errors.is_empty(), "{errors:?}");
        let item = items.pop().expect("there is one annotation");
        assert_eq!(item_text(&item.kind), expected);
        let (again, errors) = parsed(&format!("{{-@ {expected} @-}}"));
        assert!(errors.is_empty(), "{errors:?}");
        assert_eq!(again[0].kind, item.kind, "printing and parsing again is the identity");
        item
    }

    #[track_caller]
    fn same(inside: &str) {
        check(inside, inside);
    }

    #[track_caller]
    fn fails(inside: &str, message: &str, under: &str) {
        let text = format!("{{-@ {inside} @-}}");
        let (items, errors) = parsed(&text);
        assert!(items.is_empty(), "{items:?}");
        assert_eq!(errors[0].message, message);
        assert_eq!(&text[errors[0].labels[0].span.range()], under);
    }

    #[test]
    fn signatures() {
        same("abs :: Int -> Nat");
        same("f :: x:{v:Int | v > 0} -> {v:Int | v >= x && v /= 0}");
        check("f :: {x:Int | x>0} -> ys:[a] -> Int", "f :: {x:Int | x > 0} -> ys:[a] -> Int");
        check("f, g :: (a -> b) -> (a,b)", "f, g :: (a -> b) -> (a, b)");
        same("sort :: (Ord a, Show a) => [a] -> SortedList a");
        check(
            "f :: forall a. Ord a => a -> a / [len xs, n]",
            "f :: forall a. Ord a => a -> a / [len xs, n]",
        );
        check("assume M.lookup::k->Map k {v:_|v>0}", "assume M.lookup :: k -> Map k {v:_ | v > 0}");
        check("(:+:) :: a -> List a -> List a", "(:+:) :: a -> List a -> List a");
        same("die :: {v:String | false} -> a");
        same("f :: x:Int -> {f x == x}");
        check("f :: m a -> Maybe (Int, [a])", "f :: m a -> Maybe (Int, [a])");
        check("(+++) :: xs:_ -> ()", "(+++) :: xs:_ -> ()");
    }

    #[test]
    fn refinements_need_no_name_of_their_own() {
        check("f :: x:{Int | x > 0} -> Int", "f :: x:{x:Int | x > 0} -> Int");
        check(
            "f :: {Int | v > 0} -> [{Int | v < 9}]",
            "f :: {VV:Int | v > 0} -> [{VV:Int | v < 9}]",
        );
        check("f :: xs:{[a] | len xs > 0 || p} -> a", "f :: xs:{xs:[a] | len xs > 0 || p} -> a");
        same("f :: x:Int -> {f x == x}");
    }

    #[test]
    fn results_have_names() {
        check("f :: x:Int -> v:{Int | v > x}", "f :: x:Int -> {v:Int | v > x}");
        check("f :: x:Int -> v:Int", "f :: x:Int -> {v:Int | true}");
        check("f :: x:Int -> r:{v:Int | v > x}", "f :: x:Int -> {r:{v:Int | v > x} | true}");
        check("f :: Maybe (v:{Int | v > 0})", "f :: Maybe {v:Int | v > 0}");
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let topic = |inside: &str| {
            let (items, unread) = parse(&Files::new().add("T.hs", &format!("{{-@ {inside} @-}}")));
            assert!(items.is_empty(), "{items:?}");
            unread.into_iter().next().expect("there is one").topic
        };
        let names = |topic: ItemTopic| match topic {
            ItemTopic::Functions(names) => {
                names.into_iter().map(|name| name.text).collect::<Vec<_>>()
            }
            other => panic!("functions are expected, found {other:?}"),
        };
        assert_eq!(names(topic("f, (+++) :: {v:Int | v ??? 1}")), ["f", "+++"]);
        assert_eq!(names(topic("assume M.g :: Int ->")), ["M.g"]);
        let is = |topic: ItemTopic, name: &str| match topic {
            ItemTopic::TypeAlias(ident) | ItemTopic::Logic(ident) | ItemTopic::Data(ident) => {
                ident.text == name
            }
            ItemTopic::Functions(_) | ItemTopic::Other => false,
        };
        assert!(is(topic("type Nat = {v:Int | v ??? 0}"), "Nat"));
        assert!(is(topic("measure size :: "), "size"));
        assert!(is(topic("data T [n] = C { x :: }"), "T"));
        assert_eq!(topic("bla bla {"), ItemTopic::Other);
    }

    #[test]
    fn values_are_arguments_of_types() {
        check("f :: ListN a 3 -> PosL a {size xs + 1}", "f :: ListN a 3 -> PosL a {size xs + 1}");
        check("f :: n:Nat -> ListN a (n+1)", "f :: n:Nat -> ListN a {n + 1}");
        check("f :: n:Nat -> ListN a (size xs)", "f :: n:Nat -> ListN a (size xs)");
        check("f :: Rng 0 n -> Rng (-1) n", "f :: Rng 0 n -> Rng {-1} n");
        same("f :: Maybe (Rng 0 (len xs))");
    }

    #[test]
    fn aliases_and_predicates() {
        same("type Nat = {v:Int | v >= 0}");
        same("type PosL a N = {v:List a | size v == N}");
        same("predicate Btwn Lo V Hi = Lo <= V && V < Hi");
        same("predicate Sum X Y Z = size X == size Y + size Z");
    }

    #[test]
    fn measures_of_both_kinds() {
        same("measure size");
        same("measure level :: Tree a -> Int");
        let text = "measure sumsize :: List (List a) -> Int\n    sumsize (Emp) = 0\n    \
                    sumsize ((:+:) x xs) = size x + sumsize xs";
        let expected = "measure sumsize :: List (List a) -> Int\n    sumsize Emp = 0\n    \
                        sumsize ((:+:) x xs) = size x + sumsize xs";
        let item = check(text, expected);
        let ItemKind::Measure(measure) = item.kind else { panic!("it is a measure") };
        assert_eq!(measure.equations[1].fields.len(), 2);
        check(
            "measure len :: [a] -> Int\n len [] = 0\n len (y:ys) = 1 + len(ys)",
            "measure len :: [a] -> Int\n    len [] = 0\n    len ((:) y ys) = 1 + len ys",
        );
        check(
            "measure first :: (a, b) -> a\n first (x, y) = x",
            "measure first :: (a, b) -> a\n    first ((,) x y) = x",
        );
    }

    #[test]
    fn data_types() {
        same("data List a = Emp | (:+:) { hd :: a, tl :: List a }");
        check(
            "data Tree [ht] a = Leaf | Node { key::a, l::Tree {v:a | v<key}, r::Tree a }",
            "data Tree [ht] a = Leaf | Node { key :: a, l :: Tree {v:a | v < key}, r :: Tree a }",
        );
        check(
            "data Pair = P (x::Int) (y::{v:Int | v > x})",
            "data Pair = P { x :: Int, y :: {v:Int | v > x} }",
        );
        check("data T = C Int !(List Int) | D", "data T = C Int (List Int) | D");
        check("newtype N = N { un :: Nat }", "newtype N = N { un :: Nat }");
        same("data L a <p :: a -> a -> Bool> = N | C a (L a)");
    }

    #[test]
    fn what_is_ignored_or_not_supported_is_kept() {
        same("LIQUID \"--no-termination\"");
        same("qualif Foo(v:Int): (v > 0)");
        same("lazy f");
        same("autosize List");
        same("embed Set as Set_Set");
        same("infixr 9 :+:");
        let item = check("relational f ~ g", "relational f ~ g");
        assert!(matches!(item.kind, ItemKind::Unsupported(..)));
        same("f :: forall <p :: a -> Bool>. [a<p>] -> a<p>");
        check("f :: [a]<{\\x y -> x <= y}> -> Int", "f :: [a]<{\\x y -> x <= y}> -> Int");
        check("f :: L<p> (a<p x>) -> Int", "f :: (L a<p x>)<p> -> Int");
        same("inline max");
        same("reflect plus");
        same("invariant {v:[a] | len v >= 0}");
        check(
            "using (List a) as {v:List a | size v >= 0}",
            "using List a as {v:List a | size v >= 0}",
        );
    }

    #[test]
    fn classes_have_measures_and_methods() {
        check("class measure sz :: a -> Int", "measure sz :: a -> Int");
        same("instance measure sz :: [a] -> Int\n    sz [] = 0");
        let text = "class (Ord a) => C a where\n  f :: x:a -> {v:Int | v > 0}\n  g, h :: a -> a";
        let item =
            check(text, "class C a where\n    f :: x:a -> {v:Int | v > 0}\n    g, h :: a -> a");
        let ItemKind::Methods(None, methods) = item.kind else { panic!("these are methods") };
        assert_eq!(methods.len(), 2);
        same("instance C [] where\n    f :: [a] -> Int");
    }

    #[test]
    fn refinement_parameters_are_read_as_far_as_they_can_be() {
        let item = check(
            "f :: forall a <p :: x:Int -> a -> Bool>. a<p 0> -> L <{\\x y -> x < y}> a",
            "f :: forall a. forall <p :: x:Int -> a -> Bool>. a<p 0> -> (L a)<{\\x y -> x < y}>",
        );
        let ItemKind::Signature(signature) = item.kind else { panic!("it is a signature") };
        let TypeKind::ForAll(_, inner) = signature.ty.kind else { panic!("it has a variable") };
        let TypeKind::ForAllAbstract(_, params, _) = inner.kind else { panic!("it has one") };
        assert_eq!((params.len(), params[0].params.len()), (1, 2));
    }

    #[test]
    fn predicates() {
        let pred = |text: &str, expected: &str| {
            check(&format!("f :: {{v:Int | {text}}}"), &format!("f :: {{v:Int | {expected}}}"));
        };
        pred("a=b&&c!=d|| ~e", "a == b && c /= d || not e");
        pred("(a => b) => c <=> d", "(a => b) => c <=> d");
        pred("a => (b => c)", "a => b => c");
        pred("x - (y - z) - w", "x - (y - z) - w");
        pred("(x + y) * z mod 2 == x `div` 3", "(x + y) * z mod 2 == x div 3");
        pred("mod v 2 == 0", "v mod 2 == 0");
        pred("if p then x else -y", "if p then x else -y");
        pred(
            "Set_cup (listElts xs) (Set_sng x) == Set_empty 0",
            "Set_cup (listElts xs) (Set_sng x) == Set_empty 0",
        );
        pred("v == \"a\\n\" || v == 'b' || v > 1.50", "v == \"a\\n\" || v == 'b' || v > 1.50");
        pred("fst (x, y) == [1, 2] && Prop v", "fst (x, y) == [1, 2] && Prop v");
        pred("len(xs) = 0", "len xs == 0");
        pred("v == (x : xs)", "v == x : xs");
        pred("not (p && True)", "not (p && true)");
        pred("- (- 1) < -x * y", "-(-1) < -x * y");
    }

    #[test]
    fn mistakes_are_reported_at_their_places() {
        fails("f :: Int ->", "expected a type, found the end of the annotation", "");
        fails("f :: {v:Int v > 0}", "expected `|` or `}`, found `>`", ">");
        fails("f :: {v:Int | 0 <= v < 9}", "comparisons cannot be chained", "<");
        fails("f :: {v:Int | v > }", "expected an expression, found `}`", "}");
        fails("f Int", "expected `::`, found `Int`", "Int");
        fails("measure size :: List a ->", "expected a type, found the end of the annotation", "");
        fails("", "expected an annotation, found the end of the annotation", "");
        fails("f :: Int § Int", "unknown character `§`", "§");
        fails("f :: Int Int)", "expected the end of the annotation, found `)`", ")");
    }

    #[test]
    fn reading_goes_on_after_a_mistake() {
        let (items, errors) = parsed("{-@ f :: @-}\n{-@ g :: Int @-}\n{-@ h :: { @-}");
        assert_eq!((items.len(), errors.len()), (1, 2));
    }

    #[test]
    fn deep_annotations_are_refused() {
        let deep = |open: &str, close: &str| {
            let text = format!("{{-@ f :: {}Int{} @-}}", open.repeat(9999), close.repeat(9999));
            assert_eq!(parsed(&text).1[0].message, "this is nested too deeply");
        };
        deep("[", "]");
        deep("List (", ")");
        deep("Int -> ", "");
        let open = format!("{{-@ f :: {{v:Int | {} @-}}", "(".repeat(9999));
        assert_eq!(parsed(&open).1[0].message, "this is nested too deeply");
        let long = format!("{{-@ f :: {{v:Int | {}v}} @-}}", "v + ".repeat(9999));
        assert_eq!(parsed(&long).1[0].message, "this is nested too deeply");
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_a_panic(text in r#"(\{-@|@-\}|::|->|[a-zA-Z0-9(){}\[\]<>|=:,.`"' \n+*-]|data|measure|forall|if){0,60}"#) {
            let text = format!("{{-@ {text} @-}}");
            let (_, errors) = parsed(&text);
            for label in errors.iter().flat_map(|error| &error.labels) {
                prop_assert!(text.get(label.span.range()).is_some());
            }
        }

        #[test]
        fn printing_and_parsing_again_is_the_identity(item in crate::liquid::print::random::item()) {
            let text = item_text(&item);
            let (items, errors) = parsed(&format!("{{-@ {text} @-}}"));
            prop_assert!(errors.is_empty(), "{text}: {errors:?}");
            prop_assert_eq!(&items[0].kind, &item, "{}", text);
        }
    }
}
