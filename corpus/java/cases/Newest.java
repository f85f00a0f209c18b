
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
