import java.util.*;
public class Inner {
    private int secret = 42;
    private static String shared = "shared";
    class Member { int x = secret++; class Deeper { int y = x + secret; } }
    static class Nested { private int hidden = 7; String get() { return shared + hidden; } }
    interface Greeter { String greet(String n); }
    Greeter anonymous(String prefix) { return new Greeter() { int count = 0; public String greet(String n) { return prefix + n + ++count + secret; } }; }
    static int local(int base) { class Local { int plus(int n) { return base + n; } } return new Local().plus(5); }
    public static void main(String[] args) {
        Inner o = new Inner();
        Member m = o.new Member();
        Member.Deeper d = m.new Deeper();
        System.out.println(m.x + " " + d.y + new Nested().get() + new Nested().hidden);
        Greeter g = o.anonymous("hi ");
        System.out.println(g.greet("a") + g.greet("b") + local(10));
        System.out.println(m.getClass().getName() + " " + m.getClass().getSimpleName() + " " + g.getClass().getName() + "|" + g.getClass().getSimpleName() + "|" + new Nested[0].getClass().getName() + int[][].class.getSimpleName());
        Iterator<Integer> it = new Iterator<>() { int i = 0; public boolean hasNext() { return i < 3; } public Integer next() { return i++; } };
        Iterable<Integer> able = () -> it;
        for (int i : able) System.out.print(i + " ");
        System.out.println();
    }
}
