import io.jsonwebtoken.Jwts;
import io.jsonwebtoken.security.Keys;
import java.nio.charset.StandardCharsets;
import java.security.Key;

/** Signs a token and reads it, with a new builder and parser each time, as many applications do. */
public final class Service {
    private static final Key KEY = Keys.hmacShaKeyFor("0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.UTF_8));

    private Service() {}

    @SuppressWarnings("deprecation") // the only way to parse that all of these versions have
    public static void main(String[] arguments) throws Exception {
        Serve.work(() -> {
            String token = Jwts.builder().setSubject("user-4711").claim("role", "admin").signWith(KEY).compact();
            return token.length() + Jwts.parser().setSigningKey(KEY).parseClaimsJws(token).getBody().getSubject().length();
        });
    }
}
