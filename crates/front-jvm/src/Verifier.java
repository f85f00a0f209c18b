/** Inputs that a program asks for, and what it takes for granted; the bodies are never run. */
public class Verifier {
    public static int nondetInt() { return 0; }
    public static long nondetLong() { return 0; }
    public static boolean nondetBoolean() { return false; }
    public static byte nondetByte() { return 0; }
    public static char nondetChar() { return 0; }
    public static short nondetShort() { return 0; }
    public static String nondetString() { return ""; }
    public static float nondetFloat() { return 0; }
    public static double nondetDouble() { return 0; }
    public static void assume(boolean cond) { }
}
