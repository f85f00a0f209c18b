public class FloatCorners {
    public static void main(String[] args) {
        float[] floats = {0f, -0f, 1.5f, -2.25f, Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.MIN_VALUE, Float.MAX_VALUE, 1e10f};
        for (float a : floats) {
            for (float b : floats) System.out.print((a + b) + " " + (a - b) + " " + (a * b) + " " + (a / b) + " " + (a % b) + " " + (a < b) + (a >= b) + (a == b) + ";");
            System.out.println((int) a + " " + (long) a + " " + (double) a + " " + Float.floatToIntBits(a) + " " + -a);
        }
        double[] doubles = {0, -0.0, 1.1, 3.0, -7.5, Double.NaN, Double.POSITIVE_INFINITY, Double.MIN_VALUE, Double.MAX_VALUE, 1e-5, 123456789.125, 1e21};
        for (double a : doubles) {
            for (double b : doubles) System.out.print((a + b) + " " + (a - b) + " " + (a * b) + " " + (a / b) + " " + (a % b) + " " + Double.compare(a, b) + ";");
            System.out.println((int) a + " " + (long) a + " " + (float) a + " " + Math.sqrt(a) + " " + Math.floor(a) + " " + Math.ceil(a) + " " + Math.round(a) + " " + Math.abs(a));
        }
        System.out.println(Math.pow(2, 0.5) + " " + Math.max(1.0, 2.0) + " " + Math.hypot(3, 4) + " " + Math.cbrt(27));
        System.out.println(Double.parseDouble("3.25e2") + " " + Float.parseFloat("-0.5") + " " + (0.1 + 0.2) + " " + 100.0 / 3);
    }
}
