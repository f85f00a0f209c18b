import java.util.*;
import java.util.function.*;
public class Generics {
    static <T extends Comparable<T>> T max(List<? extends T> l) { T best = null; for (T t : l) if (best == null || t.compareTo(best) > 0) best = t; return best; }
    static class Node<T> { T value; Node<T> next; Node(T v, Node<T> n) { value = v; next = n; } }
    static class Stack<T> implements Iterable<T> { Node<T> top; int size; void push(T t) { top = new Node<>(t, top); size++; } T pop() { T t = top.value; top = top.next; size--; return t; }
        public Iterator<T> iterator() { return new Iterator<T>() { Node<T> at = top; public boolean hasNext() { return at != null; } public T next() { T t = at.value; at = at.next; return t; } }; } }
    static abstract class Base<T> { abstract T make(int i); T twice(int i) { make(i); return make(i + 1); } }
    static class Text extends Base<String> { String make(int i) { return "t" + i; } }
    @SafeVarargs static <T> List<T> listOf(T... ts) { return new ArrayList<>(Arrays.asList(ts)); }
    static int sum(int... ns) { int s = 0; for (int n : ns) s += n; return s; }
    public static void main(String[] args) {
        System.out.println(max(List.of(3, 9, 2)) + max(List.of("a", "z", "m")));
        Stack<String> s = new Stack<>();
        for (String x : listOf("a", "b", "c")) s.push(x);
        for (String x : s) System.out.print(x);
        System.out.println(s.pop() + s.size + new Text().twice(3) + sum() + sum(1, 2, 3));
        Base<String> b = new Text();
        System.out.println(b.make(1));
        try { List raw = new ArrayList<Integer>(); raw.add("str"); List<Integer> typed = raw; int i = typed.get(0); } catch (ClassCastException e) { System.out.println("cce"); }
        BiFunction<Integer, Integer, Integer> f = Math::max;
        System.out.println(f.andThen(Object::toString).apply(3, 8));
    }
}
