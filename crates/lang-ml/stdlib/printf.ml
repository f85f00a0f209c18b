(* Formatted text. What is printed is not observed. *)

let sprintf (Format f : ('a, unit, string) format) = f CamlinternalFormat.to_text
let ksprintf k (Format f : ('a, unit, string, 'd) format4) = f (fun pieces -> k (CamlinternalFormat.to_text pieces))
let kfprintf k out (Format f : ('a, out_channel, unit, 'd) format4) =
  f (fun pieces -> CamlinternalFormat.output output_string out pieces; k out)
let fprintf out (Format f : ('a, out_channel, unit) format) =
  f (fun pieces -> CamlinternalFormat.output output_string out pieces)
let printf format = fprintf stdout format
let eprintf format = fprintf stderr format
let ifprintf (_ : 'o) (Format f : ('a, 'b, 'c, unit) format4) = f (fun _ -> ())
let ikfprintf k out (Format f : ('a, 'b, 'c, 'd) format4) = f (fun _ -> k out)
let bprintf b (Format f : ('a, Buffer.t, unit) format) =
  f (fun pieces -> CamlinternalFormat.output Buffer.add_string b pieces)
let kbprintf k b (Format f : ('a, Buffer.t, unit, 'd) format4) =
  f (fun pieces -> CamlinternalFormat.output Buffer.add_string b pieces; k b)
let ibprintf (_ : 'o) (Format f : ('a, 'b, 'c, unit) format4) = f (fun _ -> ())
let ikbprintf = ikfprintf
let kprintf = ksprintf
