package shop;

/** A service that cannot start. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        System.err.println("there is no database at " + System.getenv("DATABASE"));
        System.exit(7);
    }
}
