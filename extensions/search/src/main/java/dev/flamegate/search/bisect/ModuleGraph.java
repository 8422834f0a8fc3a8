package dev.flamegate.search.bisect;

import dev.flamegate.gate.facts.Git;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The modules of a repository at one revision, and which is built from which, as far as Maven's and Gradle's build
 * files say it plainly: a build file that names another module's artifact, or its project. It only says where to look
 * first, so what it does not see costs time and nothing else.
 */
final class ModuleGraph {
    /** Reading more build files would take longer than the pair or two that they save. */
    private static final int MOST_FILES = 300;

    private static final Pattern BUILD_FILE = Pattern.compile("(?:(.*)/)?(?:pom\\.xml|build\\.gradle(?:\\.kts)?)");
    private static final Pattern PARENT = Pattern.compile("(?s)<parent>.*?</parent>");
    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>\\s*([^<\\s]+)\\s*</artifactId>");
    private static final Pattern PROJECT =
            Pattern.compile("project\\(\\s*(?:path\\s*[:=]\\s*)?['\"]:?([\\w.:-]+)['\"]");

    private final Map<String, Set<String>> uses;
    private final List<String> files;

    private ModuleGraph(Map<String, Set<String>> uses, List<String> files) {
        this.uses = uses;
        this.files = files;
    }

    /** The modules of a revision; one, the whole repository, where it has no build file that is known. */
    static ModuleGraph of(Git git, String revision) throws InterruptedException {
        List<String> files = git.ask("ls-tree", "-r", "-z", "--full-tree", "--name-only", revision).stream()
                .flatMap(names -> Stream.of(names.split("\0", -1)))
                .toList();
        Map<String, String> builds = new TreeMap<>();
        for (String file : files) {
            Matcher build = BUILD_FILE.matcher(file);
            if (build.matches() && builds.size() < MOST_FILES) {
                String module = build.group(1) == null ? "" : build.group(1);
                String text =
                        git.ask("show", "--no-textconv", revision + ":" + file).orElse("");
                builds.merge(module, text, (one, other) -> one + "\n" + other);
            }
        }
        return of(builds, files);
    }

    /**
     * Modules by their folder.
     *
     * @param builds text of the build file in each folder, relative to the repository and empty for its root
     * @param files all files of the repository
     */
    static ModuleGraph of(Map<String, String> builds, List<String> files) {
        Map<String, String> byName = new HashMap<>();
        builds.forEach((module, text) -> {
            if (!module.isEmpty()) {
                byName.put(module.replace('/', ':'), module);
            }
            Matcher own = ARTIFACT.matcher(PARENT.matcher(text).replaceAll(""));
            if (own.find()) {
                byName.put(own.group(1), module);
            }
        });
        Map<String, Set<String>> uses = new TreeMap<>();
        builds.forEach((module, text) -> {
            Set<String> used = new HashSet<>();
            // A parent is no part of what is built from it, but its versions and options are.
            for (Pattern pattern : List.of(ARTIFACT, PROJECT)) {
                pattern.matcher(text)
                        .results()
                        .map(name -> byName.get(name.group(1)))
                        .filter(other -> other != null && !other.equals(module))
                        .forEach(used::add);
            }
            uses.put(module, used);
        });
        uses.computeIfAbsent("", root -> Set.of());
        return new ModuleGraph(uses, List.copyOf(files));
    }

    /** The folder of the module that a file is in: that of the nearest build file above it. */
    String moduleOf(String file) {
        return uses.keySet().stream()
                .filter(module -> module.isEmpty() || file.startsWith(module + "/"))
                .max(Comparator.comparingInt(String::length))
                .orElse("");
    }

    /** The modules with a source file whose path ends like this one, by whole folders. */
    List<String> modulesOf(String end) {
        return files.stream()
                .filter(file -> file.equals(end) || file.endsWith("/" + end))
                .map(this::moduleOf)
                .distinct()
                .toList();
    }

    /** All modules that one is built from, without itself. */
    Set<String> below(String module) {
        Set<String> below = new HashSet<>();
        Deque<String> next = new ArrayDeque<>(List.of(module));
        while (!next.isEmpty()) {
            for (String used : uses.getOrDefault(next.remove(), Set.of())) {
                if (below.add(used)) {
                    next.add(used);
                }
            }
        }
        below.remove(module);
        return below;
    }
}
