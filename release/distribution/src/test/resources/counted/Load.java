package x;

import java.net.HttpURLConnection;
import java.net.URL;

/** Sends one request after the other: to a fixed path, or as its second argument says; a third limits their number. */
public class Load {
    public static void main(String[] arguments) throws Exception {
        String kind = arguments.length > 1 ? arguments[1] : "plain";
        int most = arguments.length > 2 ? Integer.parseInt(arguments[2]) : Integer.MAX_VALUE;
        for (int number = 0; number < most; number++) {
            try {
                send(new URL(arguments[0] + "/" + (kind.equals("names") ? letters(number) : "price")), kind);
            } catch (java.io.IOException e) {
                Thread.sleep(20); // a service that does not answer is not asked all the time
            }
        }
    }

    private static void send(URL url, String kind) throws java.io.IOException {
        HttpURLConnection connection = (HttpURLConnection) url.openConnection();
        if (kind.equals("websocket")) {
            connection.setRequestProperty("Connection", "Upgrade");
            connection.setRequestProperty("Upgrade", "websocket");
            connection.setRequestProperty("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==");
            connection.setRequestProperty("Sec-WebSocket-Version", "13");
        }
        try (var in = connection.getInputStream()) {
            in.readAllBytes();
        }
    }

    /** A name without digits, which would be taken for values. */
    private static String letters(int number) {
        StringBuilder name = new StringBuilder("name-");
        for (int rest = number; rest > 0; rest /= 26) {
            name.append((char) ('a' + rest % 26));
        }
        return name.toString();
    }
}
