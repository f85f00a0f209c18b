import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.UUID;
import java.util.zip.Adler32;
import java.util.zip.CRC32;

/** Digests and checksums. */
public class Digests {
    public static void main(String[] args) throws Exception {
        byte[] text = "hello".getBytes(StandardCharsets.UTF_8);
        for (String name : new String[] {"MD5", "SHA-1", "SHA-256", "SHA-512"}) {
            byte[] digest = MessageDigest.getInstance(name).digest(text);
            System.out.println(name + " " + new BigInteger(1, digest).toString(16));
        }
        try {
            MessageDigest.getInstance("NOPE");
        } catch (NoSuchAlgorithmException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Base64.getEncoder().encodeToString(text) + UUID.nameUUIDFromBytes(text));
        CRC32 crc = new CRC32();
        crc.update(text);
        crc.update(7);
        Adler32 adler = new Adler32();
        adler.update(text);
        adler.update(7);
        System.out.println(crc.getValue() + " " + adler.getValue());
    }
}
