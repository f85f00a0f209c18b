module type SHAPE = sig
  type t
  val make : int -> t
  val area : t -> int
  module Name : sig val text : string end
end

module Square = struct
  type t = int
  let make n = n
  let area n = n * n
  let unused = "x"
  module Name = struct let other = 1 let text = "square" end
end

module Rect = struct
  module Name = struct let text = "rect" end
  type t = { a : int; b : int }
  let area { a; b } = a * b
  let make n = { a = n; b = 2 }
end

let shapes : (module SHAPE) list = [ (module Square); (module Rect : SHAPE) ]
let show n (module S : SHAPE) = S.Name.text ^ "=" ^ string_of_int S.(area (make n))
let pick wide = if wide then (module Rect : SHAPE) else (module Square)

module type ORDERED = sig type t val compare : t -> t -> int end
let sort (type a) (module O : ORDERED with type t = a) (l : a list) = List.sort O.compare l
let counter () =
  (module struct
    let n = ref 0
    type t = unit
    let make k = n := !n + k
    let area () = !n
    module Name = struct let text = "counter" end
  end : SHAPE)

let result =
  let module P = (val pick true) in
  let module C = (val counter ()) in
  let unit = C.make 2 in
  ignore (C.make 3);
  String.concat " " (List.map (show 5) shapes)
  ^ Printf.sprintf " %d %d %s" P.(area (make 4)) (C.area unit)
      (String.concat "" (List.map string_of_int (sort (module Int) [ 3; 1; 2 ])))
