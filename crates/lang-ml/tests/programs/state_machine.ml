type state = Idle | Running of { pid : int; mutable ticks : int } | Done of int
let step s = match s with
  | Idle -> Running { pid = 1; ticks = 0 }
  | Running { pid; ticks = 2 } -> Done pid
  | Running { pid; ticks } -> Running { pid; ticks = ticks + 1 }
  | Done _ as d -> d
let rec run n s = if n = 0 then s else run (n - 1) (step s)
let show = function Idle -> "idle" | Running { ticks; _ } -> "running " ^ string_of_int ticks | Done n -> "done " ^ string_of_int n
let result = String.concat "," (List.map (fun n -> show (run n Idle)) [ 0; 1; 3; 4; 9 ])
