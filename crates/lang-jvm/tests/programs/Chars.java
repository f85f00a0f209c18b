public class Chars {
    public static void main(String[] args) {
        for (char c : "aZ5 _é€ß\n\u0660".toCharArray()) System.out.println((int) c + " " + Character.isLetter(c) + Character.isDigit(c) + Character.isWhitespace(c) + Character.isUpperCase(c) + Character.isLetterOrDigit(c) + Character.isJavaIdentifierStart(c) + " " + Character.toUpperCase(c) + Character.toLowerCase(c) + Character.getNumericValue(c) + " " + Character.getType(c));
        char c = 'x'; c++; c += 1; int sum = c + 1; char d = (char) (c - 25);
        System.out.println(c + " " + sum + d + (char) 65 + (c > d) + (c == 'z') + Character.valueOf(c).hashCode() + Character.toString(97) + Character.toChars(0x1F600).length);
        String rot = ""; for (char x : "Hello".toCharArray()) rot += (char) (Character.isUpperCase(x) ? (x - 'A' + 13) % 26 + 'A' : (x - 'a' + 13) % 26 + 'a'); System.out.println(rot + Character.digit('f', 16) + Character.forDigit(11, 16) + Character.isSurrogate('\ud800') + Character.MAX_VALUE);
        System.out.println("\u0041\t|\101|" + 'a' + 'b' + ('a' + 'b') + (char) ('a' + 1));
    }
}
