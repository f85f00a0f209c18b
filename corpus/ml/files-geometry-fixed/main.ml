(* Rectangles of another file. *)

(** (w: int) -> (h: int) -> (a: int)
    require w >= 0 && w <= 10 && h >= 0 && h <= 10
    ensure h = 0 implies a = 0
    ensure h = 1 implies a = w *)
let area w h = Rect.area { Rect.width = w; height = h }
