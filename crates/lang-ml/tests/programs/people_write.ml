(* things people write *)
module type HANDLE = sig
  type t
  type error = Closed | Missing of string
  val open_file : string -> (t, error) result
  val read : t -> int -> string
  val close : t -> unit
end

module Client (H : HANDLE) = struct
  open H
  let with_file name f =
    match open_file name with
    | Error Closed -> None
    | Error (Missing n) when String.length n = 0 -> None
    | Error _ -> None
    | Ok h ->
      let finally () = close h in
      (match f h with
       | v -> finally (); Some v
       | exception e -> finally (); raise e)
  let read_all name = with_file name (fun h -> read h 10 ^ read h 5)
end

module Lru = struct
  type ('k, 'v) t = { capacity : int; mutable entries : ('k * 'v) list }
  let create ~capacity = { capacity; entries = [] }
  let find t k =
    match List.assoc_opt k t.entries with
    | None -> None
    | Some v ->
      t.entries <- (k, v) :: List.remove_assoc k t.entries;
      Some v
  let add t k v =
    let rest = List.filter (fun (k', _) -> k' <> k) t.entries in
    let rec take n = function [] -> [] | _ when n = 0 -> [] | x :: r -> x :: take (n - 1) r in
    t.entries <- (k, v) :: take (t.capacity - 1) rest
end

type color = Red | Black
type 'a rb = E | T of color * 'a rb * 'a * 'a rb
let balance = function
  | Black, T (Red, T (Red, a, x, b), y, c), z, d
  | Black, T (Red, a, x, T (Red, b, y, c)), z, d
  | Black, a, x, T (Red, T (Red, b, y, c), z, d)
  | Black, a, x, T (Red, b, y, T (Red, c, z, d)) -> T (Red, T (Black, a, x, b), y, T (Black, c, z, d))
  | c, l, x, r -> T (c, l, x, r)
let insert x s =
  let rec ins = function
    | E -> T (Red, E, x, E)
    | T (c, a, y, b) as s ->
      if x < y then balance (c, ins a, y, b)
      else if x > y then balance (c, a, y, ins b)
      else s
  in
  match ins s with T (_, a, y, b) -> T (Black, a, y, b) | E -> failwith "impossible"

module Ring : sig
  type 'a t
  val create : int -> 'a -> 'a t
  val push : 'a t -> 'a -> bool
  val pop : 'a t -> 'a option
end = struct
  type 'a t = { buf : 'a array; mutable head : int; mutable len : int }
  let create n x = { buf = Array.make n x; head = 0; len = 0 }
  let push t x =
    if t.len = Array.length t.buf then false
    else begin
      t.buf.((t.head + t.len) mod Array.length t.buf) <- x;
      t.len <- t.len + 1;
      true
    end
  let pop t =
    if t.len = 0 then None
    else
      let x = t.buf.(t.head) in
      t.head <- (t.head + 1) mod Array.length t.buf;
      t.len <- t.len - 1;
      Some x
end
type op = [ `A | `B of int ]
let rec ackermann m n = match m, n with
  | 0, n -> n + 1
  | m, 0 -> ackermann (m - 1) 1
  | m, n -> ackermann (m - 1) (ackermann m (n - 1))
let rec fold_tree : 'b. ('a -> 'b -> 'b) -> 'a rb -> 'b -> 'b = fun f t acc -> match t with E -> acc | T (_, l, x, r) -> fold_tree f l (f x (fold_tree f r acc))
let () =
  let q = Ring.create 2 0 in
  ignore (Ring.push q 1 : bool);
  assert (Ring.pop q = Some 1)
let memo f =
  let cache = ref [] in
  fun x ->
    try List.assoc x !cache
    with Not_found ->
      let y = f x in
      cache := (x, y) :: !cache;
      y
let fib = let rec f n = if n < 2 then n else f (n-1) + f (n-2) in memo f
let (>>=) o f = match o with None -> None | Some x -> f x
let result = string_of_int (ackermann 2 3) ^ String.concat "," (List.map string_of_int (fold_tree (fun x l -> x :: l) (List.fold_left (fun t x -> insert x t) E [3;1;2;5;4]) []))
  ^ string_of_int (fib 10) ^ (match Some 3 >>= fun x -> Some (x + 1) with Some n -> string_of_int n | None -> "")
