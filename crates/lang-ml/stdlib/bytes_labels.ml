(* `Bytes` with labels. *)

include Bytes
let init x0 ~f = Bytes.init x0 f
let sub x0 ~pos ~len = Bytes.sub x0 pos len
let sub_string x0 ~pos ~len = Bytes.sub_string x0 pos len
let extend x0 ~left ~right = Bytes.extend x0 left right
let fill x0 ~pos ~len = Bytes.fill x0 pos len
let blit ~src ~src_pos ~dst ~dst_pos ~len = Bytes.blit src src_pos dst dst_pos len
let blit_string ~src ~src_pos ~dst ~dst_pos ~len = Bytes.blit_string src src_pos dst dst_pos len
let concat ~sep = Bytes.concat sep
let iter ~f = Bytes.iter f
let iteri ~f = Bytes.iteri f
let map ~f = Bytes.map f
let mapi ~f = Bytes.mapi f
let fold_left ~f ~init = Bytes.fold_left f init
let fold_right ~f x1 ~init = Bytes.fold_right f x1 init
let for_all ~f = Bytes.for_all f
let exists ~f = Bytes.exists f
let split_on_char ~sep = Bytes.split_on_char sep
let unsafe_blit ~src ~src_pos ~dst ~dst_pos ~len = Bytes.unsafe_blit src src_pos dst dst_pos len
let unsafe_fill x0 ~pos ~len = Bytes.unsafe_fill x0 pos len
