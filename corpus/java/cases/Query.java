/** Texts as wholes: places, parts and numbers in them. */
class Query {
    public static void main(String[] args) {
        String query = Verifier.nondetString();
        Verifier.assume(query.startsWith("max="));
        String value = query.substring(query.indexOf('=') + 1);
        assert !value.equals("none") && !value.contains("//");
    }
}

class QueryFixed {
    public static void main(String[] args) {
        int limit = Verifier.nondetInt();
        String query = "limit=" + limit;
        assert Integer.parseInt(query.substring(query.lastIndexOf("=") + 1)) == limit;
    }

    static int separator(String query) {
        int at = query.indexOf(':');
        if (at < 0) return query.length();
        assert query.charAt(at) == ':' && !query.substring(0, at).contains(":");
        return at;
    }
}
