//! What is said about broken definitions and programs.

use k_syntax::{Definition, LoadOptions, ProgramParser, Terms, load};
use source::{Diagnostic, Files};

fn load_text(text: &str) -> (Files, Result<Definition, Vec<Diagnostic>>) {
    let mut files = Files::new();
    let main = files.add("t.k", text);
    let loaded = load(&mut files, &main, &LoadOptions::default(), &mut |_, _| None);
    (files, loaded.map(|(definition, _)| definition))
}

/// The first error of a definition stands at `place`, says `message` and helps with `help`.
#[track_caller]
fn check(text: &str, place: &str, message: &str, help: &str) {
    let (files, loaded) = load_text(text);
    let Err(errors) = loaded else { panic!("nothing is wrong") };
    let error = &errors[0];
    let found = error.labels.first().map(|label| files.describe(label.span));
    assert_eq!(found.as_deref(), Some(place), "{error:#?}");
    assert!(error.message.contains(message), "{error:#?}");
    let words = [error.helps.join(" "), error.notes.join(" ")].join(" ");
    assert!(words.contains(help), "{error:#?}");
}

#[test]
fn modules() {
    check("module T imports INTT endmodule", "t.k:1:18", "no module `INTT`", "`INT`");
    check(
        "module A imports B endmodule module B imports T endmodule module T imports A endmodule",
        "t.k:1:47",
        "import each other: T → A → B → T",
        "module of its own",
    );
    check("module T endmodule module T endmodule", "t.k:1:27", "twice", "");
    check("module T syntax A ::= \"a\"", "t.k:1:8", "has no end", "endmodule");
    check("requires \"no.k\" module T endmodule", "t.k:1:1", "cannot find", "relative");
    check("module T /* endmodule", "t.k:1:8", "has no end", "");
    check("/* module T endmodule", "t.k:1:1", "never closed", "*/");
}

#[test]
fn sorts() {
    check("module T syntax E ::= \"a\" Int endmodule", "t.k:1:27", "sort `Int`", "");
    check(
        "module T imports LIST syntax E ::= Mapp endmodule",
        "t.k:1:36",
        "sort `Mapp`",
        "syntax Mapp",
    );
    check(
        "module A syntax Name endmodule module B endmodule
         module T imports private B imports C syntax E ::= Name endmodule
         module C imports private A endmodule",
        "t.k:2:60",
        "sort `Name`",
        "imports A",
    );
    check("module T syntax A ::= B syntax B ::= A endmodule", "t.k:1:23", "below each other", "");
    check("module T syntax A ::= \"a\" rule X:AA => X endmodule", "t.k:1:34", "sort `AA`", "");
}

#[test]
fn rules() {
    let with = |rule: &str| {
        format!(
            "module T imports DOMAINS syntax E ::= Int | Id | E \"+\" E | f(Map) [function]\n\
             rule {rule} endmodule"
        )
    };
    check(&with("X +"), "t.k:2:9", "ends too early", "");
    check(&with("1 ) 2"), "t.k:2:8", "unexpected `)`", "");
    check(&with("A + B + C => 1"), "t.k:2:6", "two ways", "associativity");
    check(&with("f(X) => X +Int 1"), "t.k:2:8", "used as", "no sort is below both");
    check(&with("f(_) => .Map"), "t.k:2:14", "sort `Map` where `E`", "");
    check(&with("A B ~> C => C"), "t.k:2:6", "two ways", "give the variables sorts");
    check(&with("\"abc => 1"), "t.k:2:6", "unexpected", "");
}

#[test]
fn cells_of_rules() {
    let with = |rule: &str| {
        format!(
            "module T imports DOMAINS syntax E ::= Int | f(E)\n\
             configuration <T> <k> $PGM:E </k> <n> 0 </n> </T>\n\
             rule {rule} endmodule"
        )
    };
    check(&with("<q> 1 => 2 </q>"), "t.k:3:6", "no cell <q>", "<T> <k> <n>");
    check(&with("<k> 1 => 2 </n>"), "t.k:3:17", "cell <k> is not closed", "");
    check(&with("<k> 1 => 2"), "t.k:3:16", "cell <k> is not closed", "");
    check(
        &with("<n> true => 2 </n>"),
        "t.k:3:10",
        "unexpected `true`",
        "holds a term of sort `Int`",
    );
}

#[test]
fn configurations() {
    let with = |text: &str| format!("module T imports DOMAINS\nconfiguration {text} endmodule");
    check(&with("<T> <k> 1 </k>"), "t.k:2:15", "`<T>` is never closed", "</T>");
    check(&with("<T> <k> 1 </T>"), "t.k:2:19", "`<k>` is never closed", "</k>");
    check(&with("<T> <k> 1 + </k> </T>"), "t.k:2:25", "unexpected `+`", "");
    check(&with("<T> <k> 1 </k> <k> 2 </k> </T>"), "t.k:2:30", "two cells <k>", "names");
    check(&with("<T> <foo/> </T>"), "t.k:2:19", "described nowhere", "contents");
    check(&with("1"), "t.k:2:15", "expected a cell", "");
    let own = "module DEFAULT-CONFIGURATION endmodule module T endmodule";
    check(own, "t.k:1:1", "no configuration", "");
}

#[test]
fn expressions() {
    check(
        "module T syntax A ::= r\"[a\" [token] rule X:A => X endmodule",
        "t.k:1:23",
        "expression",
        "",
    );
}

#[test]
fn misspelt_attributes_are_reported() {
    let mut files = Files::new();
    let text = "module T syntax E ::= \"a\" E [strikt, frobnicate(1)] endmodule";
    let main = files.add("t.k", text);
    let loaded = load(&mut files, &main, &LoadOptions::default(), &mut |_, _| None);
    let (_, warnings) = loaded.expect("warnings keep nothing from running");
    let [only] = &warnings[..] else { panic!("{warnings:?}") };
    assert_eq!(files.describe(only.labels[0].span), "t.k:1:30");
    assert_eq!(only.helps, ["did you mean `strict`?"]);
}

#[test]
fn programs() {
    let text = "module T imports DOMAINS-SYNTAX syntax E ::= Id | E \"+\" E \";\" | E E endmodule";
    let (mut files, loaded) = load_text(text);
    let definition = loaded.expect("the definition is sound");
    let parser = ProgramParser::new(&definition).expect("the expressions are fine");
    let sort = definition.find_sort("E").expect("it is declared");
    let mut fault = |program: &str| {
        let file = files.add("p", program);
        let error = parser.parse(&file, sort, &mut Terms::default()).expect_err("it is wrong");
        (files.describe(error.labels[0].span), error.message, error.notes)
    };
    let (place, message, notes) = fault("a\n+ b");
    assert_eq!((place.as_str(), message.as_str()), ("p:2:4", "the text ends too early"));
    assert_eq!(notes, ["what could come here: Id, `+`, `;`"]);
    assert_eq!(fault("a + ;").2, ["what could come here: Id"]);
    let (place, message, notes) = fault("a + a b c;");
    assert_eq!((place.as_str(), message.as_str()), ("p:1:5", "this can be read in two ways"));
    assert_eq!(notes, ["either __:E(__:E(a, b), c)", "or __:E(a, __:E(b, c))"]);
    assert_eq!(fault("a § b").0, "p:1:3");
    assert_eq!(fault("").1, "the text ends too early");
}
