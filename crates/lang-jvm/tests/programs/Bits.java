public class Bits {
    static int crc(byte[] data) { int c = -1; for (byte b : data) { c ^= b & 0xff; for (int k = 0; k < 8; k++) c = (c & 1) != 0 ? (c >>> 1) ^ 0xedb88320 : c >>> 1; } return ~c; }
    static long xorshift(long x) { x ^= x << 13; x ^= x >>> 7; x ^= x << 17; return x; }
    public static void main(String[] args) {
        System.out.println(Integer.toHexString(crc("123456789".getBytes()))); long x = 88172645463325252L; for (int i = 0; i < 5; i++) { x = xorshift(x); System.out.print(x + " "); } int i = 5; i = i++ + ++i; System.out.println(i); byte b = (byte) 200; b >>= 1; short s = (short) 40000; s >>>= 3; int t = 'a' * 2; t -= 3.7; long l = 1; l <<= 35; l |= 0xF; System.out.println(b + " " + s + " " + t + " " + l + " " + (5 & 6 | 1 ^ 8) + (~7 >>> 28) + (true ^ false) + (1.0f * 3 / 2) + (int) 3.99e20 + (char) 98 + (byte) 0x1ff + 07 + 0b101 + 1_000); java.util.zip.CRC32 c = null; System.out.println(Long.toBinaryString(5L) + Integer.parseUnsignedInt("4294967295") + Math.floorMod(-7, 3) + Math.floorDiv(-7, 3) + -7 / 3 + -7 % 3 + Math.abs(Integer.MIN_VALUE) + Integer.MAX_VALUE + 1 + (short) 70000 + Math.multiplyHigh(1L << 62, 8) + Long.reverseBytes(1L));
    }
}
