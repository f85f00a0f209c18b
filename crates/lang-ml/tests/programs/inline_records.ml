type event = Open of { name : string; mutable uses : int } | Close of { id : int } | Nothing
let show = function
  | Open { name; uses } when uses > 1 -> name ^ "+" ^ string_of_int uses
  | Open { name; _ } -> name
  | Close { id } -> "#" ^ string_of_int id
  | Nothing -> "-"
let result =
  String.concat " " (List.map show [ Open { uses = 2; name = "f" }; Open { name = "g"; uses = 0 }; Close { id = 7 }; Nothing ])
