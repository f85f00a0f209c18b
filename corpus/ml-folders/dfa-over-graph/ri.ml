(* Deterministic: a state has no second edge for a letter until the first one is gone. *)
let[@pred] rI (s : State.t) (c : Char.t) =
  _G
    (implies
       (Connect ((s [@d]), (c [@d]), t, v, true))
       (_X
          (_G (not (Connect ((s [@d]), (c [@d]), t, v, true)))
          || _U (not (Connect ((s [@d]), (c [@d]), t, v, true))) (Disconnect ((s [@d]), (c [@d]), v, true)))))
