import java.util.*;
public class Enums {
    enum Op { ADD("+") { int apply(int a, int b) { return a + b; } }, MUL("*") { int apply(int a, int b) { return a * b; } }; final String sign; Op(String s) { sign = s; } abstract int apply(int a, int b); }
    enum Day { MON, TUE, WED; Day next() { return values()[(ordinal() + 1) % values().length]; } }
    static String kind(Day d) { switch (d) { case MON: return "start"; case TUE: return "second"; default: return "other"; } }
    public static void main(String[] args) {
        for (Op op : Op.values()) System.out.println(op + op.sign + op.apply(3, 4) + op.name() + op.ordinal() + op.getDeclaringClass().getSimpleName());
        System.out.println(Day.valueOf("TUE").next() + " " + kind(Day.MON) + kind(Day.WED) + Day.MON.compareTo(Day.WED));
        try { Day.valueOf("SUN"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        Map<Day, Integer> m = new TreeMap<>(Comparator.reverseOrder());
        for (Day d : Day.values()) m.put(d, d.ordinal());
        System.out.println(m + " " + EnumSet.allOf(Day.class) + EnumSet.range(Day.MON, Day.TUE));
        int x = switch (Day.TUE) { case MON -> 1; case TUE -> { int y = 5; yield y * 2; } case WED -> 3; };
        System.out.println(x);
        System.out.println(Arrays.toString(Day.class.getEnumConstants()));
    }
}
