package dev.flamegate.model.finding;

import dev.flamegate.model.Cost;
import dev.flamegate.model.Interval;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The deepest frame that explains a growth of cost per request.
 *
 * @param frame canonical name of the method, or of a bucket of the machine's own threads such as {@code [gc]}
 * @param file source file of its class, relative to a source root, {@code dev/acme/Matrix.java}, guessed from the
 *     class's name; {@code null} for native code, the JDK and buckets
 * @param line where the frame grew most; 0 when unknown
 * @param share part of the whole growth that it explains: above 1 if other code became cheaper; {@code null} if the
 *     whole did not grow
 * @param growth relative change of the frame's own cost per request: 0.1 = +10 %; {@code null} if the baseline did not
 *     have it
 * @param interval of {@code growth}; {@code null} when {@code growth} is
 * @param callers frames that the growth comes through, from the nearest to the outermost of the application; empty
 *     without such frames
 * @param collector the garbage collector's growth, where that is what grew and this method's allocation explains it;
 *     {@code null} else
 * @param commits between the two builds that touched the file, the most suspected last; empty where they are not known
 * @param library that the method is in; {@code null} for the application's own code, and where it is not known
 * @param calls how often it is called; {@code null} where that was not counted
 * @param loop the loop in it, or in a caller, that turns more often; {@code null} where none was counted
 */
public record Culprit(
        String frame,
        @Nullable String file,
        int line,
        @Nullable Double share,
        @Nullable Double growth,
        @Nullable Interval interval,
        Evidence evidence,
        List<Caller> callers,
        @Nullable Collector collector,
        List<SuspectCommit> commits,
        @Nullable Library library,
        @Nullable CallRate calls,
        @Nullable LoopTurns loop) {
    public Culprit {
        callers = List.copyOf(callers);
        commits = List.copyOf(commits);
        Objects.requireNonNull(evidence, "evidence");
        if (frame.isEmpty()) {
            throw new IllegalArgumentException("a culprit needs a frame with a name");
        }
    }

    /** A culprit whose callers, commits and library are not known. */
    public Culprit(
            String frame,
            @Nullable String file,
            int line,
            @Nullable Double share,
            @Nullable Double growth,
            @Nullable Interval interval,
            Evidence evidence) {
        this(frame, file, line, share, growth, interval, evidence, List.of(), null, List.of(), null, null, null);
    }

    public Culprit calledFrom(List<Caller> frames) {
        return new Culprit(
                frame, file, line, share, growth, interval, evidence, frames, collector, commits, library, calls, loop);
    }

    /** This culprit, of allocation, as the cause of the garbage collector's growth. */
    public Culprit collectedBy(Collector grown) {
        return new Culprit(
                frame, file, line, share, growth, interval, evidence, callers, grown, commits, library, calls, loop);
    }

    /** This culprit, as the cause of this part of another growth. */
    public Culprit explaining(double part) {
        return new Culprit(
                frame, file, line, part, growth, interval, evidence, callers, collector, commits, library, calls, loop);
    }

    public Culprit touchedBy(List<SuspectCommit> suspects) {
        return new Culprit(
                frame, file, line, share, growth, interval, evidence, callers, collector, suspects, library, calls,
                loop);
    }

    public Culprit partOf(Library found) {
        return new Culprit(
                frame, file, line, share, growth, interval, evidence, callers, collector, commits, found, calls, loop);
    }

    public Culprit called(CallRate counted) {
        return new Culprit(
                frame, file, line, share, growth, interval, evidence, callers, collector, commits, library, counted,
                loop);
    }

    /** This culprit, grown because a loop turns more often. */
    public Culprit turnedBy(LoopTurns counted) {
        return new Culprit(
                frame, file, line, share, growth, interval, evidence, callers, collector, commits, library, calls,
                counted);
    }

    /**
     * A frame above the culprit that at least half of its growth comes through.
     *
     * @param file like the culprit's
     * @param line line of the call as recorded on this path; one of several if the method calls from several places; 0
     *     when unknown
     * @param share part of the culprit's growth; above 1 if its cost fell elsewhere
     */
    public record Caller(String frame, @Nullable String file, int line, double share) {}

    /**
     * The garbage collector's own cost, in seconds of CPU per request.
     *
     * @param frame the bucket of its threads, {@code [gc]}
     * @param share of the growth of CPU; {@code null} where CPU did not grow as a whole
     * @param baseline what it cost
     * @param value what it costs now
     * @param change interval of {@code value - baseline}
     */
    public record Collector(String frame, @Nullable Double share, double baseline, double value, Interval change) {
        public static Collector of(Culprit culprit) {
            return new Collector(
                    culprit.frame(),
                    culprit.share(),
                    culprit.evidence().baseline(),
                    culprit.evidence().value(),
                    culprit.evidence().change());
        }
    }

    /** The kind of a cost: in the method itself, or also in what it calls. */
    public enum Kind {
        SELF,
        INCLUSIVE;

        /** Name in files: {@code self}. */
        public String key() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /**
     * The figures behind a culprit. Costs are seconds, bytes for allocation, or a count, per request.
     *
     * @param cost that the figures are of
     * @param baseline what the frame cost
     * @param value what it costs now
     * @param change interval of {@code value - baseline}
     * @param path frames from the outermost to the culprit where it grew most, the culprit last
     * @param within the frame below the culprit, outside the service's own code, that most of the growth is in, such as
     *     {@code java.util.HashMap.get}; {@code null} without such a frame
     * @param movedFrom a frame whose cost fell at the same place and is subtracted from {@code value - baseline}:
     *     renamed, moved or inlined differently; {@code null} without such a frame
     */
    public record Evidence(
            Cost cost,
            Kind kind,
            double baseline,
            double value,
            Interval change,
            List<String> path,
            @Nullable String within,
            @Nullable String movedFrom) {
        public Evidence {
            path = List.copyOf(path);
        }
    }
}
