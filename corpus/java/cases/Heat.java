
class Heat {
    static double mean(double inside, float outside) {
        return (inside + outside) / 2;
    }

    public static void main(String[] args) {
        double inside = Verifier.nondetDouble();
        float outside = Verifier.nondetFloat();
        Verifier.assume(inside >= outside);
        assert mean(inside, outside) >= outside;
    }
}

class HeatFixed {
    public static void main(String[] args) {
        double inside = Verifier.nondetDouble();
        float outside = Verifier.nondetFloat();
        Verifier.assume(inside >= outside && inside < 1000 && outside > -1000);
        assert (int) inside >= (int) outside;
    }

    static int rounded(float degrees) {
        int whole = (int) degrees;
        assert whole <= degrees || degrees < 0 || Float.isNaN(degrees);
        return whole;
    }
}
