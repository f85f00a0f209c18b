module RefinedPair where

{-@ type Span = (Int, Int)<{\low high -> low <= high}> @-}

{-@ widen :: Span -> {n:Int | n >= 0} -> Span @-}
widen :: (Int, Int) -> Int -> (Int, Int)
widen (low, high) n = (low - n, high + n)

{-@ badMeet :: Span -> Span -> Span @-}
badMeet :: (Int, Int) -> (Int, Int) -> (Int, Int)
badMeet (a, b) (c, d) = (max a c, min b d)
