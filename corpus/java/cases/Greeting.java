// why: the program asks for a text by itself, and an empty one has no first character
// check: Greeting#main -> JVM001
// check: GreetingFixed#main -> inconclusive

class Greeting {
    public static void main(String[] args) {
        String name = Verifier.nondetString();
        System.out.println("Hello " + Character.toUpperCase(name.charAt(0)) + name.substring(1));
    }
}

class GreetingFixed {
    public static void main(String[] args) {
        String name = Verifier.nondetString();
        Verifier.assume(!name.isEmpty());
        System.out.println("Hello " + Character.toUpperCase(name.charAt(0)) + name.substring(1));
    }
}
