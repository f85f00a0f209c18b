public class LongCorners {
    public static void main(String[] args) {
        long[] values = {0, 1, -1, 63, 64, 65, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE, -12345678901L};
        for (long a : values) {
            for (long b : values) {
                System.out.print((a + b) + " " + (a - b) + " " + (a * b) + " " + (a & b) + " " + (a | b) + " " + (a ^ b));
                System.out.print(" " + (a << b) + " " + (a >> b) + " " + (a >>> b) + " " + Long.compare(a, b));
                if (b != 0) System.out.print(" " + a / b + " " + a % b);
                System.out.println();
            }
            System.out.println((int) a + " " + (short) a + " " + (float) a + " " + (double) a + " " + Long.toHexString(a));
        }
        try { System.out.println(1L % values[0]); } catch (ArithmeticException e) { System.out.println(e); }
        System.out.println(Long.parseLong("-9223372036854775808") + " " + Long.toString(255, 16));
    }
}
