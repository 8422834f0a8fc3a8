package dev.flamegate.gate;

import dev.flamegate.gate.facts.Git;
import dev.flamegate.judge.attribution.SourceCode;
import dev.flamegate.model.finding.Culprit;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Judgement;
import dev.flamegate.model.finding.SuspectCommit;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The commits between two revisions that touched the file of a culprit, by git's command line. */
public final class SuspectCommits {
    /** Maximum number of commits of one file that are looked at, the newest first. */
    private static final int MOST = 200;

    /** Lines around the culprit's that a commit has to touch to count as near it. */
    private static final int NEIGHBOURHOOD = 20;

    /** Number of fields of a commit: hash, author, date and subject. */
    private static final int FIELDS = 4;

    private static final Pattern HUNK = Pattern.compile("@@ -\\S+ \\+(\\d{1,9})(?:,(\\d{1,9}))? @@(.*)");

    /** Pattern of a method's first line: git names the method around a change, instead of the class. */
    private static final String METHODS =
            "!^[ \t]*(catch|do|else|for|if|instanceof|new|return|switch|throw|while)([ \t(].*)?$\n"
                    + "^[ \t]*(([][A-Za-z_0-9<>,.?@]+[ \t]+)+[A-Za-z_0-9]+[ \t]*\\(.*)$";

    private final Git git;

    /** Commits of the repository that a folder is in. */
    public SuspectCommits(Path folder) {
        this.git = new Git(folder, "-c", "diff.default.xfuncname=" + METHODS);
    }

    /**
     * Adds to a judgement the commits that touched its culprits' files.
     *
     * @param baseline the revision that a finding is compared with; empty where it is not known
     * @param candidate the revision judged
     */
    Judgement in(Judgement judgement, Function<Finding, Optional<String>> baseline, String candidate)
            throws InterruptedException {
        List<Finding> findings = new ArrayList<>();
        for (Finding finding : judgement.findings()) {
            Culprit culprit = finding.culprit();
            Optional<String> from = culprit == null ? Optional.empty() : baseline.apply(finding);
            findings.add(
                    culprit == null || from.isEmpty()
                            ? finding
                            : finding.explained(culprit.touchedBy(between(from.get(), candidate, culprit))));
        }
        return judgement.with(findings);
    }

    /**
     * The commits that are in one revision and not in the other and touched the culprit's file, the most suspected
     * last: by lines near the culprit, then by date. Empty outside a repository, for revisions git does not know, and
     * for a culprit without a file.
     */
    public List<SuspectCommit> between(String baseline, String candidate, Culprit culprit) throws InterruptedException {
        if (culprit.file() == null || baseline.startsWith("-") || candidate.startsWith("-")) {
            return List.of();
        }
        List<SuspectCommit> commits = new ArrayList<>();
        for (String path : paths(candidate, culprit.file())) {
            // A subject or a source file can contain any character, so only an unpredictable name separates patches,
            // and only NUL, which no commit contains, separates fields.
            String mark = "flamegate-" + UUID.randomUUID();
            String patches = log(baseline, candidate, path, "--unified=0", "--patch", "--format=" + mark + "%H");
            String fields = log(baseline, candidate, path, "-z", "--no-patch", "--format=%H%x00%an%x00%cI%x00%s");
            commits.addAll(read(mark, patches, fields, culprit));
        }
        commits.sort(Comparator.comparingInt(SuspectCommit::near)
                .thenComparing(SuspectCommit::date)
                .thenComparing(SuspectCommit::hash));
        return commits;
    }

    /**
     * The commits of a file.
     *
     * @param mark before each hash in {@code patches}
     * @param patches each after the line of its hash
     * @param fields four of each commit, separated by NUL
     */
    static List<SuspectCommit> read(String mark, String patches, String fields, Culprit culprit) {
        Map<String, String> byHash = new HashMap<>();
        for (String patch : patches.split(mark, -1)) {
            int end = patch.indexOf('\n') < 0 ? patch.length() : patch.indexOf('\n');
            byHash.put(patch.substring(0, end), patch.substring(end));
        }
        List<SuspectCommit> commits = new ArrayList<>();
        List<String> all = List.of(fields.split("\0", -1));
        for (int i = 0; i + FIELDS <= all.size(); i += FIELDS) {
            commit(all.subList(i, i + FIELDS), byHash.getOrDefault(all.get(i), ""), culprit)
                    .ifPresent(commits::add);
        }
        return commits;
    }

    /** The output of git's log for the commits of a file; empty when git fails. */
    private String log(String baseline, String candidate, String path, String... options) throws InterruptedException {
        List<String> words = new ArrayList<>(
                List.of("log", "--max-count=" + MOST, "--no-merges", "--no-color", "--no-ext-diff", "--no-textconv"));
        words.addAll(List.of(options));
        words.addAll(List.of(baseline + ".." + candidate, "--", ":(top,literal)" + path));
        return git.ask(words.toArray(new String[0])).orElse("");
    }

    /** Files of the revision that end like the culprit's: a class can be in any source root. */
    private List<String> paths(String revision, String file) throws InterruptedException {
        return git.ask("ls-tree", "-r", "-z", "--full-tree", "--name-only", revision).stream()
                .flatMap(names -> Stream.of(names.split("\0", -1)))
                .filter(name -> name.equals(file) || name.endsWith("/" + file))
                .toList();
    }

    /** A commit; empty if its date is invalid. */
    private static Optional<SuspectCommit> commit(List<String> fields, String patch, Culprit culprit) {
        String method = SourceCode.method(culprit.frame());
        int near = 0;
        int touched = 0;
        for (String line : patch.split("\n", -1)) {
            Matcher hunk = HUNK.matcher(line);
            if (hunk.matches()) {
                int start = Integer.parseInt(hunk.group(1));
                int lines = hunk.group(2) == null ? 1 : Integer.parseInt(hunk.group(2));
                // A hunk that only takes lines away touches the place where they were.
                int counted = Math.max(1, lines);
                touched += counted;
                near += isNear(start, start + counted, culprit.line()) || names(hunk.group(3), method) ? counted : 0;
            }
        }
        try {
            Instant date = OffsetDateTime.parse(fields.get(2)).toInstant();
            return Optional.of(new SuspectCommit(fields.get(0), fields.get(1), date, fields.get(3), near, touched));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static boolean isNear(int from, int to, int line) {
        return line > 0 && line >= from - NEIGHBOURHOOD && line < to + NEIGHBOURHOOD;
    }

    /** True if git's heading of the hunk is the method's declaration. */
    private static boolean names(String heading, String method) {
        return Pattern.compile("\\b" + Pattern.quote(method) + "\\s*\\(")
                .matcher(heading)
                .find();
    }
}
