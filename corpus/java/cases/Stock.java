
class Stock {
    static int left(int stock, int[] orders) {
        if (stock < 0) {
            return 0;
        }
        int left = stock;
        for (int order : orders) {
            if (order > 0 && order <= stock) {
                left -= order;
            }
        }
        assert left >= 0;
        return left;
    }
}

class StockFixed {
    static int left(int stock, int[] orders) {
        if (stock < 0) {
            return 0;
        }
        int left = stock;
        for (int order : orders) {
            if (order > 0 && order <= left) {
                left -= order;
            }
        }
        assert left >= 0;
        return left;
    }
}
