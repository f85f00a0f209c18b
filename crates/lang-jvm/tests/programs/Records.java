import java.util.*;
public class Records {
    record Point(int x, int y) { Point { if (x < 0) throw new IllegalArgumentException("x"); } double length() { return Math.sqrt(x * x + y * y); } static Point origin() { return new Point(0, 0); } }
    record All(boolean b, byte c, char d, short e, long f, float g, double h, String s, int[] a, Point p) {}
    record Empty() {}
    record Pair<A, B>(A first, B second) { Pair(A a) { this(a, null); } }
    public static void main(String[] args) {
        Point p = new Point(3, 4);
        System.out.println(p + " " + p.length() + " " + p.equals(new Point(3, 4)) + p.equals(new Point(4, 3)) + p.equals("x") + " " + p.hashCode() + Point.origin());
        int[] shared = {1};
        All a = new All(true, (byte) 1, 'c', (short) 2, 3L, 1.5f, 2.5, "s", shared, p);
        All b = new All(true, (byte) 1, 'c', (short) 2, 3L, 1.5f, 2.5, "s", shared, new Point(3, 4));
        System.out.println(a.equals(b) + " " + (a.hashCode() == b.hashCode()) + " " + a.s() + a.d() + a.f());
        System.out.println(new Empty() + " " + new Empty().hashCode() + new Empty().equals(new Empty()));
        System.out.println(new Pair<>("k", 2) + " " + new Pair<>(1) + " " + new Pair<>(null, null).hashCode());
        try { new Point(-1, 0); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        System.out.println(new HashSet<>(List.of(p, new Point(1, 1))).contains(new Point(1, 1)) + " " + p.getClass().isRecord());
        Object o = p;
        if (o instanceof Point q && q.x() == 3) System.out.println("matched " + q.y());
    }
}
