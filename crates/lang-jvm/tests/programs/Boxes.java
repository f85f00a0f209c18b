import java.util.*;
public class Boxes {
    public static void main(String[] args) {
        Integer a = 127, b = 127, c = 128, d = 128; Long l = 5L; Character ch = 'x'; Boolean t = true; Double dd = 1.5; Byte by = 3; Short sh = 300; Float f = 2.5f;
        System.out.println((a == b) + " " + (c == d) + c.equals(d) + l.equals(5) + l.equals(5L) + a.compareTo(c) + ch.compareTo('a') + t.hashCode() + dd.hashCode() + by.intValue() + sh.byteValue() + f.doubleValue());
        int sum = 0; for (Integer i : List.of(1, 2, 3)) sum += i; a++; a += 5; System.out.println(sum + a + Integer.MAX_VALUE + " " + Integer.valueOf("77") + Integer.parseInt("-2a", 16) + Long.valueOf(9).intValue() + Double.valueOf("1e3") + Boolean.parseBoolean("TRUE") + Integer.toString(-255, 36) + Integer.compareUnsigned(-1, 1) + Integer.toUnsignedString(-1) + Long.numberOfTrailingZeros(8) + Short.parseShort("-5") + Byte.decode("0x7f") + Character.getNumericValue('9') + Integer.signum(-9) + Integer.rotateLeft(1, 33));
        Object o = true ? 1 : "s"; Object p = true ? 1 : 2.0; System.out.println(o + " " + p); Integer n = null; try { int x = n; } catch (NullPointerException e) { System.out.println("unbox null"); } Number num = 3.99; System.out.println(num.intValue() + " " + num.longValue() + Double.isNaN(0.0 / 0) + Double.toString(1e7) + Double.MIN_NORMAL + Float.MIN_NORMAL + Double.toHexString(1.0)); System.out.println(Objects.hash(1, "a", null) + Objects.requireNonNullElse(null, "d") + Objects.equals(null, null) + Optional.ofNullable(null) + OptionalInt.of(3));
    }
}
