import java.util.*;
public class Maps {
    enum Color { RED, GREEN, BLUE }
    public static void main(String[] args) {
        Map<String, Integer> map = new HashMap<>();
        for (String word : "the quick brown fox jumps over the lazy dog the end".split(" ")) map.merge(word, 1, Integer::sum);
        System.out.println(map + " " + map.get("the") + map.getOrDefault("cat", -1) + map.containsKey("fox"));
        Map<String, Integer> tree = new TreeMap<>(map);
        System.out.println(tree + " " + ((TreeMap<String, Integer>) tree).headMap("fox") + ((TreeMap<String, Integer>) tree).ceilingKey("m"));
        Map<Integer, String> linked = new LinkedHashMap<>();
        for (int i = 100; i > 0; i -= 7) linked.put(i, "v" + i);
        linked.remove(93);
        linked.computeIfAbsent(1, k -> "new" + k);
        linked.computeIfPresent(2, (k, v) -> v + "!");
        System.out.println(linked);
        for (Map.Entry<Integer, String> e : linked.entrySet()) if (e.getKey() % 2 == 0) e.setValue("even");
        System.out.println(linked.values() + " " + linked.keySet());
        Set<Integer> set = new TreeSet<>(linked.keySet());
        set.retainAll(Set.of(2, 9, 16, 77));
        System.out.println(set);
        Set<String> hash = new HashSet<>(List.of("x", "y", "z", "alpha", "beta"));
        System.out.println(hash + " " + hash.remove("x") + hash.add("y"));
        EnumMap<Color, Integer> em = new EnumMap<>(Color.class);
        em.put(Color.BLUE, 3);
        em.put(Color.RED, 1);
        System.out.println(em + " " + EnumSet.complementOf(EnumSet.of(Color.RED)));
        Map<Integer, Integer> big = new HashMap<>();
        for (int i = 0; i < 2000; i++) big.put(i * 65537, i);
        long sum = 0;
        for (int v : big.values()) sum += v;
        System.out.println(sum + " " + big.size());
        IdentityHashMap<String, Integer> ids = new IdentityHashMap<>();
        ids.put("a", 1);
        System.out.println(ids + " " + Map.of("k", "v") + new Hashtable<>(Map.of(1, 2)));
    }
}
