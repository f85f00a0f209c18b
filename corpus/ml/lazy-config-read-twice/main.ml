(* A setting that is read when it is first asked for. *)

let reads = ref 0

let later () =
  lazy
    (incr reads;
     !reads)

let setting = later ()

(** unit -> (n: int)
    ensure n = 1
    ensure !reads = 1 *)
let get () = Lazy.force (later ())
