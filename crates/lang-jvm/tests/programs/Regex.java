import java.util.*;
import java.util.regex.*;
public class Regex {
    public static void main(String[] args) {
        Matcher m = Pattern.compile("(?<key>\\w+)=(\\d+|\"[^\"]*\")").matcher("a=1, bc=\"two\", d=33");
        while (m.find()) System.out.println(m.group("key") + "->" + m.group(2) + m.start() + m.end());
        System.out.println(Pattern.matches("(a|b)*abb", "ababb") + " " + "x1y22".replaceAll("\\d+", "#") + "CamelCaseName".replaceAll("([A-Z])", "_$1").toLowerCase() + Arrays.toString(Pattern.compile("\\s*[,;]\\s*").split("a , b;c")) + Pattern.compile("^h.*o$", Pattern.CASE_INSENSITIVE).matcher("HELLO").matches() + Pattern.compile("(\\w)\\1").matcher("hello").find() + "aaa".replaceFirst("a*?", "X") + Pattern.compile("[^a-c&&[a-z]]+").matcher("abcxyz").results().map(MatchResult::group).toList());
        try { Pattern.compile("(unclosed"); } catch (PatternSyntaxException e) { System.out.println(e.getDescription()); }
    }
}
