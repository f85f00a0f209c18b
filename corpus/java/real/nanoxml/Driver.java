package real.nanoxml;

import java.io.StringWriter;
import java.util.Enumeration;
import net.n3.nanoxml.IXMLElement;
import net.n3.nanoxml.IXMLParser;
import net.n3.nanoxml.StdXMLReader;
import net.n3.nanoxml.XMLException;
import net.n3.nanoxml.XMLParserFactory;
import net.n3.nanoxml.XMLWriter;

/** NanoXML: reads a document into a tree and writes it again. */
public class Driver {
    public static void main(String[] args) {
        try {
            IXMLElement root = read(args[0]);
            dump(root, 0);
            StringWriter written = new StringWriter();
            new XMLWriter(written).write(root, true, 2);
            System.out.println(written);
        } catch (Throwable thrown) {
            System.out.println(thrown.getClass().getName() + ": " + thrown.getMessage());
        }
    }

    /** Reads a whole document; that it is not well formed is an answer. */
    public static int parse(String text) throws Exception {
        try {
            return count(read(text));
        } catch (XMLException expected) {
            return -1;
        }
    }

    /** Reads a document in which this stands inside of an element. */
    public static int within(String text) throws Exception {
        return parse("<a b='c'>" + text + "</a>");
    }

    static IXMLElement read(String text) throws Exception {
        IXMLParser parser = XMLParserFactory.createDefaultXMLParser();
        parser.setReader(StdXMLReader.stringReader(text));
        return (IXMLElement) parser.parse();
    }

    static int count(IXMLElement element) {
        int count = 1;
        for (Enumeration<?> names = element.enumerateAttributeNames(); names.hasMoreElements(); names.nextElement()) {
            count++;
        }
        for (Enumeration<?> children = element.enumerateChildren(); children.hasMoreElements();) {
            count += count((IXMLElement) children.nextElement());
        }
        return count;
    }

    static void dump(IXMLElement element, int depth) {
        System.out.println(depth + " " + element.getFullName() + " in " + element.getNamespace()
                + " line " + element.getLineNr() + " content " + element.getContent());
        for (Enumeration<?> names = element.enumerateAttributeNames(); names.hasMoreElements();) {
            String name = (String) names.nextElement();
            System.out.println(depth + " @" + name + "=" + element.getAttribute(name) + " type "
                    + element.getAttributeType(name) + " in " + element.getAttributeNamespace(name));
        }
        for (Enumeration<?> children = element.enumerateChildren(); children.hasMoreElements();) {
            dump((IXMLElement) children.nextElement(), depth + 1);
        }
    }
}
