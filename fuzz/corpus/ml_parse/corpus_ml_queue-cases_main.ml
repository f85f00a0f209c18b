(* A queue whose methods have contracts with cases: every case must hold. *)

module type QUEUE = sig
  type elem

  (** (x: elem) -> unit
      effect <push x> *)
  val push : elem -> unit

  (** Whether nothing was ever pushed. Both cases bind where they apply.

      unit -> (empty: bool)
      case
        context F <push>
        effect <is_empty>
        ensure !empty
      case
        context G ~<push>
        effect <is_empty>
        ensure empty *)
  val is_empty : unit -> bool
end

module Batch (Queue : QUEUE) = struct
  (** Pushes an element onto a queue that is empty, and says whether it was.

      (x: Queue.elem) -> (first: bool)
      case
        context G ~<Queue.push>
        effect F <Queue.push x>
        ensure first
      case
        context F <Queue.push>
        effect G ~<Queue.push>
        ensure !first *)
  let push_first x =
    let first = Queue.is_empty () in
    Queue.push x;
    first
end
