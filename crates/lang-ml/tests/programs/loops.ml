let log = ref ""
let note n = log := !log ^ string_of_int n
let () = for i = 3 downto 1 do note i done
let () = for i = 5 to 4 do note i done
let i = ref 0
let () = while !i < 3 do note !i; incr i done
let rec loop n = if n > 0 then begin note n; loop (n - 2) end
let () = loop 5
let sum = ref 0
let () = for i = 1 to 10 do for j = 1 to i do if (i + j) mod 3 = 0 then sum := !sum + 1 done done
let result = !log ^ " " ^ string_of_int !sum
