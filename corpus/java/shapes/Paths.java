import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;

/** Branches that matter for some paths only, or not in the way that it seems. */
public class Paths {
    private static final int[] LEVELS = {0, 1};
    private int limit;

    /** What does not matter is asked first, and then the same again where it does. */
    public static int twice(int a, int b) throws IOException {
        Reader r = new StringReader("abc");
        int sum = 0;
        if (a > 0)
            sum++;
        r.close();
        if (a > 0)
            r.read();
        return sum + b;
    }

    /** Whether an exception comes out of a call. */
    public static int thrown(int a, int b) throws IOException {
        Reader r = new StringReader("abc");
        try {
            check(a);
            r.close();
        } catch (IllegalStateException e) {
            b++;
        }
        if (b == 7)
            r.read();
        return b;
    }

    private static void check(int a) {
        if (a > 3)
            throw new IllegalStateException();
    }

    /** What is written before is read on one of the paths behind. */
    public static int elsewhere(int a, int b) throws IOException {
        Reader r = new StringReader("abc");
        int limit = 0;
        if (a > 3)
            limit = 1;
        if (b > 0) {
            if (limit == 1)
                r.close();
            r.read();
        }
        return limit;
    }

    /** The variables of a call are not those of the call inside of it. */
    public static int recursive(int a, int b) throws IOException {
        Reader r = new StringReader("abc");
        if (depth(a, 2) > 1 && b == 3)
            r.close();
        return r.read();
    }

    private static int depth(int a, int turns) {
        int local = 0;
        if (a > turns)
            local = 1;
        if (turns == 0)
            return local;
        int inner = depth(a, turns - 1);
        return turns == 1 ? inner : inner + local;
    }

    /** Fields of objects that may be the same. */
    public static int fields(int a, int b) throws IOException {
        Reader r = new StringReader("abc");
        Paths one = new Paths();
        Paths other = b > 5 ? one : new Paths();
        if (a > 3)
            one.limit = 1;
        if (b > 0 && other.limit == 1)
            r.close();
        return r.read();
    }

    /** Elements of arrays that may be the same. */
    public static int arrays(int a, int b) throws IOException {
        Reader r = new StringReader("abc");
        int[] one = {0, 0};
        int[] other = b > 5 ? one : new int[2];
        if (a > 3)
            one[1] = 1;
        if (b > 0 && other[1] == 1)
            r.close();
        return r.read();
    }

    /** A static variable that is set by one method and read by another. */
    public static int statics(int a, int b) throws IOException {
        Reader r = new StringReader("abc");
        Kept.level = 0;
        raise(a);
        if (b > 0)
            end(r);
        return r.read();
    }

    static class Kept {
        static int level;
    }

    private static void raise(int a) {
        if (a > 3)
            Kept.level = 1;
    }

    private static void end(Reader r) throws IOException {
        if (Kept.level == 1)
            r.close();
    }

    /** Exceptions that are caught, and what they leave behind. */
    public static int caught(int a, int b) throws IOException {
        Reader r = new StringReader("abc");
        int[] numbers = {1, 2};
        int seen = 0;
        try {
            seen = numbers[a];
        } catch (ArrayIndexOutOfBoundsException e) {
            seen = 3;
        }
        if (b > 0 && seen == 3)
            r.close();
        return r.read();
    }

    /** A variable that is written again before anyone reads it. */
    public static int overwritten(int a, int b) throws IOException {
        Reader r = new StringReader("abc");
        int state = 0;
        if (a > 3)
            state = 1;
        if (b > 0)
            state = 2;
        if (state == 1)
            r.close();
        return r.read();
    }

    /** Classes that are initialised on some paths, those above them first. */
    public static int initialised(int a, int b) throws IOException {
        Reader r = new StringReader("abc");
        Below.count = LEVELS[1];
        if (a > 3)
            Below.count = 2;
        if (b > 0 && Above.begun == 1 && Below.count == 2)
            r.close();
        return r.read();
    }

    static class Above {
        static int begun = LEVELS[1];
    }

    static class Below extends Above {
        static int count = begun + 1;
    }

    /** The last turn of a loop decides. */
    public static int loop(int a, int b) throws IOException {
        Reader r = new StringReader("abc");
        int last = 0;
        for (int turn = 0; turn < 4; turn++) {
            last = 0;
            if (a == turn)
                last = 1;
        }
        if (last == 1 && b > 0)
            r.close();
        return r.read();
    }
}
