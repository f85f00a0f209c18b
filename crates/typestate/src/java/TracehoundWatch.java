// Watches calls for the tests that tracehound writes. Nothing in it depends on a test: one copy will do.
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Runs a method and sees the calls that the application makes. Its classes are loaded once more, with each
 * call that may be an event replaced by one that tells of it; the instructions keep their places, so lines
 * and frames stay as they are. Afterwards the events are judged by the definition of the property: of all
 * events those count whose objects are among the ones concerned, for each combination of objects.
 */
public final class TracehoundWatch {
    /** A call by its names. */
    public static final class Call {
        final List<String> classes = new ArrayList<>();
        String method;
        String[] params;
        String returns;
        boolean isStatic;

        /** Whether it fits a pattern, all parts of which are regular expressions. */
        public boolean fits(Boolean isStatic, String returns, String type, String method, boolean open, String... params) {
            if (isStatic != null && isStatic != this.isStatic || !this.method.matches(method)) return false;
            if (open ? this.params.length < params.length : this.params.length != params.length) return false;
            for (int i = 0; i < params.length; i++) {
                if (!this.params[i].matches(params[i])) return false;
            }
            boolean named = this.method.equals("new") || this.returns.matches(returns);
            return named && classes.stream().anyMatch(name -> name.matches(type));
        }
    }

    /** A declaration of an event. Values are bound to `#0` (a parameter), `=name`, `type` or nothing. */
    private static final class Declared {
        int letter;
        boolean after;
        boolean creates;
        Predicate<Call> calls;
        String target;
        String[] args;
        boolean open;
        String result;
        Map<String, Boolean> conditions = new LinkedHashMap<>();
    }

    /** An event that happened. */
    private static final class Event {
        Declared declared;
        Object[] objects;
        String place;
    }

    /** A call in the code of a class. */
    private static final class Site {
        Call call = new Call();
        String owner;
        boolean isNew;
        boolean hasReceiver;
        Class<?> result;
        MethodHandle handle;
    }

    /** Ends a run whose assumptions do not hold. */
    private static final class Ended extends Error {
        private static final long serialVersionUID = 1;

        Ended() {
            super(null, null, false, false);
        }
    }

    private static volatile TracehoundWatch active;

    private final String property;
    private String[] types = {};
    private String[] letters = {};
    private String[] states = {};
    private int[][] next = {};
    private String bad = "";
    private String unfinished = "";
    private final List<Declared> declared = new ArrayList<>();
    private String methods = "(?!)";
    private final List<Event> events = new ArrayList<>();
    private final Deque<Long> answers = new ArrayDeque<>();
    private int inside;

    /** Watches a property of this name, which is said by the calls that follow. */
    public TracehoundWatch(String property) {
        this.property = property;
    }

    /** The types of the objects that the property relates, and its events. */
    public TracehoundWatch over(String[] types, String... letters) {
        this.types = types;
        this.letters = letters;
        return this;
    }

    /** The automaton: the next state for each event, -1 if nothing can go wrong any more. `!` marks a state that
     *  must not be reached, `?` one in which a run must not end. */
    public TracehoundWatch state(String name, String mark, int... next) {
        int at = states.length;
        states = Arrays.copyOf(states, at + 1);
        states[at] = name;
        this.next = Arrays.copyOf(this.next, at + 1);
        this.next[at] = next;
        bad += mark.equals("!") ? "," + at + "," : "";
        unfinished += mark.equals("?") ? "," + at + "," : "";
        return this;
    }

    /** A declaration of an event; the names of methods it may be about come first. */
    public TracehoundWatch event(String methods, int letter, boolean after, boolean creates, Predicate<Call> calls,
            String target, String[] args, boolean open, String result, String... conditions) {
        Declared event = new Declared();
        event.letter = letter;
        event.after = after;
        event.creates = creates;
        event.calls = calls;
        event.target = target;
        event.args = args;
        event.open = open;
        event.result = result;
        for (String condition : conditions) {
            boolean expected = !condition.startsWith("!");
            event.conditions.put(expected ? condition : condition.substring(1), expected);
        }
        declared.add(event);
        this.methods += "|" + methods;
        return this;
    }

    /** What the program gets when it asks a class `Verifier` for inputs. */
    public TracehoundWatch answers(long... answers) {
        for (long answer : answers) this.answers.add(answer);
        return this;
    }

    /** Calls a method, on a new object if it needs one. What it throws is thrown. */
    public void call(String type, String method, Class<?>[] params, Object... args) throws Throwable {
        Loader loader = new Loader(TracehoundWatch.class.getClassLoader());
        loader.setDefaultAssertionStatus(true);
        active = this;
        try {
            Class<?> owner = Class.forName(type, true, loader);
            Method called = owner.getDeclaredMethod(method, params);
            called.setAccessible(true);
            Object receiver = null;
            if (!Modifier.isStatic(called.getModifiers())) {
                Constructor<?> made = owner.getDeclaredConstructor();
                made.setAccessible(true);
                receiver = made.newInstance();
            }
            called.invoke(receiver, args);
        } catch (InvocationTargetException thrown) {
            if (!(thrown.getCause() instanceof Ended)) throw thrown.getCause();
        } finally {
            active = null;
        }
    }

    /** Calls a method and then fails if the property is broken, whatever the method throws. */
    public void check(String type, String method, Class<?>[] params, Object... args) throws Throwable {
        try {
            call(type, method, params, args);
        } catch (ReflectiveOperationException | LinkageError error) {
            throw error;
        } catch (Throwable thrown) {
            // How a run ends does not matter here.
        }
        String broken = broken();
        if (broken != null) throw new AssertionError(broken);
    }

    // ---- judging ----

    /** The events that break the property; null if it is kept. */
    private String broken() {
        List<List<Object>> seen = new ArrayList<>();
        for (int param = 0; param < types.length; param++) {
            List<Object> own = new ArrayList<>();
            own.add(null);
            for (Event event : events) {
                Object object = event.objects[param];
                if (object != null && own.stream().noneMatch(known -> known == object)) own.add(object);
            }
            seen.add(own);
        }
        return broken(seen, new Object[types.length], 0);
    }

    private String broken(List<List<Object>> seen, Object[] chosen, int param) {
        if (param == types.length) return judge(chosen);
        for (Object object : seen.get(param)) {
            chosen[param] = object;
            String broken = broken(seen, chosen, param + 1);
            if (broken != null) return broken;
        }
        return null;
    }

    private String judge(Object[] chosen) {
        boolean creates = declared.stream().anyMatch(event -> event.creates);
        boolean follows = !creates;
        StringBuilder told = new StringBuilder(property + " is broken:");
        int state = 0;
        for (Event event : events) {
            if (!concerns(event.objects, chosen)) continue;
            follows |= event.declared.creates;
            if (!follows) continue;
            int to = next[state][event.declared.letter];
            if (to < 0) return null;
            told.append("\n    ").append(letters[event.declared.letter]).append(" at ").append(event.place);
            told.append(", ").append(states[state]).append(" -> ").append(states[to]);
            if (bad.contains("," + to + ",")) return told.toString();
            state = to;
        }
        return follows && unfinished.contains("," + state + ",") ? told + "\n    and nothing more" : null;
    }

    private static boolean concerns(Object[] objects, Object[] chosen) {
        for (int i = 0; i < objects.length; i++) {
            if (objects[i] != null && objects[i] != chosen[i]) return false;
        }
        return true;
    }

    // ---- seeing ----

    private static Object called(Site site, Object[] values) throws Throwable {
        TracehoundWatch watch = active;
        if (watch == null && site.handle != null) return site.handle.invokeWithArguments(values);
        if (site.owner.equals("Verifier") || site.owner.endsWith(".Verifier")) return watch.verifier(site, values);
        Object receiver = site.hasReceiver ? values[0] : null;
        Object[] args = site.hasReceiver ? Arrays.copyOfRange(values, 1, values.length) : values;
        Call call = site.call;
        if (receiver != null) {
            call = new Call();
            call.method = site.call.method;
            call.params = site.call.params;
            call.returns = site.call.returns;
            supertypes(receiver.getClass(), call.classes);
        }
        Call named = call;
        boolean isEvent = (receiver != null || !site.hasReceiver) && watch.declared.stream().anyMatch(d -> d.calls.test(named));
        if (isEvent && watch.inside == 0) watch.see(named, false, receiver, args, null);
        watch.inside += isEvent ? 1 : 0;
        Object result;
        try {
            result = site.handle.invokeWithArguments(values);
        } finally {
            watch.inside -= isEvent ? 1 : 0;
        }
        if (isEvent && watch.inside == 0) watch.see(named, true, receiver, args, new Object[] {result});
        return result;
    }

    private Object verifier(Site site, Object[] values) {
        if (site.call.method.equals("assume")) {
            if (values[0].equals(false)) throw new Ended();
            return null;
        }
        long answer = answer();
        if (site.result == float.class) return Float.intBitsToFloat((int) answer);
        if (site.result == double.class) return Double.longBitsToDouble(answer);
        if (site.result == String.class) {
            char[] text = new char[(int) answer];
            for (int i = 0; i < text.length; i++) text[i] = (char) answer();
            return new String(text);
        }
        if (site.result == boolean.class) return answer != 0;
        if (site.result == char.class) return (char) answer;
        if (site.result == byte.class) return (byte) answer;
        if (site.result == short.class) return (short) answer;
        if (site.result == int.class) return (int) answer;
        return answer;
    }

    private long answer() {
        return answers.isEmpty() ? 0 : answers.remove();
    }

    private void see(Call call, boolean after, Object target, Object[] args, Object[] result) {
        for (Declared event : declared) {
            if (event.after != after || !event.calls.test(call)) continue;
            Event seen = new Event();
            seen.declared = event;
            seen.objects = new Object[types.length];
            if (binds(event, seen.objects, target, args, result)) {
                seen.place = place();
                events.add(seen);
            }
        }
    }

    private boolean binds(Declared event, Object[] objects, Object target, Object[] args, Object[] result) {
        Map<String, Object> named = new LinkedHashMap<>();
        if (event.target != null && !bind(event.target, target, objects, named)) return false;
        if (event.args != null) {
            int count = event.args.length;
            if (args.length != count && !(event.open && args.length > count)) return false;
            for (int i = 0; i < count; i++) {
                if (!bind(event.args[i], args[i], objects, named)) return false;
            }
        }
        if (event.result != null && (result == null || !bind(event.result, result[0], objects, named))) return false;
        return event.conditions.entrySet().stream().allMatch(c -> c.getValue().equals(named.get(c.getKey())));
    }

    private boolean bind(String binding, Object value, Object[] objects, Map<String, Object> named) {
        if (binding.isEmpty()) return true;
        if (binding.startsWith("=")) {
            named.put(binding.substring(1), value);
            return true;
        }
        if (!binding.startsWith("#")) return value == null || isPlain(value) || isA(value, binding);
        int param = Integer.parseInt(binding.substring(1));
        if (value == null || !isA(value, types[param])) return false;
        if (objects[param] != null && objects[param] != value) return false;
        objects[param] = value;
        return true;
    }

    private static boolean isPlain(Object value) {
        return value instanceof Number || value instanceof Boolean || value instanceof Character;
    }

    private static boolean isA(Object value, String type) {
        List<String> names = new ArrayList<>();
        supertypes(value.getClass(), names);
        return names.stream().anyMatch(name -> name.matches(type));
    }

    private static void supertypes(Class<?> type, List<String> names) {
        if (type == null || names.contains(type.getName())) return;
        names.add(type.getName());
        supertypes(type.getSuperclass(), names);
        for (Class<?> above : type.getInterfaces()) supertypes(above, names);
        if (type.isInterface() && !names.contains("java.lang.Object")) names.add("java.lang.Object");
    }

    private static String place() {
        return StackWalker.getInstance().walk(frames -> frames
                .filter(frame -> !frame.getClassName().startsWith("TracehoundWatch"))
                .filter(frame -> !frame.getClassName().startsWith("java.") && !frame.getMethodName().startsWith("tracehound$"))
                .findFirst().map(frame -> frame.getFileName() + ":" + frame.getLineNumber()).orElse("?"));
    }

    // ---- linking ----

    /** Links a call that tells of itself. Called by the classes that were changed. */
    public static CallSite link(MethodHandles.Lookup lookup, String name, MethodType type, String owner, String member,
            String descriptor, String kind) throws ReflectiveOperationException {
        ClassLoader loader = lookup.lookupClass().getClassLoader();
        // A class that supplies inputs is never called, so it may be missing.
        boolean asks = owner.equals("Verifier") || owner.endsWith(".Verifier");
        Class<?> declaring = asks ? TracehoundWatch.class : Class.forName(owner, false, loader);
        MethodType own = MethodType.fromMethodDescriptorString(descriptor, loader);
        Site site = new Site();
        site.owner = owner;
        site.isNew = kind.equals("new");
        site.hasReceiver = kind.equals("virtual");
        site.result = own.returnType();
        site.call.method = site.isNew ? "new" : member;
        site.call.params = own.parameterList().stream().map(TracehoundWatch::nameOf).toArray(String[]::new);
        site.call.returns = site.isNew ? owner : nameOf(own.returnType());
        site.call.isStatic = kind.equals("static");
        // What is made is of this class; a static method is known by the class that is named.
        if (site.isNew) supertypes(declaring, site.call.classes);
        else if (site.call.isStatic) site.call.classes.add(owner);
        if (asks) site.handle = null;
        else if (site.isNew) site.handle = lookup.findConstructor(declaring, own);
        else if (site.call.isStatic) site.handle = lookup.findStatic(declaring, member, own);
        else site.handle = lookup.findVirtual(declaring, member, own);
        MethodType general = MethodType.methodType(Object.class, Site.class, Object[].class);
        MethodHandle tells = MethodHandles.lookup().findStatic(TracehoundWatch.class, "called", general);
        return new ConstantCallSite(tells.bindTo(site).asCollector(Object[].class, type.parameterCount()).asType(type));
    }

    /** The name of a type as sources write it. */
    private static String nameOf(Class<?> type) {
        return type.isArray() ? nameOf(type.getComponentType()) + "[]" : type.getName();
    }

    // ---- loading ----

    /** Loads the classes of the application anew. */
    private final class Loader extends ClassLoader {
        Loader(ClassLoader parent) {
            super(parent);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                byte[] bytes = known == null && isOwn(name) ? read(name) : null;
                if (bytes != null) {
                    byte[] changed = new Patch(bytes).bytes();
                    known = defineClass(name, changed, 0, changed.length);
                }
                return known != null ? known : super.loadClass(name, resolve);
            }
        }

        private boolean isOwn(String name) {
            boolean ours = name.equals("TracehoundWatch") || name.startsWith("TracehoundWatch$");
            String file = name.replace('.', '/') + ".class";
            return !ours && ClassLoader.getPlatformClassLoader().getResource(file) == null;
        }

        private byte[] read(String name) {
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                return in == null ? null : in.readAllBytes();
            } catch (IOException error) {
                return null;
            }
        }
    }

    /** A class file in which calls tell of themselves. */
    private final class Patch {
        private final byte[] in;
        private final int[] constants;
        private final ByteArrayOutputStream added = new ByteArrayOutputStream();
        private final DataOutputStream more = new DataOutputStream(added);
        private final Map<String, Integer> known = new LinkedHashMap<>();
        private final Map<String, Integer> hooks = new LinkedHashMap<>();
        private final ByteArrayOutputStream made = new ByteArrayOutputStream();
        private final DataOutputStream methodsMade = new DataOutputStream(made);
        private int count;
        private int at;
        private int thisName;
        private boolean isInterface;
        private int oldBootstraps;

        Patch(byte[] in) {
            this.in = in.clone();
            count = u2(8);
            constants = new int[count];
            at = 10;
            for (int i = 1; i < count; i++) {
                constants[i] = at;
                int tag = in[at];
                if (tag == 1) at += 3 + u2(at + 1);
                else if (tag == 5 || tag == 6) at += 9;
                else if (tag == 3 || tag == 4 || tag >= 9 && tag <= 12 || tag == 17 || tag == 18) at += 5;
                else if (tag == 15) at += 4;
                else at += 3;
                if (tag == 5 || tag == 6) i++;
            }
        }

        byte[] bytes() {
            try {
                return changed();
            } catch (IOException never) {
                throw new IllegalStateException(never);
            }
        }

        private byte[] changed() throws IOException {
            int head = at;
            isInterface = (u2(at) & 0x0200) != 0;
            thisName = u2(constants[u2(at + 2)] + 1);
            at += 8 + 2 * u2(at + 6);
            at = skipMembers(at, false);
            int methods = at;
            oldBootstraps = bootstrapsBehind(skipMembers(methods, false));
            at = skipMembers(methods, true);
            if (hooks.isEmpty()) return in;
            int attributes = at;
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            DataOutputStream data = new DataOutputStream(out);
            byte[] tail = attributes(attributes);
            data.write(in, 0, 8);
            data.writeShort(count);
            data.write(in, 10, head - 10);
            data.write(added.toByteArray());
            data.write(in, head, methods - head);
            data.writeShort(u2(methods) + hooks.size());
            data.write(in, methods + 2, attributes - methods - 2);
            data.write(made.toByteArray());
            data.write(tail);
            return out.toByteArray();
        }

        /** Passes over fields or methods; the code of methods is changed on the way if that is wanted. */
        private int skipMembers(int from, boolean change) throws IOException {
            int members = u2(from);
            int p = from + 2;
            for (int i = 0; i < members; i++) {
                int attributes = u2(p + 6);
                // What compilers add calls what was written; no author means that call.
                boolean isBridge = (u2(p) & 0x0040) != 0;
                p += 8;
                for (int j = 0; j < attributes; j++) {
                    if (change && !isBridge && utf8(u2(p)).equals("Code")) code(p + 14, u4(p + 10));
                    p += 6 + u4(p + 2);
                }
            }
            return p;
        }

        private void code(int start, int length) throws IOException {
            Deque<Integer> news = new ArrayDeque<>();
            for (int pc = start; pc < start + length; pc += size(pc, start)) {
                int op = in[pc] & 255;
                if (op == 187) news.push(pc);
                if (op >= 182 && op <= 185) invoke(pc, op, news);
            }
        }

        private void invoke(int pc, int op, Deque<Integer> news) throws IOException {
            int member = constants[u2(pc + 1)];
            String owner = utf8(u2(constants[u2(member + 1)] + 1));
            int pair = constants[u2(member + 3)];
            String name = utf8(u2(pair + 1));
            String descriptor = utf8(u2(pair + 3));
            // A method of the same class that is called exactly is a private one, and as good as another.
            boolean isPrivate = op == 183 && !name.equals("<init>") && owner.equals(utf8(thisName));
            if (op == 183 && !isPrivate) {
                boolean makes = name.equals("<init>") && !news.isEmpty() && owner.equals(made(news.peek()));
                if (!makes) return;
                int from = news.pop();
                boolean usual = (in[from + 3] & 255) == 89;
                if (!usual || !"new".matches(methods)) return;
                String hook = descriptor.substring(0, descriptor.length() - 1) + "L" + owner + ";";
                Arrays.fill(in, from, from + 4, (byte) 0);
                replace(pc, hook(owner, name, descriptor, hook, "new"));
                return;
            }
            boolean asks = owner.equals("Verifier") || owner.endsWith("/Verifier");
            if (owner.startsWith("[") || !asks && !name.matches(methods)) return;
            String hook = op == 184 ? descriptor : "(L" + owner + ";" + descriptor.substring(1);
            replace(pc, hook(owner, name, descriptor, hook, op == 184 ? "static" : "virtual"));
            if (op == 185) Arrays.fill(in, pc + 3, pc + 5, (byte) 0);
        }

        private String made(int pc) {
            return utf8(u2(constants[u2(pc + 1)] + 1));
        }

        private void replace(int pc, int method) {
            in[pc] = (byte) 184;
            in[pc + 1] = (byte) (method >> 8);
            in[pc + 2] = (byte) method;
        }

        private int size(int pc, int start) {
            int op = in[pc] & 255;
            int aligned = start + ((pc - start) / 4 + 1) * 4;
            if (op == 170) return aligned + 12 + 4 * (u4(aligned + 8) - u4(aligned + 4) + 1) - pc;
            if (op == 171) return aligned + 8 + 8 * u4(aligned + 4) - pc;
            if (op == 196) return (in[pc + 1] & 255) == 132 ? 6 : 4;
            if (op == 185 || op == 186 || op == 200 || op == 201) return 5;
            if (op == 197) return 4;
            boolean three = op == 17 || op == 19 || op == 20 || op == 132 || op >= 153 && op <= 168
                    || op >= 178 && op <= 184 || op == 187 || op == 189 || op == 192 || op == 193 || op == 198 || op == 199;
            boolean two = op == 16 || op == 18 || op >= 21 && op <= 25 || op >= 54 && op <= 58 || op == 169 || op == 188;
            return three ? 3 : two ? 2 : 1;
        }

        /** A method of the same class that makes the call and tells of it; the constant that names it. */
        private int hook(String owner, String name, String descriptor, String type, String kind) throws IOException {
            String key = kind + " " + owner + "." + name + descriptor;
            Integer there = hooks.get(key);
            if (there == null) {
                String own = "tracehound$" + hooks.size();
                hooks.put(key, hooks.size());
                bootstrap(owner.replace('/', '.'), name, descriptor, kind);
                method(own, type, constant(18, hooks.get(key) + oldBootstraps, pair(own, type)));
                there = hooks.get(key);
            }
            int self = constant(7, text(utf8(thisName)));
            return constant(isInterface ? 11 : 10, self, pair("tracehound$" + there, type));
        }

        private void method(String name, String type, int call) throws IOException {
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            DataOutputStream code = new DataOutputStream(body);
            int slot = 0;
            int p = 1;
            for (; type.charAt(p) != ')'; p = behind(type, p)) {
                int kind = kind(type.charAt(p));
                code.writeByte(196);
                code.writeByte(21 + kind);
                code.writeShort(slot);
                slot += kind == 1 || kind == 3 ? 2 : 1;
            }
            char result = type.charAt(p + 1);
            code.writeByte(186);
            code.writeShort(call);
            code.writeShort(0);
            code.writeByte(result == 'V' ? 177 : 172 + kind(result));
            methodsMade.writeShort(0x100a);
            methodsMade.writeShort(text(name));
            methodsMade.writeShort(text(type));
            methodsMade.writeShort(1);
            methodsMade.writeShort(text("Code"));
            methodsMade.writeInt(12 + body.size());
            methodsMade.writeShort(Math.max(slot, 2));
            methodsMade.writeShort(slot);
            methodsMade.writeInt(body.size());
            methodsMade.write(body.toByteArray());
            methodsMade.writeInt(0);
        }

        private int behind(String type, int p) {
            while (type.charAt(p) == '[') p++;
            return type.charAt(p) == 'L' ? type.indexOf(';', p) + 1 : p + 1;
        }

        private int kind(char type) {
            return type == 'J' ? 1 : type == 'F' ? 2 : type == 'D' ? 3 : type == 'L' || type == '[' ? 4 : 0;
        }

        private final ByteArrayOutputStream bootstraps = new ByteArrayOutputStream();

        private void bootstrap(String owner, String name, String descriptor, String kind) throws IOException {
            String type = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;"
                    + "Ljava/lang/String;".repeat(4) + ")Ljava/lang/invoke/CallSite;";
            int link = constant(10, constant(7, text("TracehoundWatch")), pair("link", type));
            DataOutputStream data = new DataOutputStream(bootstraps);
            data.writeShort(handle(link));
            data.writeShort(4);
            for (String part : new String[] {owner, name, descriptor, kind}) data.writeShort(constant(8, text(part)));
        }

        /** The attributes of the class, with the linkers of our calls behind those that were there. */
        private byte[] attributes(int from) throws IOException {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            DataOutputStream data = new DataOutputStream(out);
            int attributes = u2(from);
            boolean found = false;
            data.writeShort(attributes + (oldBootstraps > 0 ? 0 : 1));
            int p = from + 2;
            for (int i = 0; i < attributes; i++) {
                int length = u4(p + 2);
                boolean here = utf8(u2(p)).equals("BootstrapMethods");
                if (here && oldBootstraps > 0) {
                    data.writeShort(u2(p));
                    data.writeInt(length + bootstraps.size());
                    data.writeShort(oldBootstraps + hooks.size());
                    data.write(in, p + 8, length - 2);
                    data.write(bootstraps.toByteArray());
                    found = true;
                } else {
                    data.write(in, p, 6 + length);
                }
                p += 6 + length;
            }
            if (!found) {
                data.writeShort(text("BootstrapMethods"));
                data.writeInt(2 + bootstraps.size());
                data.writeShort(hooks.size());
                data.write(bootstraps.toByteArray());
            }
            return out.toByteArray();
        }

        private int bootstrapsBehind(int from) {
            int p = from + 2;
            for (int i = 0; i < u2(from); i++) {
                if (utf8(u2(p)).equals("BootstrapMethods")) return u2(p + 6);
                p += 6 + u4(p + 2);
            }
            return 0;
        }

        private int text(String text) throws IOException {
            Integer there = known.get("1 " + text);
            if (there != null) return there;
            more.writeByte(1);
            more.writeUTF(text);
            known.put("1 " + text, count);
            return count++;
        }

        private int pair(String name, String type) throws IOException {
            return constant(12, text(name), text(type));
        }

        private int handle(int method) throws IOException {
            Integer there = known.get("15 " + method);
            if (there != null) return there;
            more.writeByte(15);
            more.writeByte(6);
            more.writeShort(method);
            known.put("15 " + method, count);
            return count++;
        }

        private int constant(int tag, int... parts) throws IOException {
            String key = tag + " " + Arrays.toString(parts);
            Integer there = known.get(key);
            if (there != null) return there;
            more.writeByte(tag);
            for (int part : parts) more.writeShort(part);
            known.put(key, count);
            return count++;
        }

        private String utf8(int constant) {
            int p = constants[constant];
            return new String(in, p + 3, u2(p + 1), StandardCharsets.UTF_8);
        }

        private int u2(int p) {
            return (in[p] & 255) << 8 | in[p + 1] & 255;
        }

        private int u4(int p) {
            return u2(p) << 16 | u2(p + 2);
        }
    }
}
