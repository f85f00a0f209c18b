val clamp : lo:int -> hi:int -> int -> int
(*@ r = clamp ~lo ~hi x
    requires lo <= hi
    ensures lo <= r && r <= hi
    ensures lo <= x && x <= hi -> r = x *)
