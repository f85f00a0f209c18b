import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Writer;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.Vector;

/** Both polarities of each property of the paper's table 2. What is used comes from Make. */
public class Cases {
    public static int enumerationBad(int a, int b) {
        Enumeration<Integer> e = Make.elements(vector(b));
        int sum = 0;
        if (a == 3)
            sum += e.nextElement();
        while (e.hasMoreElements())
            sum += e.nextElement();
        return sum;
    }

    public static int enumerationGood(int a, int b) {
        Enumeration<Integer> e = Make.elements(vector(b));
        int sum = a == 3 ? 1 : 0;
        while (e.hasMoreElements())
            sum += e.nextElement();
        return sum;
    }

    public static int askedBad(int a, int b) {
        Iterator<Integer> i = Make.iterator(list(b));
        int sum = 0;
        while (i.hasNext()) {
            sum += i.next();
            if (a > 2 && sum > 10)
                sum += i.next();
        }
        return sum;
    }

    public static int askedGood(int a, int b) {
        Iterator<Integer> i = Make.iterator(list(b));
        int sum = 0;
        while (i.hasNext()) {
            sum += i.next();
            if (a > 2 && sum > 10 && i.hasNext())
                sum += i.next();
        }
        return sum;
    }

    public static int updatedBad(int a, int b) {
        ArrayList<Integer> list = Make.list();
        list.add(a);
        list.add(b);
        Iterator<Integer> i = Make.iterator(list);
        int sum = 0;
        while (i.hasNext()) {
            int next = i.next();
            if (next == 2)
                list.remove(Integer.valueOf(next));
            sum += next;
        }
        return sum;
    }

    public static int updatedGood(int a, int b) {
        ArrayList<Integer> list = Make.list();
        list.add(a);
        list.add(b);
        Iterator<Integer> i = Make.iterator(list);
        int sum = 0;
        while (i.hasNext())
            sum += i.next();
        if (sum == 4)
            list.remove(0);
        return sum;
    }

    public static int readerBad(int a, int b) throws IOException {
        Reader r = Make.reader("abc");
        int sum = r.read();
        if (a < b)
            r.close();
        if (b == 2)
            sum += r.read();
        return sum;
    }

    public static int readerGood(int a, int b) throws IOException {
        Reader r = Make.reader("abc");
        int sum = r.read();
        if (b == 2)
            sum += r.read();
        if (a < b)
            r.close();
        return sum;
    }

    public static int readerStreamBad(int a, int b) throws IOException {
        InputStream s = Make.input();
        Reader r = Make.reader(s);
        if (a == 1)
            s.close();
        return r.read() + b;
    }

    public static int readerStreamGood(int a, int b) throws IOException {
        InputStream s = Make.input();
        Reader r = Make.reader(s);
        int sum = r.read() + b;
        if (a == 1)
            s.close();
        return sum;
    }

    public static int writerBad(int a, int b) throws IOException {
        Writer w = Make.writer();
        for (int i = 0; i < b && i < 3; i++)
            w.write(i);
        w.close();
        if (a == b)
            w.write(a);
        return a;
    }

    public static int writerGood(int a, int b) throws IOException {
        Writer w = Make.writer();
        for (int i = 0; i < b && i < 3; i++)
            w.write(i);
        if (a == b)
            w.write(a);
        w.close();
        return a;
    }

    public static int writerStreamBad(int a, int b) throws IOException {
        OutputStream s = Make.output();
        Writer w = Make.writer(s);
        w.write(a);
        if (b > 3)
            s.close();
        w.write(b);
        return a;
    }

    public static int writerStreamGood(int a, int b) throws IOException {
        OutputStream s = Make.output();
        Writer w = Make.writer(s);
        w.write(a);
        w.write(b);
        if (b > 3)
            s.close();
        return a;
    }

    public static int socketBad(int a, int b) throws IOException {
        Socket s = Make.socket();
        if (a > b)
            s.close();
        if (a == 5)
            s.setSoTimeout(a);
        return b;
    }

    public static int socketGood(int a, int b) throws IOException {
        Socket s = Make.socket();
        if (a == 5)
            s.setSoTimeout(a);
        if (a > b)
            s.close();
        return b;
    }

    private static Vector<Integer> vector(int b) {
        Vector<Integer> vector = new Vector<>();
        vector.add(b);
        vector.add(7);
        return vector;
    }

    private static ArrayList<Integer> list(int b) {
        ArrayList<Integer> list = Make.list();
        list.add(b);
        list.add(20);
        list.add(30);
        return list;
    }
}
