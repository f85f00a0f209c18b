package real.jsonsimple;

import java.io.IOException;
import java.io.StringWriter;
import java.util.Iterator;
import java.util.Map;
import org.json.simple.JSONArray;
import org.json.simple.JSONObject;
import org.json.simple.JSONValue;
import org.json.simple.parser.ContentHandler;
import org.json.simple.parser.JSONParser;
import org.json.simple.parser.ParseException;

/** JSON.simple: reads a value and writes it again. */
public class Driver {
    public static void main(String[] args) {
        try {
            Object value = new JSONParser().parse(args[0]);
            dump(value, 0);
            System.out.println(JSONValue.toJSONString(value));
            StringWriter written = new StringWriter();
            JSONValue.writeJSONString(value, written);
            System.out.println(written);
            new JSONParser().parse(args[0], new Teller());
        } catch (ParseException wrong) {
            System.out.println(wrong + " at " + wrong.getPosition() + " type " + wrong.getErrorType());
        } catch (Throwable thrown) {
            System.out.println(thrown.getClass().getName() + ": " + thrown.getMessage());
        }
    }

    /** Reads a value and writes it: how long that is. That it is none is an answer. */
    public static int parse(String text) throws IOException {
        try {
            StringWriter written = new StringWriter();
            JSONValue.writeJSONString(new JSONParser().parse(text), written);
            return written.toString().length();
        } catch (ParseException expected) {
            return -1;
        }
    }

    /** Reads an object in which this is a value. */
    public static int within(String text) throws IOException {
        return parse("{\"a\": [1, " + text + "], \"b\": null}");
    }

    static void dump(Object value, int depth) {
        System.out.println(depth + " " + (value == null ? "null" : value.getClass().getName() + " " + value));
        if (value instanceof JSONArray) {
            for (Object element : (JSONArray) value) {
                dump(element, depth + 1);
            }
        }
        if (value instanceof JSONObject) {
            Iterator<?> entries = ((JSONObject) value).entrySet().iterator();
            while (entries.hasNext()) {
                Map.Entry<?, ?> entry = (Map.Entry<?, ?>) entries.next();
                System.out.println(depth + " ." + entry.getKey());
                dump(entry.getValue(), depth + 1);
            }
        }
    }

    static class Teller implements ContentHandler {
        private boolean tell(String what) {
            System.out.println(what);
            return true;
        }

        public void startJSON() {
            tell("start");
        }

        public void endJSON() {
            tell("end");
        }

        public boolean startObject() {
            return tell("{");
        }

        public boolean endObject() {
            return tell("}");
        }

        public boolean startObjectEntry(String key) {
            return tell("key " + key);
        }

        public boolean endObjectEntry() {
            return tell("entry");
        }

        public boolean startArray() {
            return tell("[");
        }

        public boolean endArray() {
            return tell("]");
        }

        public boolean primitive(Object value) {
            return tell("value " + value);
        }
    }
}
