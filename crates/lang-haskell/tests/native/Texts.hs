-- | Characters, texts, showing and reading, ours and GHC's.
module Texts (checks) where

import qualified Base.Char as B
import qualified Base.Float as B
import qualified Base.Function as B
import qualified Base.Monoid as B
import qualified Base.Num as B
import qualified Base.Read as B
import qualified Base.Semigroup as BS
import qualified Base.Show as B
import qualified Data.Char as R
import qualified Data.List.NonEmpty as R
import qualified Data.Monoid as R
import qualified Data.Ord as R
import Data.Ratio ((%))
import qualified Data.Semigroup as RS
import Data.Functor.Identity (Identity (..))
import qualified Numeric as R
import qualified Text.Read as R
import Same

checks :: [Same]
checks = concatMap onChar chars ++ concatMap onText texts ++ concatMap onNumber numbers ++ concatMap onDouble doubles ++ shown
  where
    chars = ['\0' .. '\300'] ++ "\955\1234\x3000\x1F600"
    numbers = [0, 1, 9, 10, -1, -15, 123456789, minBound, maxBound]
    doubles =
      [0, 1, -1, 0.1, 0.5, 1 / 3, 1e7, 9999999.5, 12345678.9, 0.099, 1e-2, 1e21, 123.456, 5.0e-324, 1.7976931348623157e308
      , 2.2250738585072014e-308, 4.35, 100, -0.0, 1 / 0, 0 / 0, 9007199254740993, 0.30000000000000004, 5.5, 2.5, 0.05, 999.995]

onChar :: Char -> [Same]
onChar c =
  [ same ("isSpace " ++ show c) (B.isSpace c) (R.isSpace c)
  , same ("isUpper " ++ show c) (B.isUpper c) (R.isUpper c)
  , same ("isLower " ++ show c) (B.isLower c) (R.isLower c)
  , same ("isAlpha " ++ show c) (B.isAlpha c) (R.isAlpha c)
  , same ("isAlphaNum " ++ show c) (B.isAlphaNum c) (R.isAlphaNum c)
  , same ("isDigit " ++ show c) (B.isDigit c) (R.isDigit c)
  , same ("isHexDigit " ++ show c) (B.isHexDigit c) (R.isHexDigit c)
  , same ("isControl " ++ show c) (B.isControl c) (R.isControl c)
  , same ("isPrint " ++ show c) (B.isPrint c) (R.isPrint c)
  , same ("isPunctuation " ++ show c) (B.isPunctuation c) (R.isPunctuation c)
  , same ("isSymbol " ++ show c) (B.isSymbol c) (R.isSymbol c)
  , same ("isSeparator " ++ show c) (B.isSeparator c) (R.isSeparator c)
  , same ("isNumber " ++ show c) (B.isNumber c) (R.isNumber c)
  , same ("generalCategory " ++ show c) (B.categoryNumber (B.generalCategory c)) (fromEnum (R.generalCategory c))
  , same ("toUpper " ++ show c) (B.toUpper c) (R.toUpper c)
  , same ("toLower " ++ show c) (B.toLower c) (R.toLower c)
  , same ("digitToInt " ++ show c) (B.digitToInt c) (R.digitToInt c)
  , same ("show " ++ show c) (B.show c) (show c)
  , same ("showString " ++ show c) (B.show [c, '1', 'H']) (show [c, '1', 'H'])
  ]

onText :: String -> [Same]
onText s =
  [ same "lines" (B.lines s) (lines s)
  , same "words" (B.words s) (words s)
  , same "unlines" (B.unlines [s, s]) (unlines [s, s])
  , same "unwords" (B.unwords [s, s]) (unwords [s, s])
  , same "show" (B.show s) (show s)
  , same "lex" (B.lex s) (lex s)
  , same "reads Int" (B.reads s :: [(Int, String)]) (reads s)
  , same "read Integer" (B.read s :: Integer) (read s)
  , same "readMaybe Int" (B.readMaybe s :: B.Maybe Int) (R.readMaybe s)
  , same "readMaybe Double" (B.readMaybe s :: B.Maybe Double) (R.readMaybe s)
  , same "readMaybe [Int]" (B.readMaybe s :: B.Maybe [Int]) (R.readMaybe s)
  , same "readMaybe String" (B.readMaybe s :: B.Maybe String) (R.readMaybe s)
  , same "readMaybe Char" (B.readMaybe s :: B.Maybe Char) (R.readMaybe s)
  , same "readMaybe pair" (B.readMaybe s :: B.Maybe (Int, Bool)) (R.readMaybe s)
  , same "readMaybe Maybe" (B.readMaybe s :: B.Maybe (B.Maybe Int)) (R.readMaybe s)
  , same "readMaybe Either" (B.readMaybe s :: B.Maybe (B.Either Int Bool)) (R.readMaybe s)
  ]

onNumber :: Int -> [Same]
onNumber n =
  [ same "show Int" (B.show n) (show n)
  , same "showsPrec Int" (B.showsPrec 7 n "") (showsPrec 7 n "")
  , same "show Integer" (B.show (toInteger n * 3)) (show (toInteger n * 3))
  , same "show Maybe" (B.show (B.Just n)) (show (Just n))
  , same "show Either" (B.show [B.Left n, B.Right 'c']) (show [Left n, Right 'c'])
  , same "show tuple" (B.show (n, B.Just (B.Just n), "x")) (show (n, Just (Just n), "x"))
  , same "show Ratio" (B.show (B.Just (div n 2 B.% 7))) (show (Just (div n 2 % 7)))
  , same "show Sum" (B.show (B.Just (B.Sum n))) (show (Just (R.Sum n)))
  , same "show First" (B.show (B.First (B.Just n))) (show (R.First (Just n)))
  , same "show Min" (B.show (BS.Min n)) (show (RS.Min n))
  , same "show Down" (B.show (B.Just (B.Down n))) (show (Just (R.Down n)))
  , same "show Identity" (B.show (B.Just (B.Identity n))) (show (Just (Identity n)))
  , same "show NonEmpty" (B.show (B.Just (n B.:| [n]))) (show (Just (n R.:| [n])))
  , same "showHex" (B.showHex (abs n) "") (R.showHex (abs n) "")
  , same "showOct" (B.showOct n "") (R.showOct n "")
  ]

onDouble :: Double -> [Same]
onDouble x =
  [ same "show Double" (B.show x) (show x)
  , same "showsPrec Double" (B.showsPrec 7 x "") (showsPrec 7 x "")
  , same "show Float" (B.show (realToFrac x :: Float)) (show (realToFrac x :: Float))
  , same "showFFloat" (B.showFFloat B.Nothing x "") (R.showFFloat Nothing x "")
  , same "read back" (B.read (show x) :: Double) (read (show x))
  ]
    ++ [same ("showFFloat " ++ show n ++ " of " ++ show x) (B.showFFloat (B.Just n) x "") (R.showFFloat (Just n) x "") | n <- [0, 1, 2, 5]]

shown :: [Same]
shown =
  [ same "show ()" (B.show ()) (show ())
  , same "show Bool" (B.show [True, False]) (show [True, False])
  , same "show empty" (B.show ([] :: [Int])) (show ([] :: [Int]))
  , same "show nested" (B.show [[1 :: Int], []]) (show [[1 :: Int], []])
  , same "show lazily" (take 6 (B.show [1 :: Int, undefined])) (take 6 (show [1 :: Int, undefined]))
  ]
