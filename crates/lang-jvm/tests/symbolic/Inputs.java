/** Small methods, each of which fails on few inputs. */
public class Inputs {
    static int asserted(int x, int y) {
        assert x * 3 + y != 1000 || x < 5 || y < 7;
        return x;
    }

    static int overflow(int a) {
        if (a > 0 && a + 1 < 0) throw new IllegalStateException("wrapped");
        return a;
    }

    static long longs(long a, int shift) {
        if (a > 1L << 40 && (a >>> shift) == 3 && shift > 10) throw new IllegalArgumentException();
        return a;
    }

    static int divide(int a, int b) {
        return a / b;
    }

    static int table(char c) {
        int[] classes = {0, 0, 1, 2, 2, 3, 1, 0};
        return 10 / (3 - classes[c]);
    }

    static boolean password(String s) {
        if (s.startsWith("k") && s.charAt(1) == s.charAt(2) && s.endsWith("ey")) {
            throw new SecurityException();
        }
        return s.isEmpty();
    }

    static int stored(int[] a, int at) {
        a[at] = 7;
        if (at == 2 && a[0] == 7 && a[2] == 7) throw new IllegalStateException();
        return a[1];
    }

    static String switched(int n, boolean b, byte y, short s) {
        switch (n) {
            case 1:
            case 2:
                return "low";
            case 100:
                if (b && y == -3 && s == 300) throw new UnsupportedOperationException();
                return "hundred";
            default:
                return "other";
        }
    }

    static int digits(int n) {
        if (n < 0 || n > 120) return 0;
        if (Integer.toString(n).equals("117")) throw new IllegalStateException();
        return 1;
    }

    static int keyed(int k) {
        java.util.Map<Integer, String> map = new java.util.HashMap<>();
        map.put(3, "three");
        map.put(20, "twenty");
        return map.get(k).length();
    }

    static int driver() {
        int a = Verifier.nondetInt();
        Verifier.assume(a > 5 && a < 9);
        boolean b = Verifier.nondetBoolean();
        if (b && a == 7) throw new RuntimeException();
        return a;
    }

    static int caught(int[] a) {
        try {
            return 10 / a[0] + a[a[1]];
        } catch (ArithmeticException e) {
            return -1;
        }
    }

    static void hex(char c) {
        assert !Integer.toHexString(c).equals("beef");
    }

    static void cased(char c) {
        assert Character.toUpperCase(c) != 'Q' || c == 'Q';
    }

    static boolean digit(char c) {
        return Character.isDigit(c) && Character.digit(c, 10) == 7 && c > 0xF000;
    }

    static int file(String s) throws java.io.IOException {
        try (java.io.Writer out = new java.io.FileWriter("f")) {
            out.write(s);
        }
        try (java.io.Reader in = new java.io.FileReader("f")) {
            int first = in.read();
            assert first != 'x';
            return first;
        }
    }
}
