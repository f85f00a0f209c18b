import java.util.*;
public class Objects2 implements Cloneable, Comparable<Objects2> {
    int[] data = {1, 2}; String tag = "t"; int rank;
    @Override protected Objects2 clone() throws CloneNotSupportedException { Objects2 o = (Objects2) super.clone(); o.data = data.clone(); return o; }
    @Override public boolean equals(Object o) { return o instanceof Objects2 x && Arrays.equals(data, x.data); }
    @Override public int hashCode() { return Arrays.hashCode(data); }
    public int compareTo(Objects2 o) { return Integer.compare(rank, o.rank); }
    synchronized int locked() { synchronized (this) { return data.length; } }
    static <T> void swap(T[] a, int i, int j) { T t = a[i]; a[i] = a[j]; a[j] = t; }
    public static void main(String[] args) throws Exception {
        Objects2 a = new Objects2(), b = a.clone(); b.data[0] = 9; System.out.println(a.data[0] + " " + a.equals(b) + a.equals(new Objects2()) + (a.hashCode() == new Objects2().hashCode()) + a.locked()); a.rank = 2; b.rank = 1; Objects2[] arr = {a, b}; Arrays.sort(arr); System.out.println(arr[0] == b); swap(arr, 0, 1); System.out.println(arr[0] == a);
        try { new Object() { Object c() throws CloneNotSupportedException { return clone(); } }.c(); } catch (CloneNotSupportedException e) { System.out.println("no clone"); } ThreadLocal<Integer> tl = ThreadLocal.withInitial(() -> 5); tl.set(tl.get() + 1); System.out.println(tl.get()); StringBuilder log = new StringBuilder(); Thread t = new Thread(() -> log.append("ran")); t.start(); t.join(); System.out.println(log); System.out.println(System.getProperty("line.separator").length() + System.getProperty("no.such", "dflt") + (System.identityHashCode(a) == System.identityHashCode(a))); java.util.concurrent.ConcurrentHashMap<String, Integer> chm = new java.util.concurrent.ConcurrentHashMap<>(); chm.put("a", 1); chm.merge("a", 5, Integer::sum); System.out.println(chm); java.util.concurrent.atomic.AtomicInteger ai = new java.util.concurrent.atomic.AtomicInteger(3); ai.incrementAndGet(); ai.updateAndGet(x -> x * 2); java.util.concurrent.atomic.AtomicLong al = new java.util.concurrent.atomic.AtomicLong(); al.addAndGet(7); System.out.println(ai + " " + al); UUID u = new UUID(1, 2); System.out.println(u); System.out.println(new int[0].equals(new int[0]) + "" + Locale.US + " " + String.valueOf((Object) null));
    }
}
