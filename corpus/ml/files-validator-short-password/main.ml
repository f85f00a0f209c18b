(* Users and their passwords; the rules stand in another file. *)

let users : (string, string) Hashtbl.t = Hashtbl.create 8

(** (name: string) -> (password: string) -> (done_: bool)
    ensure done_ implies String.length password >= 8
    ensure not done_ implies Hashtbl.length users = old (Hashtbl.length users) *)
let register name password =
  if Rules.long_enough password && not (Hashtbl.mem users name) then begin
    Hashtbl.replace users name password;
    true
  end
  else false
