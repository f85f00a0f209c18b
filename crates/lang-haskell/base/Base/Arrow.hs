{-# LANGUAGE NoImplicitPrelude, PolyKinds #-}
-- | Arrows, of which functions are those that matter here.
module Base.Arrow where

import qualified Base.Function as Function
import Base.Function (Either (..), either)
import Base.Monad (Monad (..))
import GHC.Types

infixr 3 ***, &&&
infixr 2 +++, |||
infixr 1 >>>, <<<

class Category cat where
  id :: cat a a
  (.) :: cat b c -> cat a b -> cat a c

instance Category (->) where
  id = Function.id
  f . g = \x -> f (g x)

(<<<) :: Category cat => cat b c -> cat a b -> cat a c
f <<< g = f . g

(>>>) :: Category cat => cat a b -> cat b c -> cat a c
f >>> g = g . f

class Category a => Arrow a where
  arr :: (b -> c) -> a b c
  first :: a b c -> a (b, d) (c, d)
  second :: a b c -> a (d, b) (d, c)
  (***) :: a b c -> a d e -> a (b, d) (c, e)
  (&&&) :: a b c -> a b d -> a b (c, d)
  first f = f *** id
  second f = id *** f
  f *** g = first f >>> (arr Function.swap >>> (first g >>> arr Function.swap))
  f &&& g = arr (\b -> (b, b)) >>> (f *** g)

instance Arrow (->) where
  arr f = f
  first f = \p -> case p of ~(x, y) -> (f x, y)
  second f = \p -> case p of ~(x, y) -> (x, f y)
  f *** g = \p -> case p of ~(x, y) -> (f x, g y)
  f &&& g = \x -> (f x, g x)

class Arrow a => ArrowChoice a where
  left :: a b c -> a (Either b d) (Either c d)
  right :: a b c -> a (Either d b) (Either d c)
  (+++) :: a b c -> a d e -> a (Either b d) (Either c e)
  (|||) :: a b d -> a c d -> a (Either b c) d
  left f = f +++ id
  right f = id +++ f
  f +++ g = left f >>> (arr mirror >>> (left g >>> arr mirror))
  f ||| g = (f +++ g) >>> arr (either Function.id Function.id)

mirror :: Either x y -> Either y x
mirror (Left x) = Right x
mirror (Right y) = Left y

instance ArrowChoice (->) where
  left f = f +++ id
  right f = id +++ f
  f +++ g = either (\x -> Left (f x)) (\y -> Right (g y))
  f ||| g = either f g

newtype Kleisli m a b = Kleisli {runKleisli :: a -> m b}

instance Monad m => Category (Kleisli m) where
  id = Kleisli return
  Kleisli f . Kleisli g = Kleisli (\b -> g b >>= f)

instance Monad m => Arrow (Kleisli m) where
  arr f = Kleisli (\x -> return (f x))
  first (Kleisli f) = Kleisli (\ ~(b, d) -> f b >>= \c -> return (c, d))
  second (Kleisli f) = Kleisli (\ ~(d, b) -> f b >>= \c -> return (d, c))
