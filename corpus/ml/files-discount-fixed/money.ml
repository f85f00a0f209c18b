let less cents by = if cents < by then 0 else cents - by
