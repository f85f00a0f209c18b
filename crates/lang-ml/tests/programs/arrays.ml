let a = Array.make 3 0
let () = Array.iteri (fun i _ -> a.(i) <- i * i) a
let b = [| 5; 6; 7 |]
let c = Array.map (fun x -> x + 1) b
let caught = try string_of_int a.(3) with Invalid_argument m -> m
let show a = String.concat "," (List.map string_of_int (Array.to_list a))
let result =
  show a ^ " " ^ show c ^ " " ^ string_of_int (Array.fold_left ( + ) 0 b) ^ " " ^ caught ^ " "
  ^ string_of_int (Array.length [||]) ^ show (Array.sub b 1 2) ^ show (Array.append a b) ^ show (Array.init 3 succ)
