package dev.flamegate.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * A file of a history, read without following links: a checkout may have one, and what it leads to would be taken for a
 * part of the history, and shared.
 */
public final class HistoryFile {
    /** Bytes of a pin, which is the id of a run. */
    public static final int MOST_PIN = 200;

    /** Bytes of other small files: a verdict, a list of checksums. */
    public static final int MOST_SMALL = 1 << 20;

    private HistoryFile() {}

    /**
     * The content of a small file.
     *
     * @param most bytes
     * @throws IOException when it is larger, a link, or no file
     */
    public static byte[] read(Path file, int most) throws IOException {
        try (InputStream in = open(file)) {
            byte[] content = in.readNBytes(most + 1);
            if (content.length > most) {
                throw new IOException(file + " has more than " + most + " bytes");
            }
            return content;
        }
    }

    /** The content of a file of any size; a link, and anything else that is not a file, is refused. */
    static InputStream open(Path file) throws IOException {
        BasicFileAttributes attributes =
                Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!attributes.isRegularFile()) {
            throw new IOException(file + " is no file");
        }
        return Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS);
    }
}
