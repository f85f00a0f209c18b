(* The log of a coordinator of two-phase commits. A transaction is prepared before it is decided, it
   is not both committed and aborted, and it is not committed against a vote. *)

module type LOG = sig
  type tx

  (** (t: tx) -> unit
      effect <prepare t> *)
  val prepare : tx -> unit

  (** (t: tx) -> unit
      effect <commit t> *)
  val commit : tx -> unit

  (** (t: tx) -> unit
      effect <abort t> *)
  val abort : tx -> unit

  (** (t: tx) -> (found: bool)
      case
        context F <prepare t>
        effect <prepared t true>
        ensure found
      case
        context !F <prepare t>
        effect <prepared t false>
        ensure !found *)
  val prepared : tx -> bool

  (** (t: tx) -> (found: bool)
      case
        context F (<commit t> || <abort t>)
        effect <decided t true>
        ensure found
      case
        context !F (<commit t> || <abort t>)
        effect <decided t false>
        ensure !found *)
  val decided : tx -> bool
end

module type PARTICIPANT = sig
  type t
  type tx

  (** (p: t) -> (t: tx) -> (yes: bool)
      effect <vote p t yes> *)
  val vote : t -> tx -> bool
end

(** predicate prepared_first(t) := ~(<Log.commit t> || <Log.abort t>) W <Log.prepare t> *)

(** predicate decided_once(t) := !(F <Log.commit t> && F <Log.abort t>) *)

(** predicate unanimous(t) := !(F <Participant.vote _ t false> && F <Log.commit t>) *)

module Coordinator
    (Log : LOG)
    (Participant : PARTICIPANT with type tx = Log.tx) =
struct
  exception Veto

  (** Decides after a crash what was left undecided.

      ghost (t: Log.tx)
      invariant prepared_first(t)
      invariant decided_once(t)
      invariant unanimous(t) *)
  let recover (tx : Log.tx) =
    if Log.prepared tx then Log.commit tx
end
