import java.util.HashMap;
import java.util.Map;

/** Work of different kinds: loops over arrays, calls, collections with lambdas, texts. */
public class Work {
    static int sieve() {
        int n = 1_000_000, count = 0;
        boolean[] crossed = new boolean[n + 1];
        for (int i = 2; i <= n; i++) {
            if (crossed[i]) continue;
            count++;
            for (int j = i + i; j <= n; j += i) crossed[j] = true;
        }
        return count;
    }

    static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    static int calls() {
        return fib(27);
    }

    static int collections() {
        Map<Integer, Integer> map = new HashMap<>();
        for (int i = 0; i < 200_000; i++) map.merge(i % 1000, 1, Integer::sum);
        return map.get(7);
    }

    static int texts() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 100_000; i++) text.append(i % 10);
        int sum = text.toString().hashCode();
        for (String part : text.substring(0, 20_000).split("5")) sum += part.length();
        return sum;
    }

    static int nothing() {
        return 0;
    }
}
