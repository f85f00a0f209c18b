// Compiles classes and calls their methods with given values, as long as there are requests.

import java.io.*;
import java.lang.reflect.*;
import java.net.*;
import java.nio.file.*;
import java.util.*;
import javax.tools.*;

class Driver {
    static ClassLoader loader;

    public static void main(String[] args) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        PrintStream out = System.out;
        for (String line; (line = in.readLine()) != null; ) {
            String[] words = line.split(" ");
            String answer;
            try {
                answer = words[0].equals("compile") ? compile(words) : call(words);
            } catch (Throwable error) {
                answer = "driver " + error;
            }
            out.println(answer.replace('\n', ' '));
            out.flush();
        }
    }

    // compile TARGET SOURCE... CLASSPATH-TO-LOAD
    static String compile(String[] words) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        List<String> args = new ArrayList<>(List.of("-proc:none", "-nowarn", "-g", "-d", words[1]));
        args.addAll(Arrays.asList(words).subList(2, words.length - 1));
        if (compiler.run(null, said, said, args.toArray(new String[0])) != 0) return "error " + said;
        List<URL> urls = new ArrayList<>();
        for (String path : words[words.length - 1].split(":")) urls.add(Path.of(path).toUri().toURL());
        loader = new URLClassLoader(urls.toArray(new URL[0]));
        loader.setDefaultAssertionStatus(true);
        return "ok";
    }

    // call METHOD VALUE...
    static String call(String[] words) throws Exception {
        Class<?> res = loader.loadClass("Res");
        Field broken = res.getDeclaredField("broken");
        broken.setAccessible(true);
        broken.set(null, false);
        Object[] values = new Object[words.length - 2];
        for (int at = 0; at < values.length; at++) values[at] = value(words[at + 2]);
        Method found = null;
        for (Method method : loader.loadClass("Batch").getDeclaredMethods())
            if (method.getName().equals(words[1])) found = method;
        found.setAccessible(true);
        String end = "ok";
        try {
            found.invoke(null, values);
        } catch (InvocationTargetException wrapped) {
            end = wrapped.getCause().getClass().getName() + "@" + line(wrapped.getCause());
        }
        return end + ((Boolean) broken.get(null) ? " broken" : "");
    }

    // The line of the batch where something was thrown, or called what threw it.
    static int line(Throwable thrown) {
        for (StackTraceElement call : thrown.getStackTrace())
            if ("Batch.java".equals(call.getFileName())) return call.getLineNumber();
        return 0;
    }

    static Object value(String word) {
        String rest = word.substring(1);
        String[] parts = rest.isEmpty() ? new String[0] : rest.split(",");
        switch (word.charAt(0)) {
            case 'i': return Integer.parseInt(rest);
            case 'b': return rest.equals("true");
            case 's': {
                StringBuilder text = new StringBuilder();
                for (String part : parts) text.append((char) Integer.parseInt(part));
                return text.toString();
            }
            default: {
                int[] numbers = new int[parts.length];
                for (int at = 0; at < parts.length; at++) numbers[at] = Integer.parseInt(parts[at]);
                return numbers;
            }
        }
    }
}
