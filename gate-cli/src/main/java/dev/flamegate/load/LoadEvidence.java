package dev.flamegate.load;

import dev.flamegate.model.LoadQuality;
import dev.flamegate.model.SeriesPoint;
import dev.flamegate.model.Window;
import dev.flamegate.plan.LoadSpec.Results;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** The record that a load wrote of its requests. It can be read on another machine than that of the load. */
public sealed interface LoadEvidence {
    /**
     * The record's result for a window, by the clock of the load's machine.
     *
     * @throws LoadFailed when it cannot be read
     */
    LoadResult result(Window window);

    /**
     * Gatling's log.
     *
     * @param injection what the simulation declares about its load; {@code null} for nothing
     * @param ended whether Gatling ended by itself, so everything that happened is in the log
     */
    record OfGatling(Path log, @Nullable Injection injection, boolean ended) implements LoadEvidence {
        @Override
        public LoadResult result(Window window) {
            return LoadResult.read(log, window, injection, ended);
        }
    }

    /**
     * The results of a tool.
     *
     * @param kind their format
     * @param output what the tool printed, for messages; need not exist
     */
    record OfTool(Results kind, Path file, Path output) implements LoadEvidence {
        @Override
        public LoadResult result(Window window) {
            return ToolResults.in(file, kind, new ChildOutput(output)).of(window);
        }
    }

    /**
     * No record: the service counts its requests itself.
     *
     * @param started when the tool was started; {@code null} if it was not
     */
    record OfNothing(@Nullable Instant started) implements LoadEvidence {
        @Override
        public LoadResult result(Window window) {
            Instant begun = started == null ? window.start() : started;
            return new LoadResult(
                    window, begun, false, List.of(), LoadQuality.UNKNOWN, seconds(begun, window), List.of(), List.of());
        }

        /** The seconds without any observation of the generator. */
        private static List<SeriesPoint> seconds(Instant from, Window window) {
            double nothing = Double.NaN;
            return LongStream.rangeClosed(
                            1, Duration.between(from, window.end()).toSeconds())
                    .mapToObj(second ->
                            new SeriesPoint(second, nothing, nothing, nothing, nothing, nothing, nothing, nothing))
                    .toList();
        }
    }
}
