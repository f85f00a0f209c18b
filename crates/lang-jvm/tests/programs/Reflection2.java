import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Generic types, records, inner classes, native methods, declared exceptions. */
public class Reflection2 {
    public List<String> names;

    record Point(int x, String y) {}

    static class Inner<T extends Comparable<T>> {
        <U> List<U> of(List<? extends U> list, T bound) throws java.io.IOException {
            return null;
        }
    }

    static int add(int a, long b) {
        return a + (int) b;
    }

    public static void main(String[] args) throws Exception {
        System.out.println(Reflection2.class.getField("names").getGenericType());
        System.out.println(Arrays.toString(Point.class.getRecordComponents()));
        System.out.println(Point.class.getRecordComponents()[0].getAccessor().invoke(new Point(3, "y")));
        Method method = Inner.class.getDeclaredMethods()[0];
        System.out.println(method.toGenericString() + " " + Arrays.toString(method.getExceptionTypes()));
        System.out.println(Arrays.toString(Inner.class.getTypeParameters()[0].getBounds()));
        System.out.println(Reflection2.class.getDeclaredClasses().length);
        System.out.println(Reflection2.class.getDeclaredMethod("add", int.class, long.class).invoke(null, 1, 2));
        System.out.println(String.class.getMethod("intern").invoke("four"));
        System.out.println(Object.class.getMethod("getClass").invoke("four"));
        Constructor<?> constructor = ArrayList.class.getConstructor(int.class);
        System.out.println(constructor.newInstance(3));
        try {
            Class.forName("int");
        } catch (ClassNotFoundException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Class.forName("[Ljava.lang.String;") + " " + Class.forName("Reflection2$Inner", false, Reflection2.class.getClassLoader()).getSimpleName());
    }
}
