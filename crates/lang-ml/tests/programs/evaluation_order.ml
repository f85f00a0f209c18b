let log = ref []
let note s x = log := s :: !log; x
type r = { p : int; q : int }
let pair = (note "a" 1, note "b" 2, note "c" 3)
let sum = note "x" 1 + note "y" 2 * note "z" 3
let list = [ note "l1" 1; note "l2" 2 ]
let record = { q = note "q" 1; p = note "p" 2 }
let called = (note "f" (fun a b -> a + b)) (note "1" 1) (note "2" 2)
let cond = (note "left" false && note "right" true) || note "or" true
let lets = let a = note "let1" 1 and b = note "let2" 2 in a + b
let seq = note "s1" (); note "s2" ()
let updated = { (note "base" record) with p = note "new" 5 }
let cell = ref 0
let () = (note "cell" cell) := note "value" 3
let matched = match note "m1" 1, note "m2" 2 with a, b -> a - b
let nested = match note "n1" 1, (note "n2" 2, note "n3" 3) with a, (b, c) -> a + b + c
let tried = match note "e1" 1, note "e2" 2 with a, b -> a - b | exception Exit -> 0
let (l, r) = (note "t1" 1, note "t2" 2)
let some = Some (note "in" 1)
let compared = note "lt1" 1 < note "lt2" 2
let gt = note "gt1" 1 > note "gt2" 2
let text = note "t1" "a" ^ note "t2" "b" ^ note "t3" "c"
let arr = [| note "a0" 0; note "a1" 1 |]
let () = (note "arr" arr).(note "index" 0) <- note "elem" 9
let result = String.concat "," (List.rev !log)
