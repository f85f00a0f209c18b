import java.io.*;
import java.net.Socket;
import java.util.*;

/** What the cases use, as it is. */
class Make {
    static ArrayList<Integer> list() {
        return new ArrayList<>();
    }

    static Iterator<Integer> iterator(ArrayList<Integer> list) {
        return list.iterator();
    }

    static Enumeration<Integer> elements(Vector<Integer> vector) {
        return vector.elements();
    }

    static Reader reader(String text) {
        return new StringReader(text);
    }

    static InputStream input() {
        return new ByteArrayInputStream(new byte[] {1, 2, 3});
    }

    static Reader reader(InputStream stream) {
        return new StreamReader(stream);
    }

    static Writer writer() {
        return new StringWriter();
    }

    static OutputStream output() {
        return new ByteArrayOutputStream();
    }

    static Socket socket() throws IOException {
        return new Unconnected();
    }

    static Writer writer(OutputStream stream) {
        return new StreamWriter(stream);
    }
}
