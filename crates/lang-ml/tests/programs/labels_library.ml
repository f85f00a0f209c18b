open StdLabels

let numbers = List.init ~len:40 ~f:(fun i -> (i * 37 mod 41) - 20)
let sum l = List.fold_left l ~init:0 ~f:(fun all n -> ((all * 31) + n) mod 1000003)

let lists =
  List.map numbers ~f:(fun n ->
      let below = List.filter numbers ~f:(fun m -> m < n) in
      let sorted = List.sort below ~cmp:compare in
      sum sorted + sum (List.mapi sorted ~f:(fun i m -> i * m))
      + (if List.mem n ~set:below then 1 else 0)
      + List.fold_right below ~init:0 ~f:(fun m all -> m - all)
      + (match List.find_opt below ~f:(fun m -> m > 3) with Some m -> m | None -> 0))

let arrays =
  let a = Array.of_list numbers in
  Array.blit ~src:a ~src_pos:0 ~dst:a ~dst_pos:5 ~len:20;
  Array.fill a ~pos:1 ~len:3 7;
  Array.sort ~cmp:(fun x y -> compare y x) a;
  Array.fold_left a ~init:0 ~f:(fun all n -> ((all * 31) + n) mod 1000003)

let texts =
  let all = List.map numbers ~f:string_of_int in
  let joined = String.concat ~sep:"," all in
  let parts = String.split_on_char ~sep:',' joined in
  let b = Bytes.of_string (String.sub joined ~pos:3 ~len:20) in
  Bytes.fill b ~pos:2 ~len:4 'x';
  String.map joined ~f:(fun c -> if c = '-' then 'm' else c)
  ^ string_of_int (List.length parts)
  ^ Bytes.to_string b
  ^ string_of_bool (String.starts_with ~prefix:"-20" joined)

let cell = Atomic.make 5
let atomics =
  let old = Atomic.fetch_and_add cell 3 in
  let swapped = Atomic.compare_and_set cell 8 20 and not_swapped = Atomic.compare_and_set cell 8 30 in
  Atomic.incr cell;
  Printf.sprintf "%d %b %b %d %d" old swapped not_swapped (Atomic.exchange cell 1) (Atomic.get cell)

let characters =
  let codes = [ 0; 65; 255; 256; 0xD7FF; 0xD800; 0xDFFF; 0xE000; 0x10FFFF; 0x110000; -1 ] in
  let one c =
    if not (Uchar.is_valid c) then match Uchar.of_int c with _ -> "?" | exception Invalid_argument _ -> "!"
    else
      let u = Uchar.of_int c in
      let next = try Uchar.to_int (Uchar.succ u) with Invalid_argument _ -> -1 in
      let before = try Uchar.to_int (Uchar.pred u) with Invalid_argument _ -> -1 in
      Printf.sprintf "%d/%d/%b" next before (Uchar.is_char u)
  in
  String.concat ~sep:" " (List.map codes ~f:one)

let result =
  Printf.sprintf "%d %d %s %s %s" (sum lists) arrays texts atomics characters
