let area ~width ~height = width * height
let greet ?(greeting = "hello") ?name () =
  greeting ^ " " ^ (match name with Some n -> n | None -> "world")
let sub ~from x = from - x
let apply f = f ~from:10 3
let wrap ?sep parts = String.concat (match sep with None -> "-" | Some s -> s) parts
let forwarded ?sep l = wrap ?sep l
let height = 4
let half = area ~width:2
let result =
  String.concat ";"
    [ string_of_int (area ~height:3 ~width:5); string_of_int (area 2 3); string_of_int (half ~height);
      greet (); greet ~name:"ann" (); greet ~greeting:"bye" ~name:"bob" (); greet ?name:None ();
      string_of_int (apply sub); string_of_int (List.fold_left (fun acc x -> sub ~from:acc x) 100 [ 1; 2; 3 ]);
      wrap [ "a"; "b" ]; wrap ~sep:"+" [ "a"; "b" ]; forwarded ~sep:"/" [ "x"; "y" ];
      string_of_int (List.length (List.map (sub ~from:1) [ 1; 2 ])) ]
