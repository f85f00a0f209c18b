//! The inferred sort of a variable is the largest that may be written behind it.

use k_syntax::{Definition, LoadOptions, Term, load};
use source::Files;

/// `D` and `E` are both below `A` and `B`, which are below `C`.
const SORTS: [&str; 6] = ["A", "B", "C", "D", "E", "K"];

const LANGUAGE: &str = r#"
  syntax C ::= A | B syntax A ::= D | E syntax B ::= D | E syntax D ::= "d" syntax E ::= "e"
  syntax KItem ::= inA(A) | inB(B) | inC(C) | inD(D) | inE(E) | inK(K) | all(KItem, KItem, KItem)
"#;

fn definition(rule: &str) -> Option<Definition> {
    let mut files = Files::new();
    let main = files.add("t.k", &format!("module T {LANGUAGE} rule {rule} => . endmodule"));
    load(&mut files, &main, &LoadOptions::default(), &mut |_, _| None)
        .ok()
        .map(|(loaded, _)| loaded)
}

fn inferred(rule: &str) -> Option<String> {
    let definition = definition(rule)?;
    let mut sorts = definition.terms.iter().filter_map(|term| match term {
        Term::Variable { name, sort, .. } if name == "X" => Some(*sort),
        _ => None,
    });
    sorts.next().map(|sort| definition.sort(sort).name.clone())
}

#[test]
fn all_pairs_of_places() {
    let sorts: Vec<&str> = SORTS.into_iter().chain(["KItem"]).collect();
    for one in SORTS {
        for other in SORTS {
            let rule = |x: &str| format!("all(in{one}({x}), in{other}({x}), inK({x}))");
            let fits: Vec<&str> = (sorts.iter().copied())
                .filter(|sort| definition(&rule(&format!("X:{sort}"))).is_some())
                .collect();
            // A sort is the largest if every other one that fits could be used where it is used.
            let below = |small: &&str, large: &str| {
                definition(&format!("all(in{large}(X:{small}), inK(X), inK(X))")).is_some()
            };
            let in_place = |sort: &&str| **sort != *"KItem";
            let largest: Vec<&str> = (fits.iter().copied())
                .filter(in_place)
                .filter(|large| {
                    fits.iter().filter(|s| in_place(s)).all(|small| below(small, large))
                })
                .collect();
            let expected = match largest[..] {
                [only] => Some(only.to_owned()),
                _ => None,
            };
            assert_eq!(inferred(&rule("X")), expected, "{one} and {other}: {fits:?}");
        }
    }
}
