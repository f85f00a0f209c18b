(* Integers of 63 bits wrap around; each line is a checksum over all pairs of edges. *)
let edges =
  [ 0; 1; -1; 2; -2; 3; 7; -7; 10; 1 lsl 31; -(1 lsl 31); 3037000500; -3037000499; 1 lsl 61; max_int / 2; max_int - 1;
    max_int; min_int; min_int + 1; 0x5555555555555555; -0x123456789abcdef ]
let sum f = List.fold_left (fun acc a -> List.fold_left (fun acc b -> (acc * 31) + f a b) acc edges) 17 edges
let guarded f a b = try f a b with Division_by_zero -> 99
let shifts = [ 0; 1; 2; 31; 32; 61; 62; 63 ]
let shifted f = List.fold_left (fun acc a -> List.fold_left (fun acc by -> (acc * 31) + f a by) acc shifts) 17 edges
let truth b = if b then 1 else 0
let result =
  String.concat "\n"
    (List.map string_of_int
       [ sum ( + ); sum ( - ); sum ( * ); sum (guarded ( / )); sum (guarded ( mod )); sum ( land ); sum ( lor );
         sum ( lxor ); sum compare; sum (fun a b -> truth (a < b)); sum (fun a b -> truth (a = b)); sum min; sum max;
         sum (fun a _ -> -a); sum (fun a _ -> abs a); sum (fun a _ -> succ a); sum (fun a _ -> pred a);
         sum (fun a _ -> lnot a); shifted ( lsl ); shifted ( lsr ); shifted ( asr ); abs min_int; min_int / -1;
         min_int mod -1; -min_int; max_int + 1; Int.max_int - Int.min_int; Int.minus_one; Int.rem (-7) 3;
         Int.shift_right_logical (-1) 1; Int.logxor 5 3; 0x7fffffffffffffff; -4611686018427387904 ]
    @ List.map string_of_int edges
    @ [ (let n = ref 0 in for i = max_int - 2 to max_int do n := !n + (max_int - i) + 1 done; string_of_int !n);
        (let n = ref 0 in for i = min_int + 2 downto min_int do incr n; ignore i done; string_of_int !n) ])
