let flip f a b = f b a
let rec iterate n f x = if n = 0 then x else iterate (n - 1) f (f x)
let pipeline = [ 1; 2; 3; 4; 5; 6 ] |> List.filter (fun x -> x mod 2 = 0) |> List.map (fun x -> x * x) |> List.fold_left ( + ) 0
let compose_all fs = List.fold_right (fun f g x -> f (g x)) fs (fun x -> x)
let result =
  String.concat ","
    (List.map string_of_int
       [ pipeline; iterate 10 (( * ) 2) 1; flip ( - ) 1 10; compose_all [ succ; ( * ) 3; pred ] 5;
         List.length @@ List.concat_map (fun x -> [ x; x ]) [ 1; 2; 3 ] ])
