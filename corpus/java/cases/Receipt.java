
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;

class Receipt {
    static void print(int cents) throws IOException {
        Writer out = new StringWriter();
        out.write("total");
        if (cents > 100) {
            out.close();
        }
        out.write("thank you");
    }
}

class ReceiptFixed {
    static void print(int cents) throws IOException {
        Writer out = new StringWriter();
        out.write("total");
        if (cents > 100) {
            out.write("large");
        }
        out.write("thank you");
        out.close();
    }
}
