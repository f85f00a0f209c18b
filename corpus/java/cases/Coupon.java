
class Coupon {
    static int percent(String text) {
        int value = 0;
        for (int at = 0; at < text.length(); at++) {
            int digit = text.charAt(at) - '0';
            value = value * 10 + digit;
        }
        int[] known = new int[100];
        return known[value];
    }
}

class CouponFixed {
    static int percent(String text) {
        int value = 0;
        for (int at = 0; at < text.length(); at++) {
            char digit = text.charAt(at);
            if (digit < '0' || digit > '9') {
                return 0;
            }
            value = value * 10 + (digit - '0');
        }
        return value;
    }
}
