// why: an option that wants a value may be the last one; boxes are unknown as numbers are
// check: Flags#width(args: String[2][2], usual: Integer) -> JVM001
// check: FlagsFixed#width(args: String[2][2] = {"-w", "10"}, usual: Integer) -> holds within bounds

class Flags {
    static int width(String[] args, Integer usual) {
        for (int at = 0; at < args.length; at++) {
            if (args[at].equals("-w")) {
                return args[at + 1].length();
            }
        }
        return usual;
    }
}

class FlagsFixed {
    static int width(String[] args, Integer usual) {
        for (int at = 0; at + 1 < args.length; at++) {
            if (args[at].equals("-w")) {
                return args[at + 1].length();
            }
        }
        return usual;
    }
}
