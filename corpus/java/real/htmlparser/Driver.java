package real.htmlparser;

import java.util.Enumeration;
import org.htmlparser.Node;
import org.htmlparser.Parser;
import org.htmlparser.Tag;
import org.htmlparser.beans.StringBean;
import org.htmlparser.filters.TagNameFilter;
import org.htmlparser.lexer.Lexer;
import org.htmlparser.lexer.Page;
import org.htmlparser.util.NodeIterator;
import org.htmlparser.util.NodeList;
import org.htmlparser.util.ParserException;
import org.htmlparser.util.SimpleNodeIterator;

/** HTML Parser: reads a page into nodes, of whatever is wrong with it. */
public class Driver {
    public static void main(String[] args) {
        try {
            for (NodeIterator nodes = parser(args[0]).elements(); nodes.hasMoreNodes();) {
                dump(nodes.nextNode(), 0);
            }
            NodeList links = parser(args[0]).extractAllNodesThatMatch(new TagNameFilter("A"));
            System.out.println("links " + links.size() + " " + links.toHtml());
            StringBean strings = new StringBean();
            strings.setLinks(true);
            parser(args[0]).visitAllNodesWith(strings);
            System.out.println("text " + strings.getStrings());
        } catch (Throwable thrown) {
            System.out.println(thrown.getClass().getName() + ": " + thrown.getMessage());
        }
    }

    /** Reads a page; that it cannot be read is an answer. */
    public static int parse(String text) {
        try {
            int count = 0;
            for (NodeIterator nodes = parser(text).elements(); nodes.hasMoreNodes();) {
                count += count(nodes.nextNode());
            }
            return count;
        } catch (ParserException expected) {
            return -1;
        }
    }

    /** Reads a page in which this stands inside of a table. */
    public static int within(String text) {
        return parse("<table><tr><td>" + text + "</table>");
    }

    static Parser parser(String text) {
        return new Parser(new Lexer(new Page(text, "UTF-8")));
    }

    static int count(Node node) {
        int count = 1;
        if (node.getChildren() != null) {
            for (SimpleNodeIterator nodes = node.getChildren().elements(); nodes.hasMoreNodes();) {
                count += count(nodes.nextNode());
            }
        }
        return count;
    }

    static void dump(Node node, int depth) {
        System.out.println(depth + " " + node.getClass().getName() + " " + node);
        System.out.println(depth + " " + node.getStartPosition() + " to " + node.getEndPosition() + " "
                + node.toHtml() + " " + node.toPlainTextString());
        if (node instanceof Tag) {
            dumpTag((Tag) node, depth);
        }
        if (node.getChildren() != null) {
            for (SimpleNodeIterator nodes = node.getChildren().elements(); nodes.hasMoreNodes();) {
                dump(nodes.nextNode(), depth + 1);
            }
        }
    }

    static void dumpTag(Tag tag, int depth) {
        System.out.println(depth + " tag " + tag.getTagName() + " line " + tag.getStartingLineNumber()
                + " end " + tag.isEndTag() + " empty " + tag.isEmptyXmlTag());
        for (Enumeration<?> attributes = tag.getAttributesEx().elements(); attributes.hasMoreElements();) {
            System.out.println(depth + " @" + attributes.nextElement());
        }
    }
}
