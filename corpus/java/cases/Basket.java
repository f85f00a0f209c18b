
import java.util.Iterator;
import java.util.List;

class Basket {
    static void drop(List<Integer> items, int limit) {
        Iterator<Integer> all = items.iterator();
        while (all.hasNext()) {
            Integer item = all.next();
            if (item > limit) {
                items.remove(item);
            }
        }
    }
}

class BasketFixed {
    static void drop(List<Integer> items, int limit) {
        Iterator<Integer> all = items.iterator();
        while (all.hasNext()) {
            if (all.next() > limit) {
                all.remove();
            }
        }
    }
}
