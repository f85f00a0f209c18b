import java.util.function.*;
public class Lambdas {
    interface Shape { double area(); default String show() { return "area " + area(); } static Shape unit() { return () -> 1; } }
    int field = 5;
    Runnable capture(int n, String s, long l, double d) { return () -> System.out.println(field + n + s + l + d); }
    static int fact(IntUnaryOperator self, int n) { return n < 2 ? 1 : n * self.applyAsInt(n - 1); }
    public static void main(String[] args) {
        new Lambdas().capture(1, "x", 2L, 0.5).run();
        Shape s = () -> 2.5;
        System.out.println(s.show() + Shape.unit().show());
        IntBinaryOperator add = Integer::sum;
        ToLongFunction<Integer> widen = x -> x;
        LongFunction<Object> box = l -> l;
        Predicate<String> empty = String::isEmpty;
        System.out.println(add.applyAsInt(3, 4) + " " + widen.applyAsLong(7) + " " + box.apply(9L) + empty.negate().test(""));
        IntUnaryOperator[] f = new IntUnaryOperator[1];
        f[0] = n -> fact(f[0], n);
        System.out.println(f[0].applyAsInt(10));
        Function<Object, String> str = Object::toString;
        Function<String, Integer> len = String::length;
        BiFunction<String, Integer, Character> at = String::charAt;
        System.out.println(str.apply(12) + len.apply("four") + at.apply("abc", 1));
        Function<Integer, int[]> make = int[]::new;
        System.out.println(make.apply(4).length);
        Supplier<Supplier<String>> nested = () -> () -> "deep";
        System.out.println(nested.get().get());
        Consumer<String> print = System.out::println;
        print.andThen(x -> System.out.println(x + "!")).accept("hi");
        Comparable<String> c = "m"::compareTo;
        System.out.println(c.compareTo("a"));
        Object o = (Runnable & java.io.Serializable) () -> System.out.println("marker");
        ((Runnable) o).run();
        char ch = 'a';
        Supplier<Character> sc = () -> ch;
        byte by = 3; short sh = 4; float fl = 1.5f; boolean bo = true;
        Supplier<String> all = () -> "" + by + sh + fl + bo;
        System.out.println(sc.get() + all.get());
    }
}
