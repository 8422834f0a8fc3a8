package dev.flamegate.search.bisect;

import dev.flamegate.gate.Builds;
import dev.flamegate.gate.SuspectCommits;
import dev.flamegate.gate.facts.Git;
import dev.flamegate.model.finding.Culprit;
import dev.flamegate.model.finding.SuspectCommit;
import dev.flamegate.os.CloseableRegistry;
import dev.flamegate.search.bisect.CommitGraph.Commit;
import dev.flamegate.search.changes.BuiltFiles;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The commits between two revisions, and their changes, by git's command line. */
final class CommitHistory {
    /** A search among more would take git and the gate minutes for each step. */
    private static final int MOST = 5_000;

    private static final int FIELDS = 6;

    private final Git git;
    private final Path folder;

    /** Commits of the repository that a folder is in. */
    CommitHistory(Path folder) {
        this.folder = folder;
        this.git = new Git(folder);
    }

    /**
     * The commits that are in a bad revision and not in a good one.
     *
     * @param good full hash of the good one
     * @param goodTree hash of its files
     * @param graph of the others
     */
    record Between(String good, String goodTree, CommitGraph graph) {}

    /**
     * The commits between two revisions.
     *
     * @throws Builds.BuildFailed when there are no commits, or the good one is not among the ancestors of the bad one
     */
    Between between(String good, String bad) throws InterruptedException {
        String first = commit(good);
        String last = commit(bad);
        String base = git.ask("merge-base", first, last).orElse("");
        if (first.equals(last)) {
            throw new Builds.BuildFailed(good + " and " + bad + " are the same commit: there is nothing between them");
        } else if (!base.equals(first)) {
            throw new Builds.BuildFailed(
                    good + " is not an ancestor of " + bad + ", so that the commit between them need not be in " + bad
                            + (base.isEmpty() ? "" : ": bisect from where they parted, " + base.substring(0, 10)));
        }
        String[] fields = git.ask(
                        "log",
                        "--topo-order",
                        "--reverse",
                        "-z",
                        "--no-patch",
                        "--no-show-signature",
                        "--format=%H%x00%P%x00%T%x00%an%x00%cI%x00%s",
                        first + ".." + last)
                .orElseThrow(() -> new Builds.BuildFailed("git log " + first + ".." + last + " failed in " + folder))
                .split("\0", -1);
        List<Commit> commits = commits(Arrays.asList(fields));
        if (commits.size() > MOST) {
            throw new Builds.BuildFailed(commits.size() + " commits lie between " + good + " and " + bad
                    + ", and more than " + MOST + " cannot be searched: name revisions that are nearer to each other");
        }
        String tree = git.ask("rev-parse", first + "^{tree}").orElse("");
        return new Between(first, tree, CommitGraph.of(first, tree, commits));
    }

    private String commit(String revision) throws InterruptedException {
        return git.commit(new CloseableRegistry(), revision)
                .orElseThrow(() -> new Builds.BuildFailed("git rev-parse --verify " + revision + "^{commit} failed in "
                        + folder + ": is it a checkout, and does the revision exist?"));
    }

    /**
     * Reads the commits from git's output.
     *
     * @param fields six of each commit: hash, parents, tree, author, date, subject
     */
    static List<Commit> commits(List<String> fields) {
        List<Commit> commits = new ArrayList<>();
        for (int i = 0; i + FIELDS <= fields.size(); i += FIELDS) {
            String parents = fields.get(i + 1).strip();
            commits.add(new Commit(
                    fields.get(i).strip(),
                    parents.isEmpty() ? List.of() : List.of(parents.split(" ", -1)),
                    fields.get(i + 2),
                    fields.get(i + 3),
                    date(fields.get(i + 4)),
                    fields.get(i + 5)));
        }
        return commits;
    }

    private static Instant date(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            return Instant.EPOCH;
        }
    }

    /**
     * The changes of each commit of a graph, in its order.
     *
     * @param culprit the method that explains the growth; {@code null} if unknown
     */
    List<Touch> touches(Between between, @Nullable Culprit culprit) throws InterruptedException {
        CommitGraph graph = between.graph();
        String bad = graph.commit(graph.bad()).hash();
        Map<String, List<String>> files = files(between.good(), bad);
        Map<String, Integer> near = new HashMap<>();
        Set<String> own = new HashSet<>();
        Set<String> below = new HashSet<>();
        ModuleGraph modules = ModuleGraph.of(git, bad);
        if (culprit != null && culprit.file() != null) {
            for (SuspectCommit suspect : new SuspectCommits(folder).between(between.good(), bad, culprit)) {
                near.put(suspect.hash(), suspect.near());
            }
            modules.modulesOf(culprit.file()).forEach(module -> {
                own.add(module);
                below.addAll(modules.below(module));
            });
        }
        List<Touch> touches = new ArrayList<>();
        for (Commit commit : graph.commits()) {
            Integer lines = near.get(commit.hash());
            List<String> changed = files.getOrDefault(commit.hash(), List.of());
            Set<String> touched = changed.stream().map(modules::moduleOf).collect(Collectors.toSet());
            if (lines != null) {
                touches.add(lines > 0 ? Touch.CULPRIT : Touch.FILE);
            } else if (!changed.isEmpty() && changed.stream().noneMatch(BuiltFiles::isBuilt)) {
                touches.add(Touch.NOT_BUILT);
            } else if (touched.stream().anyMatch(own::contains)) {
                touches.add(Touch.MODULE);
            } else {
                touches.add(touched.stream().anyMatch(below::contains) ? Touch.DEPENDENCY : Touch.OTHER);
            }
        }
        return touches;
    }

    /** The files that each commit changed, by its hash; none for merges. */
    private Map<String, List<String>> files(String good, String bad) throws InterruptedException {
        // A file can have any name but an unknown one.
        String mark = "flamegate-" + UUID.randomUUID();
        String all = git.ask(
                        "log",
                        "-z",
                        "--no-merges",
                        "--no-show-signature",
                        "--name-only",
                        "--format=" + mark + "%H",
                        good + ".." + bad)
                .orElse("");
        Map<String, List<String>> files = new HashMap<>();
        String commit = "";
        for (String entry : all.split("\0", -1)) {
            String text = entry.replaceFirst("^\n", "");
            if (text.startsWith(mark)) {
                commit = text.substring(mark.length());
            } else if (!text.isEmpty()) {
                files.computeIfAbsent(commit, hash -> new ArrayList<>()).add(text);
            }
        }
        return files;
    }
}
