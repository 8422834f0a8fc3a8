package dev.flamegate.remote;

import dev.flamegate.plan.RemoteSpec;
import dev.flamegate.stats.Change;
import dev.flamegate.store.StoreFailed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Files of a branch that contains nothing else. A change is a commit on top of the branch's latest, made again when
 * somebody else pushed meanwhile; only the latest commit of the branch is fetched.
 */
final class GitRemote implements Remote {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int MOST_DOUBLINGS = 5;
    private static final String TIP = "refs/heads/tip";
    private static final String INDEX = "flamegate.index";
    private static final Pattern AHEAD = Pattern.compile("\\(fetch first\\)|\\[rejected\\] \\(non-fast-forward\\)"
            + "|stale info|cannot lock ref|failed to update ref|reference already exists|incorrect old value");

    private final RemoteSpec.Git place;
    private final Path checkout;
    private final Map<String, String> environment;
    private @Nullable GitRepository repository;

    /** The files of a place; git is not run yet. */
    GitRemote(RemoteSpec.Git place, Path checkout, Map<String, String> environment) {
        this.place = place;
        this.checkout = checkout;
        this.environment = environment;
    }

    @Override
    public String text() {
        return place.text();
    }

    @Override
    public Set<String> list(Set<String> beginnings) throws InterruptedException {
        Set<String> names = new TreeSet<>(files(tip()).keySet());
        names.removeIf(name -> beginnings.stream().noneMatch(name::startsWith));
        return names;
    }

    @Override
    public Map<String, Path> fetch(Collection<String> names, Path folder) throws InterruptedException {
        Map<String, String> there = files(latestKnown());
        Map<String, String> wanted = new LinkedHashMap<>();
        names.stream().filter(there::containsKey).forEach(name -> wanted.put(name, there.get(name)));
        fetchContents(Set.copyOf(wanted.values()));
        Map<String, Path> files = new LinkedHashMap<>();
        for (Map.Entry<String, String> one : wanted.entrySet()) {
            Path file = folder.resolve("object-" + files.size());
            String size = repository().run(null, "cat-file", "-s", one.getValue());
            if (size.length() > 18 || Long.parseLong(size) > Remote.MOST_BYTES) {
                throw new StoreFailed(Remote.tooLong(one.getKey()));
            }
            GitRepository.Ended ended = repository().end(null, "cat-file", "blob", one.getValue());
            if (ended.code() != 0) {
                throw failed("cannot be read", ended);
            }
            try {
                Files.move(ended.output(), file, StandardCopyOption.REPLACE_EXISTING);
            } catch (IOException e) {
                throw new StoreFailed(text() + ": " + e, e);
            }
            files.put(one.getKey(), file);
        }
        return files;
    }

    @Override
    public void change(Change change) throws InterruptedException {
        Map<String, String> added = store(change.added());
        Map<String, String> replaced = store(change.replaced());
        long end = System.nanoTime() + PATIENCE.toNanos();
        for (int attempt = 1; ; attempt++) {
            String tip = tip();
            Map<String, String> files = files(tip);
            StringBuilder lines = new StringBuilder();
            added.forEach((name, blob) -> lines.append(files.containsKey(name) ? "" : line(blob, name)));
            replaced.forEach((name, blob) -> lines.append(blob.equals(files.get(name)) ? "" : line(blob, name)));
            change.deleted().stream()
                    .filter(files::containsKey)
                    .forEach(name -> lines.append("0 0000000000000000000000000000000000000000\t")
                            .append(name)
                            .append('\n'));
            if (lines.isEmpty() || push(tip, lines.toString(), change)) {
                return;
            }
            if (System.nanoTime() > end) {
                throw new StoreFailed(
                        text() + ": other pushes kept getting in first for " + PATIENCE.toSeconds() + " s");
            }
            Thread.sleep(ThreadLocalRandom.current().nextLong(50L << Math.min(attempt, MOST_DOUBLINGS)));
        }
    }

    private static String line(String blob, String name) {
        return "100644 " + blob + "\t" + name + "\n";
    }

    /** The contents as blobs of our repository, by name. */
    private Map<String, String> store(Map<String, byte[]> contents) throws InterruptedException {
        Map<String, String> blobs = new TreeMap<>();
        for (Map.Entry<String, byte[]> one : contents.entrySet()) {
            blobs.put(one.getKey(), repository().run(one.getValue(), "hash-object", "-w", "--stdin", "--no-filters"));
        }
        return blobs;
    }

    /** Pushes the tip with these lines changed; false when another push got in first. */
    private boolean push(String tip, String lines, Change change) throws InterruptedException {
        int changed = change.added().size()
                + change.replaced().size()
                + change.deleted().size();
        String message = "Stored runs: " + changed + (changed == 1 ? " file" : " files") + " [skip ci]";
        String tree = tree(tip, lines);
        String ref = "refs/heads/" + place.branch();
        if (change.compact() && !tip.isEmpty()) {
            String commit = repository().run(null, "commit-tree", tree, "-m", message);
            GitRepository.Ended rewritten = push("--force-with-lease=" + ref + ":" + tip, commit + ":" + ref);
            if (rewritten.code() == 0 || isAhead(rewritten)) {
                return rewritten.code() == 0;
            }
            // The branch is protected against rewriting, so its past stays.
        }
        String commit = tip.isEmpty()
                ? repository().run(null, "commit-tree", tree, "-m", message)
                : repository().run(null, "commit-tree", tree, "-p", tip, "-m", message);
        GitRepository.Ended pushed = push(commit + ":" + ref);
        if (pushed.code() != 0 && !isAhead(pushed)) {
            throw failed("cannot be pushed to", pushed);
        }
        return pushed.code() == 0;
    }

    private GitRepository.Ended push(String... arguments) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of("push", "--porcelain", "--no-verify"));
        command.addAll(List.of(arguments));
        command.add(command.size() - 1, "shared");
        return repository().end(null, command.toArray(String[]::new));
    }

    /** True if a push failed because the branch has moved. */
    private static boolean isAhead(GitRepository.Ended pushed) {
        return AHEAD.matcher(pushed.text() + pushed.error()).find();
    }

    /** The files of a commit with lines of git's index changed. */
    private String tree(String tip, String lines) throws InterruptedException {
        GitRepository git = repository();
        try {
            Files.deleteIfExists(git.folder().resolve(INDEX));
        } catch (IOException e) {
            throw new StoreFailed(text() + ": " + e, e);
        }
        if (!tip.isEmpty()) {
            git.run(null, "read-tree", tip);
        }
        git.run(lines.getBytes(StandardCharsets.UTF_8), "update-index", "--add", "--index-info");
        return git.run(null, "write-tree", "--missing-ok");
    }

    /** The branch's latest commit, fetched; empty without a branch. */
    private String tip() throws InterruptedException {
        String ref = "refs/heads/" + place.branch();
        GitRepository git = repository();
        GitRepository.Ended asked = git.end(null, "ls-remote", "shared", ref);
        if (asked.code() != 0) {
            throw failed("cannot be reached", asked);
        }
        String there = asked.text();
        if (there.isEmpty()) {
            return "";
        }
        String known = latestKnown();
        if (!known.isEmpty() && there.startsWith(known)) {
            return known;
        }
        GitRepository.Ended fetched = git.end(
                null,
                "fetch",
                "--quiet",
                "--no-tags",
                "--depth=1",
                "--filter=blob:none",
                "shared",
                "+" + ref + ":" + TIP);
        if (fetched.code() != 0) {
            throw failed("cannot be fetched", fetched);
        }
        return latestKnown();
    }

    private String latestKnown() throws InterruptedException {
        GitRepository.Ended ended = repository().end(null, "rev-parse", "--verify", "--quiet", TIP);
        return ended.code() == 0 ? ended.text() : "";
    }

    /** Blobs of a commit by name. */
    private Map<String, String> files(String commit) throws InterruptedException {
        return commit.isEmpty()
                ? new TreeMap<>()
                : files(repository().run(null, "ls-tree", "-r", "-z", commit), text());
    }

    /** The blobs in git's list of a tree, by name; {@code remote} is for messages. */
    static Map<String, String> files(String listed, String remote) {
        Map<String, String> files = new TreeMap<>();
        for (String entry : listed.split("\0", -1)) {
            int tab = entry.indexOf('\t');
            if (tab > 0 && entry.startsWith("100644 blob ")) {
                Remote.checkCount(files.size(), remote);
                files.put(entry.substring(tab + 1), entry.substring("100644 blob ".length(), tab));
            }
        }
        return files;
    }

    /** Fetches missing contents in one go; where the server cannot do that, they are fetched one by one later. */
    private void fetchContents(Collection<String> blobs) throws InterruptedException {
        GitRepository git = repository();
        if (blobs.isEmpty()) {
            return;
        }
        StringBuilder missing = new StringBuilder();
        git.run(null, "rev-list", "--objects", "--missing=print", "--no-object-names", TIP)
                .lines()
                .filter(line -> line.startsWith("?") && blobs.contains(line.substring(1)))
                .forEach(line -> missing.append(line, 1, line.length()).append('\n'));
        if (!missing.isEmpty()) {
            git.end(
                    missing.toString().getBytes(StandardCharsets.UTF_8),
                    "-c",
                    "fetch.negotiationAlgorithm=noop",
                    "fetch",
                    "--quiet",
                    "--no-tags",
                    "--no-write-fetch-head",
                    "--filter=blob:none",
                    "--stdin",
                    "shared");
        }
    }

    /** The folder of the repository that stands between. */
    Path folder() throws InterruptedException {
        return repository().folder();
    }

    private StoreFailed failed(String what, GitRepository.Ended ended) {
        return new StoreFailed(text() + " " + what + ": " + ended.error());
    }

    private GitRepository repository() throws InterruptedException {
        GitRepository opened = repository;
        if (opened == null) {
            GitPlace known = new GitPlace(checkout, environment);
            opened = new GitRepository(environment, known.settings(place));
            opened.set("GIT_INDEX_FILE", opened.folder().resolve(INDEX).toString());
            if (!known.hasOwnSsh()) {
                opened.set("GIT_SSH_COMMAND", "ssh -oBatchMode=yes -oConnectTimeout=10");
            }
            for (String who : List.of("GIT_AUTHOR", "GIT_COMMITTER")) {
                opened.set(who + "_NAME", environment.getOrDefault(who + "_NAME", "flamegate"));
                opened.set(who + "_EMAIL", environment.getOrDefault(who + "_EMAIL", "flamegate@localhost"));
            }
            repository = opened;
        }
        return opened;
    }

    @Override
    public void close() {
        if (repository != null) {
            repository.close();
            repository = null;
        }
    }
}
