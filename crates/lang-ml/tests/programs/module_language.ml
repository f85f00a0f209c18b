module type MONOID = sig type t val zero : t val ( ++ ) : t -> t -> t end
module type FOLD = sig
  module M : MONOID
  val sum : M.t list -> M.t
end
module Fold (X : MONOID) : FOLD with module M = X = struct
  module M = X
  let sum l = List.fold_left M.( ++ ) M.zero l
end
module IntSum = struct type t = int let zero = 0 let ( ++ ) = ( + ) end
module Text = struct type t = string let zero = "" let ( ++ ) = ( ^ ) end
module A = Fold (IntSum)
module B = Fold (Text)
module type KEYED = sig type key type 'a t val empty : 'a t val set : key -> 'a -> 'a t -> 'a t val all : 'a t -> (key * 'a) list end
module Keyed (K : sig type t val compare : t -> t -> int end) : KEYED with type key = K.t = struct
  module M = Map.Make (K)
  type key = K.t
  type 'a t = 'a M.t
  let empty = M.empty
  let set = M.add
  let all = M.bindings
end
module Pairs = Keyed (struct type t = int * string let compare (a, x) (b, y) = match compare a b with 0 -> String.compare x y | c -> c end)
module Counter () = struct
  let n = ref 0
  let next () = incr n; !n
end
module C1 = Counter ()
module C2 = Counter ()
module Failing (X : sig val name : string end) = struct
  exception Failed of string
  let run f = try f () with Failed s -> X.name ^ ":" ^ s
  let fail s = raise (Failed s)
end
module F1 = Failing (struct let name = "one" end)
module F2 = Failing (struct let name = "two" end)
module type T = module type of IntSum
module Sub : T with type t = int = IntSum
let result =
  let open Pairs in
  String.concat ";"
    [ string_of_int (A.sum [ 1; 2; 3 ]); B.sum [ "a"; "b" ];
      String.concat "," (List.map (fun ((n, s), v) -> string_of_int n ^ s ^ v) (all (set (2, "b") "x" (set (1, "z") "y" (set (1, "a") "w" empty)))));
      string_of_int (C1.next () + C1.next () + C2.next ());
      F1.run (fun () -> F1.fail "x"); (try F1.run (fun () -> F2.fail "y") with F2.Failed s -> "escaped " ^ s) ]
