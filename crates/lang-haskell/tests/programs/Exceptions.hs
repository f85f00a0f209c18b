module Exceptions where

import Control.Exception
import System.IO.Unsafe (unsafePerformIO)

data Bad = Bad Int deriving (Show)

instance Exception Bad

attempt :: a -> Either String a
attempt x = unsafePerformIO $
  (Right <$> evaluate x)
    `catches` [ Handler (\e -> return (Left ("bad " ++ show (e :: Bad))))
              , Handler (\e -> return (Left ("arith " ++ show (e :: ArithException))))
              , Handler (\(ErrorCall m) -> return (Left ("error " ++ m)))
              ]

answer :: [Either String Int]
answer =
  [ attempt 3
  , attempt (throw (Bad 4))
  , attempt (1 `div` 0)
  , attempt (error "oops")
  , attempt (error ("no " ++ show (3 :: Int)))
  , unsafePerformIO (try (evaluate (head [])) >>= \r -> case r of
      Left e -> return (Left (takeWhile (/= '\n') (show (e :: SomeException))))
      Right n -> return (Right n))
  ]
