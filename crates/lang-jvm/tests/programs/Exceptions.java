public class Exceptions {
    static class Mine extends Exception { final int code; Mine(int code, Throwable cause) { super("mine " + code, cause); this.code = code; } }
    static class Res implements AutoCloseable { final String n; Res(String n) { this.n = n; System.out.println("open " + n); } public void close() throws Exception { System.out.println("close " + n); if (n.equals("bad")) throw new Exception("close failed"); } }
    static int finallyReturn() { try { throw new RuntimeException(); } catch (RuntimeException e) { return 1; } finally { System.out.println("fin"); } }
    @SuppressWarnings("finally") static int override() { try { return 1; } finally { return 2; } }
    static int nested(int n) throws Mine { try { try { if (n == 0) throw new IllegalStateException("inner"); if (n == 1) return 10 / (n - 1); return n; } finally { System.out.print("f1 "); } } catch (ArithmeticException e) { throw new Mine(n, e); } finally { System.out.print("f2 "); } }
    static void deep(int n) { if (n == 0) throw new UnsupportedOperationException("bottom"); deep(n - 1); }
    static int overflow(int n) { return overflow(n + 1) + 1; }
    public static void main(String[] args) throws Exception {
        System.out.println(finallyReturn() + " " + override());
        for (int i = 0; i < 3; i++) try { System.out.println(nested(i)); } catch (Mine e) { System.out.println(e.getMessage() + e.code + e.getCause()); } catch (IllegalStateException | NullPointerException e) { System.out.println(e); }
        try (Res a = new Res("a"); Res b = new Res("bad")) { System.out.println("body"); throw new RuntimeException("body failed"); } catch (Exception e) { System.out.println(e.getMessage() + e.getSuppressed().length + e.getSuppressed()[0].getMessage()); }
        try { deep(3); } catch (UnsupportedOperationException e) {
            StackTraceElement[] t = e.getStackTrace();
            System.out.println((t.length > 4) + " " + t[0].getMethodName() + t[0].getLineNumber() + t[0].getFileName() + " " + t[4]);
        }
        try { overflow(0); } catch (StackOverflowError e) { System.out.println("so " + e.getMessage()); }
        try { Object o = "s"; Integer i = (Integer) o; } catch (ClassCastException e) { System.out.println(e.getMessage()); }
        try { Object[] o = new String[1]; o[0] = 1; } catch (ArrayStoreException e) { System.out.println(e.getMessage()); }
        try { int[] n = new int[-1]; } catch (NegativeArraySizeException e) { System.out.println(e.getMessage()); }
        try { int[] n = new int[2]; n[2] = 1; } catch (ArrayIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try { Object o = null; o.hashCode(); } catch (NullPointerException e) { System.out.println("npe"); }
        try { throw null; } catch (NullPointerException e) { System.out.println("npe2"); }
        try { Integer.parseInt("12x"); } catch (NumberFormatException e) { System.out.println(e.getMessage()); }
        try { System.arraycopy(new int[3], 1, new int[2], 0, 3); } catch (ArrayIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        java.io.StringWriter w = new java.io.StringWriter();
        try { java.util.List.of(1, 2).iterator().remove(); } catch (UnsupportedOperationException e) { e.printStackTrace(new java.io.PrintWriter(w)); }
        System.out.println(w.toString().split("\n")[0]);
        new Mine(7, new RuntimeException("why")).printStackTrace(new java.io.PrintWriter(w, true));
        System.out.println(w.toString().contains("Caused by: java.lang.RuntimeException: why"));
        try { assert args.length > 100 : "no"; System.out.println("off"); } catch (AssertionError e) { System.out.println(e.getMessage()); }
    }
}
