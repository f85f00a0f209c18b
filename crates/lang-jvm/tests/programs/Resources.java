import java.io.StringReader;
import java.net.URI;
import java.net.URL;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.ListResourceBundle;
import java.util.MissingResourceException;
import java.util.Properties;
import java.util.ResourceBundle;
import java.util.Scanner;
import java.util.ServiceLoader;
import java.util.StringTokenizer;
import java.util.TreeMap;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** What surrounds a program: properties, resources, loaders, services, logs. */
public class Resources {
    public static void main(String[] args) throws Exception {
        properties();
        loaders();
        texts();
        logs();
    }

    static void properties() throws Exception {
        Properties properties = new Properties();
        properties.load(new StringReader("a=1\nb : two\\\n  more\n# c\nd\\u0041=x"));
        System.out.println(new TreeMap<>(properties));
        System.out.println(System.getProperty("line.separator").length() + System.getProperty("no.such", "default"));
        System.setProperty("mine", "1");
        System.out.println(System.getProperty("mine") + Integer.getInteger("mine") + Boolean.getBoolean("nope"));
        System.out.println(System.getenv("TRACEHOUND_NOT_SET"));
    }

    static void loaders() throws Exception {
        ClassLoader loader = Resources.class.getClassLoader();
        System.out.println(Resources.class.getResource("/nothing") + " " + loader.getResource("none") + " " + Resources.class.getResourceAsStream("none"));
        System.out.println((Thread.currentThread().getContextClassLoader() == loader) + " " + String.class.getClassLoader());
        System.out.println(loader.loadClass("java.util.ArrayList").getName());
        try {
            loader.loadClass("no.Such");
        } catch (ClassNotFoundException e) {
            System.out.println(e.getMessage());
        }
        try {
            ResourceBundle.getBundle("nobundle");
        } catch (MissingResourceException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(ResourceBundle.getBundle("Resources$Words").getString("key"));
        System.out.println(ServiceLoader.load(Runnable.class).iterator().hasNext());
        System.out.println(Resources.class.getPackage() + " " + String.class.getPackage());
    }

    static void texts() throws Exception {
        Scanner scanner = new Scanner("12 abc 3.5\nline two\n7");
        System.out.println(scanner.nextInt() + scanner.next() + scanner.nextDouble() + scanner.nextLine() + scanner.nextLine());
        System.out.println(scanner.hasNextInt() + " " + scanner.nextInt() + scanner.hasNext());
        StringTokenizer tokens = new StringTokenizer("a,b;c", ",;", true);
        while (tokens.hasMoreTokens()) {
            System.out.print(tokens.nextToken() + "|");
        }
        URI uri = new URI("http://h:80/p?q=1#f");
        System.out.println(uri.getHost() + uri.getPort() + uri.getQuery() + new URL("http://example.org/a/b?c=d").getPath());
        System.out.println(URLEncoder.encode("a b&\u00fc", "UTF-8") + URLDecoder.decode("a+b%26", "UTF-8"));
    }

    static void logs() {
        Logger logger = Logger.getLogger("x.y");
        logger.setUseParentHandlers(false);
        logger.addHandler(new Handler() {
            public void publish(LogRecord record) {
                System.out.println(record.getLevel() + " " + record.getLoggerName() + " " + new SimpleFormatter().formatMessage(record));
            }

            public void flush() {}

            public void close() {}
        });
        logger.info("hello");
        logger.log(Level.WARNING, "number {0}", 5);
        logger.fine("not told");
        logger.setLevel(Level.ALL);
        logger.fine("told");
        System.out.println(logger.isLoggable(Level.FINEST) + " " + logger.getParent().getName().length());
    }

    public static class Words extends ListResourceBundle {
        protected Object[][] getContents() {
            return new Object[][] {{"key", "value"}};
        }
    }
}
