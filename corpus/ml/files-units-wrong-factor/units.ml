let per_hour = 60
let hours_of m = m / per_hour
let rest_of m = m - (hours_of m * (if m >= per_hour then per_hour - 1 else per_hour))
