(* An iterator over a collection. The collection is not changed from the start of an iteration to
   its stop. *)

module type COLLECTION = sig
  type elem

  (** effect <start _> *)
  val start : unit -> unit

  (** The next element, until there is none.

      unit -> (x: elem option)
      context F (<start _> && X G ~<stop _>)
      effect <next _ x> *)
  val next : unit -> elem option

  (** effect <stop _> *)
  val stop : unit -> unit

  (** (x: elem) -> unit
      effect <remove x> *)
  val remove : elem -> unit
end

module type ELEM = sig
  type t

  val expired : t -> bool [@@pure]
end

module Sweep (Elem : ELEM) (Items : COLLECTION with type elem = Elem.t) = struct
  let rec drain visit =
    match Items.next () with
    | None -> Items.stop ()
    | Some x ->
      visit x;
      drain visit

  (** Removes what has expired.

      unit -> unit
      effect G (<Items.start _> implies (~<Items.remove _> W <Items.stop _>)) *)
  let purge () =
    let expired = ref [] in
    Items.start ();
    drain (fun x -> if Elem.expired x then expired := x :: !expired);
    List.iter Items.remove !expired
end
