public class IntCorners {
    public static void main(String[] args) {
        int[] values = {0, 1, -1, 7, -7, 31, 32, 33, Integer.MAX_VALUE, Integer.MIN_VALUE};
        for (int a : values) {
            for (int b : values) {
                System.out.print((a + b) + " " + (a - b) + " " + (a * b) + " ");
                System.out.print((a & b) + " " + (a | b) + " " + (a ^ b) + " ");
                System.out.print((a << b) + " " + (a >> b) + " " + (a >>> b) + " ");
                if (b != 0) System.out.print(a / b + " " + a % b);
                System.out.println(" " + (a < b) + (a <= b) + (a == b));
            }
            System.out.println(-a + " " + ~a + " " + (byte) a + " " + (short) a + " " + (int) (char) a + " " + (long) a);
            System.out.println(Integer.toBinaryString(a) + " " + Integer.toHexString(a) + " " + Integer.bitCount(a)
                + " " + Integer.numberOfLeadingZeros(a) + " " + Integer.reverse(a) + " " + Integer.highestOneBit(a));
        }
        try { System.out.println(Math.addExact(Integer.MAX_VALUE, 1)); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        try { System.out.println(1 / (values[0])); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
    }
}
