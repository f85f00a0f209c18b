import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A class of the same package that is in no nest with the program. */
class Locked {
    private int secret = 1;
    int shared = 2;
    public static final int CONSTANT = 3;
    private final int fixed = Integer.parseInt("4");

    private Locked(int x) {
        if (x < 0) {
            throw new IllegalStateException("negative");
        }
    }

    Locked() {}

    private int hidden() {
        return secret + fixed;
    }

    public long wide(long x) {
        return x;
    }

    public float single(float x) {
        return x;
    }

    public short little(short x) {
        return x;
    }

    public String text(String x) {
        return x;
    }

    public int fails() {
        throw new IllegalStateException("failed");
    }
}

/** What reflection lets a program do, and what it refuses. */
public class Access {
    interface Act {
        Object run() throws Throwable;
    }

    record Pair(int a) {}

    static class Nest {
        private int inner = 5;

        private Nest() {}
    }

    static final Integer OWN = Integer.valueOf(3);

    static void show(String name, Act act) {
        try {
            System.out.println(name + ": " + act.run());
        } catch (InvocationTargetException e) {
            System.out.println(name + ": " + e.getMessage() + " because of " + e.getCause());
        } catch (Throwable e) {
            System.out.println(name + ": " + e.toString().replaceAll("@[0-9a-f]+", "@"));
        }
    }

    static Object get(Class<?> owner, String name, Object object, boolean force) throws Exception {
        Field field = owner.getDeclaredField(name);
        if (force) field.setAccessible(true);
        return field.get(object);
    }

    static Object set(Class<?> owner, String name, Object object, Object value, boolean force) throws Exception {
        Field field = owner.getDeclaredField(name);
        if (force) field.setAccessible(true);
        field.set(object, value);
        return field.get(object);
    }

    static Object call(Class<?> owner, String name, Object object, boolean force, Object... args) throws Exception {
        for (Method method : owner.getDeclaredMethods()) {
            if (method.getName().equals(name)) {
                if (force) method.setAccessible(true);
                return method.invoke(object, args);
            }
        }
        return "no such method";
    }

    public static void main(String[] args) throws Exception {
        Locked locked = new Locked();
        for (String name : new String[] {"secret", "shared", "CONSTANT", "fixed"}) {
            for (boolean force : new boolean[] {false, true}) {
                String what = name + (force ? " by force" : "");
                show("get " + what, () -> get(Locked.class, name, locked, force));
                show("set " + what, () -> set(Locked.class, name, locked, 10, force));
                show("set wrong type " + what, () -> set(Locked.class, name, locked, 10L, force));
                show("set char " + what, () -> set(Locked.class, name, locked, 'c', force));
                show("set null " + what, () -> set(Locked.class, name, locked, null, force));
                show("set of another " + what, () -> set(Locked.class, name, "another", 10, force));
            }
        }
        show("hidden", () -> call(Locked.class, "hidden", locked, false));
        show("hidden by force", () -> call(Locked.class, "hidden", locked, true));
        show("hidden of another", () -> call(Locked.class, "hidden", "another", true));
        show("fails", () -> call(Locked.class, "fails", locked, false));
        show("too many", () -> call(Locked.class, "fails", locked, false, 1));
        Object[] values = {(byte) 1, (short) 2, 'c', 4, 5L, 6f, 7d, "s", null, true};
        for (String name : new String[] {"wide", "single", "little", "text"}) {
            for (Object value : values) {
                show(name + " of " + value, () -> call(Locked.class, name, locked, false, value));
            }
        }
        show("constructor", () -> Locked.class.getDeclaredConstructor(int.class).newInstance(1));
        Constructor<Locked> forced = Locked.class.getDeclaredConstructor(int.class);
        forced.setAccessible(true);
        show("forced", () -> forced.newInstance(1) != null);
        show("forced to fail", () -> forced.newInstance(-1));
        show("abstract", () -> AbstractList.class.getDeclaredConstructor().newInstance());
        show("enum", () -> Thread.State.class.getDeclaredConstructor(String.class, int.class).newInstance("A", 1));
        show("nest", () -> get(Nest.class, "inner", new Nest(), false));
        show("nest constructor", () -> Nest.class.getDeclaredConstructor().newInstance() != null);
        show("record", () -> get(Pair.class, "a", new Pair(1), false));
        show("record set", () -> set(Pair.class, "a", new Pair(1), 2, true));
        show("own constant", () -> set(Access.class, "OWN", null, 2, true));
        show("String.value", () -> get(String.class, "value", "a", true));
        show("String.hash", () -> get(String.class, "hash", "a", false));
        show("Integer.MAX_VALUE", () -> get(Integer.class, "MAX_VALUE", null, true));
        show("Integer.MAX_VALUE set", () -> set(Integer.class, "MAX_VALUE", null, 3, true));
        show("modCount", () -> get(AbstractList.class, "modCount", new ArrayList<>(), false));
        Object empty = Collections.unmodifiableList(new ArrayList<>());
        show("class of the library", () -> empty.getClass().getMethod("size").invoke(empty));
        show("its interface", () -> List.class.getMethod("size").invoke(empty));
        show("package of the library", () -> Class.forName("sun.nio.cs.UTF_8").getField("INSTANCE").get(null));
        show("clone", () -> call(Object.class, "clone", new int[2], false));
        show("try", () -> String.class.getDeclaredField("value").trySetAccessible());
        show("try own", () -> Locked.class.getDeclaredField("secret").trySetAccessible());
        show("can", () -> Locked.class.getDeclaredField("secret").canAccess(locked));
        show("modules", () -> String[].class.getModule() + " " + int.class.getModule().getName() + " " + Access.class.getModule().isNamed());
        show("exported", () -> String.class.getModule().isExported("java.lang") + " " + String.class.getModule().isExported("sun.nio.cs"));
        show("open", () -> String.class.getModule().isOpen("java.lang", Access.class.getModule()) + " " + Access.class.getModule().isOpen("any"));
        Field shared = Locked.class.getDeclaredField("shared");
        show("boxes of a field", () -> shared.get(locked) == shared.get(locked));
        Method hash = Object.class.getMethod("equals", Object.class);
        StringBuilder same = new StringBuilder();
        for (int i = 0; i < 12; i++) {
            same.append(hash.invoke(locked, locked) == hash.invoke(locked, locked) ? 't' : 'f');
        }
        System.out.println("boxes of a method: " + same);
        show("often", () -> {
            for (int i = 0; i < 40; i++) Locked.class.getDeclaredConstructor().newInstance();
            return "made";
        });
    }
}
