package dev.flamegate.collect.receiver;

import dev.flamegate.collect.jfr.Recordings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Recorded pushes of the agent. */
public final class Pushes {
    public static final String FIRST = "agent-2.9.2-first.bin";
    public static final String STEADY = "agent-2.9.2-steady.bin";

    private Pushes() {}

    public static byte[] body(String name) throws IOException {
        try (InputStream in = Pushes.class.getResourceAsStream("/pushes/" + name)) {
            return in.readAllBytes();
        }
    }

    /** The content type that the body was sent with: its boundary is the body's first line. */
    public static String type(byte[] body) {
        String start = new String(body, 0, 100, StandardCharsets.ISO_8859_1);
        return "multipart/form-data; boundary=" + start.substring(2, start.indexOf('\r'));
    }

    /** Writes one inflated part of a push to a file. */
    public static Path part(byte[] body, String name, Path folder) throws IOException {
        Multipart parts =
                Multipart.of(type(body), new ByteArrayInputStream(body)).orElseThrow();
        for (Optional<Multipart.Part> part = parts.next(); part.isPresent(); part = parts.next()) {
            if (part.get().name().equals(name)) {
                try (PushQueue queue = new PushQueue(new Recordings(), Files.createDirectories(folder), 1 << 24)) {
                    return queue.spool(part.get().body(), ".jfr");
                }
            }
        }
        throw new IOException("no part " + name);
    }
}
