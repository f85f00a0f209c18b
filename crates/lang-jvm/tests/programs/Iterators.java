import java.util.*;
public class Iterators {
    public static void main(String[] args) {
        List<String> list = new ArrayList<>(List.of("a", "b", "c", "d"));
        ListIterator<String> it = list.listIterator();
        while (it.hasNext()) { int i = it.nextIndex(); String s = it.next(); if (i % 2 == 0) it.set(s.toUpperCase()); else it.remove(); if (s.equals("c")) it.add("new"); }
        while (it.hasPrevious()) System.out.print(it.previousIndex() + it.previous() + " ");
        System.out.println(list);
        Iterator<Integer> keys = new TreeMap<>(Map.of(3, "c", 1, "a", 2, "b")).keySet().iterator();
        keys.next(); keys.remove();
        System.out.println(keys.next());
        Map<Integer, Integer> m = new HashMap<>(); for (int i = 0; i < 10; i++) m.put(i, i);
        m.entrySet().removeIf(e -> e.getKey() % 3 == 0); m.values().removeIf(v -> v > 7); System.out.println(m);
        Iterator<String> e = Collections.emptyIterator();
        try { e.next(); } catch (NoSuchElementException x) { System.out.println(x); }
        try { Iterator<String> i = list.iterator(); i.remove(); } catch (IllegalStateException x) { System.out.println(x); }
        try { Iterator<String> i = list.iterator(); list.add("z"); i.next(); } catch (ConcurrentModificationException x) { System.out.println(x); }
        Enumeration<Integer> en = new Vector<>(List.of(1, 2)).elements(); while (en.hasMoreElements()) System.out.print(en.nextElement());
        StringTokenizer st = new StringTokenizer("x y,z", " ,"); while (st.hasMoreTokens()) System.out.print("<" + st.nextToken() + ">"); System.out.println(st.countTokens());
        Spliterator<String> sp = list.spliterator(); sp.tryAdvance(System.out::println); BitSet bs = new BitSet(); bs.set(3); bs.set(70); System.out.println(bs + " " + bs.nextSetBit(4) + bs.cardinality());
    }
}
