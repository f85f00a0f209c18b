import java.io.*;
import java.lang.reflect.Method;
import java.net.Socket;
import java.util.*;

/** What the cases use, watched by hand; its main calls every case on small numbers. */
public class Make {
    static final Set<String> broken = new TreeSet<>();

    public static void main(String[] args) throws Exception {
        Method[] methods = Cases.class.getDeclaredMethods();
        Arrays.sort(methods, Comparator.comparing(Method::getName));
        for (Method method : methods) {
            if (method.getParameterCount() != 2)
                continue;
            broken.clear();
            for (int a = -1; a <= 5; a++)
                for (int b = -1; b <= 5; b++)
                    try {
                        method.invoke(null, a, b);
                    } catch (ReflectiveOperationException e) {
                        // What a wrong use leads to does not matter here.
                    }
            System.out.println(method.getName() + " " + String.join(",", broken));
        }
    }

    static class WatchedList extends ArrayList<Integer> {
        int version;

        @Override
        public boolean add(Integer element) {
            version++;
            return super.add(element);
        }

        @Override
        public Integer remove(int index) {
            version++;
            return super.remove(index);
        }

        @Override
        public boolean remove(Object element) {
            version++;
            return super.remove(element);
        }
    }

    static ArrayList<Integer> list() {
        return new WatchedList();
    }

    static Iterator<Integer> iterator(ArrayList<Integer> list) {
        Iterator<Integer> inner = list.iterator();
        WatchedList watched = (WatchedList) list;
        int version = watched.version;
        return new Iterator<Integer>() {
            boolean asked;

            @Override
            public boolean hasNext() {
                asked = true;
                return inner.hasNext();
            }

            @Override
            public Integer next() {
                if (!asked)
                    broken.add("IteratorAsked");
                if (watched.version != version)
                    broken.add("CollectionUnchanged");
                asked = false;
                return inner.next();
            }
        };
    }

    static Enumeration<Integer> elements(Vector<Integer> vector) {
        Enumeration<Integer> inner = vector.elements();
        return new Enumeration<Integer>() {
            boolean asked;

            @Override
            public boolean hasMoreElements() {
                asked = true;
                return inner.hasMoreElements();
            }

            @Override
            public Integer nextElement() {
                if (!asked)
                    broken.add("EnumerationAsked");
                asked = false;
                return inner.nextElement();
            }
        };
    }

    static Reader reader(String text) {
        return new StringReader(text) {
            boolean closed;

            @Override
            public int read() throws IOException {
                if (closed)
                    broken.add("ReaderOpen");
                return super.read();
            }

            @Override
            public void close() {
                closed = true;
                super.close();
            }
        };
    }

    static class WatchedInput extends ByteArrayInputStream {
        boolean closed;

        WatchedInput() {
            super(new byte[] {1, 2, 3});
        }

        @Override
        public void close() throws IOException {
            closed = true;
            super.close();
        }
    }

    static InputStream input() {
        return new WatchedInput();
    }

    static Reader reader(InputStream stream) {
        return new StreamReader(stream) {
            @Override
            public int read() throws IOException {
                if (((WatchedInput) stream).closed)
                    broken.add("ReaderStreamOpen");
                return super.read();
            }
        };
    }

    static Writer writer() {
        return new StringWriter() {
            boolean closed;

            @Override
            public void write(int next) {
                if (closed)
                    broken.add("WriterOpen");
                super.write(next);
            }

            @Override
            public void close() throws IOException {
                closed = true;
                super.close();
            }
        };
    }

    static class WatchedOutput extends ByteArrayOutputStream {
        boolean closed;

        @Override
        public void close() throws IOException {
            closed = true;
            super.close();
        }
    }

    static OutputStream output() {
        return new WatchedOutput();
    }

    static Socket socket() throws IOException {
        return new Unconnected() {
            boolean closed;

            @Override
            public void setSoTimeout(int time) {
                if (closed)
                    broken.add("SocketOpen");
                super.setSoTimeout(time);
            }

            @Override
            public void close() {
                closed = true;
                super.close();
            }
        };
    }

    static Writer writer(OutputStream stream) {
        return new StreamWriter(stream) {
            @Override
            public void write(int next) throws IOException {
                if (((WatchedOutput) stream).closed)
                    broken.add("WriterStreamOpen");
                super.write(next);
            }
        };
    }
}
