package real.jlex;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.IOException;
import java.io.Writer;

/** JLex: makes the source text of a scanner from its specification; both are files. */
public class Driver {
    private static final String SPECIFICATION = "driver.lex";
    private static final String SCANNER = SPECIFICATION + ".java";

    public static void main(String[] args) throws IOException {
        try {
            generate(args[0]);
        } catch (Throwable thrown) {
            System.out.println(thrown.getClass().getName() + ": " + thrown.getMessage());
        }
        show();
        new File(SPECIFICATION).delete();
        new File(SCANNER).delete();
    }

    /** Reads a specification; an error in it is an answer. */
    public static boolean parse(String text) throws IOException {
        try {
            generate(text);
            return true;
        } catch (Error expected) {
            return false;
        }
    }

    /** Reads a specification with this as the expression of a rule. */
    public static boolean within(String text) throws IOException {
        return parse("%%\n%%\n" + text + " { return null; }\n");
    }

    static void generate(String text) throws IOException {
        try (Writer file = new FileWriter(SPECIFICATION)) {
            file.write(text);
        }
        JLex.Main.main(new String[] {SPECIFICATION});
    }

    static void show() throws IOException {
        File scanner = new File(SCANNER);
        if (!scanner.exists()) {
            System.out.println("no scanner was made");
            return;
        }
        try (BufferedReader file = new BufferedReader(new FileReader(scanner))) {
            for (String line = file.readLine(); line != null; line = file.readLine()) {
                System.out.println(line);
            }
        }
    }
}
