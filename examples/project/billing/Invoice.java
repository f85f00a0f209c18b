/** Splits an invoice among people. */
public class Invoice {
    static int share(int amount, int people) {
        return amount / people;
    }
}
