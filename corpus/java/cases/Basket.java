// why: a list is changed while it is iterated
// property: iterator
// check: Basket#drop(items: ArrayList<Integer>[2], limit: int) -> JVM003
// check: BasketFixed#drop(items: ArrayList<Integer>[2], limit: int) -> holds within bounds

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
