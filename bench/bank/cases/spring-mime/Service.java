import org.springframework.util.MimeType;
import org.springframework.util.MimeTypeUtils;

/** Parses the content types of sixty clients. */
public final class Service {
    private Service() {}

    public static void main(String[] arguments) throws Exception {
        String[] types = new String[60];
        for (int i = 0; i < types.length; i++) {
            types[i] = "application/vnd.shop.order-" + i + "+json";
        }
        Serve.work(() -> {
            long length = 0;
            for (String type : types) {
                MimeType parsed = MimeTypeUtils.parseMimeType(type);
                length += parsed.getSubtype().length();
            }
            return length;
        });
    }
}
