package real.javacsv;

import com.csvreader.CsvReader;
import com.csvreader.CsvWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Java CSV: reads records of a text and writes them again. */
public class Driver {
    public static void main(String[] args) {
        try {
            dump(CsvReader.parse(args[0]));
            CsvReader other = CsvReader.parse(args[0]);
            other.setEscapeMode(CsvReader.ESCAPE_MODE_BACKSLASH);
            other.setUseComments(true);
            other.setTrimWhitespace(false);
            other.readHeaders();
            dump(other);
            ByteArrayOutputStream written = new ByteArrayOutputStream();
            byte[] bytes = args[0].getBytes(StandardCharsets.ISO_8859_1);
            System.out.println(copy(new ByteArrayInputStream(bytes), written) + " values");
            System.out.println(written);
        } catch (Throwable thrown) {
            System.out.println(thrown.getClass().getName() + ": " + thrown.getMessage());
        }
    }

    /** Copies records: how many values they have. */
    public static int parse(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        return copy(new ByteArrayInputStream(bytes), new ByteArrayOutputStream());
    }

    /** Copies records with this as the second value of the first. */
    public static int within(String text) throws IOException {
        return parse("a," + text + ",b\nc,d\n");
    }

    static int copy(InputStream from, OutputStream to) throws IOException {
        int count = 0;
        CsvReader reader = new CsvReader(from, StandardCharsets.ISO_8859_1);
        CsvWriter writer = new CsvWriter(to, ';', StandardCharsets.ISO_8859_1);
        while (reader.readRecord()) {
            for (int at = 0; at < reader.getColumnCount(); at++) {
                writer.write(reader.get(at));
                count++;
            }
            writer.endRecord();
        }
        writer.close();
        reader.close();
        return count;
    }

    static void dump(CsvReader reader) throws IOException {
        while (reader.readRecord()) {
            System.out.println("record " + reader.getCurrentRecord() + " has " + reader.getColumnCount());
            for (int at = 0; at < reader.getColumnCount(); at++) {
                System.out.println(reader.getHeader(at) + " = " + reader.get(at) + " " + reader.isQualified(at));
            }
            System.out.println("raw " + reader.getRawRecord());
        }
        reader.close();
    }
}
