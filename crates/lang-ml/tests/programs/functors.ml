module type ORD = sig type t val compare : t -> t -> int end
module type SET = sig type elt type t val empty : t val add : elt -> t -> t val to_list : t -> elt list end
module Make (O : ORD) : SET with type elt = O.t = struct
  type elt = O.t
  type t = elt list
  let empty = []
  let rec add x = function
    | [] -> [ x ]
    | y :: rest as all -> (match O.compare x y with 0 -> all | c when c < 0 -> x :: all | _ -> y :: add x rest)
  let to_list s = s
end
module Ints = Make (Int)
module Desc = Make (struct type t = string let compare a b = String.compare b a end)
let result =
  String.concat "," (List.map string_of_int Ints.(to_list (add 3 (add 1 (add 2 (add 3 empty))))))
  ^ String.concat "," Desc.(to_list (add "a" (add "c" (add "b" empty))))
