/** Questions that come again and again on the way of a recursion. */
class Rabbits {
    static int pairs(int month) {
        return month < 2 ? month : pairs(month - 1) + pairs(month - 2);
    }

    static int descend(int from) {
        return from > 100 ? from - 10 : descend(descend(from + 11));
    }

    public static void main(String[] args) {
        int month = Verifier.nondetInt();
        Verifier.assume(month >= 0 && month <= 14);
        assert pairs(month) != 144;
    }
}

class RabbitsFixed {
    public static void main(String[] args) {
        int month = Verifier.nondetInt();
        Verifier.assume(month >= 0 && (month <= 12 || month >= 40));
        assert month > 12 || Rabbits.pairs(month) >= month - 1;
        assert month < 40 || month > 101 || Rabbits.descend(month) == 91;
    }
}
