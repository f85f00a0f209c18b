import java.text.DateFormat;
import java.text.ParseException;
import java.text.SimpleDateFormat;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;

/** Dates, calendars and time zones. */
public class Dates {
    public static void main(String[] args) throws Exception {
        SimpleDateFormat format = new SimpleDateFormat("yyyy-MM-dd HH:mm:ss.SSS EEE MMM", Locale.US);
        format.setTimeZone(TimeZone.getTimeZone("UTC"));
        System.out.println(format.format(new Date(1234567890123L)));
        System.out.println(format.parse("2001-02-03 04:05:06.789 Sat Feb").getTime());
        try {
            format.parse("junk");
        } catch (ParseException e) {
            System.out.println(e.getMessage());
        }
        Calendar calendar = new GregorianCalendar(TimeZone.getTimeZone("GMT"), Locale.US);
        calendar.setTimeInMillis(0);
        calendar.add(Calendar.MONTH, 14);
        System.out.println(calendar.getTime() + " " + calendar.get(Calendar.DAY_OF_WEEK) + calendar.getFirstDayOfWeek());
        System.out.println(new Date(0));
        System.out.println(DateFormat.getDateInstance(DateFormat.LONG, Locale.US).format(new Date(0)));
        System.out.println(DateFormat.getDateTimeInstance(DateFormat.SHORT, DateFormat.SHORT, Locale.US).format(new Date(0)));
        zones();
    }

    static void zones() {
        SimpleDateFormat there = new SimpleDateFormat("yyyy-MM-dd HH:mm z");
        there.setTimeZone(TimeZone.getTimeZone("America/New_York"));
        System.out.println(there.format(new Date(0)));
        System.out.println(ZonedDateTime.of(2024, 1, 2, 3, 4, 5, 0, ZoneId.of("Europe/Berlin")).toInstant());
        System.out.println(LocalDate.of(2024, 1, 2).format(DateTimeFormatter.ofPattern("EEEE, d MMMM uuuu", Locale.US)));
        System.out.println(LocalDateTime.of(2024, 1, 2, 3, 4).atZone(ZoneId.of("UTC")));
        System.out.println(DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.of(2024, 1, 2, 3, 4, 5, 0, ZoneOffset.UTC)));
    }
}
