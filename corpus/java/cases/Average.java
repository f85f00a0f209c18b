
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
