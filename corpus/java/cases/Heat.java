// why: floating-point numbers that a program asks for are not unknown, and that is told
// check: Heat#main -> inconclusive

class Heat {
    public static void main(String[] args) {
        double inside = Verifier.nondetDouble();
        float outside = Verifier.nondetFloat();
        assert inside >= outside;
    }
}
