
class Shifts {
    public static void main(String[] args) {
        int from = Verifier.nondetInt(), to = Verifier.nondetInt();
        Verifier.assume(0 <= from && from < 24 && 0 <= to && to < 24);
        int length = to - from;
        assert length >= 0 && length <= 24;
    }
}

class ShiftsFixed {
    public static void main(String[] args) {
        int from = Verifier.nondetInt(), to = Verifier.nondetInt();
        Verifier.assume(0 <= from && from < 24 && 0 <= to && to < 24);
        int length = to >= from ? to - from : to + 24 - from;
        assert length >= 0 && length <= 24;
    }
}
