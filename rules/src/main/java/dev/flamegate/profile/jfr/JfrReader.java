package dev.flamegate.profile.jfr;

import java.io.IOException;

/** Reads recordings of one or more chunks. */
public final class JfrReader {
    private JfrReader() {}

    /**
     * Tells a visitor all wanted samples, in the order of the recording.
     *
     * @throws IOException when it is no recording, or is cut off, damaged or of a version that is not known; samples
     *     before the damage may have been told
     */
    public static void read(JfrSource source, JfrVisitor visitor) throws IOException {
        long size = source.size();
        if (size == 0) {
            throw new IOException("no JFR recording: the file is empty");
        }
        long at = 0;
        while (at < size) {
            ChunkHeader header = ChunkHeader.read(source, at);
            try {
                JfrChunk chunk = JfrChunk.open(source, header);
                visitor.begin(chunk);
                new ChunkEvents(source, chunk, visitor).read();
                visitor.end(chunk);
            } catch (IOException | RuntimeException e) {
                throw new IOException("a damaged JFR recording: " + reason(e), e);
            }
            at += header.size();
        }
    }

    private static String reason(Exception e) {
        return e instanceof IndexOutOfBoundsException || e.getMessage() == null
                ? "it ends in the middle of something"
                : e.getMessage();
    }
}
