import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.Locale;

/** Texts as bytes of many charsets, the case of letters that depends on their neighbours, and numbers as bytes. */
public class Charsets {
    static final String[] NAMES = {
        "ISO-8859-15", "windows-1252", "windows-1251", "Shift_JIS", "US-ASCII", "UTF-16", "UTF-16LE", "UTF-32", "GBK", "Big5",
        "EUC-JP", "KOI8-R", "IBM437", "ISO-2022-JP", "GB18030",
    };
    static final String[] TEXTS = {"abc", "\u20ac\u00e9", "\u3042\u30a2\u6f22", "\u03b1\u03a3", "\u0416\ud83d\ude00", "\ud800x"};

    public static void main(String[] args) throws Exception {
        for (String name : NAMES) {
            for (String text : TEXTS) {
                byte[] bytes = text.getBytes(name);
                System.out.println(name + Arrays.toString(bytes) + " " + new String(bytes, name).codePoints().sum());
            }
        }
        String[] words = {"\u039f\u0394\u039f\u03a3", "\u03a3", "A\u03a3 B\u03a3C", "\u0130I", "\u00df\ufb01"};
        for (String word : words) {
            for (Locale locale : new Locale[] {Locale.ROOT, new Locale("tr"), new Locale("lt")}) {
                System.out.println(word.toLowerCase(locale) + " " + word.toUpperCase(locale));
            }
        }
        System.out.println(Normalizer.normalize("\u00e9\u1e69", Normalizer.Form.NFD).length());
        System.out.println(Normalizer.normalize("e\u0301\ufb01", Normalizer.Form.NFKC));
        char[] chars = new char[20];
        ByteBuffer.allocate(40).put(3, (byte) 7).put(30, (byte) 9).asCharBuffer().get(chars);
        System.out.println(Arrays.hashCode(chars) + " " + (int) chars[1] + " " + (int) chars[15]);
        numbers(ByteBuffer.allocate(64));
        numbers(ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN));
    }

    static void numbers(ByteBuffer buffer) {
        buffer.put((byte) -3).putShort((short) -1234).putInt(-123456789).putLong(-1234567890123456789L).putChar('\u20ac');
        buffer.putDouble(Math.PI).putFloat(-1.5f);
        System.out.println(Arrays.toString(buffer.array()));
        buffer.flip();
        System.out.println(buffer.get() + " " + buffer.getShort() + " " + buffer.getInt() + " " + buffer.getLong());
        System.out.println(buffer.getChar() + " " + buffer.getDouble() + " " + buffer.getFloat());
    }
}
