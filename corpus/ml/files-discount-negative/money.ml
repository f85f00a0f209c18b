let less cents by = cents - by
