//! What a goal in a file cannot show; the others are cases of `corpus/interp`.

use crate::support::solve;

#[test]
fn values_of_any_depth_are_shown() {
    let text = "
        data z s
        let rec count n done = case n of [] -> done; _ :: rest -> count rest (s(done))
        let rec twice n f x = case n of [] -> f x; _ :: rest -> twice rest (fun y -> f (f y)) x
        exists q. twice [1,1,1,1,1,1,1,1,1,1] (fun y -> s(y)) z = q";
    let (found, _) = solve(text, 1);
    assert_eq!(found[0].matches("s(").count(), 1024);
}
