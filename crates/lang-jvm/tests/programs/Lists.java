import java.util.*;
public class Lists {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 20; i++) list.add(i * 37 % 11);
        System.out.println(list + " " + list.size() + " " + list.indexOf(5) + " " + list.contains(99));
        Collections.sort(list);
        list.remove(3);
        list.remove(Integer.valueOf(10));
        System.out.println(list + " " + Collections.max(list) + " " + Collections.frequency(list, 4));
        list.sort(Comparator.reverseOrder());
        System.out.println(list.subList(2, 6) + " " + list.hashCode() + " " + new LinkedList<>(list).equals(list));
        LinkedList<String> linked = new LinkedList<>(List.of("a", "b", "c"));
        linked.addFirst("first");
        linked.add(2, "mid");
        linked.removeLast();
        System.out.println(linked + " " + linked.peekFirst() + linked.pollLast());
        Deque<Integer> deque = new ArrayDeque<>();
        for (int i = 0; i < 30; i++) { if (i % 2 == 0) deque.push(i); else deque.addLast(i); }
        System.out.println(deque + " " + deque.pop() + deque.pollLast());
        Integer[] array = list.toArray(new Integer[0]);
        System.out.println(Arrays.toString(array) + Arrays.asList(1, 2, 3) + Arrays.binarySearch(new int[]{1, 3, 5}, 3));
        PriorityQueue<String> queue = new PriorityQueue<>(Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder()));
        Collections.addAll(queue, "pear", "fig", "apple", "kiwi", "date");
        while (!queue.isEmpty()) System.out.print(queue.poll() + " ");
        System.out.println();
        try { list.get(100); } catch (IndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try { List.of(1).add(2); } catch (UnsupportedOperationException e) { System.out.println(e); }
        try { for (Integer i : list) list.add(i); } catch (ConcurrentModificationException e) { System.out.println(e); }
        System.out.println(Collections.nCopies(3, "z") + "" + Collections.unmodifiableList(linked) + new Vector<>(List.of(1, 2)));
    }
}
