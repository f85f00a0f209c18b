import java.time.*;
import java.util.*;
public class Times {
    public static void main(String[] args) throws Exception {
        LocalDate day = LocalDate.of(2024, 1, 31);
        System.out.println(day.plusMonths(1) + " " + day.getDayOfWeek() + day.isLeapYear() + day.until(LocalDate.of(2025, 3, 1)));
        System.out.println(Duration.ofSeconds(3661).plusMillis(5) + " " + Instant.ofEpochSecond(86_400) + LocalTime.of(23, 59).plusMinutes(2) + Period.parse("P1Y2M"));
        System.out.println(LocalDateTime.of(2020, 2, 29, 12, 30).plusYears(1) + " " + Year.of(1900).isLeap() + DayOfWeek.MONDAY.plus(8));
        System.out.println(Base64.getEncoder().encodeToString("héllo".getBytes("UTF-8")) + new String(Base64.getDecoder().decode("aGk=")));
        Properties p = new Properties(); p.load(new java.io.StringReader("a = 1\n# c\nb:two\\\n  lines\n")); System.out.println(new TreeMap<>(p));
        System.out.println(new java.net.URI("http://user@a.b:80/c/../d?e=f#g").normalize() + " " + new java.net.URI("x/y").isAbsolute());
        System.out.println(new StringJoiner(",", "{", "}").add("a").add("b") + " " + HexFormat.of().formatHex(new byte[]{1, -1}));
    }
}
