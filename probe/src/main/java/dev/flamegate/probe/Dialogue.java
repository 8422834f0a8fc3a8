package dev.flamegate.probe;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One connection to the gate, in lines of UTF-8.
 *
 * <p>The probe speaks first: {@code flamegate-probe 1}, {@code token HEX}, then {@code name value} facts and an empty
 * line. It answers each question with {@code name value} lines and an empty line: {@code read}; {@code record N}, after
 * which come N settings {@code name=value} of a recording of events that begins then ({@link EventRecording});
 * {@code recorded}, which ends it; {@code events OFFSET}, a part of it; {@code unrecord}, which removes it; {@code heap},
 * which lists live objects ({@link LiveHeap}); and questions that begin with the word of another agent
 * ({@link Answers}). Anything else from the gate ends the connection.
 */
final class Dialogue {
    /** Version of this protocol; the gate refuses versions it does not know. */
    static final int PROTOCOL = 1;

    private static final int LONGEST_QUESTION = 64;
    private static final int LONGEST_SETTING = 16 * 1024;
    private static final int MOST_SETTINGS = 1_000;
    private static final String RECORD = "record ";
    private static final String EVENTS = "events ";

    private final Socket socket;
    private final String token;
    private final Counters counters;
    private final EventRecording events = new EventRecording();

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
        try {
            StringBuilder question = new StringBuilder();
            while (next(in, question, LONGEST_QUESTION)) {
                Map<String, String> answer = answer(question.toString(), in);
                if (answer == null) {
                    return asked;
                }
                asked = true;
                send(out, new StringBuilder(), answer);
            }
            return asked;
        } finally {
            events.close(); // the gate that asked for them is gone
        }
    }

    /** The answer; {@code null} for an unknown question. */
    private @Nullable Map<String, String> answer(String question, InputStream in) throws IOException {
        if (question.equals("read")) {
            return counters.read();
        } else if (question.equals("recorded")) {
            return events.end();
        } else if (question.equals("heap")) {
            return LiveHeap.read();
        } else if (question.equals("unrecord")) {
            events.close();
            return Collections.emptyMap();
        }
        try {
            if (question.startsWith(RECORD)) {
                return record(Integer.parseInt(question.substring(RECORD.length())), in);
            } else if (question.startsWith(EVENTS)) {
                return events.read(Long.parseLong(question.substring(EVENTS.length())));
            }
            return Answers.to(question);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private @Nullable Map<String, String> record(int number, InputStream in) throws IOException {
        Map<String, String> settings = new HashMap<>();
        StringBuilder line = new StringBuilder();
        int read = 0;
        while (read < number && number <= MOST_SETTINGS && next(in, line, LONGEST_SETTING)) {
            int equals = line.indexOf("=");
            if (equals < 0) {
                return null;
            }
            settings.put(line.substring(0, equals), line.substring(equals + 1));
            read++;
        }
        return read < number ? null : events.begin(settings);
    }

    /** Reads one line; while waiting it watches the threads, so that little is lost when one ends. */
    private boolean next(InputStream in, StringBuilder line, int longest) throws IOException {
        line.setLength(0);
        while (true) {
            try {
                int c = in.read();
                if (c == '\n') {
                    return true;
                }
                if (c < 0 || line.length() == longest) {
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
