(* `Array` with labels. *)

include Array
let init x0 ~f = Array.init x0 f
let make_matrix ~dimx ~dimy = Array.make_matrix dimx dimy
let create_matrix ~dimx ~dimy = Array.create_matrix dimx dimy
let sub x0 ~pos ~len = Array.sub x0 pos len
let fill x0 ~pos ~len = Array.fill x0 pos len
let blit ~src ~src_pos ~dst ~dst_pos ~len = Array.blit src src_pos dst dst_pos len
let iter ~f = Array.iter f
let iteri ~f = Array.iteri f
let map ~f = Array.map f
let mapi ~f = Array.mapi f
let fold_left ~f ~init = Array.fold_left f init
let fold_left_map ~f ~init = Array.fold_left_map f init
let fold_right ~f x1 ~init = Array.fold_right f x1 init
let iter2 ~f = Array.iter2 f
let map2 ~f = Array.map2 f
let for_all ~f = Array.for_all f
let exists ~f = Array.exists f
let for_all2 ~f = Array.for_all2 f
let exists2 ~f = Array.exists2 f
let mem x0 ~set = Array.mem x0 set
let memq x0 ~set = Array.memq x0 set
let find_opt ~f = Array.find_opt f
let find_map ~f = Array.find_map f
let sort ~cmp = Array.sort cmp
let stable_sort ~cmp = Array.stable_sort cmp
let fast_sort ~cmp = Array.fast_sort cmp
