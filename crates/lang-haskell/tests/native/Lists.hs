-- | Lists and what is made of them, ours and GHC's.
module Lists (checks) where

import qualified Base.Control as B
import qualified Base.Foldable as BF
import qualified Base.Function as B
import qualified Base.List as B
import qualified Base.Monad as B
import qualified Base.Traversable as BT
import qualified Control.Monad as R
import qualified Data.Foldable as RF
import qualified Data.List as R
import qualified Data.Maybe as R
import qualified Data.Traversable as RT
import Same

checks :: [Same]
checks = concatMap onList (lists ++ partial) ++ concatMap onTwo pairs ++ infinite ++ special

onList :: [Int] -> [Same]
onList xs =
  [ same "head" (B.head xs) (R.head xs)
  , same "tail" (B.tail xs) (R.tail xs)
  , same "last" (B.last xs) (R.last xs)
  , same "init" (B.init xs) (R.init xs)
  , same "uncons" (B.uncons xs) (R.uncons xs)
  , same "null" (B.null xs) (R.null xs)
  , same "length" (B.length xs) (R.length xs)
  , same "genericLength" (B.genericLength xs :: Integer) (R.genericLength xs :: Integer)
  , same "reverse" (B.reverse xs) (R.reverse xs)
  , same "sum" (B.sum xs) (R.sum xs)
  , same "product" (B.product xs) (R.product xs)
  , same "maximum" (B.maximum xs) (R.maximum xs)
  , same "minimum" (B.minimum xs) (R.minimum xs)
  , same "maximumBy" (B.maximumBy (\a b -> if odd a then LT else compare a b) xs) (R.maximumBy (\a b -> if odd a then LT else compare a b) xs)
  , same "minimumBy" (B.minimumBy (\a b -> if odd a then LT else compare a b) xs) (R.minimumBy (\a b -> if odd a then LT else compare a b) xs)
  , same "and" (B.and (map odd xs)) (R.and (map odd xs))
  , same "or" (B.or (map odd xs)) (R.or (map odd xs))
  , same "any" (B.any (> 1) xs) (R.any (> 1) xs)
  , same "all" (B.all (< 2) xs) (R.all (< 2) xs)
  , same "elem" (B.elem 1 xs) (R.elem 1 xs)
  , same "notElem" (B.notElem 1 xs) (R.notElem 1 xs)
  , same "map" (B.map (+ 1) xs) (map (+ 1) xs)
  , same "filter" (B.filter odd xs) (filter odd xs)
  , same "partition" (B.partition odd xs) (R.partition odd xs)
  , same "concat" (B.concat [xs, [7], xs]) (concat [xs, [7], xs])
  , same "concatMap" (B.concatMap (\x -> [x, x]) xs) (concatMap (\x -> [x, x]) xs)
  , same "foldr" (B.foldr (\x r -> x : take 1 r) [] xs) (foldr (\x r -> x : take 1 r) [] xs)
  , same "foldr lazy" (B.foldr (\x _ -> x) 9 xs) (foldr (\x _ -> x) 9 xs)
  , same "foldl" (B.foldl (-) 10 xs) (foldl (-) 10 xs)
  , same "foldl lazy" (B.foldl (\_ x -> x) undefined xs) (foldl (\_ x -> x) undefined xs)
  , same "foldl'" (B.foldl' (-) 10 xs) (R.foldl' (-) 10 xs)
  , same "foldr1" (B.foldr1 (-) xs) (foldr1 (-) xs)
  , same "foldl1" (B.foldl1 (-) xs) (foldl1 (-) xs)
  , same "foldl1'" (B.foldl1' (-) xs) (R.foldl1' (-) xs)
  , same "scanl" (B.scanl (+) 0 xs) (scanl (+) 0 xs)
  , same "scanl'" (B.scanl' (+) 0 xs) (R.scanl' (+) 0 xs)
  , same "scanl1" (B.scanl1 (+) xs) (scanl1 (+) xs)
  , same "scanr" (B.scanr (+) 0 xs) (scanr (+) 0 xs)
  , same "scanr1" (B.scanr1 (+) xs) (scanr1 (+) xs)
  , same "mapAccumL" (B.mapAccumL (\a x -> (a + x, a * x)) 1 xs) (R.mapAccumL (\a x -> (a + x, a * x)) 1 xs)
  , same "mapAccumR" (B.mapAccumR (\a x -> (a + x, a * x)) 1 xs) (R.mapAccumR (\a x -> (a + x, a * x)) 1 xs)
  , same "takeWhile" (B.takeWhile (< 2) xs) (takeWhile (< 2) xs)
  , same "dropWhile" (B.dropWhile (< 2) xs) (dropWhile (< 2) xs)
  , same "dropWhileEnd" (B.dropWhileEnd (< 2) xs) (R.dropWhileEnd (< 2) xs)
  , same "span" (B.span (< 2) xs) (span (< 2) xs)
  , same "break" (B.break (> 0) xs) (break (> 0) xs)
  , same "intersperse" (B.intersperse 7 xs) (R.intersperse 7 xs)
  , same "intercalate" (B.intercalate [7, 8] [xs, xs]) (R.intercalate [7, 8] [xs, xs])
  , same "transpose" (B.transpose [xs, 5 : xs, [], [6]]) (R.transpose [xs, 5 : xs, [], [6]])
  , same "subsequences" (B.subsequences xs) (R.subsequences xs)
  , same "permutations" (B.permutations xs) (R.permutations xs)
  , same "inits" (B.inits xs) (R.inits xs)
  , same "tails" (B.tails xs) (R.tails xs)
  , same "find" (B.find (> 1) xs) (R.find (> 1) xs)
  , same "elemIndex" (B.elemIndex 2 xs) (R.elemIndex 2 xs)
  , same "elemIndices" (B.elemIndices 2 xs) (R.elemIndices 2 xs)
  , same "findIndex" (B.findIndex odd xs) (R.findIndex odd xs)
  , same "findIndices" (B.findIndices odd xs) (R.findIndices odd xs)
  , same "lookup" (B.lookup 1 (zip xs "abcd")) (lookup 1 (zip xs "abcd"))
  , same "nub" (B.nub xs) (R.nub xs)
  , same "nubBy" (B.nubBy (\a b -> a < b) xs) (R.nubBy (\a b -> a < b) xs)
  , same "delete" (B.delete 1 xs) (R.delete 1 xs)
  , same "insert" (B.insert 1 xs) (R.insert 1 xs)
  , same "sort" (B.sort xs) (R.sort xs)
  , same "sortOn" (B.sortOn negate xs) (R.sortOn negate xs)
  , same "sortBy stable" (B.sortBy (\a b -> compare (mod a 2) (mod b 2)) xs) (R.sortBy (\a b -> compare (mod a 2) (mod b 2)) xs)
  , same "group" (B.group xs) (R.group xs)
  , same "groupBy" (B.groupBy (<=) xs) (R.groupBy (<=) xs)
  , same "zip" (B.zip xs [1 :: Int ..]) (zip xs [1 :: Int ..])
  , same "zip3" (B.zip3 xs "abc" xs) (zip3 xs "abc" xs)
  , same "zipWith3" (B.zipWith3 (\a b c -> a + b * c) xs xs xs) (zipWith3 (\a b c -> a + b * c) xs xs xs)
  , same "unzip" (B.unzip (map (\x -> (x, odd x)) xs)) (unzip (map (\x -> (x, odd x)) xs))
  , same "unzip3" (B.unzip3 (map (\x -> (x, odd x, x)) xs)) (unzip3 (map (\x -> (x, odd x, x)) xs))
  , same "listToMaybe" (B.listToMaybe xs) (R.listToMaybe xs)
  , same "mapMaybe" (B.mapMaybe (\x -> if odd x then B.Just x else B.Nothing) xs) (R.mapMaybe (\x -> if odd x then Just x else Nothing) xs)
  , same "unfoldr" (B.unfoldr (\s -> case s of [] -> B.Nothing; y : ys -> B.Just (y, ys)) xs) (R.unfoldr (\s -> case s of [] -> Nothing; y : ys -> Just (y, ys)) xs)
  , same "filterM" (B.filterM (\x -> [odd x, True]) xs) (R.filterM (\x -> [odd x, True]) xs)
  , same "zipWithM" (B.zipWithM (\x y -> [x, y]) xs [8, 9]) (R.zipWithM (\x y -> [x, y]) xs [8, 9])
  , same "foldM" (B.foldM (\a x -> if x > 1 then B.Nothing else B.Just (a + x)) 0 xs) (R.foldM (\a x -> if x > 1 then Nothing else Just (a + x)) 0 xs)
  , same "traverse" (BT.traverse (\x -> if x > 1 then B.Nothing else B.Just x) xs) (RT.traverse (\x -> if x > 1 then Nothing else Just x) xs)
  , same "sequenceA" (BT.sequenceA [xs, [5, 6]]) (RT.sequenceA [xs, [5, 6]])
  , same "Foldable.toList" (BF.toList (B.Just xs)) (RF.toList (Just xs))
  , same "Foldable.sum of a pair" (BF.sum ('x', length (take 1 xs))) (RF.sum ('x', length (take 1 xs)))
  , same "mapAccumL of a Maybe" (BT.mapAccumL (\a x -> (a, length x)) 'a' (B.Just xs)) (RT.mapAccumL (\a x -> (a, length x)) 'a' (Just xs))
  , same "mconcat" (B.mconcat [xs, xs]) (mconcat [xs, xs])
  , same "list bind" (xs B.>>= \x -> [x, x + 1]) (xs >>= \x -> [x, x + 1])
  , same "list ap" ([(+ 1), (* 2)] B.<*> xs) ([(+ 1), (* 2)] <*> xs)
  ]
    ++ concat
      [ [ same "take" (B.take n xs) (take n xs)
        , same "drop" (B.drop n xs) (drop n xs)
        , same "splitAt" (B.splitAt n xs) (splitAt n xs)
        , same "!!" (xs B.!! n) (xs !! n)
        , same "replicate" (B.replicate n xs) (replicate n xs)
        , same "genericTake" (B.genericTake n xs) (R.genericTake n xs)
        , same "replicateM" (B.replicateM (min 2 n) xs) (R.replicateM (min 2 n) xs)
        ]
      | n <- [-1, 0, 1, 2, 5]
      ]

pairs :: [([Int], [Int])]
pairs = [(xs, ys) | xs <- small, ys <- small]
  where
    small = take 40 lists ++ partial

onTwo :: ([Int], [Int]) -> [Same]
onTwo (xs, ys) =
  [ same "++" (xs B.++ ys) (xs ++ ys)
  , same "zipWith" (B.zipWith (+) xs ys) (zipWith (+) xs ys)
  , same "union" (B.union xs ys) (R.union xs ys)
  , same "intersect" (B.intersect xs ys) (R.intersect xs ys)
  , same "\\\\" (xs B.\\ ys) (xs R.\\ ys)
  , same "isPrefixOf" (B.isPrefixOf xs ys) (R.isPrefixOf xs ys)
  , same "isSuffixOf" (B.isSuffixOf xs ys) (R.isSuffixOf xs ys)
  , same "isInfixOf" (B.isInfixOf xs ys) (R.isInfixOf xs ys)
  , same "isSubsequenceOf" (B.isSubsequenceOf xs ys) (R.isSubsequenceOf xs ys)
  , same "stripPrefix" (B.stripPrefix xs ys) (R.stripPrefix xs ys)
  , same "insertBy" (B.insertBy (flip compare) 1 (xs ++ ys)) (R.insertBy (flip compare) 1 (xs ++ ys))
  , same "liftA2" (B.liftA2 (,) xs ys) ((,) <$> xs <*> ys)
  ]

infinite :: [Same]
infinite =
  [ same "iterate" (B.iterate (* 2) (1 :: Int)) (iterate (* 2) 1)
  , same "repeat" (B.repeat 'x') (repeat 'x')
  , same "cycle" (B.cycle [1 :: Int, 2]) (cycle [1, 2])
  , same "cycle []" (B.cycle ([] :: [Int])) (cycle [])
  , same "takeWhile endless" (B.takeWhile (< 9) (B.iterate (+ 1) (0 :: Int))) [0 .. 8]
  , same "inits endless" (B.take 4 (B.inits (B.repeat 'a'))) (take 4 (R.inits (repeat 'a')))
  , same "transpose endless" (B.take 3 (B.transpose [[1 :: Int ..], [10 ..]])) (take 3 (R.transpose [[1 ..], [10 ..]]))
  , same "permutations endless" (B.map (B.take 3) (B.take 2 (B.permutations [1 :: Int ..]))) (map (take 3) (take 2 (R.permutations [1 ..])))
  , same "subsequences endless" (B.take 9 (B.subsequences [1 :: Int ..])) (take 9 (R.subsequences [1 ..]))
  , same "scanl endless" (B.take 5 (B.scanl (+) 0 [1 :: Int ..])) (take 5 (scanl (+) 0 [1 ..]))
  , same "zip endless" (B.zip "ab" (B.repeat undefined :: [Int])) (zip "ab" (repeat undefined))
  , same "foldr endless" (B.foldr (\x r -> x > 3 || r) False [1 :: Int ..]) True
  , same "any endless" (BF.any (> 3) [1 :: Int ..]) True
  , same "isPrefixOf endless" (B.isPrefixOf [1 :: Int, 2] [1 ..]) True
  , same "find endless" (BF.find (> 5) [1 :: Int ..]) (Just 6)
  ]

special :: [Same]
special =
  [ same "Maybe chain" (B.Just (3 :: Int) B.>>= \x -> if x > 2 then B.Just (x * 2) else B.Nothing) (Just (6 :: Int))
  , same "Either chain" (B.sequence [B.Right 1, B.Left 'x', undefined] :: B.Either Char [Int]) (sequence [Right 1, Left 'x', undefined])
  , same "partitionEithers" (B.partitionEithers [B.Left 1, B.Right 'a', B.Left (2 :: Int)]) ([1, 2], "a")
  , same "catMaybes" (B.catMaybes [B.Just 'a', B.Nothing, B.Just 'b']) "ab"
  , same "on" (B.on (+) negate (3 :: Int) 4) (-7)
  , same "fix" (B.take 5 (B.fix ((1 :: Int) :))) [1 :: Int, 1, 1, 1, 1]
  , same "until" (B.until (> 100) (* 2) (1 :: Int)) 128
  , same "bool" (B.bool 'f' 't' True) 't'
  , same "seq" (const (1 :: Int) B.$! (undefined :: Int)) (const 1 $! (undefined :: Int))
  ]
