import java.io.IOException;
import java.io.Reader;
import java.io.StreamTokenizer;
import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** A reader that is closed and read again, where it gets there through the library in various ways. */
public class Passing {
    /** Does something with a reader when it is told to. */
    static class Holder implements Comparable<Holder>, Runnable, Cloneable {
        final Reader reader;
        boolean closes;

        Holder(Reader reader, boolean closes) {
            this.reader = reader;
            this.closes = closes;
        }

        void act() {
            try {
                if (closes) {
                    reader.close();
                } else {
                    reader.read();
                }
            } catch (IOException expected) {
                closes = true;
            }
        }

        @Override
        public int compareTo(Holder other) {
            act();
            return 0;
        }

        @Override
        public boolean equals(Object other) {
            act();
            return this == other;
        }

        @Override
        public int hashCode() {
            act();
            return 1;
        }

        @Override
        public String toString() {
            act();
            return "holder";
        }

        @Override
        public void run() {
            act();
        }

        @Override
        public Holder clone() {
            try {
                return (Holder) super.clone();
            } catch (CloneNotSupportedException never) {
                return null;
            }
        }
    }

    private static Reader reader() {
        return new StringReader("ab");
    }

    private static void read(Object reader) {
        try {
            ((Reader) reader).read();
        } catch (IOException expected) {
            return;
        }
    }

    private static void close(Object reader) {
        try {
            ((Reader) reader).close();
        } catch (IOException expected) {
            return;
        }
    }

    /** Out of a list inside of a map inside of a list. */
    public static void nested(int a, int b) {
        Map<String, List<Reader>> map = new HashMap<>();
        map.put("x", new ArrayList<>(List.of(reader())));
        List<Map<String, List<Reader>>> all = new ArrayList<>();
        all.add(map);
        if (a > 1)
            close(all.get(0).get("x").get(0));
        if (b > 1)
            for (List<Reader> readers : all.get(0).values())
                read(readers.get(0));
    }

    /** Out of the entries of a map. */
    public static void entries(int a, int b) {
        Map<Integer, Reader> map = new LinkedHashMap<>();
        map.put(1, reader());
        for (Map.Entry<Integer, Reader> entry : map.entrySet())
            if (a > 1)
                close(entry.getValue());
        if (b > 1)
            read(map.remove(1));
    }

    /** From one collection into another. */
    public static void copied(int a, int b) {
        List<Reader> first = new ArrayList<>();
        first.add(reader());
        Deque<Reader> second = new ArrayDeque<>(first);
        List<Reader> third = new ArrayList<>();
        third.addAll(second);
        if (a > 1)
            close(first.get(0));
        if (b > 1)
            read(third.get(0));
    }

    /** By arrays, of arrays, and as a list of an array. */
    public static void arrays(int a, int b) {
        Reader[][] readers = new Reader[2][1];
        readers[1][0] = reader();
        Reader[] row = readers[1].clone();
        List<Reader> list = Arrays.asList(row);
        Object[] more = new Object[1];
        System.arraycopy(row, 0, more, 0, 1);
        if (a > 1)
            close(list.get(0));
        if (b > 1)
            read(more[0]);
    }

    /** Compared by a sorted map. */
    public static void compared(int a, int b) {
        Reader reader = reader();
        TreeMap<Holder, String> map = new TreeMap<>();
        map.put(new Holder(reader, false), "first");
        if (a > 1)
            close(reader);
        if (b > 1)
            map.get(new Holder(reader, false));
    }

    /** Hashed by a map of another kind. */
    public static void hashed(int a, int b) {
        Reader reader = reader();
        Map<Object, String> map = new HashMap<>();
        if (a > 1)
            map.put(new Holder(reader, true), "x");
        if (b > 1)
            read(reader);
    }

    /** Printed. */
    public static void printed(int a, int b) {
        Reader reader = reader();
        List<Object> list = new ArrayList<>();
        list.add(new Holder(reader, a > 1));
        String text = "" + list;
        if (b > 1 && text.length() > 2)
            read(reader);
    }

    /** Sorted by a function. */
    public static void sorted(int a, int b) {
        Reader reader = reader();
        List<Integer> list = new ArrayList<>(List.of(2, 1));
        Comparator<Integer> order = (x, y) -> {
            if (a > 1)
                close(reader);
            return x - y;
        };
        list.sort(order);
        if (b > 1)
            read(reader);
    }

    /** By functions that functions return. */
    public static void functions(int a, int b) {
        Function<Reader, Supplier<Reader>> wrap = reader -> () -> reader;
        Supplier<Reader> one = wrap.apply(reader());
        Consumer<Object> action = a > 1 ? Passing::close : Passing::read;
        Optional.of(one).map(Supplier::get).ifPresent(action);
        if (b > 1)
            read(one.get());
    }

    /** Made by a reference to a constructor. */
    public static void constructed(int a, int b) {
        Function<String, Reader> make = StringReader::new;
        Reader reader = make.apply("abc");
        if (a > 1)
            close(reader);
        if (b > 1)
            read(reader);
    }

    /** An iterator of the application behind one of the library. */
    public static void behind(int a, int b) {
        Reader reader = reader();
        Iterable<Integer> numbers = () -> new Iterator<Integer>() {
            int left = 2;

            @Override
            public boolean hasNext() {
                return left > 0;
            }

            @Override
            public Integer next() {
                if (left == 1 && a > 1)
                    close(reader);
                return left--;
            }
        };
        List<Integer> all = new ArrayList<>();
        numbers.forEach(all::add);
        if (b > 1)
            read(reader);
    }

    /** A list of the application behind a view of it. */
    public static void view(int a, int b) {
        Reader reader = reader();
        List<Integer> own = new java.util.AbstractList<Integer>() {
            @Override
            public Integer get(int index) {
                if (a > 1)
                    close(reader);
                return index;
            }

            @Override
            public int size() {
                return 1;
            }
        };
        int sum = 0;
        for (int number : Collections.unmodifiableList(own))
            sum += number;
        if (b > 1 && sum == 0)
            read(reader);
    }

    /** A reader of the application inside of something of the library that reads. */
    public static void inside(int a, int b) throws IOException {
        Reader inner = reader();
        Reader own = new Reader() {
            @Override
            public int read(char[] into, int from, int count) throws IOException {
                if (a > 1)
                    inner.close();
                return -1;
            }

            @Override
            public void close() {}
        };
        new StreamTokenizer(own).nextToken();
        if (b > 1)
            read(inner);
    }

    /** Carried by an exception. */
    public static void carried(int a, int b) {
        class Carrier extends RuntimeException {
            final Reader reader;

            Carrier(Reader reader) {
                this.reader = reader;
            }
        }
        try {
            List.of(1).forEach(number -> {
                throw new Carrier(reader());
            });
        } catch (Carrier carrier) {
            if (a > 1)
                close(carrier.reader);
            if (b > 1)
                read(carrier.reader);
        }
    }

    /** A copy of the object that holds it. */
    public static void cloned(int a, int b) {
        Holder holder = new Holder(reader(), a > 1);
        Holder copy = holder.clone();
        copy.act();
        if (b > 1)
            read(holder.reader);
    }

    /** Run by another thread. */
    public static void run(int a, int b) throws InterruptedException {
        Reader reader = reader();
        Runnable task = new Holder(reader, a > 1);
        task.run();
        Map<String, Runnable> tasks = new HashMap<>();
        tasks.put("x", task);
        tasks.computeIfPresent("x", (name, known) -> {
            if (b > 1)
                read(reader);
            return known;
        });
    }

    enum Kind {
        CLOSING {
            @Override
            void act(Reader reader) {
                close(reader);
            }
        },
        READING {
            @Override
            void act(Reader reader) {
                read(reader);
            }
        };

        abstract void act(Reader reader);
    }

    /** By constants that are found by their names. */
    public static void named(int a, int b) {
        Reader reader = reader();
        Kind.valueOf(a > 1 ? "CLOSING" : "READING").act(reader);
        for (Kind kind : Kind.values())
            if (b > 1 && kind.ordinal() == 1)
                kind.act(reader);
    }

    /** A list that an object of the application is. */
    static class Readers extends ArrayList<Reader> {
        void closeAll() {
            for (Reader reader : this)
                close(reader);
        }
    }

    public static void extended(int a, int b) {
        Readers readers = new Readers();
        readers.add(reader());
        if (a > 1)
            readers.closeAll();
        if (b > 1)
            read(readers.iterator().next());
    }

    /** A stream. */
    public static void streamed(int a, int b) {
        List<Reader> readers = new ArrayList<>(List.of(reader()));
        readers.stream().filter(reader -> a > 1).forEach(Passing::close);
        if (b > 1)
            readers.stream().map(reader -> (Object) reader).forEach(Passing::read);
    }

    record Pair(Holder first, int second) {}

    /** Printed as a part of a record. */
    public static void recorded(int a, int b) {
        Reader reader = reader();
        String text = new Pair(new Holder(reader, a > 1), 1).toString();
        if (b > 1 && text.length() > 2)
            read(reader);
    }

    /** Compared by a queue. */
    public static void queued(int a, int b) {
        Reader reader = reader();
        java.util.Queue<Holder> queue = new java.util.PriorityQueue<>();
        queue.add(new Holder(reader(), false));
        queue.offer(new Holder(reader, a > 1));
        if (b > 1)
            read(reader);
    }

    /** A function that is a class. */
    static class Closing implements Consumer<Reader> {
        @Override
        public void accept(Reader reader) {
            close(reader);
        }
    }

    public static void accepted(int a, int b) {
        Optional<Reader> reader = Optional.of(reader());
        Consumer<Reader> action = a > 1 ? new Closing() : Passing::read;
        reader.ifPresent(action);
        if (b > 1)
            reader.map(found -> (Object) found).ifPresent(Passing::read);
    }

    /** A number of the application whose value the library asks for. */
    static class Counted extends Number {
        final Reader reader;

        Counted(Reader reader) {
            this.reader = reader;
        }

        @Override
        public int intValue() {
            close(reader);
            return 1;
        }

        @Override
        public long longValue() {
            return 1;
        }

        @Override
        public float floatValue() {
            return 1;
        }

        @Override
        public double doubleValue() {
            return 1;
        }
    }

    public static void counted(int a, int b) {
        Reader reader = reader();
        Number number = new Counted(reader);
        if (a > 1)
            number.byteValue();
        if (b > 1)
            read(reader);
    }
}
