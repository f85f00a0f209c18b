public class Defaults {
    interface A { default String who() { return "A"; } static String st() { return "stA"; } }
    interface B extends A { default String who() { return "B" + A.super.who(); } }
    interface C extends A { }
    static class D implements B, C { }
    static class E implements A { public String who() { return "E" + A.super.who(); } }
    interface P { private String hid() { return "hidden"; } default String show() { return hid(); } }
    static abstract class F { abstract int f(); int g() { return f() * 2; } public String toString() { return "F" + g(); } }
    static class G extends F { int f() { return 21; } int g() { return super.g() + 1; } }
    static class Par { static String s() { return "par"; } String n = "pn"; String v() { return "pv"; } private String p() { return "pp"; } String callP() { return p(); } }
    static class Chi extends Par { static String s() { return "chi"; } String n = "cn"; String v() { return "cv" + super.v(); } private String p() { return "cp"; } }
    static String over(Object o) { return "o"; } static String over(String s) { return "s"; } static String over(int i) { return "i"; } static String over(long l) { return "l"; } static String over(Integer i) { return "I"; }
    public static void main(String[] args) {
        System.out.println(new D().who() + new E().who() + A.st() + new P() {}.show() + new G());
        Par p = new Chi();
        System.out.println(p.n + ((Chi) p).n + p.v() + p.callP() + Par.s() + Chi.s());
        System.out.println(over(null == null ? (Object) "x" : 1) + over("x") + over(1) + over(1L) + over((Integer) 1) + over('c'));
    }
}
