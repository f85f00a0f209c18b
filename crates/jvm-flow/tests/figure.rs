//! The program of figure 1 of the paper, read by the analysis: what it says of each branch.

use std::path::{Path, PathBuf};
use std::process::Command;

use flow::PointId;
use jvm_flow::{Analysis, Bound, Essences, ParamClass, Spot, Stage, Top};
use lang_jvm::code::Member;
use lang_jvm::{ClassPath, find_jdk};
use source::Files;
use typestate::{Letter, State};

/// As in the paper, with `remove` of the object that was meant.
const FIGURE: &str = "
import java.util.*;
public class Figure {
    public static int test(ArrayList<Integer> arr, int m) {
        if (m > 10)
            m++;
        int max = 0;
        Iterator<Integer> iter = arr.iterator();
        for (int i = 0; i < arr.size() / 2; i++) {
            if (arr.get(i).intValue() > max)
                max = arr.get(i).intValue();
        }
        if (max == 100)
            arr.remove(Integer.valueOf(max));
        while (iter.hasNext()) {
            int temp = iter.next();
            if (temp > max)
                max = temp;
        }
        return m + max;
    }
}
";

/// Compiles a program and analyses it; its first method gets objects of these classes.
fn analyse(class: &str, text: &str, entry: (&str, &str), params: &[Option<&str>]) -> Analysis {
    let folder = tempfile::tempdir().expect("there is room");
    let file = folder.path().join(format!("{class}.java"));
    std::fs::write(&file, text).expect("there is room");
    let compiled = Command::new("javac").arg("-g").arg(&file).output().expect("javac is installed");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let path = ClassPath::open(&jdk(), &[folder.path().to_owned()]).expect("a JDK");
    let member = Member {
        class: class.into(),
        name: entry.0.into(),
        descriptor: entry.1.into(),
        of_interface: false,
    };
    let params: Vec<Option<ParamClass>> = params
        .iter()
        .map(|class| class.map(|class| ParamClass { class: class.into(), exact: true }))
        .collect();
    let properties = typestate::built_in("iterator", &mut Files::new()).expect("it is there");
    Analysis::new(path, &member, &params, properties, &|| false).expect("there is such a method")
}

fn jdk() -> PathBuf {
    let named = std::env::var_os("JAVA_HOME").map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    find_jdk(named.as_deref().filter(|home| home.join("lib/modules").is_file()), &folders)
        .unwrap_or_else(|_| Path::new("/usr/lib/jvm/default-java").to_owned())
}

fn figure() -> Analysis {
    let params = [Some("java/util/ArrayList"), None];
    analyse("Figure", FIGURE, ("test", "(Ljava/util/ArrayList;I)I"), &params)
}

/// The branches at a line.
fn branches(analysis: &Analysis, line: u16) -> Vec<Spot> {
    let spots = (0..)
        .map_while(|index| analysis.spot("Figure", "test", "(Ljava/util/ArrayList;I)I", index));
    let at_line = spots.filter(|spot| analysis.place(*spot).1 == Some(line));
    at_line.filter(|spot| analysis.jump(*spot).is_some()).collect()
}

fn branch(analysis: &Analysis, line: u16) -> Spot {
    branches(analysis, line)[0]
}

/// Whether a violation may come behind a branch for the only pair of list and iterator, which is in
/// a state: one that is new, and any.
fn may_fail(
    analysis: &Analysis,
    at: Top,
    state: State,
    history: &[(Letter, PointId)],
    found: &Essences,
) -> (bool, bool) {
    const UNCHANGED: usize = 1;
    let tuples = analysis.tuples(UNCHANGED);
    assert_eq!(tuples.len(), 1, "{tuples:?}");
    assert!(analysis.is_single(&tuples[0]));
    let future =
        analysis.future(UNCHANGED, &tuples[0], found, &|| false).expect("it is not stopped");
    let bad = future.violating_in(&analysis.standing(&[], at));
    let (new, any) = analysis.numbers(found, Stage::In(state, history));
    (bad.contains(new), bad.contains(any))
}

#[test]
fn only_what_no_event_depends_on_does_not_matter() {
    let analysis = figure();
    assert_eq!(analysis.holes().count(), 0);
    let matters = |line: u16| analysis.matters(branch(&analysis, line));
    assert!(!matters(5), "m > 10");
    assert!(matters(9) && matters(10), "the loop that finds the largest element");
    assert!(matters(13), "max == 100");
    assert!(matters(15), "iter.hasNext()");
    assert!(!matters(17), "temp > max: only the result depends on it");
}

#[test]
fn violations_end_at_second_loop() {
    let analysis = figure();
    let property = &analysis.properties()[1];
    let automaton = &property.automaton;
    let letter = |name: &str| {
        let found = property.events.iter().find(|event| property.letter_name(event.letter) == name);
        found.expect("there is such an event").letter
    };
    let spot_of = |line: u16, event: &str| {
        let spots = (0..)
            .map_while(|index| analysis.spot("Figure", "test", "(Ljava/util/ArrayList;I)I", index));
        let decl = property.events.iter().position(|decl| decl.letter == letter(event));
        let decl = decl.expect("it is declared");
        let mut here = spots.filter(|spot| analysis.place(*spot).1 == Some(line));
        let spot = here
            .find(|spot| analysis.jump(*spot).is_none() && analysis.expects(1, decl, *spot, &[]));
        analysis.event_point(spot.expect("the event is there"))
    };
    let made = automaton.step(automaton.start(), letter("iterator")).expect("it is a beginning");
    let iterator = (letter("iterator"), spot_of(8, "iterator"));
    let nothing = Essences::default();

    let (jumped, fallen) = analysis.jump(branch(&analysis, 13)).expect("a branch");
    assert_eq!(may_fail(&analysis, Top::At(fallen), made, &[iterator], &nothing), (true, true));
    assert_eq!(may_fail(&analysis, Top::At(jumped), made, &[iterator], &nothing), (false, false));
    let (smaller, larger) = analysis.jump(branch(&analysis, 10)).expect("a branch");
    for side in [smaller, larger] {
        assert_eq!(may_fail(&analysis, Top::At(side), made, &[iterator], &nothing), (true, true));
    }
    let (over, _) = analysis.jump(branch(&analysis, 17)).expect("a branch");
    assert_eq!(may_fail(&analysis, Top::At(over), made, &[iterator], &nothing), (false, false));

    let mut found = Essences::default();
    let essence = [
        iterator,
        (letter("update"), spot_of(14, "update")),
        (letter("next"), spot_of(16, "next")),
    ];
    assert!(found.insert(&essence) && !found.insert(&essence));
    assert_eq!(may_fail(&analysis, Top::At(smaller), made, &[iterator], &found), (false, true));
}

#[test]
fn asking_before_taking_is_seen_to_be_right() {
    let analysis = figure();
    let tuples = analysis.tuples(0);
    assert_eq!(tuples.len(), 1);
    let found = Essences::default();
    let future = analysis.future(0, &tuples[0], &found, &|| false).expect("it is not stopped");
    let start =
        analysis.spot("Figure", "test", "(Ljava/util/ArrayList;I)I", 0).expect("it is there");
    let bad = future.violating_in(&analysis.standing(&[], Top::At(start)));
    let (new, any) = analysis.numbers(&found, Stage::Unborn);
    assert!(!bad.contains(new) && !bad.contains(any));
    let free = vec![Bound::Free];
    let future = analysis.future(0, &free, &found, &|| false).expect("it is not stopped");
    let bad = future.violating_in(&analysis.standing(&[], Top::At(start)));
    assert!(!bad.contains(new), "whatever the iterator is, the same one is asked and taken from");
}
