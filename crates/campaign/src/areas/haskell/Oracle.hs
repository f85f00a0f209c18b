
-- What functions are judged by.

data Verdict = Fine | Outside | Broken String deriving (Show, Eq)

plain :: Bool -> Int -> (Int -> Bool) -> IO Verdict
plain require call ensure = do
  allowed <- E.try (E.evaluate require)
  case allowed of
    Left error -> const (return Outside) (error :: E.SomeException)
    Right False -> return Outside
    Right True -> do
      result <- E.try (E.evaluate call)
      case result of
        Left error -> return (Broken (takeWhile (/= '\n') (show (error :: E.SomeException))))
        Right v -> return (if ensure v then Fine else Broken "ensure")

ints :: [Int]
ints = [0, 1, -1, 2, 3, 5, 7, -3, 12]

listsOfInts :: [[Int]]
listsOfInts = [[], [0], [3], [-1], [1, 2], [3, 0], [5, 5], [2, 7, -1]]

shapes :: [Shape]
shapes = [Dot, Line 0, Line 3, Line (-2), Pair 1 Dot, Pair 3 (Line 2), Pair (-1) (Pair 4 Dot)]

maybes :: [Maybe Int]
maybes = [Nothing, Just 0, Just 2, Just (-1), Just 7]

bools :: [Bool]
bools = [False, True]

search :: Int -> [IO Verdict] -> IO ()
search name = go (0 :: Int)
  where
    go n [] = putStrLn (show name ++ " searched " ++ show n)
    go n (call : rest) = do
      verdict <- call
      case verdict of
        Broken why -> putStrLn (show name ++ " broken " ++ show why)
        Fine -> go (n + 1) rest
        Outside -> go n rest

witness :: Int -> IO Verdict -> IO ()
witness name call = do
  verdict <- call
  putStrLn (show name ++ " witness " ++ show verdict)

