import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.ServletServerHttpRequest;

/** Reads the headers of a request again and again, as filters and controllers do; the server has them as a list. */
public final class Service {
    private static final List<String> NAMES = new ArrayList<>(List.of("Content-Type", "Content-Length"));
    private static final List<String> VALUES = new ArrayList<>(List.of("application/json", "0"));

    private Service() {}

    public static void main(String[] arguments) throws Exception {
        for (int i = 0; i < 20; i++) {
            NAMES.add("X-Shop-" + i);
            VALUES.add("value-" + i);
        }
        HttpServletRequest request = (HttpServletRequest) Proxy.newProxyInstance(
                Service.class.getClassLoader(), new Class<?>[] {HttpServletRequest.class},
                (it, method, given) -> answer(method, given));
        Serve.work(() -> {
            HttpHeaders headers = new ServletServerHttpRequest(request).getHeaders();
            long length = 0;
            for (int i = 0; i < 400; i++) {
                length += headers.getOrEmpty(NAMES.get(i % NAMES.size())).size();
            }
            return length;
        });
    }

    private static Object answer(Method method, Object[] given) {
        return switch (method.getName()) {
            case "getHeaderNames" -> Collections.enumeration(NAMES);
            case "getHeaders" -> Collections.enumeration(values((String) given[0]));
            case "getHeader" -> values((String) given[0]).stream().findFirst().orElse(null);
            case "getContentType" -> "application/json";
            case "getContentLength" -> 0;
            case "getMethod" -> "GET";
            case "getRequestURI" -> "/work";
            default -> null;
        };
    }

    private static List<String> values(String name) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < NAMES.size(); i++) {
            if (NAMES.get(i).equalsIgnoreCase(name)) {
                values.add(VALUES.get(i));
            }
        }
        return values;
    }
}
