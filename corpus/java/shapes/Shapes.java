import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.IntConsumer;

/** Objects that are made, kept and passed on in various ways. */
public class Shapes {
    private static Iterator<Integer> kept;
    private Iterator<Integer> own;

    private static ArrayList<Integer> list(int a) {
        ArrayList<Integer> list = new ArrayList<>();
        list.add(a);
        list.add(2);
        return list;
    }

    /** Two iterators of one list, one of which outlives a change. */
    public static int two(int a, int b) {
        ArrayList<Integer> list = list(a);
        Iterator<Integer> first = list.iterator();
        Iterator<Integer> second = list.iterator();
        int sum = 0;
        if (first.hasNext())
            sum += first.next();
        if (a > 1)
            list.add(b);
        if (b > 1 && second.hasNext())
            sum += second.next();
        return sum;
    }

    /** An iterator for each turn of a loop; the one kept from the turn before is used once more. */
    public static int turns(int a, int b) {
        ArrayList<Integer> list = list(a);
        Iterator<Integer> before = null;
        int sum = 0;
        for (int i = 0; i < 2; i++) {
            Iterator<Integer> now = list.iterator();
            if (now.hasNext())
                sum += now.next();
            if (a == 4 && before != null)
                sum += before.next();
            before = now;
        }
        return sum + b;
    }

    /** Iterators in a list, so that it is not known which comes out. */
    public static int mixed(int a, int b) {
        List<Iterator<Integer>> iterators = new ArrayList<>();
        iterators.add(list(a).iterator());
        iterators.add(list(b).iterator());
        Iterator<Integer> chosen = iterators.get(a > b ? 0 : 1);
        Iterator<Integer> other = iterators.get(1);
        int sum = 0;
        if (chosen.hasNext())
            sum += chosen.next();
        if (b == 3)
            sum += other.next();
        return sum;
    }

    /** A static variable. */
    public static int variable(int a, int b) {
        kept = list(a).iterator();
        ask(b);
        if (a > 3)
            ask(1);
        return take();
    }

    private static void ask(int b) {
        if (b > 0)
            kept.hasNext();
    }

    private static int take() {
        return kept.next();
    }

    /** A field of an object. */
    public static int field(int a, int b) {
        Shapes one = new Shapes();
        Shapes other = a > b ? one : new Shapes();
        one.own = list(a).iterator();
        other.own = list(b).iterator();
        if (one.own.hasNext() && a != 2)
            return one.own.next();
        return b == 2 ? other.own.next() : 0;
    }

    /** What a lambda does when the library calls it. */
    public static int called(int a, int b) {
        ArrayList<Integer> list = list(a);
        Iterator<Integer> i = list.iterator();
        list.forEach(element -> {
            if (element == 7)
                i.next();
        });
        return b;
    }

    /** What a lambda does when the program calls it. */
    public static int lambda(int a, int b) {
        Iterator<Integer> i = list(a).iterator();
        IntConsumer consumer = x -> {
            if (x > 4)
                i.hasNext();
        };
        consumer.accept(b);
        return a == 1 ? i.next() : 0;
    }

    /** A reader that is closed on the way out. */
    public static int exception(int a, int b) throws IOException {
        Reader r = new StringReader("abc");
        int sum = 0;
        try {
            sum += 10 / a;
            sum += r.read();
        } catch (ArithmeticException e) {
            r.close();
        }
        if (b == 1)
            sum += r.read();
        return sum;
    }

    /** A reader that is closed by a method that calls itself. */
    public static int recursive(int a, int b) throws IOException {
        Reader r = new StringReader("abc");
        descend(r, a < 3 ? a : 3);
        return b > 0 ? r.read() : 0;
    }

    private static void descend(Reader r, int depth) throws IOException {
        if (depth <= 0)
            return;
        if (depth == 2)
            r.close();
        descend(r, depth - 1);
    }

    /** A switch. */
    public static int choice(int a, int b) throws IOException {
        Reader r = new StringReader("abc");
        switch (a) {
            case 1:
                r.close();
                break;
            case 5:
            case 9:
                r.read();
                break;
            default:
                b++;
        }
        return b == 4 ? r.read() : 0;
    }
}
