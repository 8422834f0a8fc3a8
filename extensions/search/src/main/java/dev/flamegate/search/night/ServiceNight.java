package dev.flamegate.search.night;

import dev.flamegate.model.finding.Verdict;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The result of a night for one service.
 *
 * @param name of its folder
 * @param verdict of its newest commit against its last good one; {@code null} unless it was decided
 * @param wasBad whether the night before ended with FAIL
 * @param good full hash of the commit that it was compared with; empty where that is not known
 * @param newest full hash of the commit that was to be measured; empty where that is not known
 * @param commits between the two
 * @param lines that changed between them in files that are built
 * @param risk by which it had its turn
 * @param because one sentence
 * @param culprit what a search for the commit found; {@code null} where none was made
 */
record ServiceNight(
        String name,
        Status status,
        @Nullable Verdict verdict,
        boolean wasBad,
        String good,
        String newest,
        int commits,
        long lines,
        double risk,
        String because,
        @Nullable NightCulprit culprit) {
    public enum Status {
        /** The service has a verdict. */
        DECIDED,
        /** No file of the build changed since the last good commit. */
        NOTHING_NEW,
        /** The service could not be measured. */
        NOT_MEASURED,
        /** The budget was spent before its turn. */
        LEFT
    }

    /**
     * A search for the commit.
     *
     * @param ending as in {@code bisect.json}; {@code left} where there was no time for it, {@code failed} where it
     *     failed
     * @param message one sentence
     * @param commit full hash of the likeliest; {@code null} for none
     * @param subject of that commit
     */
    public record NightCulprit(
            String ending,
            String message,
            @Nullable String commit,
            @Nullable String subject) {
        public boolean isFound() {
            return ending.equals("found") && commit != null;
        }
    }

    public ServiceNight with(NightCulprit found) {
        return new ServiceNight(name, status, verdict, wasBad, good, newest, commits, lines, risk, because, found);
    }

    /** True if a rule is broken. */
    boolean isBad() {
        return verdict == Verdict.FAIL;
    }

    /** True if the service was judged and no rule is broken. */
    boolean isGood() {
        return verdict == Verdict.PASS || verdict == Verdict.WARN;
    }

    /** True if this night's result differs from the previous night's. */
    boolean isNews() {
        return (isBad() && !wasBad) || (isGood() && wasBad);
    }

    /** The commit that was found. */
    public Optional<NightCulprit> found() {
        return Optional.ofNullable(culprit).filter(NightCulprit::isFound);
    }
}
