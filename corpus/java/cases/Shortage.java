/** Decides by the text of an exception about an unknown index. */
public class Shortage {
    static boolean isLast(int shelf) {
        int[] stock = new int[3];
        try {
            stock[shelf]--;
            return false;
        } catch (ArrayIndexOutOfBoundsException none) {
            assert !none.getMessage().contains("7");
            return true;
        }
    }
}
