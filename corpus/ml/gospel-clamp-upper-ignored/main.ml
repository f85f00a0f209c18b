let clamp ~lo ~hi x = if x < lo then lo else if x > hi + 1 then hi else x
