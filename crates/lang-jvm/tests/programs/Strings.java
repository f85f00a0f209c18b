public class Strings {
    public static void main(String[] args) {
        String s = "Hello, Wörld €!";
        System.out.println(s.length() + s.toUpperCase() + s.toLowerCase() + s.charAt(8) + s.indexOf("W") + s.lastIndexOf('l') + s.hashCode());
        System.out.println(s.substring(7) + "|" + s.substring(0, 5) + "|" + s.replace('l', 'L') + "|" + s.replace("ll", "") + "|" + s.contains("rld"));
        System.out.println("  trim me ".trim() + "|" + " x ".strip() + "|" + "ab".repeat(3) + "|" + String.join("-", "a", "b", "c"));
        for (String part : "a,b,,c,".split(",")) System.out.print("[" + part + "]");
        for (String part : "one two  three".split("\\s+")) System.out.print("[" + part + "]");
        System.out.println();
        System.out.println("abc".compareTo("abd") + " " + "a".compareTo("abc") + " " + "ABC".equalsIgnoreCase("abc") + " " + "abc".equals(null));
        System.out.println("abc".startsWith("ab") + " " + "abc".endsWith("bc") + " " + "".isEmpty() + " " + " ".isBlank());
        char[] chars = s.toCharArray();
        java.util.Arrays.sort(chars);
        System.out.println(new String(chars) + " " + String.valueOf(chars, 2, 3) + " " + String.valueOf(true) + String.valueOf(3.5f));
        System.out.println("x" == "x");
        System.out.println(new String("x") == "x");
        System.out.println(new String("x").intern() == "x");
        String n = null;
        System.out.println("null: " + n + 'c' + 1 + 2L + 1.5f + 2.5 + true);
        System.out.println("a\tb\\\"\u00e9".codePointAt(1) + " " + "𝄞".length() + " " + "𝄞".codePointCount(0, 2));
        System.out.println("line1\nline2\r\nline3".lines().count() + " " + "mississippi".replaceAll("ss(i)", "<$1>"));
        System.out.println("%d".length() + " " + "abc".chars().sum() + " " + "a-b".matches("[a-z]-[a-z]"));
        try { "abc".charAt(5); } catch (StringIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
        try { "abc".substring(2, 1); } catch (StringIndexOutOfBoundsException e) { System.out.println(e.getMessage()); }
    }
}
