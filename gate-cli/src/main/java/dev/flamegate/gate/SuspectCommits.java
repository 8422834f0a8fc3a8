package dev.flamegate.gate;

import dev.flamegate.gate.facts.Git;
import dev.flamegate.judge.attribution.SourceCode;
import dev.flamegate.model.finding.Culprit;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Judgement;
import dev.flamegate.model.finding.SuspectCommit;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
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

    private static final char FIELD = '\u001f';
    private static final Pattern HUNK = Pattern.compile("@@ -\\S+ \\+(\\d+)(?:,(\\d+))? @@(.*)");

    /** What begins a method, so that git names the one around a change: its own idea of that is the class. */
    private static final String METHODS =
            "!^[ \t]*(catch|do|else|for|if|instanceof|new|return|switch|throw|while)([ \t(].*)?$\n"
                    + "^[ \t]*(([][A-Za-z_0-9<>,.?@]+[ \t]+)+[A-Za-z_0-9]+[ \t]*\\(.*)$";

    private final Git git;

    /** Commits of the repository that a folder is in. */
    public SuspectCommits(Path folder) {
        this.git = new Git(folder, "-c", "diff.default.xfuncname=" + METHODS);
    }

    /**
     * The same judgement with the commits that touched its culprits' files.
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
                            : finding.explained(new Finding.Cause(
                                    culprit.touchedBy(between(from.get(), candidate, culprit)),
                                    null,
                                    finding.diagnosis())));
        }
        return new Judgement(judgement.verdict(), findings, judgement.validity(), judgement.baselines());
    }

    /**
     * The commits that are in one revision and not in the other and touched the culprit's file, the most suspected
     * last:
     * by lines near the culprit, then by date. Empty outside a repository, for revisions git does not know, and for a
     * culprit without a file.
     */
    public List<SuspectCommit> between(String baseline, String candidate, Culprit culprit) throws InterruptedException {
        if (culprit.file() == null || baseline.startsWith("-") || candidate.startsWith("-")) {
            return List.of();
        }
        List<SuspectCommit> commits = new ArrayList<>();
        for (String path : paths(candidate, culprit.file())) {
            String format = "--format=%x1e%H%x1f%an%x1f%cI%x1f%s";
            String log = git.ask(
                            "log",
                            "--max-count=" + MOST,
                            "--no-merges",
                            "--no-color",
                            "--no-ext-diff",
                            "--unified=0",
                            "--patch",
                            format,
                            baseline + ".." + candidate,
                            "--",
                            ":(top,literal)" + path)
                    .orElse("");
            Stream.of(log.split("\u001e", -1))
                    .filter(entry -> !entry.isBlank())
                    .map(entry -> commit(entry, culprit))
                    .forEach(commits::add);
        }
        commits.sort(Comparator.comparingInt(SuspectCommit::near)
                .thenComparing(SuspectCommit::date)
                .thenComparing(SuspectCommit::hash));
        return commits;
    }

    /** Files of the revision that end like the culprit's: a class can be in any source root. */
    private List<String> paths(String revision, String file) throws InterruptedException {
        return git.ask("ls-tree", "-r", "-z", "--full-tree", "--name-only", revision).stream()
                .flatMap(names -> Stream.of(names.split("\0", -1)))
                .filter(name -> name.equals(file) || name.endsWith("/" + file))
                .toList();
    }

    private static SuspectCommit commit(String entry, Culprit culprit) {
        int end = entry.indexOf('\n') < 0 ? entry.length() : entry.indexOf('\n');
        String[] fields = entry.substring(0, end).split(String.valueOf(FIELD), -1);
        String method = SourceCode.method(culprit.frame());
        int near = 0;
        int touched = 0;
        for (String line : entry.substring(end).split("\n", -1)) {
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
        return new SuspectCommit(
                fields[0], fields[1], OffsetDateTime.parse(fields[2]).toInstant(), fields[3], near, touched);
    }

    private static boolean isNear(int from, int to, int line) {
        return line > 0 && line >= from - NEIGHBOURHOOD && line < to + NEIGHBOURHOOD;
    }

    /** Whether what git says of the hunk's surroundings is the method's declaration. */
    private static boolean names(String heading, String method) {
        return Pattern.compile("\\b" + Pattern.quote(method) + "\\s*\\(")
                .matcher(heading)
                .find();
    }
}
