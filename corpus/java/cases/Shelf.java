/** Arrays whose length is asked for. */
class Shelf {
    public static void main(String[] args) {
        int size = Verifier.nondetInt();
        Verifier.assume(size > 0 && size <= 100_000);
        long[] places = new long[size];
        int place = Verifier.nondetInt();
        Verifier.assume(place >= 0 && place <= size);
        places[place] = 7;
    }
}

class ShelfFixed {
    public static void main(String[] args) {
        int size = Verifier.nondetInt();
        Verifier.assume(size > 1 && size <= 100_000);
        byte[] places = new byte[size];
        int place = Verifier.nondetInt();
        int other = Verifier.nondetInt();
        Verifier.assume(place >= 0 && place < places.length && other >= 0 && other < size);
        places[place] = 7;
        places[other] = (byte) 257;
        assert places[other] == 1;
        assert place == other || places[place] == 7;
        assert place == size - 1 || other == size - 1 || places[size - 1] == 0;
    }
}
