package dev.flamegate.collect;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** Records events of a target's virtual machine. That costs CPU and memory: nothing else is measured meanwhile. */
public interface EventRecorder {
    /**
     * Begins to record.
     *
     * @param settings of the JDK's Flight Recorder: {@code jdk.GarbageCollection#enabled} and its value
     * @throws CollectionFailed when the target cannot record, or does not answer in time
     */
    void record(Map<String, String> settings);

    /**
     * Ends the recording and fetches it.
     *
     * @param file that it is written to, in the JDK's format
     * @throws CollectionFailed when the target does not answer, or recorded nothing
     * @throws IOException when the file cannot be written
     */
    void fetch(Path file) throws IOException;

    /**
     * Discards the recording and removes it from the target; does nothing without a recording.
     *
     * @throws CollectionFailed when the target does not answer
     */
    void discard();
}
