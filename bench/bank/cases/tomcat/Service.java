import java.nio.charset.StandardCharsets;
import org.apache.tomcat.util.buf.MessageBytes;

/** Makes texts of the headers of a request, as the server does for each request. */
public final class Service {
    private static final byte[][] HEADERS = headers("Host: shop.example.org", "Accept: application/json",
            "User-Agent: Mozilla/5.0 (X11; Linux x86_64)", "Cookie: session=0123456789abcdef; theme=dark",
            "Accept-Language: en-GB,en;q=0.9", "Authorization: Bearer 0123456789abcdef0123456789abcdef");

    private Service() {}

    public static void main(String[] arguments) throws Exception {
        Serve.work(() -> {
            long length = 0;
            for (byte[] header : HEADERS) {
                MessageBytes bytes = MessageBytes.newInstance();
                bytes.setBytes(header, 0, header.length);
                length += bytes.toString().length();
            }
            return length;
        });
    }

    private static byte[][] headers(String... lines) {
        byte[][] headers = new byte[lines.length][];
        for (int i = 0; i < lines.length; i++) {
            headers[i] = lines[i].getBytes(StandardCharsets.ISO_8859_1);
        }
        return headers;
    }
}
