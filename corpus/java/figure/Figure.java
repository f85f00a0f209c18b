import java.util.ArrayList;
import java.util.Iterator;

public class Figure {
    public static int test(ArrayList<Integer> arr, int m) {
        if (m > 10)
            m++;
        int max = 0;
        Iterator<Integer> iter = arr.iterator();
        for (int i = 0; i < arr.size() / 2; i++) {
            if (arr.get(i).intValue() > max)
                max = arr.get(i).intValue();
        }
        if (max == 100)
            arr.remove(Integer.valueOf(max));
        while (iter.hasNext()) {
            int temp = iter.next();
            if (temp > max)
                max = temp;
        }
        return m + max;
    }
}
