/** Inputs that a program asks for; the bodies are never run. */
public class Verifier {
    public static int nondetInt() { return 0; }
    public static boolean nondetBoolean() { return false; }
    public static void assume(boolean cond) { }
}
