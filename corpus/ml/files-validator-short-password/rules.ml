let min_length = 8
let long_enough password = String.length password >= min_length - 1
