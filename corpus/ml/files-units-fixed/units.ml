let per_hour = 60
let hours_of m = m / per_hour
let rest_of m = m - (hours_of m * per_hour)
