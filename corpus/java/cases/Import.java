
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;

class Import {
    static int lines(boolean more) throws IOException {
        BufferedReader reader = new BufferedReader(new StringReader("a\nb"));
        int count = reader.readLine() == null ? 0 : 1;
        reader.close();
        return more && reader.readLine() != null ? count + 1 : count;
    }
}

class ImportFixed {
    static int lines(boolean more) throws IOException {
        try (BufferedReader reader = new BufferedReader(new StringReader("a\nb"))) {
            int count = reader.readLine() == null ? 0 : 1;
            return more && reader.readLine() != null ? count + 1 : count;
        }
    }
}
