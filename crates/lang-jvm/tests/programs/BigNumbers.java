import java.math.*;
public class BigNumbers {
    public static void main(String[] args) {
        BigInteger f = BigInteger.ONE; for (int i = 2; i <= 40; i++) f = f.multiply(BigInteger.valueOf(i));
        System.out.println(f + " " + f.bitLength() + f.mod(BigInteger.valueOf(1_000_007)) + f.pow(2).toString(16) + new BigInteger("-123456789012345678901234567890").abs().sqrt() + BigInteger.TWO.modPow(BigInteger.valueOf(100), BigInteger.valueOf(13)) + f.gcd(new BigInteger("1000000007000")) + f.isProbablePrime(5));
        BigDecimal d = new BigDecimal("1.10").add(new BigDecimal("2.205")); System.out.println(d + " " + d.setScale(1, RoundingMode.HALF_UP) + d.multiply(d) + BigDecimal.ONE.divide(new BigDecimal(3), 10, RoundingMode.DOWN) + d.compareTo(BigDecimal.TEN) + d.negate().toPlainString() + new BigDecimal(0.1).toString().length() + d.stripTrailingZeros().scale());
    }
}
