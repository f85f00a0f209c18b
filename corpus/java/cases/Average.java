// why: the average of nothing is divided by zero
// check: Average#of(prices: int[3], from: int) -> JVM001
// check: AverageFixed#of(prices: int[3], from: int) -> holds within bounds

class Average {
    static int of(int[] prices, int from) {
        int sum = 0, count = 0;
        for (int price : prices) {
            if (price >= from) {
                sum += price;
                count++;
            }
        }
        return sum / count;
    }
}

class AverageFixed {
    static int of(int[] prices, int from) {
        int sum = 0, count = 0;
        for (int price : prices) {
            if (price >= from) {
                sum += price;
                count++;
            }
        }
        return count == 0 ? 0 : sum / count;
    }
}
