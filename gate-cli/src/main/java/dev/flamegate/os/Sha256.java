package dev.flamegate.os;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** SHA-256 in lower-case hexadecimal. */
public final class Sha256 {
    private static final Duration FRESH = Duration.ofSeconds(2);
    private static final Map<Appearance, String> KNOWN = new ConcurrentHashMap<>();

    /**
     * A file as its file system describes it, without its content.
     *
     * @param key of the file system for it; {@code null} where it has none
     */
    private record Appearance(
            Path file,
            long size,
            FileTime changed,
            @Nullable Object key) {}

    private Sha256() {}

    /**
     * The checksum of a file's content; {@code unreadable} when the file cannot be read. A file that looks as it did
     * when it was last read is not read again: jars of a service are asked for after every pair.
     */
    public static String of(Path file) {
        try {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
            Appearance appearance =
                    new Appearance(file.toAbsolutePath(), now.size(), now.lastModifiedTime(), now.fileKey());
            String known = KNOWN.get(appearance);
            if (known != null) {
                return known;
            }
            String sum = read(file);
            // One that has just been written may be written again at what its clock takes for the same moment.
            if (appearance.changed().toInstant().isBefore(Instant.now().minus(FRESH))) {
                KNOWN.put(appearance, sum);
            }
            return sum;
        } catch (IOException e) {
            return "unreadable";
        }
    }

    private static String read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            MessageDigest digest = digest();
            new DigestInputStream(in, digest).transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(digest.digest());
        }
    }

    public static String of(byte[] content) {
        return HexFormat.of().formatHex(bytes(content));
    }

    /** The checksum of a text in UTF-8. */
    public static String of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The checksum of bytes as its 32 bytes. */
    public static byte[] bytes(byte[] content) {
        return digest().digest(content);
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
