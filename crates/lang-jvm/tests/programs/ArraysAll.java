import java.util.Arrays;
public class ArraysAll {
    public static void main(String[] args) {
        boolean[] z = {true, false, true}; byte[] b = {1, -128, 127}; char[] c = {'a', '\u20ac'}; short[] s = {-1, 32767}; int[] i = new int[3]; long[] l = {1L << 40}; float[] f = {1.5f}; double[] d = new double[2]; String[] t = {"x", null}; Object[] o = {1, "two", 3.0};
        z[1] = z[0] ^ z[2]; b[0] += 200; c[0]++; s[0] >>>= 1; i[1] = b[1]; l[0]++; f[0] *= 2; d[1] = f[0] / 3;
        System.out.println(Arrays.toString(z) + Arrays.toString(b) + Arrays.toString(c) + Arrays.toString(s) + Arrays.toString(i) + Arrays.toString(l) + Arrays.toString(f) + Arrays.toString(d) + Arrays.toString(t) + Arrays.toString(o));
        int[][] grid = new int[3][4]; int[][] rag = {{1}, {2, 3}, {}}; long[][][] cube = new long[2][3][]; String[][] names = new String[2][2];
        for (int y = 0; y < 3; y++) for (int x = 0; x < 4; x++) grid[y][x] = y * x;
        System.out.println(Arrays.deepToString(grid) + Arrays.deepToString(rag) + cube[1].length + cube[1][2] + Arrays.deepToString(names));
        int[] copy = grid[2].clone(); copy[0] = 99; int[] wider = Arrays.copyOf(copy, 6); int[] part = Arrays.copyOfRange(copy, 1, 3);
        System.out.println(grid[2][0] + Arrays.toString(wider) + Arrays.toString(part) + Arrays.equals(copy, wider) + Arrays.hashCode(part));
        Arrays.fill(wider, 1, 3, 7); Arrays.sort(wider); System.arraycopy(wider, 0, wider, 2, 3);
        System.out.println(Arrays.toString(wider) + Arrays.stream(wider).sum() + Arrays.mismatch(wider, copy) + Arrays.compare(new int[]{1, 2}, new int[]{1, 3}));
        Object arr = new double[0]; System.out.println((arr instanceof double[]) + " " + (arr instanceof Object[]) + arr.getClass().getName() + o.getClass().getName() + new int[0][0].getClass());
        Integer[] boxed = {5, 3, 9, 1}; Arrays.sort(boxed, (p, q) -> q - p); System.out.println(Arrays.asList(boxed)); double[] ds = {3, 1, -0.0, 0.0, Double.NaN}; Arrays.sort(ds); System.out.println(Arrays.toString(ds));
        String[] words = new String[300]; for (int k = 0; k < 300; k++) words[k] = "w" + (k * 7919 % 300); Arrays.sort(words); System.out.println(words[0] + words[150] + words[299]); int[] big = new int[1000]; for (int k = 0; k < 1000; k++) big[k] = k * 7919 % 1009; Arrays.sort(big); System.out.println(big[0] + " " + big[500] + " " + big[999]); Arrays.setAll(big, k -> k * k); System.out.println(big[31] + " " + Arrays.stream(big, 0, 10).max().getAsInt());
        char[][] board = new char[3][3]; for (char[] row : board) Arrays.fill(row, '.'); board[1][1] = 'X'; for (char[] row : board) System.out.println(new String(row));
    }
}
