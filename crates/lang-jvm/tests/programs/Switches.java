public class Switches {
    static int on(String s) { switch (s) { case "one": return 1; case "two": return 2; case "Aa": return 3; case "BB": return 4; case "": return 5; default: return -1; } }
    static String dense(int i) { switch (i) { case 0: case 1: return "low"; case 2: return "two"; case 3: return "three"; } return "none"; }
    static String sparse(int i) { return switch (i) { case -1000 -> "neg"; case 0 -> "zero"; case 1_000_000 -> "million"; case Integer.MIN_VALUE -> "min"; default -> "other"; }; }
    static int fall(char c) { int n = 0; switch (c) { case 'a': n += 1; case 'b': n += 2; break; case 'c': n += 4; default: n += 8; } return n; }
    public static void main(String[] args) {
        for (String s : new String[]{"one", "two", "Aa", "BB", "", "x", "C#"}) System.out.print(on(s) + " ");
        for (int i = -1; i < 5; i++) System.out.print(dense(i) + " ");
        for (int i : new int[]{-1000, 0, 1_000_000, Integer.MIN_VALUE, 5}) System.out.print(sparse(i) + " ");
        for (char c : "abcd".toCharArray()) System.out.print(fall(c) + " ");
        System.out.println();
        outer:
        for (int i = 0; i < 5; i++) { for (int j = 0; j < 5; j++) { if (j == 3) continue outer; if (i == 2) break outer; System.out.print(i * j + " "); } }
        int k = 0;
        do { k += 3; } while (k < 10);
        System.out.println(k + (k > 11 ? "big" : "small"));
    }
}
