val split : int -> int -> int * int
(*@ r = split total people
    requires total >= 0 && total <= 100
    checks people > 0
    ensures fst r * people + snd r = total
    ensures snd r < people *)
