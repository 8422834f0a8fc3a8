package dev.flamegate.probe;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * One connection to the gate, in lines of UTF-8.
 *
 * <p>The probe speaks first: {@code flamegate-probe 1}, {@code token HEX}, then {@code name value} facts and an empty
 * line. It answers each line {@code read} with {@code name value} lines and an empty line. Anything else from the gate
 * ends the connection.
 */
final class Dialogue {
    /** Version of this protocol; the gate refuses versions it does not know. */
    static final int PROTOCOL = 1;

    private static final int LONGEST_QUESTION = 64;

    private final Socket socket;
    private final String token;
    private final Counters counters;

    Dialogue(Socket socket, String token, Counters counters) {
        this.socket = socket;
        this.token = token;
        this.counters = counters;
    }

    /** Talks until the gate ends the connection; whether it asked at least once. */
    boolean run() throws IOException {
        socket.setSoTimeout(Counters.WATCH_MILLIS);
        InputStream in = new BufferedInputStream(socket.getInputStream(), LONGEST_QUESTION);
        OutputStream out = socket.getOutputStream();
        StringBuilder hello = new StringBuilder();
        hello.append("flamegate-probe ").append(PROTOCOL).append('\n');
        hello.append("token ").append(token).append('\n');
        send(out, hello, Facts.read());
        boolean asked = false;
        StringBuilder question = new StringBuilder();
        while (next(in, question)) {
            if (!question.toString().equals("read")) {
                return asked;
            }
            asked = true;
            send(out, new StringBuilder(), counters.read());
            question.setLength(0);
        }
        return asked;
    }

    /** Reads one line; while waiting it watches the threads, so that little is lost when one ends. */
    private boolean next(InputStream in, StringBuilder line) throws IOException {
        while (true) {
            try {
                int c = in.read();
                if (c == '\n') {
                    return true;
                }
                if (c < 0 || line.length() == LONGEST_QUESTION) {
                    return false;
                }
                line.append((char) c);
            } catch (SocketTimeoutException e) {
                counters.watch();
            }
        }
    }

    private static void send(OutputStream out, StringBuilder text, Map<String, String> values) throws IOException {
        for (Map.Entry<String, String> value : values.entrySet()) {
            text.append(value.getKey())
                    .append(' ')
                    .append(oneLine(value.getValue()))
                    .append('\n');
        }
        out.write(text.append('\n').toString().getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    private static String oneLine(String value) {
        StringBuilder text = new StringBuilder(value.length());
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            text.append(c < ' ' ? ' ' : c);
        }
        return text.toString();
    }
}
