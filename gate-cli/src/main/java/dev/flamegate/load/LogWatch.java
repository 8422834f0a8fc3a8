package dev.flamegate.load;

import dev.flamegate.load.log.LogRecord;
import dev.flamegate.load.log.SimulationLog;
import dev.flamegate.load.log.UnreadableLog;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Follows the growing log of one run and counts. For use by one thread at a time. */
final class LogWatch implements Closeable {
    private static final String LOG = "simulation.log";
    private static final int DEPTH = 2;

    private final Path results;
    private @Nullable SimulationLog log;
    private long usersBegun;
    private long usersEnded;
    private long ended;
    private long failed;
    private long last = Long.MIN_VALUE;

    /**
     * A watch for the log that will appear in a folder.
     *
     * @param results the folder given to Gatling for its results
     */
    LogWatch(Path results) {
        this.results = results;
    }

    /** The log, as soon as Gatling has made it. */
    Optional<Path> file() {
        try (Stream<Path> files = Files.walk(results, DEPTH)) {
            return files.filter(file -> file.getFileName().toString().equals(LOG) && Files.isRegularFile(file))
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The progress now. A log that cannot be read makes no progress here; reading the result reports why. */
    synchronized LoadProgress progress() {
        try {
            if (log == null) {
                Optional<Path> file = file();
                if (file.isEmpty()) {
                    return LoadProgress.NONE;
                }
                log = SimulationLog.open(file.get());
            }
            log.read(this::count);
        } catch (IOException | UnreadableLog e) {
            // as described
        }
        return new LoadProgress(ended, failed, Math.max(0, usersBegun - usersEnded));
    }

    /** Time of the latest event seen by {@link #progress}, in milliseconds since the epoch. */
    synchronized long last() {
        return last;
    }

    @Override
    public synchronized void close() {
        try {
            if (log != null) {
                log.close();
            }
        } catch (IOException e) {
            // it was only read
        }
    }

    private void count(LogRecord record) {
        if (record instanceof LogRecord.Request request) {
            ended++;
            failed += request.ok() ? 0 : 1;
            last = Math.max(last, request.end());
        } else if (record instanceof LogRecord.User user) {
            usersBegun += user.begins() ? 1 : 0;
            usersEnded += user.begins() ? 0 : 1;
            last = Math.max(last, user.time());
        }
    }
}
