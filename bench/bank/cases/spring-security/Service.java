import java.util.ArrayList;
import java.util.List;
import org.springframework.security.web.util.matcher.IpAddressMatcher;

/** Looks an address up in an allow list of {@code MATCHERS} networks, or fifty. */
public final class Service {
    private Service() {}

    public static void main(String[] arguments) throws Exception {
        List<IpAddressMatcher> allowed = new ArrayList<>();
        int matchers = Integer.parseInt(System.getenv().getOrDefault("MATCHERS", "50"));
        for (int i = 0; i < matchers; i++) {
            allowed.add(new IpAddressMatcher("10." + i + ".0.0/16"));
        }
        Serve.work(() -> {
            long matches = 0;
            for (IpAddressMatcher matcher : allowed) {
                matches += matcher.matches("192.168.17.4") ? 1 : 0;
            }
            return matches;
        });
    }
}
