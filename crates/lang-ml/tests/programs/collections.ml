(* Mutable collections, sequences and formats. *)
let table =
  let t = Hashtbl.create 8 in
  Hashtbl.add t "a" 1;
  Hashtbl.add t "a" 2;
  Hashtbl.replace t "b" 3;
  Hashtbl.remove t "a";
  let find k = match Hashtbl.find_opt t k with Some n -> string_of_int n | None -> "-" in
  find "a" ^ find "b" ^ find "c" ^ string_of_int (Hashtbl.length t)

module H = Hashtbl.Make (struct
  type t = int
  let equal a b = a mod 10 = b mod 10
  let hash n = n mod 10
end)

let hashed =
  let t = H.create 1 in
  H.replace t 12 "x";
  H.replace t 22 "y";
  string_of_int (H.length t) ^ H.find t 2

let queue =
  let q = Queue.create () in
  List.iter (fun x -> Queue.push x q) [ 1; 2; 3 ];
  let first = Queue.pop q in
  Queue.add 4 q;
  Queue.fold (fun acc x -> acc ^ string_of_int x) (string_of_int first) q

let stack =
  let s = Stack.create () in
  Stack.push 1 s;
  Stack.push 2 s;
  let top = Stack.pop s in
  string_of_int (top + Stack.length s) ^ try string_of_int (Stack.pop s + Stack.pop s) with Stack.Empty -> "empty"

let buffer =
  let b = Buffer.create 4 in
  Buffer.add_string b "ab";
  Buffer.add_char b 'c';
  Buffer.contents b ^ string_of_int (Buffer.length b)

let bytes =
  let b = Bytes.of_string "hello" in
  Bytes.set b 0 'J';
  Bytes.blit_string "xyz" 1 b 2 2;
  Bytes.to_string b

let array =
  let a = [| 5; 3; 4 |] in
  Array.sort compare a;
  Array.blit a 0 a 1 2;
  String.concat "," (List.map string_of_int (Array.to_list a))

let seq =
  List.to_seq [ 1; 2; 3; 4 ]
  |> Seq.filter (fun x -> x mod 2 = 0)
  |> Seq.map (fun x -> x * x)
  |> Seq.fold_left ( + ) 0 |> string_of_int

let formats =
  Printf.sprintf "%d|%5d|%-5d|%05d|%x|%s|%c|%b|%S|%%" 42 42 42 (-42) 255 "s" 'c' true "q\"\n"
  ^ Printf.sprintf "%a" (fun () n -> string_of_int n) 7
  ^ Format.asprintf "@[<hov 2>[%a]@]" (fun fmt (a, b) -> Format.fprintf fmt "%d,@ %d" a b) (1, 2)
  ^ Printf.ksprintf (fun s -> s ^ "!") "%s" "k"

let boxed =
  let open Int32 in
  to_string (add max_int one) ^ to_string (mul 100000l 100000l) ^ Int64.to_string (Int64.neg 5L)
  ^ Int64.to_string (Int64.shift_left 1L 63) ^ Nativeint.to_string (Nativeint.logand 12n 10n)

let names = Filename.basename "/a/b.ml" ^ Filename.dirname "/a/b.ml" ^ Filename.extension "x.tar.gz"

let result =
  String.concat ";"
    [ table; hashed; queue; stack; buffer; bytes; array; seq; formats; boxed; names ]
