package dev.flamegate.cli.option;

import dev.flamegate.format.Names;
import dev.flamegate.gate.facts.Git;
import dev.flamegate.os.Checkout;
import dev.flamegate.os.CloseableRegistry;
import dev.flamegate.os.GitCommand;
import dev.flamegate.os.Program;
import dev.flamegate.plan.yaml.Source;
import dev.flamegate.runtime.Policy;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The files that decide how a change is judged, as they are checked out or as a revision has them. */
final class PolicyFiles {
    /** Size limit of a file: more than the readers accept, so that they refuse it with their own message. */
    private static final int MOST_BYTES = (1 << 20) + 1;

    private static final String GIT = "git:";

    private final @Nullable Revision revision;
    private final Map<Path, String> read = new LinkedHashMap<>();
    private final Set<Path> programs = new LinkedHashSet<>();

    private PolicyFiles(@Nullable Revision revision) {
        this.revision = revision;
    }

    /** A revision of the repository that a folder is in. */
    private record Revision(String name, String commit, Path folder) {
        static Optional<Revision> of(String name, Path folder) {
            try {
                return new Git(folder)
                        .commit(new CloseableRegistry(), name)
                        .map(commit -> new Revision(name, commit, folder));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return Optional.empty();
            }
        }

        /** The content of a file; empty if the revision lacks it. */
        Optional<String> content(Path file) {
            String path = folder.relativize(file.toAbsolutePath().normalize())
                    .toString()
                    .replace('\\', '/');
            try {
                Program.Result result = GitCommand.in(folder, List.of("cat-file", "blob", commit + ":./" + path))
                        .run();
                return result.isOk() ? Optional.of(result.output()) : Optional.empty();
            } catch (IOException e) {
                return Optional.empty();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return Optional.empty();
            }
        }

        String text() {
            return GIT + name + " (" + Names.commit(commit) + ")";
        }
    }

    static PolicyFiles checkedOut() {
        return new PolicyFiles(null);
    }

    /**
     * The files of a revision.
     *
     * @param from {@code git:REVISION}, where {@code merge-base} is where HEAD left the default branch
     * @param folder of the plan
     * @throws UsageProblem when the text is no revision
     */
    static PolicyFiles of(String from, Path folder) {
        String name = from.startsWith(GIT) ? from.substring(GIT.length()) : "";
        if (name.isEmpty()) {
            throw new UsageProblem("--policy-from " + from + ": write git:REVISION, such as git:origin/main");
        }
        return new PolicyFiles(Revision.of(name, folder)
                .orElseThrow(() -> new UsageProblem("--policy-from " + from + ": there is no such revision in " + folder
                        + ", or a branch and a tag have this name (write refs/heads/NAME); does the checkout have its"
                        + " history (fetch-depth: 0)?")));
    }

    boolean exists(Path file) {
        return revision == null ? Files.exists(file) : revision.content(file).isPresent();
    }

    /**
     * The text of a file.
     *
     * @param shown path as people write it
     * @throws UsageProblem when it is not there
     */
    Source source(Path file, Path shown) {
        Revision from = revision;
        String text = from == null ? text(file) : from.content(file).orElse(null);
        if (text == null) {
            throw new UsageProblem("there is no " + shown + " in " + (from == null ? "the checkout" : from.text()));
        }
        read.put(file.toAbsolutePath().normalize(), text);
        return new Source(shown.toString(), text);
    }

    /**
     * The text of a file that a plan names, which may be a stranger's.
     *
     * @param folder of the plan
     * @throws UsageProblem when it is not there, or in a checkout and leads out of it
     */
    Source planned(Path folder, Path file, Path shown) {
        Optional<Path> root = Checkout.root(folder);
        if (root.isPresent() && Files.exists(file) && !Checkout.isWithin(root.get(), file)) {
            throw new UsageProblem(
                    shown + " in the plan is not within " + root.get()
                            + ": a plan may name files of its own checkout only; others are read when the command line names them");
        }
        return source(file, shown);
    }

    /** Notes a file that a command of the plan runs as it is checked out, to be compared. */
    void runs(Path file) {
        programs.add(file.toAbsolutePath().normalize());
    }

    /** The origin of the files read so far, and those that differ from the checked-out ones. */
    Policy policy() {
        Revision from = revision;
        return from == null
                ? Policy.CHECKED_OUT
                : new Policy(from.text(), true, differing(PolicyFiles::here), changed(from));
    }

    /** The checked-out files read so far that differ from those of a revision. */
    Policy since(String name, Path folder) {
        if (revision != null) {
            return policy();
        }
        return Revision.of(name, folder)
                .map(other -> new Policy(other.text(), false, differing(other::content), changed(other)))
                .orElse(Policy.CHECKED_OUT);
    }

    private interface Contents {
        Optional<String> of(Path file);
    }

    private List<String> differing(Contents elsewhere) {
        List<String> names = new ArrayList<>();
        read.forEach((file, text) -> {
            if (!elsewhere.of(file).equals(Optional.of(text))) {
                names.add(String.valueOf(file.getFileName()));
            }
        });
        return names;
    }

    /** The noted programs that are not the same in a revision. */
    private List<String> changed(Revision other) {
        return programs.stream()
                .filter(file -> !other.content(file).equals(here(file)))
                .map(file -> String.valueOf(file.getFileName()))
                .toList();
    }

    private static Optional<String> here(Path file) {
        return Files.exists(file) ? Optional.of(text(file)) : Optional.empty();
    }

    private static String text(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UsageProblem(
                    file + " cannot be read: " + (Files.exists(file) ? e.getMessage() : "there is no such file"));
        }
    }
}
