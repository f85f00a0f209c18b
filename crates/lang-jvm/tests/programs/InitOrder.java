public class InitOrder {
    static StringBuilder log = new StringBuilder();
    static int log(String s) { log.append(s).append(' '); return s.length(); }
    static class Base { static int a = log("Base.static"); int b = log("Base.field"); { log("Base.block"); } Base() { log("Base()"); hook(); } void hook() { log("Base.hook"); } }
    static class Sub extends Base { static final int CONST = 5; static final Integer BOXED = log("Sub.boxed"); static { log("Sub.static"); } int c = log("Sub.field"); Sub() { super(); log("Sub()"); } void hook() { log("Sub.hook" + c); } }
    interface I { int X = log("I.X"); default void m() {} }
    interface J { int Y = log("J.Y"); }
    static class Impl implements I, J { static { log("Impl"); } }
    static class Lazy { static { log("Lazy"); } static int v = 1; static final String S = "const"; }
    static class Bad { static int x = 1 / (log.length() - log.length()); }
    static class Cyc1 { static int x = Cyc2.y + 1; } static class Cyc2 { static int y = Cyc1.x + 10; }
    public static void main(String[] args) throws Exception {
        log("main");
        System.out.println(Sub.CONST + Lazy.S + log);
        new Sub();
        new Impl();
        System.out.println(log);
        Lazy[] none = new Lazy[2];
        Class<?> c = Lazy.class;
        log("before");
        Lazy.v++;
        System.out.println(log + " " + J.Y + Lazy.v);
        try { System.out.println(Bad.x); } catch (ExceptionInInitializerError e) { System.out.println(e + " " + e.getCause()); }
        try { System.out.println(Bad.x); } catch (NoClassDefFoundError e) { System.out.println(e.getMessage()); }
        System.out.println(Cyc1.x + " " + Cyc2.y);
        Class.forName("InitOrder$Impl");
        System.out.println(log);
    }
}
