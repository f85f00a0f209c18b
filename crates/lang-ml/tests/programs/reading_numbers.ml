(* What `int_of_string` accepts and refuses: known edges, then thousands of random strings. *)
let read text =
  (match int_of_string_opt text with Some n -> string_of_int n | None -> "-")
  ^ (try string_of_int (int_of_string text) with Failure m -> m)
let edges =
  [ ""; "-"; "+"; "0"; "-0"; "+7"; "007"; "0x1"; "-0x1"; "0X1f"; "0b10"; "0B2"; "0o7"; "0O8"; "0u12"; "0U12"; "-0u1"; "0x"; "0b";
    "0u"; "1_000"; "_1"; "1_"; "0x_1"; "0x1_"; "0_x1"; "--1"; "+-1"; " 1"; "1 "; "1.0"; "0xG"; "0xabcdefABCDEF"; "a"; "0a";
    "4611686018427387903"; "4611686018427387904"; "-4611686018427387904"; "-4611686018427387905";
    "0x3fffffffffffffff"; "0x4000000000000000"; "0x7fffffffffffffff"; "0x8000000000000000"; "-0x7fffffffffffffff";
    "-0x4000000000000000"; "0u9223372036854775807"; "0u9223372036854775808"; "0u4611686018427387904"; "-0u4611686018427387905";
    "0o777777777777777777777"; "0o1000000000000000000000"; "99999999999999999999999"; "0xfffffffffffffffff";
    "0b111111111111111111111111111111111111111111111111111111111111111";
    "0b1000000000000000000000000000000000000000000000000000000000000000"; "4_611_686_018_427_387_903"; "4_611_686_018_427_387_904" ]
let seed = ref 12345
let random n =
  seed := ((!seed * 1103515245) + 12345) land 0x3fffffff;
  (!seed lsr 8) mod n
let pick l = List.nth l (random (List.length l))
let prefixes = [ ""; ""; ""; "-"; "+"; "0x"; "-0x"; "0u"; "-0u"; "0b"; "0o"; "+0X"; "-0B" ]
let letters = "0123456789012345678901234567890123456789abcdefAFgxXoObBuU__+- "
let rec random_text n = if n = 0 then "" else String.make 1 letters.[random (String.length letters)] ^ random_text (n - 1)
let rec digits n = if n = 0 then "" else String.make 1 letters.[random 10] ^ digits (n - 1)
let one () = pick prefixes ^ if random 4 = 0 then digits (15 + random 6) else random_text (random 6)
(* Rejected strings must not all be summed up as one. *)
let rec many n acc = if n = 0 then List.rev acc else let text = one () in many (n - 1) ((text ^ "=" ^ read text) :: acc)
let result = String.concat "\n" (List.map (fun text -> text ^ "=" ^ read text) edges @ many 3000 [])
