
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
