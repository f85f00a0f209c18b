//! Random functions in Haskell with refinement types, and the same refinements as code of the oracle.

use test_support::Dice;

/// The head of the module.
pub(super) const HEAD: &str = "\
module Batch where
import qualified Data.Map as M

data Shape = Dot | Line Int | Pair Int Shape deriving (Show, Eq)

";

/// A function in both forms.
pub(super) struct Function {
    /// The definition with its type.
    pub(super) text: String,
    /// A function of the oracle from the arguments to a verdict.
    pub(super) judge: String,
    /// The values of the second argument that the oracle tries.
    pub(super) list: &'static str,
}

/// The function that a tape describes.
pub(super) fn function(tape: &[u8], number: usize) -> Function {
    let mut writer = Writer { dice: Dice::of_tape(tape), ints: vec!["x".to_owned()], calls: None };
    let (name, ty, list) = *writer.dice.pick(&[
        ("p", "[Int]", "listsOfInts"),
        ("p", "Shape", "shapes"),
        ("p", "Maybe Int", "maybes"),
        ("p", "Bool", "bools"),
    ]);
    let recursive = matches!(ty, "[Int]" | "Shape") && writer.dice.percent(60);
    // What a recursive call demands of its arguments is nothing that the oracle would see.
    let require =
        if !recursive && writer.dice.percent(60) { writer.cond(0) } else { "true".to_owned() };
    let equations = writer.equations(number, ty, recursive);
    writer.ints = vec!["x".to_owned(), "v".to_owned()];
    let ensure = writer.cond(1);
    let domain = if require == "true" {
        "x:Int".to_owned()
    } else {
        format!("x:{{v:Int | {}}}", require.replace('x', "v"))
    };
    let text = format!(
        "{{-@ f{number} :: {domain} -> {name}:{ty} -> {{v:Int | {ensure}}} @-}}\nf{number} :: Int -> {ty} -> Int\n{equations}\n"
    );
    let require = require.replace("true", "True");
    let judge =
        format!("judge{number} x p = plain ({require}) (f{number} x p) (\\v -> {ensure})\n");
    Function { text, judge, list }
}

struct Writer {
    dice: Dice,
    ints: Vec<String>,
    /// The recursive call that may be made here, without its first argument.
    calls: Option<(usize, &'static str)>,
}

impl Writer {
    fn equations(&mut self, number: usize, ty: &str, recursive: bool) -> String {
        let patterns: &[(&str, &[&str], &'static str)] = match ty {
            "[Int]" => &[("[]", &[], ""), ("(h : t)", &["h"], "t")],
            "Shape" => &[("Dot", &[], ""), ("(Line n)", &["n"], ""), ("(Pair n s)", &["n"], "s")],
            "Maybe Int" => &[("Nothing", &[], ""), ("(Just n)", &["n"], "")],
            _ => &[("False", &[], ""), ("True", &[], "")],
        };
        let mut text = String::new();
        // Sometimes the last equation is missing: the function is partial.
        let count = patterns.len() - usize::from(self.dice.percent(8));
        for (pattern, names, rest) in &patterns[..count] {
            let outer = self.ints.len();
            self.ints.extend(names.iter().map(|name| (*name).to_owned()));
            self.calls = (recursive && !rest.is_empty()).then_some((number, *rest));
            if self.dice.percent(25) {
                let (cond, yes, no) = (self.cond(1), self.int(1), self.int(2));
                text +=
                    &format!("f{number} x {pattern}\n  | {cond} = {yes}\n  | otherwise = {no}\n");
            } else {
                text += &format!("f{number} x {pattern} = {}\n", self.int(3));
            }
            self.calls = None;
            self.ints.truncate(outer);
        }
        text
    }

    fn int(&mut self, depth: usize) -> String {
        if let Some((number, rest)) = self.calls
            && self.dice.percent(30)
        {
            self.calls = None;
            let first = self.int(depth.min(1));
            let call = format!("(f{number} ({first}) {rest})");
            self.calls = Some((number, rest));
            return call;
        }
        match self.dice.below(if depth == 0 { 3 } else { 13 }) {
            0 => self.dice.below(8).to_string(),
            1 | 2 => self.dice.pick(&self.ints.clone()).clone(),
            3..6 => {
                let op = *self.dice.pick(&["+", "-"]);
                format!("({} {op} {})", self.int(depth - 1), self.int(depth - 1))
            }
            6 => format!("({} * {})", self.dice.below(4), self.int(depth - 1)),
            7 => {
                let op = *self.dice.pick(&["div", "mod"]);
                let by = if self.dice.percent(80) { 1 + self.dice.below(3) } else { 0 };
                let by = if by == 0 { self.int(0) } else { by.to_string() };
                format!("({} `{op}` {by})", self.int(depth - 1))
            }
            8 | 9 => {
                let (cond, yes, no) = (self.cond(1), self.int(depth - 1), self.int(depth - 1));
                format!("(if {cond} then {yes} else {no})")
            }
            10 => {
                let (cond, value) = (self.cond(0), self.int(depth - 1));
                format!("(let w = {value} in if {cond} then w else w + 1)")
            }
            11 => {
                let (key, value) = (self.int(0), self.int(0));
                let map = format!("(M.insert {key} ({value}) (M.fromList [(1, 2), (2, 3)]))");
                match self.dice.below(3) {
                    0 => format!("(M.size {map})"),
                    1 => format!("(M.findWithDefault 0 {} {map})", self.int(0)),
                    _ => format!("(sum (M.elems {map}))"),
                }
            }
            _ => match self.dice.below(4) {
                0 => format!("(abs ({}))", self.int(depth - 1)),
                1 => format!("(max {} {})", self.int(0), self.int(0)),
                2 => format!("(length (filter (> {}) [1, {}, 3]))", self.int(0), self.int(0)),
                _ => {
                    format!("(foldr (+) 0 (map (\\e -> e - {}) [{}, 4]))", self.int(0), self.int(0))
                }
            },
        }
    }

    fn cond(&mut self, depth: usize) -> String {
        match self.dice.below(if depth == 0 { 4 } else { 6 }) {
            0..4 => {
                let op = *self.dice.pick(&["==", "/=", "<", "<=", ">", ">="]);
                format!("({} {op} {})", self.operand(), self.operand())
            }
            kind => {
                let op = if kind == 4 { "&&" } else { "||" };
                format!("({} {op} {})", self.cond(depth - 1), self.cond(depth - 1))
            }
        }
    }

    fn operand(&mut self) -> String {
        if self.dice.percent(55) {
            return self.dice.pick(&self.ints.clone()).clone();
        }
        self.dice.below(6).to_string()
    }
}
