
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
