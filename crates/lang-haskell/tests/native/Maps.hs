-- | Maps and sets, ours and those of @containers@.
module Maps (checks) where

import qualified Base.Classes as B
import qualified Base.Foldable as BF
import qualified Base.Function as B
import qualified Base.IntMap as BI
import qualified Base.IntMapStrict as BIS
import qualified Base.IntSet as BN
import qualified Base.ListUtils as B
import qualified Base.Map as BM
import qualified Base.MapStrict as BMS
import qualified Base.Monad as B
import qualified Base.Set as BS
import qualified Base.Show as B
import qualified Base.Traversable as BT
import qualified Data.Containers.ListUtils as R
import qualified Data.IntMap as RI
import qualified Data.IntMap.Strict as RIS
import qualified Data.IntSet as RN
import qualified Data.Map as RM
import qualified Data.Map.Strict as RMS
import qualified Data.Set as RS
import Same

checks :: [Same]
checks =
  concatMap onMap entries
    ++ concatMap onMaps [(xs, ys) | xs <- some, ys <- some]
    ++ concatMap onSet keysets
    ++ concatMap onSets [(xs, ys) | xs <- take 40 keysets, ys <- take 40 keysets]
    ++ lazy
  where
    some = take 60 entries
    keysets = lists ++ [[1 .. 20], [20, 18 .. -4], [3, 1, 4, 1, 5, 9, 2, 6]]
    entries = map (`zip` "abcdefghijklmnopqrstuvwxyz") keysets

-- | Our tree is balanced: no branch weighs more than three times as much as the other.
balanced :: BM.Map k a -> Bool
balanced BM.Tip = True
balanced (BM.Bin n _ _ l r) =
  n == a + b + 1 && (a + b <= 1 || (a <= 3 * b && b <= 3 * a)) && balanced l && balanced r
  where
    (a, b) = (BM.size l, BM.size r)

list :: RM.Map k a -> [(k, a)]
list = RM.toList

onMap :: [(Int, Char)] -> [Same]
onMap kxs =
  [ same "Map.fromList" m (list r)
  , same "Map.fromList is balanced" (balanced m) True
  , same "Map.fromListWith" (BM.fromListWith max kxs) (list (RM.fromListWith max kxs))
  , same "Map.fromAscListWith" (BM.fromAscListWith max (BM.toList m)) (list (RM.fromAscListWith max (list r)))
  , same "Map.size" (BM.size m) (RM.size r)
  , same "Map.null" (BM.null m) (RM.null r)
  , same "Map.keys" (BM.keys m) (RM.keys r)
  , same "Map.elems" (BM.elems m) (RM.elems r)
  , same "Map.toDescList" (BM.toDescList m) (RM.toDescList r)
  , same "Map.map" (BM.map succ m) (list (RM.map succ r))
  , same "Map.mapWithKey" (BM.mapWithKey (\k x -> (x, k)) m) (list (RM.mapWithKey (\k x -> (x, k)) r))
  , same "Map.mapKeys" (BM.mapKeys (`div` 2) m) (list (RM.mapKeys (`div` 2) r))
  , same "Map.mapKeysWith" (BM.mapKeysWith max (`div` 2) m) (list (RM.mapKeysWith max (`div` 2) r))
  , same "Map.filter" (BM.filter (> 'b') m) (list (RM.filter (> 'b') r))
  , same "Map.partition" (BM.partition (> 'b') m) (both (RM.partition (> 'b') r))
  , same "Map.mapMaybe" (BM.mapMaybe (\x -> if x > 'b' then B.Just x else B.Nothing) m) (list (RM.mapMaybe (\x -> if x > 'b' then Just x else Nothing) r))
  , same "Map.mapEither" (BM.mapEither (\x -> if x > 'b' then B.Left x else B.Right x) m) (both (RM.mapEither (\x -> if x > 'b' then Left x else Right x) r))
  , same "Map.foldr" (BM.foldr (:) [] m) (RM.foldr (:) [] r)
  , same "Map.foldl" (BM.foldl (flip (:)) [] m) (RM.foldl (flip (:)) [] r)
  , same "Map.foldrWithKey" (BM.foldrWithKey (\k x z -> (k, x) : z) [] m) (RM.foldrWithKey (\k x z -> (k, x) : z) [] r)
  , same "Map.mapAccum" (BM.mapAccum (\a x -> (x : a, length a)) "" m) (fmap list (RM.mapAccum (\a x -> (x : a, length a)) "" r))
  , same "Map.mapAccumRWithKey" (BM.mapAccumRWithKey (\a k x -> (x : a, k)) "" m) (fmap list (RM.mapAccumRWithKey (\a k x -> (x : a, k)) "" r))
  , same "Map.lookupMin" (BM.lookupMin m) (RM.lookupMin r)
  , same "Map.findMax" (BM.findMax m) (RM.findMax r)
  , same "Map.deleteMin" (BM.deleteMin m) (list (RM.deleteMin r))
  , same "Map.deleteMax" (BM.deleteMax m) (list (RM.deleteMax r))
  , same "Map.minViewWithKey" (BM.minViewWithKey m) (fmap (fmap list) (RM.minViewWithKey r))
  , same "Map.maxView" (BM.maxView m) (fmap (fmap list) (RM.maxView r))
  , same "Map.keysSet" (BM.keysSet m) (RS.toList (RM.keysSet r))
  , same "Map.show" (B.show (B.Just m)) (show (Just r))
  , same "Map.traverse" (BT.traverse (\x -> [x, succ x]) (BM.take 3 m)) (map list (traverse (\x -> [x, succ x]) (RM.take 3 r)))
  , same "Map.length" (BF.length m) (length r)
  , same "Map.maximum" (BF.maximum m) (maximum r)
  , same "IntMap.fromList" (BI.fromList kxs) (RI.toList (RI.fromList kxs))
  , same "IntMap.show" (B.show (BI.fromList kxs)) (show (RI.fromList kxs))
  , same "IntMap.minViewWithKey" (BI.minViewWithKey (BI.fromList kxs)) (fmap (fmap RI.toList) (RI.minViewWithKey (RI.fromList kxs)))
  ]
    ++ concatMap keyed [-1, 0, 1, 2, 3, 7]
  where
    m = BM.fromList kxs
    r = RM.fromList kxs
    both (a, b) = (list a, list b)
    keyed k =
      [ same "Map.lookup" (BM.lookup k m) (RM.lookup k r)
      , same "Map.member" (BM.member k m) (RM.member k r)
      , same "Map.!" (m BM.! k) (r RM.! k)
      , same "Map.findWithDefault" (BM.findWithDefault '?' k m) (RM.findWithDefault '?' k r)
      , same "Map.insert" (BM.insert k 'z' m) (list (RM.insert k 'z' r))
      , same "Map.insert is balanced" (balanced (BM.insert k 'z' m)) True
      , same "Map.insertWith" (BM.insertWith max k 'b' m) (list (RM.insertWith max k 'b' r))
      , same "Map.insertLookupWithKey" (BM.insertLookupWithKey (\_ a b -> max a b) k 'b' m) (fmap list (RM.insertLookupWithKey (\_ a b -> max a b) k 'b' r))
      , same "Map.delete" (BM.delete k m) (list (RM.delete k r))
      , same "Map.delete is balanced" (balanced (BM.delete k m)) True
      , same "Map.adjust" (BM.adjust succ k m) (list (RM.adjust succ k r))
      , same "Map.update" (BM.update (\x -> if x > 'b' then B.Nothing else B.Just 'q') k m) (list (RM.update (\x -> if x > 'b' then Nothing else Just 'q') k r))
      , same "Map.alter" (BM.alter (B.maybe (B.Just 'n') (\_ -> B.Nothing)) k m) (list (RM.alter (maybe (Just 'n') (const Nothing)) k r))
      , same "Map.alterF" (BM.alterF (\v -> [v, B.Nothing]) k m) (map list (RM.alterF (\v -> [v, Nothing]) k r))
      , same "Map.lookupLT" (BM.lookupLT k m) (RM.lookupLT k r)
      , same "Map.lookupGE" (BM.lookupGE k m) (RM.lookupGE k r)
      , same "Map.lookupLE" (BM.lookupLE k m) (RM.lookupLE k r)
      , same "Map.lookupGT" (BM.lookupGT k m) (RM.lookupGT k r)
      , same "Map.split" (BM.split k m) (both (RM.split k r))
      , same "Map.splitLookup" (BM.splitLookup k m) (let (a, v, b) = RM.splitLookup k r in (list a, v, list b))
      , same "Map.elemAt" (BM.elemAt k m) (RM.elemAt k r)
      , same "Map.deleteAt" (BM.deleteAt k m) (list (RM.deleteAt k r))
      , same "Map.lookupIndex" (BM.lookupIndex k m) (RM.lookupIndex k r)
      , same "Map.take" (BM.take k m) (list (RM.take k r))
      , same "Map.updateLookupWithKey" (BM.updateLookupWithKey (\_ x -> if x > 'b' then B.Nothing else B.Just 'q') k m) (fmap list (RM.updateLookupWithKey (\_ x -> if x > 'b' then Nothing else Just 'q') k r))
      , same "IntMap.insertWith" (BI.insertWith max k 'b' (BI.fromList kxs)) (RI.toList (RI.insertWith max k 'b' (RI.fromList kxs)))
      , same "IntMap.delete" (BI.delete k (BI.fromList kxs)) (RI.toList (RI.delete k (RI.fromList kxs)))
      ]

onMaps :: ([(Int, Char)], [(Int, Char)]) -> [Same]
onMaps (xs, ys) =
  [ same "Map.union" (BM.union a b) (list (RM.union p q))
  , same "Map.union is balanced" (balanced (BM.union a b)) True
  , same "Map.unionWith" (BM.unionWith max a b) (list (RM.unionWith max p q))
  , same "Map.difference" (BM.difference a b) (list (RM.difference p q))
  , same "Map.intersectionWith" (BM.intersectionWith (,) a b) (list (RM.intersectionWith (,) p q))
  , same "Map.isSubmapOf" (BM.isSubmapOf a b) (RM.isSubmapOf p q)
  , same "Map.restrictKeys" (BM.restrictKeys a (BM.keysSet b)) (list (RM.restrictKeys p (RM.keysSet q)))
  , same "Map.==" (a B.== b) (p == q)
  , same "Map.compare" (B.compare a b) (compare p q)
  , same "Map.<>" (a B.<> b) (list (p <> q))
  , same "Map.disjoint" (BM.disjoint a b) (RM.disjoint p q)
  , same "IntMap.unionWith" (BI.unionWith max (BI.fromList xs) (BI.fromList ys)) (RI.toList (RI.unionWith max (RI.fromList xs) (RI.fromList ys)))
  ]
  where
    (a, b) = (BM.fromList xs, BM.fromList ys)
    (p, q) = (RM.fromList xs, RM.fromList ys)

onSet :: [Int] -> [Same]
onSet xs =
  [ same "Set.fromList" s (RS.toList r)
  , same "Set.size" (BS.size s) (RS.size r)
  , same "Set.member" (BS.member 2 s) (RS.member 2 r)
  , same "Set.insert" (BS.insert 5 s) (RS.toList (RS.insert 5 r))
  , same "Set.delete" (BS.delete 1 s) (RS.toList (RS.delete 1 r))
  , same "Set.map" (BS.map (`div` 2) s) (RS.toList (RS.map (`div` 2) r))
  , same "Set.filter" (BS.filter odd s) (RS.toList (RS.filter odd r))
  , same "Set.partition" (BS.partition odd s) (let (a, b) = RS.partition odd r in (RS.toList a, RS.toList b))
  , same "Set.findMin" (BS.findMin s) (RS.findMin r)
  , same "Set.deleteMax" (BS.deleteMax s) (RS.toList (RS.deleteMax r))
  , same "Set.elemAt" (BS.elemAt 1 s) (RS.elemAt 1 r)
  , same "Set.powerSet" (BS.powerSet (BS.take 4 s)) (map RS.toList (RS.toList (RS.powerSet (RS.take 4 r))))
  , same "Set.show" (B.show s) (show r)
  , same "Set.foldr" (BS.foldr (:) [] s) (RS.foldr (:) [] r)
  , same "Set.sum" (BF.sum s) (sum r)
  , same "Set.lookupGE" (BS.lookupGE 2 s) (RS.lookupGE 2 r)
  , same "IntSet" (BN.insert 9 (BN.fromList xs)) (RN.toList (RN.insert 9 (RN.fromList xs)))
  , same "nubOrd" (B.nubOrd xs) (R.nubOrd xs)
  ]
  where
    s = BS.fromList xs
    r = RS.fromList xs

onSets :: ([Int], [Int]) -> [Same]
onSets (xs, ys) =
  [ same "Set.union" (BS.union a b) (RS.toList (RS.union p q))
  , same "Set.difference" (BS.difference a b) (RS.toList (RS.difference p q))
  , same "Set.intersection" (BS.intersection a b) (RS.toList (RS.intersection p q))
  , same "Set.isSubsetOf" (BS.isSubsetOf a b) (RS.isSubsetOf p q)
  , same "Set.disjoint" (BS.disjoint a b) (RS.disjoint p q)
  , same "Set.cartesianProduct" (BS.cartesianProduct a b) (RS.toList (RS.cartesianProduct p q))
  ]
  where
    (a, b) = (BS.fromList xs, BS.fromList ys)
    (p, q) = (RS.fromList xs, RS.fromList ys)

-- | Values are evaluated by the strict functions only.
lazy :: [Same]
lazy =
  [ same "lazy insert" (BM.size (BM.insert 1 undefined some)) (RM.size (RM.insert 1 undefined other))
  , same "strict insert" (BM.size (BMS.insert 1 undefined some)) (RM.size (RMS.insert 1 undefined other))
  , same "lazy map" (BM.size (BM.map (undefined :: Char -> Char) some)) (RM.size (RM.map (undefined :: Char -> Char) other))
  , same "strict map" (BM.size (BMS.map (undefined :: Char -> Char) some)) (RM.size (RMS.map (undefined :: Char -> Char) other))
  , same "strict adjust" (BM.size (BMS.adjust undefined 3 some)) (RM.size (RMS.adjust undefined 3 other))
  , same "lazy adjust" (BM.size (BM.adjust undefined 3 some)) (RM.size (RM.adjust undefined 3 other))
  , same "strict fromListWith" (BM.size (BMS.fromListWith undefined [(1 :: Int, 'a'), (1, 'b')])) (RM.size (RMS.fromListWith undefined [(1 :: Int, 'a'), (1, 'b')]))
  , same "strict alter" (BM.size (BMS.alter (\_ -> B.Just undefined) 3 some)) (RM.size (RMS.alter (\_ -> Just undefined) 3 other))
  , same "strict unionWith" (BM.size (BMS.unionWith undefined some some)) (RM.size (RMS.unionWith undefined other other))
  , same "lazy IntMap insert" (BI.size (BI.insert 1 (undefined :: Char) BI.empty)) (RI.size (RI.insert 1 (undefined :: Char) RI.empty))
  , same "strict IntMap insert" (BI.size (BIS.insert 1 (undefined :: Char) BI.empty)) (RI.size (RIS.insert 1 (undefined :: Char) RI.empty))
  , same "strict keys" (BM.size (BM.insert undefined 'a' BM.empty :: BM.Map Int Char)) (RM.size (RM.insert undefined 'a' RM.empty :: RM.Map Int Char))
  ]
  where
    some = BM.fromList [(3 :: Int, 'c'), (4, 'd')]
    other = RM.fromList [(3 :: Int, 'c'), (4, 'd')]
