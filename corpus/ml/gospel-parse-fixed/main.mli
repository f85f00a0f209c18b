exception Syntax of string

val parse : string -> int
(*@ n = parse s
    requires String.length s <= 1
    raises Syntax _ -> String.length s = 0 || s.[0] < 48 || s.[0] > 57
    ensures String.length s = 1 *)
