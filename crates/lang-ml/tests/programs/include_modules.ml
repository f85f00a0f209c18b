module Base = struct type t = int let make n = n let show n = "<" ^ string_of_int n ^ ">" end
module Extended = struct
  include Base
  let show n = "[" ^ show n ^ "]"
  let twice n = make (n * 2)
end
module type SHOW = sig type t val show : t -> string end
module type NUM = sig include SHOW val make : int -> t end
module N : NUM = Extended
module List = struct include List let sum l = fold_left ( + ) 0 l end
let result = Extended.(show (twice 4)) ^ N.show (N.make 3) ^ string_of_int (List.sum (List.map succ [ 1; 2 ]))
