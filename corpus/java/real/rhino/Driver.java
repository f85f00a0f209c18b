package real.rhino;

import org.mozilla.javascript.CompilerEnvirons;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.EvaluatorException;
import org.mozilla.javascript.Parser;
import org.mozilla.javascript.RhinoException;
import org.mozilla.javascript.Scriptable;
import org.mozilla.javascript.ast.AstNode;
import org.mozilla.javascript.ast.AstRoot;
import org.mozilla.javascript.ast.NodeVisitor;

/** Rhino: parses a script, shows its tree, and evaluates it by the interpreter. */
public class Driver {
    public static void main(String[] args) {
        show(() -> read(args[0]).debugPrint());
        show(() -> read(args[0]).toSource());
        show(() -> evaluate(args[0]));
    }

    /** Parses a script; that it is not well formed is an answer. */
    public static int parse(String text) {
        Counter counter = new Counter();
        try {
            read(text).visit(counter);
        } catch (EvaluatorException expected) {
            return -1;
        }
        return counter.nodes;
    }

    /** Parses a script in which this stands inside of a function. */
    public static int within(String text) {
        return parse("function f(x) { return x" + text + "; }");
    }

    /** Evaluates a script; that it fails is an answer. */
    public static String run(String text) {
        try {
            return evaluate(text);
        } catch (RhinoException expected) {
            return null;
        }
    }

    static AstRoot read(String text) {
        CompilerEnvirons environs = new CompilerEnvirons();
        environs.setLanguageVersion(Context.VERSION_ES6);
        return new Parser(environs).parse(text, "script", 1);
    }

    static String evaluate(String text) {
        Context context = Context.enter();
        try {
            context.setOptimizationLevel(-1);
            context.setLanguageVersion(Context.VERSION_ES6);
            Scriptable scope = context.initSafeStandardObjects();
            return Context.toString(context.evaluateString(scope, text, "script", 1, null));
        } finally {
            Context.exit();
        }
    }

    interface Answer {
        String get() throws Exception;
    }

    static void show(Answer answer) {
        try {
            System.out.println(answer.get());
        } catch (Throwable thrown) {
            System.out.println(thrown.getClass().getName() + ": " + thrown.getMessage());
        }
    }

    static class Counter implements NodeVisitor {
        int nodes;

        public boolean visit(AstNode node) {
            nodes++;
            return true;
        }
    }
}
