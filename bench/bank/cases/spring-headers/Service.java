import jakarta.servlet.http.HttpServletRequest;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.ServletServerHttpRequest;

/** Reads the same headers of a request in several places, as filters and controllers do. */
public final class Service {
    private static final Map<String, List<String>> HEADERS = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    private Service() {}

    public static void main(String[] arguments) throws Exception {
        for (int i = 0; i < 20; i++) {
            HEADERS.put("X-Shop-" + i, List.of("value-" + i, "other-" + i));
        }
        HEADERS.put("Content-Type", List.of("application/json"));
        HEADERS.put("Content-Length", List.of("0"));
        HttpServletRequest request = (HttpServletRequest) Proxy.newProxyInstance(
                Service.class.getClassLoader(), new Class<?>[] {HttpServletRequest.class},
                (it, method, given) -> answer(method, given));
        Serve.work(() -> {
            HttpHeaders headers = new ServletServerHttpRequest(request).getHeaders();
            long length = 0;
            for (int i = 0; i < 100; i++) {
                length += headers.getOrEmpty("X-Shop-" + i % 20).size();
            }
            return length;
        });
    }

    private static Object answer(Method method, Object[] given) {
        return switch (method.getName()) {
            case "getHeaderNames" -> Collections.enumeration(HEADERS.keySet());
            case "getHeaders" -> values((String) given[0]);
            case "getHeader" -> HEADERS.containsKey(given[0]) ? HEADERS.get(given[0]).get(0) : null;
            case "getContentType" -> "application/json";
            case "getContentLength" -> 0;
            case "getMethod" -> "GET";
            case "getRequestURI" -> "/work";
            default -> null;
        };
    }

    private static Enumeration<String> values(String name) {
        return Collections.enumeration(HEADERS.getOrDefault(name, List.of()));
    }
}
