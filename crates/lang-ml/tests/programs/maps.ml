module M = Map.Make (String)
module I = Map.Make (Int)
let count words = List.fold_left (fun m w -> M.update w (function None -> Some 1 | Some n -> Some (n + 1)) m) M.empty words
let m = count [ "b"; "a"; "b"; "c"; "b"; "a" ]
let show m = String.concat ";" (List.map (fun (k, v) -> k ^ "=" ^ string_of_int v) (M.bindings m))
let merged = M.union (fun _ a b -> Some (a + b)) m (M.singleton "z" 9)
let result =
  String.concat " "
    [ show m; show (M.remove "a" m); show (M.map (fun n -> n * n) m); show (M.filter (fun _ n -> n > 1) merged);
      string_of_int (M.find "b" m); (try string_of_int (M.find "q" m) with Not_found -> "missing");
      string_of_int (M.cardinal merged); string_of_int (M.fold (fun _ n acc -> n + acc) m 0);
      (match M.find_opt "c" m with Some n -> string_of_int n | None -> "none"); fst (M.min_binding m); fst (M.max_binding m);
      string_of_bool (M.mem "a" m); string_of_bool (M.equal ( = ) m (M.add "c" 1 m));
      string_of_int (I.cardinal (I.add 1 "x" (I.add 1 "y" I.empty))) ]
