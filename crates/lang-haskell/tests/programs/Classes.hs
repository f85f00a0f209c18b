module Classes where

class Shape a where
  area :: a -> Int
  name :: a -> String
  name _ = "shape"
  describe :: a -> String
  describe x = name x ++ " of " ++ show (area x)

data Square = Square Int
data Rect = Rect Int Int

instance Shape Square where
  area (Square n) = n * n
  name _ = "square"

instance Shape Rect where
  area (Rect a b) = a * b

class (Eq a, Show a) => Token a where
  token :: a -> a -> String
  token x y = if x == y then show x else show x ++ "/" ++ show y

instance Token Int
instance Token Bool

newtype Wrap a = Wrap a

class Container f where
  empty :: f a
  insert :: a -> f a -> f a
  toL :: f a -> [a]

instance Container [] where
  empty = []
  insert = (:)
  toL = id

newtype Rev a = Rev [a]

instance Container Rev where
  empty = Rev []
  insert x (Rev xs) = Rev (xs ++ [x])
  toL (Rev xs) = xs

fill :: Container f => [a] -> f a
fill = foldr insert empty

class Single a where
  only :: a -> Int

instance Single Int where
  only = (+ 1)

instance Single a => Single [a] where
  only = sum . map only

answer :: (String, String, String, String, [Int], [Int], Int)
answer =
  ( describe (Square 3)
  , describe (Rect 2 5)
  , token (1 :: Int) 2
  , token True True
  , toL (fill [1, 2, 3] :: [Int])
  , toL (fill [1, 2, 3] :: Rev Int)
  , only [[1, 2], [3 :: Int]]
  )
