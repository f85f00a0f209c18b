import java.util.*;
import java.util.function.*;

/** What is said of nulls: what could not be done, and what was null. */
public class Nulls {
    interface Act { void run() throws Throwable; }
    static class Node {
        Node next;
        int v;
        long w;
        int[] a;
        String[][] t;
        Node[] ns;
        static Node root;
        double d;
        Object o;

        Node get(int i, String s) {
            return next;
        }

        static Node make() {
            return null;
        }
    }

    static void show(NullPointerException e) {
        System.out.println(e.getMessage());
    }

    static void t(Act a) {
        try {
            a.run();
            System.out.println("none");
        } catch (Throwable e) {
            System.out.println(e.getMessage());
        }
    }
    static Node f; Node inst; static int[] arr; static long[] larr; static Object obj;
    static void params(Node p, long q, Node r, int i, String s, int[][] m) {
        t(() -> {}); 
        try { System.out.println(p.v); } catch (NullPointerException e) { show(e); }
        try { System.out.println(r.next.v); } catch (NullPointerException e) { show(e); }
        try { r = p; r.v = 1; } catch (NullPointerException e) { show(e); }
        try { System.out.println(m[i][i + 1]); } catch (NullPointerException e) { show(e); }
        try { System.out.println(s.length()); } catch (NullPointerException e) { show(e); }
        Node loc = null; Node loc2 = i > 0 ? loc : p;
        try { loc.w = q; } catch (NullPointerException e) { show(e); }
        try { loc2.w = q; } catch (NullPointerException e) { show(e); }
        try { (i > 0 ? loc : p).w = q; } catch (NullPointerException e) { show(e); }
        try { synchronized (loc) { } } catch (NullPointerException e) { show(e); }
        try { throw (RuntimeException) (Object) loc; } catch (NullPointerException e) { show(e); }
        try { ((String) obj).length(); } catch (NullPointerException e) { show(e); }
        for (int k = 0; k < 1; k++) try { m[k] = null; m[k][0]++; } catch (NullPointerException e) { show(e); }
        try { switch (s) { case "a": break; } } catch (NullPointerException e) { show(e); }
        try { for (Node n : loc.ns) { } } catch (NullPointerException e) { show(e); }
        Integer box = null;
        try { int x = box; } catch (NullPointerException e) { show(e); }
        Thread.State st = null;
        try { switch (st) { case NEW: break; } } catch (NullPointerException e) { show(e); }
    }
    void inst(Node p) { try { inst.v++; } catch (NullPointerException e) { show(e); }
        try { this.inst.next.get(1, "a").v = p.v; } catch (NullPointerException e) { show(e); } }
    public static void main(String[] args) throws Throwable {
        Node n = new Node(); n.next = new Node(); n.ns = new Node[3]; n.t = new String[2][];
        params(null, 1, n.next, 1, null, new int[3][]); new Nulls().inst(null);
        t(() -> f.next.next = null);
        t(() -> arr[3] = 4);
        t(() -> larr[0] = 4L);
        t(() -> System.out.println(larr[1]));
        t(() -> System.out.println(arr.length));
        t(() -> n.t[1][0].length());
        t(() -> n.ns[2].next.next.v++);
        t(() -> n.ns[arr == null ? 1 : 2].v++);
        t(() -> Node.make().get(1, "x").get(2, null));
        t(() -> Node.make().next.v = 3);
        t(() -> n.get(1, "a").get(3, "b").v = 3);
        t(() -> Node.root.d = 3);
        t(() -> n.next.o.toString());
        t(() -> n.next.o.equals(n));
        t(() -> n.next.a[n.next.v]++);
        t(() -> n.next.next.next.next.next.next.v++);
        t(() -> { throw null; });
        t(() -> { throw new NullPointerException(); });
        t(() -> { throw new NullPointerException("own"); });
        t(() -> Objects.requireNonNull(null));
        t(() -> Objects.requireNonNull(null, "msg"));
        t(() -> "a".compareTo(null));
        t(() -> "a".concat(null));
        t(() -> new ArrayList<>(null));
        t(() -> new TreeMap<String, String>().put(null, ""));
        t(() -> List.of(1, null));
        t(() -> Map.of("a", null));
        t(() -> new StringBuilder((String) null));
        t(() -> Optional.of(null));
        t(() -> "a".contains(null));
        t(() -> String.valueOf((char[]) null));
        t(() -> Integer.parseInt(""));
        t(() -> new java.util.concurrent.ConcurrentHashMap<>().get(null));
        t(() -> { Supplier<Integer> s = () -> null; int x = s.get(); });
        t(() -> { Function<String, Integer> g = String::length; g.apply(null); });
        t(() -> { IntSupplier g = ((Integer) obj)::intValue; });
        t(() -> { ToIntFunction<Integer> g = x -> x; g.applyAsInt(null); });
        t(() -> System.arraycopy(null, 0, arr, 0, 1));
        t(() -> new String((byte[]) null));
        t(() -> Arrays.sort((int[]) null));
        t(() -> obj.getClass());
        t(() -> obj.hashCode());
        t(() -> { String[] q = null; String.join(",", q); });
        t(() -> Enum.valueOf(Thread.State.class, null));
        t(() -> { byte[] b = null; b[0] = 1; });
        t(() -> { boolean[] b = null; b[0] = true; });
        t(() -> { char[] b = null; b[0]++; });
        t(() -> { short[] b = null; b[0]++; });
        t(() -> { float[] b = null; b[0]++; });
        t(() -> { double[] b = null; b[0]++; });
        t(() -> { Object[] b = null; b[0] = ""; });
        t(() -> { long[] b = null; b[2] = 3; });
        t(() -> { Iterator<String> it = null; it.next(); });
        t(() -> { int[][] m = new int[2][]; int i = 1; m[i][arr == null ? 0 : 1] = 3; });
        t(() -> { StringBuilder sb = null; sb.append("a").append(1).insert(0, new char[0]); });
        t(() -> { ((StringBuilder) obj).append((Object) "a").append((StringBuffer) null); });
        t(() -> { Map<String, List<Integer>> mm = new HashMap<>(); mm.get("a").add(3); });
        t(() -> { Map<String, Integer> mm = new HashMap<>(); int z = mm.get("a"); });
        Throwable e = new NullPointerException(); e.fillInStackTrace(); System.out.println(e.getMessage());
        try { f.v = 1; } catch (NullPointerException x) { x.fillInStackTrace(); System.out.println(x + " " + x.getLocalizedMessage()); x.setStackTrace(new StackTraceElement[0]); System.out.println(x.getMessage()); }
    }
}
