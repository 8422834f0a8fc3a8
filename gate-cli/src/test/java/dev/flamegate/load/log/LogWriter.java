package dev.flamegate.load.log;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes logs in Gatling's format, for tests. */
public final class LogWriter {
    private final DataOutputStream out;
    private final Map<String, Integer> references = new HashMap<>();
    private long runStart;

    public LogWriter(OutputStream out) {
        this.out = new DataOutputStream(out);
    }

    /** The bytes of some records. */
    public static byte[] bytes(List<LogRecord> records) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        LogWriter writer = new LogWriter(bytes);
        records.forEach(writer::write);
        return bytes.toByteArray();
    }

    public void write(LogRecord record) {
        try {
            if (record instanceof LogRecord.Run run) {
                run(run);
            } else if (record instanceof LogRecord.Request request) {
                out.writeByte(1);
                groups(request.groups());
                reference(request.name());
                time(request.start());
                time(request.end());
                out.writeBoolean(request.ok());
                reference(request.message());
            } else if (record instanceof LogRecord.User user) {
                out.writeByte(2);
                out.writeInt(user.scenario());
                out.writeBoolean(user.begins());
                time(user.time());
            } else if (record instanceof LogRecord.Group group) {
                out.writeByte(3);
                groups(group.groups());
                time(group.start());
                time(group.end());
                out.writeInt(group.cumulatedMillis());
                out.writeBoolean(group.ok());
            } else if (record instanceof LogRecord.Problem problem) {
                out.writeByte(4);
                reference(problem.message());
                time(problem.time());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void run(LogRecord.Run run) throws IOException {
        runStart = run.start();
        out.writeByte(0);
        text(run.version());
        text(run.simulation());
        out.writeLong(run.start());
        text("");
        out.writeInt(run.scenarios().size());
        for (String scenario : run.scenarios()) {
            text(scenario);
        }
        out.writeInt(1);
        out.writeInt(3);
        out.write(new byte[] {1, 2, 3});
    }

    private void groups(List<String> groups) throws IOException {
        out.writeInt(groups.size());
        for (String group : groups) {
            reference(group);
        }
    }

    private void time(long millis) throws IOException {
        out.writeInt((int) (millis - runStart));
    }

    private void reference(String text) throws IOException {
        Integer known = references.get(text);
        if (known != null) {
            out.writeInt(-known);
            return;
        }
        references.put(text, references.size() + 1);
        out.writeInt(references.size());
        text(text);
    }

    private void text(String text) throws IOException {
        boolean latin = text.chars().allMatch(c -> c < 256);
        byte[] bytes = text.getBytes(latin ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_16LE);
        out.writeInt(bytes.length);
        if (bytes.length > 0) {
            out.write(bytes);
            out.writeByte(latin ? 0 : 1);
        }
    }
}
