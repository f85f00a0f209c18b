public class Builders {
    public static void main(String[] args) {
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < 40; i++) b.append(i).append(i % 3 == 0 ? ',' : ';');
        System.out.println(b + " " + b.length() + " " + b.indexOf("20"));
        b.setLength(10);
        b.insert(0, "start ").insert(3, 42L).insert(5, 'x').reverse();
        System.out.println(b);
        b.deleteCharAt(0).delete(2, 4).replace(0, 2, "ZZ").setCharAt(1, 'y');
        System.out.println(b + " " + b.charAt(2) + " " + b.capacity());
        b.append((Object) null).append((String) null).append(new char[]{'a', 'b'}).append(1.25).append(2.5f).append(true).append("abcdef", 1, 3);
        System.out.println(b);
        StringBuffer f = new StringBuffer("buffer");
        f.append(1).append("é");
        System.out.println(f.toString() + f.length() + b.compareTo(new StringBuilder("ZZ")));
    }
}
