public class TextBlocks {
    public static void main(String[] args) {
        String t = """
            Hello,
              "World" \
            joined
            tab\there \u00e9
            """;
        System.out.print(t);
        System.out.println(t.lines().map(String::strip).toList());
        System.out.println("a\n b\n".indent(2) + "  x\n  y".stripIndent() + "%d-%s".formatted(3, "f") + "q\\n".translateEscapes());
        String[] parts = "k1=v1;k2=v2".split("[=;]");
        System.out.println(parts.length + parts[3] + String.format("%5d|%-5s|%05d|%x|%c|%b|%%|%,d|%.3f|%8.2f|%e", 42, "ab", 7, 255, 'z', true, 1234567, 3.14159, 2.5, 12345.678));
    }
}
