package real.nanoxmllite;

import java.util.Enumeration;
import nanoxml.XMLElement;
import nanoxml.XMLParseException;

/** NanoXML/Lite: reads a document into a tree and writes it again. */
public class Driver {
    public static void main(String[] args) {
        try {
            XMLElement root = new XMLElement();
            root.parseString(args[0]);
            dump(root, 0);
            System.out.println(root);
        } catch (Throwable thrown) {
            System.out.println(thrown.getClass().getName() + ": " + thrown.getMessage());
        }
    }

    /** Reads a whole document; that it is not well formed is an answer. */
    public static int parse(String text) {
        try {
            XMLElement root = new XMLElement();
            root.parseString(text);
            return count(root);
        } catch (XMLParseException expected) {
            return -1;
        }
    }

    /** Reads a document in which this stands inside of an element. */
    public static int within(String text) {
        return parse("<a b='c'>" + text + "</a>");
    }

    static int count(XMLElement element) {
        int count = 1;
        for (Enumeration<?> names = element.enumerateAttributeNames(); names.hasMoreElements(); names.nextElement()) {
            count++;
        }
        for (Enumeration<?> children = element.enumerateChildren(); children.hasMoreElements();) {
            count += count((XMLElement) children.nextElement());
        }
        return count;
    }

    static void dump(XMLElement element, int depth) {
        System.out.println(depth + " " + element.getName() + " line " + element.getLineNr()
                + " content " + element.getContent());
        for (Enumeration<?> names = element.enumerateAttributeNames(); names.hasMoreElements();) {
            String name = (String) names.nextElement();
            System.out.println(depth + " @" + name + "=" + element.getAttribute(name));
        }
        for (Enumeration<?> children = element.enumerateChildren(); children.hasMoreElements();) {
            dump((XMLElement) children.nextElement(), depth + 1);
        }
    }
}
