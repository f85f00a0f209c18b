import java.text.DecimalFormat;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.util.Date;
import java.util.Locale;

/** Numbers, texts and dates made readable. */
public class Formats {
    public static void main(String[] args) throws Exception {
        System.out.println(String.format("%d %5d %-5d| %05d %,d %+d %(d %x %X %o %#x", 1, 2, 3, 4, 1234567, 5, -6, 255, 255, 8, 255));
        System.out.println(String.format("%f %.2f %10.3f %e %g %a %,.2f", 1.5, 2.345, 3.14159, 12345.678, 0.0001, 1.0, 1234567.891));
        System.out.println(String.format("%s %S %c %b %% %h%n", "s", "s", 'c', true, "hash"));
        System.out.println(String.format(Locale.ROOT, "%10s|%-10s|%.3s", "ab", "cd", "efghij"));
        System.out.println(String.format("%tY-%<tm-%<td %<tH:%<tM:%<tS %<tB %<tA %<tZ", new Date(0)));
        System.out.println(new DecimalFormat("#,##0.00").format(12345.678));
        System.out.println(new DecimalFormat("0.###E0").format(12345) + new DecimalFormat("00.0%").format(0.256));
        System.out.println(NumberFormat.getInstance().format(1234567.891));
        System.out.println(NumberFormat.getPercentInstance().format(0.5));
        System.out.println(NumberFormat.getCurrencyInstance(Locale.US).format(12.5));
        System.out.println(NumberFormat.getIntegerInstance().format(2.5));
        System.out.println(NumberFormat.getInstance(Locale.ROOT).parse("1,234.5"));
        System.out.println(MessageFormat.format("{0} is {1,number} and {2} {1,number,#.##}", "x", 1234.5, null));
        System.out.println(MessageFormat.format("{0,choice,0#none|1#one|1<many {0}}", 3));
        try {
            System.out.println(String.format("%d", "text"));
        } catch (java.util.IllegalFormatException e) {
            System.out.println(e.getMessage());
        }
    }
}
