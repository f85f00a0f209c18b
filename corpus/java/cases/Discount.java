
class Discount {
    static int price(int cents, int count) {
        if (cents <= 0 || cents > 1_000_000 || count <= 0 || count > 10_000) {
            return 0;
        }
        int sum = cents * count;
        assert sum > 0;
        return sum > 100_000 ? sum - sum / 10 : sum;
    }
}

class DiscountFixed {
    static long price(int cents, int count) {
        if (cents <= 0 || cents > 1_000_000 || count <= 0 || count > 10_000) {
            return 0;
        }
        long sum = (long) cents * count;
        assert sum > 0;
        return sum > 100_000 ? sum - 10 : sum;
    }
}
