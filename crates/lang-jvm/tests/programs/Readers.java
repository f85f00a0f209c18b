import java.io.*;
import java.util.Scanner;
public class Readers {
    public static void main(String[] args) throws IOException {
        BufferedReader r = new BufferedReader(new StringReader("first\nsecond line\n\nlast"));
        String line; int n = 0; while ((line = r.readLine()) != null) System.out.println(++n + ":" + line);
        r.close(); try { r.read(); } catch (IOException e) { System.out.println(e.getMessage()); }
        StringWriter sw = new StringWriter(); PrintWriter pw = new PrintWriter(sw); pw.println(12); pw.print('c'); pw.printf("%s-%d%n", "x", 5); pw.append("end").flush(); System.out.println(sw + "|" + sw.getBuffer().length());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(); DataOutputStream d = new DataOutputStream(bytes); d.writeInt(258); d.writeUTF("é"); d.writeDouble(1.5); System.out.println(bytes.size());
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())); System.out.println(in.readInt() + in.readUTF() + in.readDouble()); try { in.readByte(); } catch (EOFException e) { System.out.println("eof"); }
        InputStreamReader ir = new InputStreamReader(new ByteArrayInputStream("aé€".getBytes("UTF-8")), "UTF-8"); int ch; while ((ch = ir.read()) >= 0) System.out.print(ch + " "); System.out.println();
        PushbackReader pb = new PushbackReader(new StringReader("xy")); int p = pb.read(); pb.unread(p); System.out.println((char) pb.read() + "" + (char) pb.read() + pb.read());
        StreamTokenizer tok = new StreamTokenizer(new StringReader("foo = 12.5 + 'bar'")); while (tok.nextToken() != StreamTokenizer.TT_EOF) System.out.print(tok.ttype + (tok.sval == null ? "" : tok.sval) + " "); System.out.println();
        LineNumberReader ln = new LineNumberReader(new StringReader("a\nb")); ln.readLine(); System.out.println(ln.getLineNumber() + ln.readLine()); char[] buf = new char[4]; System.out.println(new StringReader("abcdef").read(buf, 1, 3) + new String(buf, 1, 3)); PrintStream ps = new PrintStream(bytes, true); ps.println("é"); System.out.println(bytes.size()); CharArrayWriter cw = new CharArrayWriter(); cw.write("caw"); System.out.println(cw.toCharArray().length + cw.toString()); Scanner sc = new Scanner("12 abc 3.5\nnext line"); System.out.println(sc.nextInt() + sc.next() + sc.next() + sc.nextLine() + sc.nextLine() + sc.hasNext());
    }
}
