// why: a country without a price is looked up and unboxed
// check: Prices#shipping(country: int) -> JVM001
// check: PricesFixed#shipping(country: int) -> holds

import java.util.TreeMap;

class Prices {
    static final TreeMap<Integer, Integer> TABLE = new TreeMap<>();

    static {
        TABLE.put(1, 5);
        TABLE.put(44, 9);
    }

    static int shipping(int country) {
        return TABLE.get(country);
    }
}

class PricesFixed {
    static int shipping(int country) {
        return Prices.TABLE.getOrDefault(country, 20);
    }
}
