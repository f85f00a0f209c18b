//! Proof objects for histories of any length: written by `check --prove --proof`, checked by `proof check`.

use std::path::Path;

use proof::{BranchFate, HistoryProof, NodeEnd, Proof, ProofFile, ProofStep};
use test_support::Dice;

use crate::common::{Done, Programs, command, root, run};
use crate::facets::BAG;

/// A set that asks a helper, which is taken by its contract.
const METHODS: &str = "  (** (x: Elem.t) -> (found: bool)
      case
        context F <Bag.add x>
        effect G ~<Bag.add _>
        ensure found
      case
        context !F <Bag.add x>
        effect G ~<Bag.add _>
        ensure !found *)
  let contains x = Bag.mem x

  (** (x: Elem.t) -> unit
      ghost (m: Elem.t)
      invariant G (<Bag.add m> implies X G ~<Bag.add m>) *)
  let insert x = if not (contains x) then Bag.add x
end
";

fn call(programs: &Programs, args: &[&str]) -> Done {
    run(command(args).current_dir(programs.path()))
}

/// A folder with the program and its proofs.
fn proved() -> (Programs, ProofFile) {
    let programs = Programs::new();
    programs.add("set.ml", format!("{BAG}{METHODS}"));
    let done = call(&programs, &["check", "--prove", "set.ml", "--proof", "proof.json"]);
    assert_eq!(done.code, 0, "{done:?}");
    assert!(done.stdout.contains("2 proved"), "{done:?}");
    let text = std::fs::read_to_string(Path::new(programs.path()).join("proof.json"));
    let file = ProofFile::read(&text.expect("it was written")).expect("it holds proofs");
    (programs, file)
}

fn check(programs: &Programs, solver: &str) -> Done {
    call(programs, &["proof", "check", "proof.json", "--solver", solver])
}

#[test]
fn proofs_for_all_histories_are_confirmed_by_other_solvers() {
    let (programs, file) = proved();
    let with: Vec<&str> = file.proofs[1].with.iter().map(|one| one.head.target.as_str()).collect();
    assert_eq!(with, ["Set.contains"]);
    for solver in ["cvc5", "z3"] {
        let done = check(&programs, solver);
        assert_eq!(done.code, 0, "{done:?}");
        assert!(done.stdout.contains("set.ml:Set.insert: confirmed ("), "{done:?}");
        assert!(!done.stdout.contains("within"), "{done:?}");
    }
    let shown = call(&programs, &["proof", "show", "proof.json"]).stdout;
    let lines = [
        "  after every history, however long",
        "  takes `Set.contains` by its contract",
        "    trace: any events · any events · Bag.add x",
    ];
    for line in lines {
        assert!(shown.lines().any(|known| known == line), "{line}\n{shown}");
    }
}

/// The proof of `insert`, which has everything.
fn insert(file: &mut ProofFile) -> &mut Proof {
    &mut file.proofs[1]
}

fn histories(file: &mut ProofFile) -> &mut HistoryProof {
    insert(file).histories.as_mut().expect("it is about histories")
}

fn states(file: &mut ProofFile) -> impl Iterator<Item = &mut Vec<proof::ProductStateText>> {
    let cases = histories(file).refutations.iter_mut().flat_map(|one| &mut one.cases);
    cases.flat_map(|case| &mut case.layers)
}

/// Takes away that the path to a refuted place was taken.
fn weaken(file: &mut ProofFile) {
    let proof = insert(file);
    let refuted = |at: &[u32]| {
        let end = ProofStep::End(NodeEnd::Refuted);
        proof.nodes.iter().any(|node| node.at.starts_with(at) && node.step == end)
    };
    let refuted: Vec<Vec<u32>> =
        proof.nodes.iter().map(|node| node.at.clone()).filter(|at| refuted(at)).collect();
    for node in &mut proof.nodes {
        let at = node.at.clone();
        let ProofStep::Split(ways) = &mut node.step else { continue };
        for way in ways.iter_mut().filter(|way| way.then == BranchFate::Followed) {
            if refuted.contains(&[at.as_slice(), &[way.index]].concat()) {
                way.cond = "true".to_owned();
            }
        }
    }
}

#[test]
fn tampered_proofs_for_all_histories_are_refused() {
    type Change = fn(&mut ProofFile);
    let changes: [(&str, Change); 14] = [
        ("a state removed", |file| {
            states(file).find(|layer| !layer.is_empty()).expect("there are states").remove(0);
        }),
        ("an edge left out", |file| {
            let states = states(file).flatten();
            let mut edges = states.flat_map(|state| {
                let flipped = state.left_out.first().cloned();
                flipped.map(|edge| (state, edge))
            });
            let (state, mut edge) = edges.next().expect("an edge is left out");
            let last = edge.when.last_mut().expect("under some condition");
            *last = -*last;
            state.left_out.push(edge);
        }),
        ("an answer changed", |file| {
            let mut answers = states(file).flatten().flat_map(|state| &mut state.answers);
            let known = answers.find(|answer| answer.is_some()).expect("something is known");
            *known = known.map(|answer| !answer);
        }),
        ("a state after the end", |file| {
            let layers = &mut histories(file).refutations[0].cases[0].layers;
            let state = layers[0][0].clone();
            layers.last_mut().expect("there are layers").push(state);
        }),
        ("an expression of a membership changed", |file| {
            let expression = &mut histories(file).memberships[0].expression;
            *expression = format!("(not {expression})");
        }),
        ("a rest changed", |file| histories(file).expressions[0] = "eps".to_owned()),
        ("a condition weakened", weaken),
        ("a case left out", |file| {
            histories(file).refutations[0].cases[0].when.push("false".to_owned());
        }),
        ("a question replaced by one without a model", |file| {
            let conditions = &mut histories(file).conditions;
            conditions.iter_mut().for_each(|cond| *cond = "(and false true)".to_owned());
        }),
        ("a refutation removed", |file| {
            histories(file).refutations.pop();
        }),
        ("a membership no longer followed", |file| {
            histories(file).refutations[0].follows.pop();
        }),
        ("refutations of two paths exchanged", |file| {
            let all = &mut histories(file).refutations;
            assert!(all.len() > 1, "there are two");
            let first = all[0].at.clone();
            all[0].at = std::mem::replace(&mut all[1].at, first);
        }),
        ("the histories of another proof", |file| {
            let others = file.proofs[0].histories.clone();
            insert(file).histories = others;
        }),
        ("a function by contract without a proof", |file| insert(file).with.clear()),
    ];
    let (programs, untouched) = proved();
    for (what, change) in changes {
        let mut file = untouched.clone();
        change(&mut file);
        assert!(file != untouched, "{what}: nothing was changed");
        programs.add("proof.json", file.to_json());
        let done = check(&programs, "cvc5");
        assert_eq!(done.code, 1, "{what}: {done:?}");
        assert!(done.stdout.contains("set.ml:Set.insert: not a proof"), "{what}: {done:?}");
    }
}

/// Every method of the corpus that is proved has an object that another solver confirms. The usual run takes a sample.
#[test]
fn proofs_of_the_corpus_are_confirmed_by_cvc5() {
    let folder = root().join("corpus/ml");
    let cases = std::fs::read_dir(folder).expect("the corpus is there");
    let mut files: Vec<_> =
        cases.map(|case| case.expect("readable").path().join("main.ml")).collect();
    let all = testbed::is_nightly();
    // What a module keeps is not proved yet, and looking for that takes time.
    let is_quick = |text: String| text.contains("module type") && !text.contains("ref ");
    files.retain(|file| std::fs::read_to_string(file).is_ok_and(|text| all || is_quick(text)));
    files.sort();
    let mut dice = Dice::new(19);
    let (mut confirmed, most) = (0, if all { usize::MAX } else { 4 });
    while !files.is_empty() && confirmed < most {
        let file = files.remove(if all { 0 } else { dice.below(files.len()) });
        let file = file.to_str().expect("its name is UTF-8");
        let programs = Programs::new();
        let time = if all { "60s" } else { "5s" };
        let wanted = ["check", "--prove", "--history", "1", "--timeout", time, file];
        let done = call(&programs, &[&wanted[..], &["--proof", "proof.json"]].concat());
        assert!(!done.stderr.contains("a second construction"), "{file}: {}", done.stderr);
        let written = Path::new(programs.path()).join("proof.json");
        let Ok(text) = std::fs::read_to_string(written) else { continue };
        let mut proofs = ProofFile::read(&text).expect("it was written").proofs;
        proofs.retain(|proof| proof.histories.is_some());
        if proofs.is_empty() {
            continue;
        }
        confirmed += proofs.len();
        programs.add("proof.json", ProofFile::new("test", proofs).to_json());
        let done = check(&programs, "cvc5");
        assert_eq!(done.code, 0, "{file}: {done:?}");
    }
    assert!(confirmed >= 4, "{confirmed}");
}
