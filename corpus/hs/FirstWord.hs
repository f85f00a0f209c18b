module FirstWord where

{-@ safeHead :: {xs:[a] | len xs > 0} -> a @-}
safeHead :: [a] -> a
safeHead (x : _) = x
safeHead [] = error "no head"

data Letter = Blank | A | B deriving (Eq, Show)

split :: [Letter] -> [[Letter]]
split s = case dropWhile (== Blank) s of
  [] -> []
  t -> let (w, rest) = break (== Blank) t in w : split rest

{-@ firstWord :: [Letter] -> [Letter] @-}
firstWord :: [Letter] -> [Letter]
firstWord s = safeHead (split s)

{-@ initials :: [Letter] -> [Letter] @-}
initials :: [Letter] -> [Letter]
initials s = [safeHead w | w <- split s]
