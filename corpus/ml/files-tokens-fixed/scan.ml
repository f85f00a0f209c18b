(* A place in a text. *)

exception Stop of int

type t = { text : string; mutable at : int }

let of_string text = { text; at = 0 }
let peek scan = if scan.at < String.length scan.text then Some scan.text.[scan.at] else None

let rec blanks scan =
  match peek scan with
  | Some (' ' | '\t') ->
      scan.at <- scan.at + 1;
      blanks scan
  | _ -> ()

let digit scan =
  match peek scan with
  | Some ('0' .. '9' as c) ->
      scan.at <- scan.at + 1;
      Char.code c - Char.code '0'
  | _ -> raise (Stop scan.at)
