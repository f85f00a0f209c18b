(* `String` with labels. *)

include String
let init x0 ~f = String.init x0 f
let concat ~sep = String.concat sep
let sub x0 ~pos ~len = String.sub x0 pos len
let split_on_char ~sep = String.split_on_char sep
let map ~f = String.map f
let mapi ~f = String.mapi f
let fold_left ~f ~init = String.fold_left f init
let fold_right ~f x1 ~init = String.fold_right f x1 init
let for_all ~f = String.for_all f
let exists ~f = String.exists f
let iter ~f = String.iter f
let iteri ~f = String.iteri f
let blit ~src ~src_pos ~dst ~dst_pos ~len = String.blit src src_pos dst dst_pos len
let unsafe_blit ~src ~src_pos ~dst ~dst_pos ~len = String.unsafe_blit src src_pos dst dst_pos len
