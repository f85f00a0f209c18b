// why: an order larger than the stock is refused only if nothing was ordered before
// check: Stock#left(stock: int, orders: int[2]) -> JVM002
// check: StockFixed#left(stock: int, orders: int[2]) -> holds within bounds

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
