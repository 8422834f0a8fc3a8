package dev.flamegate.profile.jfr;

import java.io.IOException;

/** Is told what a recording holds, chunk by chunk. */
public interface JfrVisitor {
    /** Whether samples of a kind are wanted; others are passed over unread. */
    boolean wants(SampleKind kind);

    /** A chunk begins. */
    void begin(JfrChunk chunk) throws IOException;

    /** A sample of the chunk that began last. */
    void sample(JfrSample sample) throws IOException;

    /** All samples of the chunk were told. */
    void end(JfrChunk chunk) throws IOException;
}
