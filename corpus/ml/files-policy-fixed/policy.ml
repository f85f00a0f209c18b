let age = 18
let adult years = years >= age
