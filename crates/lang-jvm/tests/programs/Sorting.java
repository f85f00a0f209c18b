import java.util.*;
public class Sorting {
    static void quick(int[] a, int lo, int hi) { if (lo >= hi) return; int p = a[(lo + hi) >>> 1], i = lo, j = hi; while (i <= j) { while (a[i] < p) i++; while (a[j] > p) j--; if (i <= j) { int t = a[i]; a[i++] = a[j]; a[j--] = t; } } quick(a, lo, j); quick(a, i, hi); }
    static int[] sieve(int n) { boolean[] no = new boolean[n + 1]; List<Integer> out = new ArrayList<>(); for (int i = 2; i <= n; i++) if (!no[i]) { out.add(i); for (long j = (long) i * i; j <= n; j += i) no[(int) j] = true; } return out.stream().mapToInt(Integer::intValue).toArray(); }
    static long fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
    static int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }
    static String perms(String s) { if (s.length() < 2) return s; StringBuilder b = new StringBuilder(); for (int i = 0; i < s.length(); i++) for (String t : perms(s.substring(0, i) + s.substring(i + 1)).split(" ")) b.append(s.charAt(i)).append(t).append(' '); return b.toString().trim(); }
    public static void main(String[] args) {
        int[] a = new int[200]; Random r = new Random(42); for (int i = 0; i < a.length; i++) a[i] = r.nextInt(1000); quick(a, 0, a.length - 1); System.out.println(Arrays.toString(Arrays.copyOf(a, 20)) + r.nextDouble() + r.nextLong() + r.nextBoolean() + r.nextGaussian());
        System.out.println(Arrays.toString(sieve(100)) + fib(20) + gcd(1071, 462) + perms("abcd"));
        int[][] m = new int[8][8]; for (int i = 0; i < 8; i++) for (int j = 0; j < 8; j++) m[i][j] = i == 0 || j == 0 ? 1 : m[i - 1][j] + m[i][j - 1]; System.out.println(m[7][7]); List<Integer> sh = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6)); Collections.shuffle(sh, new Random(7)); Collections.rotate(sh, 2); Collections.swap(sh, 0, 5); System.out.println(sh); long h = 1125899906842597L; for (char ch : "hash me".toCharArray()) h = 31 * h + ch; System.out.println(h);
    }
}
