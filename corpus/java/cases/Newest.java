// why: the first of a list is taken without asking whether there is one
// property: iterator
// check: Newest#first(orders: ArrayList<Integer>[1], shop: int) -> JVM003
// check: NewestFixed#first(orders: ArrayList<Integer>[1], shop: int) -> holds within bounds

import java.util.Iterator;
import java.util.List;

class Newest {
    static int first(List<Integer> orders, int shop) {
        Iterator<Integer> all = orders.iterator();
        if (shop == 7) {
            return all.next();
        }
        return all.hasNext() ? all.next() : -1;
    }
}

class NewestFixed {
    static int first(List<Integer> orders, int shop) {
        Iterator<Integer> all = orders.iterator();
        if (!all.hasNext()) {
            return -1;
        }
        return shop == 7 ? all.next() : -all.next();
    }
}
