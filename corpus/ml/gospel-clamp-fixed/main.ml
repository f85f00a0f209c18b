let clamp ~lo ~hi x = if x < lo then lo else if x > hi then hi else x
