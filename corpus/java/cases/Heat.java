
class Heat {
    public static void main(String[] args) {
        double inside = Verifier.nondetDouble();
        float outside = Verifier.nondetFloat();
        assert inside >= outside;
    }
}
