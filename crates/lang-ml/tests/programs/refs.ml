let r = ref 1
let s = r
let () = r := !r + 41
let swap a b = let t = !a in a := !b; b := t
let x = ref "x" and y = ref "y"
let () = swap x y
let lists = ref []
let () = for i = 1 to 5 do lists := i :: !lists done
let result =
  string_of_int !s ^ !x ^ !y ^ String.concat "" (List.map string_of_int !lists)
  ^ string_of_bool (r == s) ^ string_of_bool (ref 1 = ref 1) ^ string_of_bool (ref 1 == ref 1)
