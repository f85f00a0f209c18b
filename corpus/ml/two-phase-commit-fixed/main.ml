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

  (** ghost (t: Log.tx)
      context G ~(<Participant.vote _ tx _> || <Log.prepare tx> || <Log.commit tx> || <Log.abort tx>)
      invariant prepared_first(t)
      invariant decided_once(t)
      invariant unanimous(t) *)
  let run (tx : Log.tx) (participants : Participant.t list) =
    Log.prepare tx;
    let ask p = if not (Participant.vote p tx) then raise Veto in
    match List.iter ask participants with
    | () -> Log.commit tx
    | exception Veto -> Log.abort tx

  (** Decides after a crash what was left undecided.

      ghost (t: Log.tx)
      invariant prepared_first(t)
      invariant decided_once(t)
      invariant unanimous(t) *)
  let recover (tx : Log.tx) =
    if Log.prepared tx && not (Log.decided tx) then Log.abort tx
end
