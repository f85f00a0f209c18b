val maximum : int array -> int
(*@ m = maximum a
    checks Array.length a > 0
    requires Array.length a <= 3
    ensures Array.length a = 1 -> m = a.(0)
    ensures forall i. 0 <= i < Array.length a -> a.(i) <= m *)
