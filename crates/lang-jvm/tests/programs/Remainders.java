/** Functions on floating-point numbers that are the same on every machine. */
public class Remainders {
    static long seed = 88172645463325252L;

    static double next(int kind) {
        seed ^= seed << 13;
        seed ^= seed >>> 7;
        seed ^= seed << 17;
        switch (kind % 4) {
            case 0: return Double.longBitsToDouble(seed);
            case 1: return seed % 2001 / 1000.0;
            case 2: return seed % 800;
            default: return (seed >> 20) / 1e10;
        }
    }

    static String bits(double number) {
        return Long.toHexString(Double.doubleToLongBits(number));
    }

    public static void main(String[] args) {
        for (int i = 0; i < 60; i++) {
            double x = next(i), y = next(i / 4);
            System.out.println(bits(StrictMath.IEEEremainder(x, y)) + " " + bits(Math.IEEEremainder(y, x)) + " " + bits(x % y));
            System.out.println(bits(StrictMath.exp(x)) + " " + bits(StrictMath.pow(x, y)) + " " + bits(Math.hypot(x, y)));
            System.out.println(bits(Math.asin(x)) + " " + bits(Math.acos(x)) + " " + bits(Math.atan(x)) + " " + bits(Math.cbrt(x)));
            System.out.println(bits(Math.expm1(x)) + " " + bits(Math.log1p(x)) + " " + bits(StrictMath.tan(x)));
        }
        System.out.println(Math.IEEEremainder(1e300, 3) + " " + Math.IEEEremainder(5, 2) + " " + Math.IEEEremainder(-0.0, 2));
    }
}
