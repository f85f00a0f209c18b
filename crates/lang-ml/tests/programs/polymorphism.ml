let id x = x
let pair = (id 1, id "s")
let rec length : 'a. 'a list -> int = function [] -> 0 | _ :: l -> 1 + length l
type 'a nested = Flat of 'a | Deep of ('a * 'a) nested
let rec depth : 'a. 'a nested -> int = function Flat _ -> 0 | Deep n -> 1 + depth n
let const (type a) (x : a) : a = x
let map_pair (f : 'a -> 'b) (x, y) = (f x, f y)
let result = string_of_int (fst pair) ^ snd pair ^ string_of_int (length [ 'a'; 'b' ]) ^ string_of_int (depth (Deep (Deep (Flat ((1, 2), (3, 4))))))
  ^ string_of_int (const 3) ^ (match map_pair string_of_bool (true, false) with a, b -> a ^ b)
