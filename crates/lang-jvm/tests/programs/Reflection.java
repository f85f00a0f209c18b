import java.lang.reflect.*;
import java.util.*;
public class Reflection {
    public static class Bean { public int count = 3; private String name = "n"; public static long total = 9; public Bean() {} public Bean(String name, int count) { this.name = name; this.count = count; } public String getName() { return name; } public int add(int a, long b) { return (int) (a + b + count); } public static String st(Object o) { return "st" + o; } public void fail() { throw new IllegalStateException("failed"); } }
    public static void main(String[] args) throws Exception {
        Class<?> c = Class.forName("Reflection$Bean");
        Object b = c.getDeclaredConstructor(String.class, int.class).newInstance("made", 10);
        System.out.println(c.getMethod("getName").invoke(b) + " " + c.getMethod("add", int.class, long.class).invoke(b, 1, 2L) + c.getMethod("st", Object.class).invoke(null, "x"));
        Field f = c.getField("count"); f.set(b, 55); System.out.println(f.get(b) + " " + f.getInt(b) + f.getName() + f.getType() + Modifier.toString(f.getModifiers()));
        Field p = c.getDeclaredField("name"); p.setAccessible(true); p.set(b, "private"); System.out.println(((Bean) b).getName() + c.getField("total").get(null));
        try { c.getMethod("fail").invoke(b); } catch (InvocationTargetException e) { System.out.println(e.getCause()); }
        try { c.getMethod("nope"); } catch (NoSuchMethodException e) { System.out.println(e.getMessage()); }
        try { Class.forName("no.Such"); } catch (ClassNotFoundException e) { System.out.println(e.getMessage()); }
        Set<String> names = new TreeSet<>(); for (Method m : c.getDeclaredMethods()) names.add(m.getName() + m.getParameterCount()); System.out.println(names);
        System.out.println(c.getSuperclass() + " " + List.class.isInterface() + Integer.class.isInstance(3) + Number.class.isAssignableFrom(Integer.class) + c.getSimpleName() + int.class + String[].class.getComponentType() + Modifier.isPublic(c.getModifiers()));
        Object arr = Array.newInstance(int.class, 3); Array.set(arr, 1, 7); System.out.println(Array.get(arr, 1) + " " + Array.getLength(arr)); Bean fresh = Bean.class.getConstructor().newInstance(); System.out.println(fresh.count + fresh.getClass().getPackageName() + "." + Thread.currentThread().getName());
    }
}
