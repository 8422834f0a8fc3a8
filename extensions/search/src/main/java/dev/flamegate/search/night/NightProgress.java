package dev.flamegate.search.night;

import dev.flamegate.gate.facts.Git;
import dev.flamegate.model.Run;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.os.CloseableRegistry;
import dev.flamegate.search.changes.BuiltFiles;
import dev.flamegate.store.StoredComparison;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The progress of earlier nights with a service, by its history and its repository. Nothing else is kept: what a night
 * stored is what the next one knows.
 *
 * @param good full hash of the last commit that passed a night; without one, of the commit to begin with
 * @param newest full hash of the commit to measure
 * @param bad full hash of the first commit that a night found broken against {@code good}; {@code null} for none
 * @param decided what a night has said of {@code newest} against {@code good}; {@code null} for nothing yet
 * @param commits from {@code good} to {@code newest}
 * @param lines that were added or deleted between them in files that a build may take in; a binary file counts as one
 * @param measured when the service was last measured in a night
 * @param comparisons of earlier nights with a verdict, at most {@value #MOST}
 * @param failures how many of them were FAIL
 * @param wasBad whether the latest of them that decided anything was FAIL
 */
public record NightProgress(
        String good,
        String newest,
        @Nullable String bad,
        @Nullable Verdict decided,
        int commits,
        long lines,
        Optional<Instant> measured,
        int comparisons,
        int failures,
        boolean wasBad) {
    /** The tag of a night's comparisons: others, of proposed changes for example, say nothing about the branch. */
    public static final String TAG = "nightly";

    private static final int MOST = 20;

    /** Signals that the commit, or the repository, does not exist. */
    public static final class Unknown extends RuntimeException {
        private static final long serialVersionUID = 1;

        Unknown(String message) {
            super(message);
        }
    }

    /**
     * Finds out the progress.
     *
     * @param git in the service's folder
     * @param compared the service's stored comparisons, the latest first
     * @param revision that names the newest commit
     * @param begin that names the commit to compare with where no night has passed yet
     * @throws Unknown when git knows neither of them
     */
    public static NightProgress of(Git git, List<StoredComparison> compared, String revision, String begin)
            throws InterruptedException {
        String newest = commit(git, revision);
        List<StoredComparison> nights = compared.stream()
                .filter(one -> one.candidate().labels().tags().containsKey(TAG))
                .filter(one ->
                        one.verdict().isPresent() && one.candidate().commit().isPresent())
                .toList();
        String good = null;
        for (StoredComparison night : nights) {
            if (good == null && isGood(night) && isWithin(git, commit(night.candidate()), newest)) {
                good = commit(night.candidate());
            }
        }
        String from = good == null ? commit(git, begin) : good;
        List<StoredComparison> since = nights.stream()
                .filter(night -> commit(night.baseline()).equals(from))
                .sorted(Comparator.comparing(
                        (StoredComparison night) -> night.candidate().started()))
                .toList();
        String bad = null;
        Verdict decided = null;
        for (StoredComparison night : since) {
            String candidate = commit(night.candidate());
            if (candidate.equals(newest)) {
                decided = night.verdict().orElse(null);
            }
            if (bad == null && isBad(night) && isWithin(git, candidate, newest)) {
                bad = candidate;
            }
        }
        List<StoredComparison> last = nights.stream().limit(MOST).toList();
        return new NightProgress(
                from,
                newest,
                bad,
                decided,
                Integer.parseInt(
                        git.ask("rev-list", "--count", from + ".." + newest).orElse("0")),
                lines(git, from, newest),
                last.stream().findFirst().map(night -> night.candidate().started()),
                last.size(),
                (int) last.stream().filter(NightProgress::isBad).count(),
                last.stream()
                        .filter(night -> isGood(night) || isBad(night))
                        .findFirst()
                        .filter(NightProgress::isBad)
                        .isPresent());
    }

    private static boolean isGood(StoredComparison night) {
        return night.verdict()
                .filter(verdict -> verdict == Verdict.PASS || verdict == Verdict.WARN)
                .isPresent();
    }

    private static boolean isBad(StoredComparison night) {
        return night.verdict().filter(verdict -> verdict == Verdict.FAIL).isPresent();
    }

    private static String commit(Run arm) {
        return arm.commit().orElse("");
    }

    private static String commit(Git git, String revision) throws InterruptedException {
        return git.commit(new CloseableRegistry(), revision)
                .orElseThrow(() -> new Unknown(
                        "git knows no commit " + revision + " there: is it a checkout with enough of its commits?"));
    }

    private static boolean isWithin(Git git, String commit, String newest) throws InterruptedException {
        return git.ask("merge-base", "--is-ancestor", commit, newest).isPresent();
    }

    private static long lines(Git git, String from, String to) throws InterruptedException {
        long lines = 0;
        String changed = git.ask("diff", "--numstat", "-z", "--no-renames", "--no-ext-diff", from, to)
                .orElse("");
        for (String file : changed.split("\0", -1)) {
            String[] fields = file.strip().split("\t", 3); // 12 TAB 3 TAB path; - for both of a binary file
            if (fields.length == 3 && BuiltFiles.isBuilt(fields[2])) {
                lines += fields[0].equals("-") ? 1 : Long.parseLong(fields[0]) + Long.parseLong(fields[1]);
            }
        }
        return lines;
    }
}
