{-# LANGUAGE MagicHash, NoImplicitPrelude, UnboxedTuples #-}
-- | Functors, monads and monoids: the classes, and their instances for the types that come before
-- them. Each class has its methods in GHC's order.
module Base.Monad where

import Base.Classes
import Base.Error
import Base.Function
import Base.Num
import GHC.Prim
import GHC.Types

infixl 1 >>, >>=
infixr 1 =<<
infixl 3 <|>
infixl 4 <$, <$>, $>, <*>, *>, <*, <**>
infixl 1 <&>
infixr 6 <>
infixr 5 ++

class Functor f where
  fmap :: (a -> b) -> f a -> f b
  (<$) :: a -> f b -> f a
  x <$ m = fmap (\_ -> x) m

class Functor f => Applicative f where
  pure :: a -> f a
  (<*>) :: f (a -> b) -> f a -> f b
  liftA2 :: (a -> b -> c) -> f a -> f b -> f c
  (*>) :: f a -> f b -> f b
  (<*) :: f a -> f b -> f a
  f <*> x = liftA2 id f x
  liftA2 f x y = fmap f x <*> y
  x *> y = (id <$ x) <*> y
  x <* y = liftA2 const x y

class Applicative m => Monad m where
  (>>=) :: m a -> (a -> m b) -> m b
  (>>) :: m a -> m b -> m b
  return :: a -> m a
  m >> k = m >>= \_ -> k
  return x = pure x

class Semigroup a where
  (<>) :: a -> a -> a
  sconcat :: NonEmpty a -> a
  stimes :: Integral b => b -> a -> a
  sconcat (x :| xs) = go x xs
    where
      go b (c : cs) = b <> go c cs
      go b [] = b
  stimes n x = stimesDefault n x

class Semigroup a => Monoid a where
  mempty :: a
  mappend :: a -> a -> a
  mconcat :: [a] -> a
  mappend x y = x <> y
  mconcat xs = case xs of
    [] -> mempty
    y : ys -> mappend y (mconcat ys)

class Applicative f => Alternative f where
  empty :: f a
  (<|>) :: f a -> f a -> f a
  some :: f a -> f [a]
  many :: f a -> f [a]
  some v = liftA2 (:) v (many v)
  many v = some v <|> pure []

class (Alternative m, Monad m) => MonadPlus m where
  mzero :: m a
  mplus :: m a -> m a -> m a
  mzero = empty
  mplus x y = x <|> y

class Monad m => MonadFail m where
  fail :: [Char] -> m a

class Monad m => MonadIO m where
  liftIO :: IO a -> m a

class Monad m => MonadFix m where
  mfix :: (a -> m a) -> m a

-- | The sum of @n@ equal elements.
stimesDefault :: (Integral b, Semigroup a) => b -> a -> a
stimesDefault n x = case n <= fromInteger 0 of
  True -> errorWithoutStackTrace "stimes: positive multiplier expected"
  False -> go n
  where
    go k = case k == fromInteger 1 of
      True -> x
      False -> x <> go (k - fromInteger 1)

-- | As 'stimesDefault', for monoids: zero times is 'mempty'.
stimesMonoid :: (Integral b, Monoid a) => b -> a -> a
stimesMonoid n x = case compare n (fromInteger 0) of
  LT -> errorWithoutStackTrace "stimesMonoid: expected non-negative multiplier"
  EQ -> mempty
  GT -> stimesDefault n x

-- | As 'stimesDefault' where an element plus itself is itself.
stimesIdempotent :: Integral b => b -> a -> a
stimesIdempotent n x = case n <= fromInteger 0 of
  True -> errorWithoutStackTrace "stimesIdempotent: positive multiplier expected"
  False -> x

stimesIdempotentMonoid :: (Integral b, Monoid a) => b -> a -> a
stimesIdempotentMonoid n x = case compare n (fromInteger 0) of
  LT -> errorWithoutStackTrace "stimesIdempotentMonoid: negative multiplier"
  EQ -> mempty
  GT -> x

-- Functions ---------------------------------------------------------------------------------------

(++) :: [a] -> [a] -> [a]
[] ++ ys = ys
(x : xs) ++ ys = x : (xs ++ ys)

map :: (a -> b) -> [a] -> [b]
map _ [] = []
map f (x : xs) = f x : map f xs

(=<<) :: Monad m => (a -> m b) -> m a -> m b
f =<< m = m >>= f

(<$>) :: Functor f => (a -> b) -> f a -> f b
f <$> x = fmap f x

(<&>) :: Functor f => f a -> (a -> b) -> f b
x <&> f = fmap f x

($>) :: Functor f => f a -> b -> f b
m $> x = x <$ m

void :: Functor f => f a -> f ()
void m = () <$ m

(<**>) :: Applicative f => f a -> f (a -> b) -> f b
x <**> f = liftA2 (\a g -> g a) x f

liftA :: Applicative f => (a -> b) -> f a -> f b
liftA f x = pure f <*> x

liftA3 :: Applicative f => (a -> b -> c -> d) -> f a -> f b -> f c -> f d
liftA3 f x y z = liftA2 f x y <*> z

when :: Applicative f => Bool -> f () -> f ()
when True m = m
when False _ = pure ()

liftM :: Monad m => (a -> b) -> m a -> m b
liftM f m = m >>= \x -> return (f x)

liftM2 :: Monad m => (a -> b -> c) -> m a -> m b -> m c
liftM2 f m n = m >>= \x -> n >>= \y -> return (f x y)

liftM3 :: Monad m => (a -> b -> c -> d) -> m a -> m b -> m c -> m d
liftM3 f m n o = m >>= \x -> n >>= \y -> o >>= \z -> return (f x y z)

ap :: Monad m => m (a -> b) -> m a -> m b
ap m n = m >>= \f -> n >>= \x -> return (f x)

join :: Monad m => m (m a) -> m a
join m = m >>= id

mapM :: Monad m => (a -> m b) -> [a] -> m [b]
mapM _ [] = return []
mapM f (x : xs) = f x >>= \y -> mapM f xs >>= \ys -> return (y : ys)

sequence :: Monad m => [m a] -> m [a]
sequence ms = mapM id ms

optional :: Alternative f => f a -> f (Maybe a)
optional v = fmap Just v <|> pure Nothing

-- Lists -------------------------------------------------------------------------------------------

instance Functor [] where
  fmap f xs = map f xs

instance Applicative [] where
  pure x = [x]
  fs <*> xs = [f x | f <- fs, x <- xs]
  liftA2 f xs ys = [f x y | x <- xs, y <- ys]
  xs *> ys = [y | _ <- xs, y <- ys]

instance Monad [] where
  [] >>= _ = []
  (x : xs) >>= f = f x ++ (xs >>= f)
  xs >> ys = xs *> ys

instance Alternative [] where
  empty = []
  xs <|> ys = xs ++ ys

instance MonadPlus []

instance MonadFail [] where
  fail _ = []

instance MonadFix [] where
  mfix f = case fix (\xs -> f (first xs)) of
    [] -> []
    x : _ -> x : mfix (\y -> rest (f y))
    where
      first (x : _) = x
      first [] = errorEmptyList "head"
      rest (_ : xs) = xs
      rest [] = errorEmptyList "tail"

instance Semigroup [a] where
  xs <> ys = xs ++ ys
  stimes n x = case n < fromInteger 0 of
    True -> errorWithoutStackTrace "stimes: [], negative multiplier"
    False -> go n
    where
      go k = case k == fromInteger 0 of
        True -> []
        False -> x ++ go (k - fromInteger 1)

instance Monoid [a] where
  mempty = []
  mconcat xss = [x | xs <- xss, x <- xs]

-- Maybe -------------------------------------------------------------------------------------------

instance Functor Maybe where
  fmap _ Nothing = Nothing
  fmap f (Just x) = Just (f x)

instance Applicative Maybe where
  pure x = Just x
  Just f <*> m = fmap f m
  Nothing <*> _ = Nothing
  liftA2 f (Just x) (Just y) = Just (f x y)
  liftA2 _ _ _ = Nothing
  Just _ *> m = m
  Nothing *> _ = Nothing

instance Monad Maybe where
  Just x >>= f = f x
  Nothing >>= _ = Nothing
  m >> n = m *> n

instance Alternative Maybe where
  empty = Nothing
  Nothing <|> r = r
  l <|> _ = l

instance MonadPlus Maybe

instance MonadFail Maybe where
  fail _ = Nothing

instance MonadFix Maybe where
  mfix f = let a = f (unJust a) in a
    where
      unJust (Just x) = x
      unJust Nothing = errorWithoutStackTrace "mfix Maybe: Nothing"

instance Semigroup a => Semigroup (Maybe a) where
  Nothing <> b = b
  a <> Nothing = a
  Just a <> Just b = Just (a <> b)
  stimes _ Nothing = Nothing
  stimes n (Just x) = case compare n (fromInteger 0) of
    LT -> errorWithoutStackTrace "stimes: Maybe, negative multiplier"
    EQ -> Nothing
    GT -> Just (stimes n x)

instance Semigroup a => Monoid (Maybe a) where
  mempty = Nothing

-- Either ------------------------------------------------------------------------------------------

instance Functor (Either e) where
  fmap _ (Left e) = Left e
  fmap f (Right x) = Right (f x)

instance Applicative (Either e) where
  pure x = Right x
  Left e <*> _ = Left e
  Right f <*> r = fmap f r

instance Monad (Either e) where
  Left e >>= _ = Left e
  Right x >>= f = f x

instance MonadFix (Either e) where
  mfix f = let a = f (unRight a) in a
    where
      unRight (Right x) = x
      unRight (Left _) = errorWithoutStackTrace "mfix Either: Left"

instance Semigroup (Either a b) where
  Left _ <> b = b
  a <> _ = a
  stimes n x = stimesIdempotent n x

-- Functions and pairs -----------------------------------------------------------------------------

instance Functor ((->) r) where
  fmap f g = \x -> f (g x)

instance Applicative ((->) r) where
  pure x = \_ -> x
  f <*> g = \x -> f x (g x)
  liftA2 q f g = \x -> q (f x) (g x)

instance Monad ((->) r) where
  f >>= k = \r -> k (f r) r

instance MonadFix ((->) r) where
  mfix f = \r -> let a = f a r in a

instance Semigroup b => Semigroup (a -> b) where
  f <> g = \x -> f x <> g x
  stimes n f = \x -> stimes n (f x)

instance Monoid b => Monoid (a -> b) where
  mempty = \_ -> mempty

instance Functor ((,) a) where
  fmap f (x, y) = (x, f y)

instance Functor ((,,) a b) where
  fmap f (x, y, z) = (x, y, f z)

instance Monoid a => Applicative ((,) a) where
  pure x = (mempty, x)
  (u, f) <*> (v, x) = (u <> v, f x)
  liftA2 f (u, x) (v, y) = (u <> v, f x y)

instance Monoid a => Monad ((,) a) where
  (u, a) >>= k = case k a of (v, b) -> (u <> v, b)

instance Semigroup () where
  _ <> _ = ()
  sconcat _ = ()
  stimes _ _ = ()

instance Monoid () where
  mempty = ()
  mconcat _ = ()

instance (Semigroup a, Semigroup b) => Semigroup (a, b) where
  (a, b) <> (x, y) = (a <> x, b <> y)
  stimes n (a, b) = (stimes n a, stimes n b)

instance (Monoid a, Monoid b) => Monoid (a, b) where
  mempty = (mempty, mempty)

instance (Semigroup a, Semigroup b, Semigroup c) => Semigroup (a, b, c) where
  (a, b, c) <> (x, y, z) = (a <> x, b <> y, c <> z)
  stimes n (a, b, c) = (stimes n a, stimes n b, stimes n c)

instance (Monoid a, Monoid b, Monoid c) => Monoid (a, b, c) where
  mempty = (mempty, mempty, mempty)

instance Semigroup Ordering where
  LT <> _ = LT
  EQ <> y = y
  GT <> _ = GT
  stimes n x = stimesIdempotentMonoid n x

instance Monoid Ordering where
  mempty = EQ

-- NonEmpty, Identity, Const, Down, Proxy ----------------------------------------------------------

instance Functor NonEmpty where
  fmap f (x :| xs) = f x :| map f xs

instance Applicative NonEmpty where
  pure x = x :| []
  fs <*> xs = ap fs xs

instance Monad NonEmpty where
  (x :| xs) >>= f = case f x of
    y :| ys -> y :| (ys ++ (xs >>= \z -> case f z of w :| ws -> w : ws))

instance Semigroup (NonEmpty a) where
  (x :| xs) <> (y :| ys) = x :| (xs ++ (y : ys))

instance Functor Identity where
  fmap f (Identity x) = Identity (f x)

instance Applicative Identity where
  pure x = Identity x
  Identity f <*> Identity x = Identity (f x)
  liftA2 f (Identity x) (Identity y) = Identity (f x y)

instance Monad Identity where
  Identity x >>= f = f x

instance MonadFix Identity where
  mfix f = Identity (fix (\x -> runIdentity (f x)))

instance Semigroup a => Semigroup (Identity a) where
  Identity x <> Identity y = Identity (x <> y)

instance Monoid a => Monoid (Identity a) where
  mempty = Identity mempty

instance Functor (Const m) where
  fmap _ (Const x) = Const x

instance Monoid m => Applicative (Const m) where
  pure _ = Const mempty
  Const x <*> Const y = Const (x <> y)
  liftA2 _ (Const x) (Const y) = Const (x <> y)

instance Semigroup a => Semigroup (Const a b) where
  Const x <> Const y = Const (x <> y)

instance Monoid a => Monoid (Const a b) where
  mempty = Const mempty

instance Functor Down where
  fmap f (Down x) = Down (f x)

instance Applicative Down where
  pure x = Down x
  Down f <*> Down x = Down (f x)

instance Monad Down where
  Down x >>= f = f x

instance Functor Proxy where
  fmap _ _ = Proxy

instance Applicative Proxy where
  pure _ = Proxy
  _ <*> _ = Proxy

instance Monad Proxy where
  _ >>= _ = Proxy

-- IO ----------------------------------------------------------------------------------------------

unIO :: IO a -> State# RealWorld -> (# State# RealWorld, a #)
unIO (IO m) = m

returnIO :: a -> IO a
returnIO x = IO (\s -> (# s, x #))

bindIO :: IO a -> (a -> IO b) -> IO b
bindIO (IO m) k = IO (\s -> case m s of (# t, a #) -> unIO (k a) t)

thenIO :: IO a -> IO b -> IO b
thenIO (IO m) k = IO (\s -> case m s of (# t, _ #) -> unIO k t)

instance Functor IO where
  fmap f m = bindIO m (\x -> returnIO (f x))

instance Applicative IO where
  pure x = returnIO x
  m <*> n = bindIO m (\f -> bindIO n (\x -> returnIO (f x)))
  liftA2 f m n = bindIO m (\x -> bindIO n (\y -> returnIO (f x y)))
  m *> n = thenIO m n
  m <* n = bindIO m (\x -> thenIO n (returnIO x))

instance Monad IO where
  m >>= k = bindIO m k
  m >> k = thenIO m k

instance MonadIO IO where
  liftIO m = m

instance Semigroup a => Semigroup (IO a) where
  m <> n = liftA2 (<>) m n

instance Monoid a => Monoid (IO a) where
  mempty = pure mempty
