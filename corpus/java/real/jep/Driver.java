package real.jep;

import java.util.Enumeration;
import org.nfunk.jep.JEP;
import org.nfunk.jep.Node;

/** JEP: parses a mathematical expression and evaluates it. */
public class Driver {
    public static void main(String[] args) {
        try {
            JEP jep = make();
            Node top = jep.parseExpression(args[0]);
            System.out.println("errors " + jep.hasError() + " " + jep.getErrorInfo());
            if (top != null) {
                dump(top, 0);
                System.out.println("value " + jep.getValue());
                System.out.println("complex " + jep.getComplexValue());
                System.out.println("object " + jep.getValueAsObject());
                System.out.println("errors " + jep.hasError() + " " + jep.getErrorInfo());
            }
            for (Enumeration<?> names = jep.getSymbolTable().keys(); names.hasMoreElements();) {
                Object name = names.nextElement();
                System.out.println(name + " = " + jep.getVarValue((String) name));
            }
        } catch (Throwable thrown) {
            System.out.println(thrown.getClass().getName() + ": " + thrown.getMessage());
        }
    }

    /** Parses an expression: whether it is one. */
    public static boolean parse(String text) {
        JEP jep = make();
        jep.parseExpression(text);
        return !jep.hasError();
    }

    /** Parses an expression in which this stands in parentheses. */
    public static boolean within(String text) {
        return parse("1 + sin(" + text + ") * x");
    }

    static JEP make() {
        JEP jep = new JEP();
        jep.addStandardFunctions();
        jep.addStandardConstants();
        jep.addComplex();
        jep.setAllowUndeclared(true);
        jep.setAllowAssignment(true);
        jep.setImplicitMul(true);
        jep.addVariable("x", 2.5);
        return jep;
    }

    static void dump(Node node, int depth) {
        System.out.println(depth + " " + node.getClass().getName() + " " + node);
        for (int child = 0; child < node.jjtGetNumChildren(); child++) {
            dump(node.jjtGetChild(child), depth + 1);
        }
    }
}
