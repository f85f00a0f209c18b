package real.jericho;

import java.util.Iterator;
import net.htmlparser.jericho.Attribute;
import net.htmlparser.jericho.CharacterReference;
import net.htmlparser.jericho.Element;
import net.htmlparser.jericho.FormField;
import net.htmlparser.jericho.Segment;
import net.htmlparser.jericho.Source;

/** Jericho: finds elements, attributes, form fields and text in a page, of whatever is wrong with it. */
public class Driver {
    public static void main(String[] args) {
        try {
            Source source = new Source(args[0]);
            source.fullSequentialParse();
            for (Element element : source.getChildElements()) {
                dump(element, 0);
            }
            for (Segment segment : source) {
                System.out.println("segment " + segment.getDebugInfo() + " " + segment);
            }
            for (CharacterReference reference : source.getAllCharacterReferences()) {
                System.out.println("reference " + reference.getDebugInfo());
            }
            for (FormField field : source.getFormFields()) {
                System.out.println("field " + field.getDebugInfo());
            }
            System.out.println("text " + source.getTextExtractor());
            System.out.println("rendered " + source.getRenderer());
            System.out.println("formatted " + source.getSourceFormatter().setTidyTags(true));
        } catch (Throwable thrown) {
            System.out.println(thrown.getClass().getName() + ": " + thrown.getMessage());
        }
    }

    /** Reads a page: how many elements and attributes it has. */
    public static int parse(String text) {
        Source source = new Source(text);
        int count = 0;
        for (Element element : source.getAllElements()) {
            count += 1 + attributes(element);
        }
        return count;
    }

    /** Reads a page in which this stands inside of a form. */
    public static int within(String text) {
        return parse("<form><p>" + text + "</form>");
    }

    static int attributes(Element element) {
        int count = 0;
        if (element.getAttributes() != null) {
            for (Iterator<Attribute> attributes = element.getAttributes().iterator(); attributes.hasNext();) {
                attributes.next();
                count++;
            }
        }
        return count;
    }

    static void dump(Element element, int depth) {
        System.out.println(depth + " " + element.getName() + " " + element.getDebugInfo() + " row "
                + element.getSource().getRow(element.getBegin()));
        if (element.getAttributes() != null) {
            for (Attribute attribute : element.getAttributes()) {
                System.out.println(depth + " @" + attribute.getKey() + "=" + attribute.getValue() + " in "
                        + (int) attribute.getQuoteChar());
            }
        }
        for (Element child : element.getChildElements()) {
            dump(child, depth + 1);
        }
    }
}
