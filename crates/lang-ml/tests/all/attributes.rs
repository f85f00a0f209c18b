//! Folders of attribute specs: what they come to, and what is reported when they are wrong.

use lang_ml::attribute::{Folder, Loaded, SHARED};
use lang_ml::spec::Specs;
use proptest::prelude::*;
use source::{Diagnostic, File, Files};
use term::Pool;

const LIBRARY: &str = "val put : Key.t -> Elem.t -> unit\nval has : Key.t -> bool";

const PREDICATES: &str = "let[@pred] usedP (k : Key.t) = _F (Put ((k [@d]), x, v, true))";

const INVARIANT: &str = "let[@pred] rI (m : Elem.t) = _G (not (Put (k, (m [@d]), v, true)))";

const CONTRACTS: &str = "
    let[@libRty] put ?l:(k = (true : [%v: Key.t])) ?l:(x = (true : [%v: Elem.t])) =
      { pre = true; res = (true : [%v: unit]); newadding = lastL && Put ((k [@d]), (x [@d]), v, true) }
    let[@libRty] has ?l:(k = (true : [%v: Key.t])) =
      [| { pre = usedP k; res = (v : [%v: bool]); newadding = lastL && Has ((k [@d]), v, v) };
         { pre = not (usedP k); res = (not v : [%v: bool]); newadding = lastL && Has ((k [@d]), v, not v) } |]";

const METHOD: &str = "
    let add (k : Key.t) (x : Elem.t) : unit = if has k then () else put k x
    let[@assertRty] add ((m : Elem.t) [@ghost]) ?l:(k = (true : [%v: Key.t])) ?l:(x = (true : [%v: Elem.t])) =
      { pre = rI m; res = (true : [%v: unit]); post = rI m }";

/// A folder with one method, in memory.
struct Sample {
    files: Files,
    folder: Folder,
    method: File,
}

impl Sample {
    fn new(shared: [&str; 4], method: &str, siblings: &[(&str, &str)]) -> Sample {
        let mut files = Files::new();
        let mut at = SHARED.iter();
        let shared = shared
            .map(|text| files.add(&format!("set/{}", at.next().expect("there are as many")), text));
        let method = files.add("set/add.ml", method);
        let mut methods = vec![method.clone()];
        let siblings = siblings.iter();
        methods.extend(siblings.map(|(name, text)| files.add(&format!("set/{name}.ml"), text)));
        Sample { files, folder: Folder { shared, methods }, method }
    }

    /// The good folder with some text in place of another.
    fn with(old: &str, new: &str) -> Sample {
        let put = |text: &str| text.replace(old, new);
        let shared = [put(LIBRARY), put(PREDICATES), put(INVARIANT), put(CONTRACTS)];
        let all = [LIBRARY, PREDICATES, INVARIANT, CONTRACTS, METHOD].concat();
        assert!(all.contains(old), "{old} is nowhere");
        Sample::new(shared.each_ref().map(String::as_str), &put(METHOD), &[])
    }

    fn load(&mut self) -> Result<Loaded, Vec<Diagnostic>> {
        self.folder.load(&Pool::new(), &mut self.files, &self.method)
    }

    /// The first complaint, as `file, the word that it points at: message`.
    fn complaint(&mut self) -> Option<String> {
        let faults = self.load().err()?;
        let span = faults[0].labels.first().expect("every complaint has a place").span;
        let word = self.files.excerpt(span).split_whitespace().next().unwrap_or("start");
        let file = self.files.get(span.file).name();
        Some(format!("{file}, {word}: {}", faults[0].message))
    }
}

#[track_caller]
fn refused(old: &str, new: &str, expected: &str) {
    assert_eq!(Sample::with(old, new).complaint().as_deref(), Some(expected));
}

#[test]
fn a_folder_becomes_contracts() {
    let loaded = Sample::with("", "").load().expect("a good folder");
    let specs = loaded.specs;
    assert_eq!(specs.methods.len(), 1);
    let case = &specs.methods[0].cases[0];
    assert_eq!((case.ghosts.len(), case.context.len()), (1, 1));
    assert_eq!((case.after.len(), case.effect.len(), case.invariant.len()), (1, 0, 0));
    let cases: Vec<usize> = specs.operations.iter().map(|op| op.cases.len()).collect();
    assert_eq!(cases, [1, 2], "an intersection is several cases");
    assert_eq!(specs.axioms.len(), 0, "nothing of the prelude is used");
}

#[test]
fn a_post_that_begins_with_the_pre_is_split_at_the_call() {
    for post in ["post = (rI m; lastL)", "newadding = lastL"] {
        let loaded = Sample::with("post = rI m", post).load().expect("a good folder");
        let case = &loaded.specs.methods[0].cases[0];
        assert_eq!((case.after.len(), case.effect.len()), (0, 1), "{post}");
        assert_eq!(case.effect[0].what, trace::Formula::Last, "{post}");
    }
    for post in ["post = (rI x; lastL)", "post = (lastL; rI m)"] {
        let loaded = Sample::with("post = rI m", post).load().expect("a good folder");
        let case = &loaded.specs.methods[0].cases[0];
        assert_eq!((case.after.len(), case.effect.len()), (1, 0), "{post}");
    }
}

/// `x` is a parameter of the contract and a name within the event: they are two things.
#[test]
fn names_within_events_are_their_own() {
    let event = |post: &str| {
        let loaded = Sample::with("post = rI m", post).load().expect("a good folder");
        loaded.specs.methods[0].cases[0].effect[0].what.clone()
    };
    let inner = event("newadding = Put (k, x, v, true)");
    let other = event("newadding = Put (a, b, c, true)");
    assert_eq!(inner, other, "names alone demand nothing");
    assert_ne!(event("newadding = Put (k, (x [@d]), v, true)"), inner);
    let hidden = event("newadding = Put (x, x, v, x == m)");
    assert_eq!(hidden, event("newadding = Put (a, b, v, b == m)"), "the last of a name counts");
}

#[test]
fn ranges_of_types_and_refinements_are_required() {
    let text = "?l:(x = (v != m : [%v: Elem.t]))";
    let loaded = Sample::with(
        "?l:(x = (true : [%v: Elem.t])) =\n      { pre = rI",
        &format!("{text} =\n      {{ pre = rI"),
    );
    let loaded = { loaded }.load().expect("a good folder");
    assert_eq!(loaded.specs.methods[0].cases[0].require.len(), 1);
    let method = "
        let add (n : nat) : nat = n
        let[@assertRty] add ?l:(n = (n > 1 : [%v: nat])) =
          { pre = true; res = (v == n : [%v: nat]); newadding = lastL }";
    let shared = [LIBRARY, PREDICATES, INVARIANT, CONTRACTS];
    let loaded = Sample::new(shared, method, &[]).load().expect("a good folder");
    let case = &loaded.specs.methods[0].cases[0];
    assert_eq!((case.require.len(), case.ensure.len()), (2, 2), "`nat` says `>= 0`");
}

#[test]
fn the_prelude_is_used_at_the_types_of_the_folder() {
    let method = "
        let add (k : Key.t) (x : Elem.t) : unit =
          if elem_lt k k then () else if elem_eq x x && elem_eq k k then put k x
        let[@assertRty] add ((m : Elem.t) [@ghost]) ((a : Path.t) [@ghost])
            ?l:(k = (true : [%v: Key.t])) ?l:(x = (elem_eq v m : [%v: Elem.t])) =
          { pre = Any (a != parent a); res = (true : [%v: unit]); post = rI m }";
    let shared = [LIBRARY, PREDICATES, INVARIANT, CONTRACTS];
    let loaded = Sample::new(shared, method, &[]).load().expect("a good folder");
    let less = loaded.module.outline.operation("elem_lt").expect("it is used");
    assert_eq!(less.ty.text, "Key.t -> Key.t -> bool");
    let names: Vec<&str> = loaded.specs.axioms.iter().map(|axiom| axiom.name.as_str()).collect();
    assert_eq!(names, ["elem_lt_irreflexive", "elem_lt_transitive", "parent_is_another"]);
}

#[test]
fn every_name_of_the_prelude_is_well_typed_there() {
    let names = "elem_eq node_eq cell_eq color_eq ptr_eq elem_lt is_nullptr get_nullptr parent is_root \
        getRoot getParent isRoot is_dir is_del isDir fileInit setDeleted add_child del_child is_child \
        has_child addChild delChild hasChild getChild";
    let method = format!("(* {names} *)\n{METHOD}");
    let shared = [LIBRARY, PREDICATES, INVARIANT, CONTRACTS];
    let loaded = Sample::new(shared, &method, &[]).load().expect("our own prelude is fine");
    assert_eq!(loaded.specs.axioms.len(), 17);
    for name in names.split_whitespace() {
        let outline = &loaded.module.outline;
        assert!(outline.operation(name).is_some() || outline.method(name).is_some(), "{name}");
    }
}

#[test]
fn a_folder_may_declare_a_name_of_the_prelude_itself() {
    let library = format!("{LIBRARY}\nval parent : Key.t -> Key.t");
    let method = METHOD.replace("has k", "has (parent k)");
    let shared = [library.as_str(), PREDICATES, INVARIANT, CONTRACTS];
    let loaded = Sample::new(shared, &method, &[]).load().expect("a good folder");
    assert_eq!(loaded.specs.alphabet.len(), 3, "it is an operation");
    assert_eq!(loaded.specs.axioms.len(), 0);
}

#[test]
fn methods_that_are_called_are_found_by_their_files() {
    let sibling = "
        let known (k : Key.t) : bool = has k
        let[@assertRty] known ?l:(k = (true : [%v: Key.t])) =
          { pre = true; res = (true : [%v: bool]); newadding = lastL }";
    let contract = "
        let[@libRty] known ?l:(k = (true : [%v: Key.t])) =
          { pre = true; res = (true : [%v: bool]); newadding = lastL }";
    let method = contract.to_owned() + &METHOD.replace("has k", "known k");
    let shared = [LIBRARY, PREDICATES, INVARIANT, CONTRACTS];
    let mut sample = Sample::new(shared, &method, &[("known", sibling), ("other", "let = =")]);
    let loaded = sample.load().expect("a good folder");
    let names: Vec<&str> = loaded.specs.methods.iter().map(|m| m.name.as_str()).collect();
    assert_eq!(names, ["add", "known"], "the one that is called comes last");
}

/// The context of the method up to its terms, which have other numbers in each folder that is read.
fn shape(specs: &Specs) -> String {
    let context = format!("{:?}", specs.methods[0].cases[0].context[0].what);
    context.split("Term(").next().unwrap_or_default().to_owned()
}

/// `idx` is an element, whatever is written.
#[test]
fn types_of_predicates_are_remarks() {
    for param in ["(m : int)", "(m : Key.t)", "m"] {
        let loaded = Sample::with("rI (m : Elem.t)", &format!("rI {param}")).load();
        let specs = loaded.unwrap_or_else(|faults| panic!("{param}: {faults:?}")).specs;
        let good = Sample::with("", "").load().expect("a good folder").specs;
        assert_eq!(shape(&specs), shape(&good), "{param}");
    }
    let told = Sample::with("usedP (k : Key.t)", "usedP (k : int)").load();
    assert!(told.is_ok(), "{told:?}");
}

#[test]
fn names_that_nothing_binds_are_any_value() {
    // In the invariant, so in what the method assumes and promises.
    let loaded =
        Sample::with("Put (k, (m [@d]), v, true)", "Put (k, (m [@d]), v, k == other)").load();
    let specs = loaded.expect("a good folder").specs;
    assert_eq!(specs.free, ["other"]);
    let ghosts: Vec<&str> =
        specs.methods[0].cases[0].ghosts.iter().map(|ghost| ghost.name.as_str()).collect();
    assert!(ghosts.iter().any(|ghost| ghost.starts_with("other")), "{ghosts:?}");
    assert_eq!(Sample::with("", "").load().expect("a good folder").specs.free.len(), 0);
    // Nothing says what it is.
    refused("pre = rI m", "pre = Any (a == b)", "set/add.ml, a: `a` is not declared");
}

#[test]
fn what_is_only_mentioned_is_not_needed() {
    let contract = "
        let[@libRty] absent ?l:(k = (true : [%v: Key.t])) =
          { pre = true; res = (true : [%v: bool]); newadding = lastL }";
    let method = contract.to_owned() + METHOD;
    let shared = [LIBRARY, PREDICATES, INVARIANT, CONTRACTS];
    let loaded =
        Sample::new(shared, &method, &[("absent", "let = =")]).load().expect("a good folder");
    assert_eq!(loaded.specs.methods.len(), 1);
}

#[test]
fn files_may_call_each_other() {
    let other = "
        let other (k : Key.t) (x : Elem.t) : unit = if has k then () else add k x
        let[@assertRty] other ?l:(k = (true : [%v: Key.t])) ?l:(x = (true : [%v: Elem.t])) =
          { pre = true; res = (true : [%v: unit]); post = true }";
    let method = METHOD.replace("else put k x", "else other k x");
    let shared = [LIBRARY, PREDICATES, INVARIANT, CONTRACTS];
    let loaded = Sample::new(shared, &method, &[("other", other)]).load();
    let module = loaded.unwrap_or_else(|faults| panic!("{faults:?}")).module;
    assert!(module.outline.method("add").is_some() && module.outline.method("other").is_some());
}

#[test]
fn errors_are_reported_at_their_place() {
    refused(
        "Put ((k [@d]), x, v, true)",
        "Putt ((k [@d]), x, v, true)",
        "set/automata_preds.ml, Putt: there is no operation `putt`",
    );
    refused(
        "Put (k, (m [@d]), v, true)",
        "Put (k, (m [@d]), v)",
        "set/ri.ml, Put: `Put` has 4 parts, found 3",
    );
    refused("pre = rI m", "pre = rJ m", "set/add.ml, rJ: there is no predicate or property `rJ`");
    refused(
        "pre = rI m",
        "pre = rI k",
        "set/add.ml, k: expected a value of sort Elem.t, found Key.t",
    );
    refused("pre = rI m", "pre = rI", "set/add.ml, rI: `rI` takes 1 argument, found 0");
    refused(
        "lastL && Has ((k [@d]), v, v) }",
        "lastL && Has ((k [@d]), v, v + 1) }",
        "set/lib_rty.ml, v: expected a value of sort Int, found Bool",
    );
    refused(
        "newadding = lastL && Put ((k [@d]), (x [@d]), v, true)",
        "newadding = lastL && Put ((k [@d]), (x [@d]), v, v)",
        "set/lib_rty.ml, v: `put` returns `()`, of which nothing can be said",
    );
    refused(
        "let[@pred] rI",
        "let[@pred] other = lastL\nlet[@pred] rI",
        "set/ri.ml, rI: `ri.ml` holds one predicate, the invariant, but there are more",
    );
    refused(
        "let[@pred] rI",
        "let[@axiom] rI",
        "set/ri.ml, start: `ri.ml` holds one predicate, the invariant, but there is none",
    );
    refused(
        "let[@assertRty] add",
        "let[@assertRty] insert",
        "set/add.ml, insert: there is no definition of `insert`",
    );
    refused(
        "let[@libRty] put",
        "let[@libRty] write",
        "set/lib_rty.ml, write: `write` is neither an operation of `lib_nty.ml` nor a method",
    );
    refused(
        "post = rI m",
        "posst = rI m",
        "set/add.ml, posst: a specification says what was before, the result and what is after",
    );
    refused(
        "?l:(k = (true : [%v: Key.t])) ?l:(x",
        "?l:(x",
        "set/lib_rty.ml, put: `put` has 2 parameters, found 1 specified",
    );
}

#[test]
fn deep_formulas_are_refused() {
    let deep = format!("{}lastL{}", "not (".repeat(900), ")".repeat(900));
    let told = Sample::with("post = rI m", &format!("post = {deep}")).complaint();
    assert!(told.is_some_and(|told| told.contains("nested more than")));
    let deep = format!("{}v{}", "not (".repeat(900), ")".repeat(900));
    let told = Sample::with("res = (v : [%v: bool])", &format!("res = ({deep} : [%v: bool])"));
    assert!({ told }.complaint().is_some_and(|told| told.contains("nested more than")));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Whatever is cut out or swapped, an answer comes back, and every place lies in its file.
    #[test]
    fn damaged_folders_are_judged(
        which in 0usize..5,
        first in any::<prop::sample::Index>(),
        second in any::<prop::sample::Index>(),
        cut in 0usize..3,
    ) {
        let mut texts = [LIBRARY, PREDICATES, INVARIANT, CONTRACTS, METHOD].map(str::to_owned);
        let mut words: Vec<&str> = texts[which].split(' ').collect();
        let (a, b) = (first.index(words.len()), second.index(words.len()));
        words.swap(a, b);
        words.drain(a..(a + cut).min(words.len()));
        texts[which] = words.join(" ");
        let [library, predicates, invariant, contracts, method] = texts.each_ref().map(String::as_str);
        let mut sample = Sample::new([library, predicates, invariant, contracts], method, &[]);
        for label in sample.load().err().iter().flatten().flat_map(|fault| &fault.labels) {
            let text = sample.files.get(label.span.file).text();
            prop_assert!(text.get(label.span.range()).is_some());
        }
    }
}
