package dev.flamegate.publish.ci;

import dev.flamegate.gate.facts.Git;
import dev.flamegate.publish.format.SourceFiles;
import dev.flamegate.report.json.CulpritJson;
import dev.flamegate.report.json.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import nl.basjes.codeowners.CodeOwners;

/**
 * The owners of the code that a result blames, as the CODEOWNERS file of the checkout says in which a command runs. The
 * result may be a stranger's; the file and the list of paths are the checkout's.
 */
public final class Owners {
    /** The paths that GitHub and GitLab look for, in GitHub's order. */
    private static final List<String> PLACES =
            List.of(".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS");

    /** GitHub ignores larger files. */
    private static final long LARGEST = 3 << 20;

    private static final int MOST = 5;

    private Owners() {}

    /**
     * The owners of the worst culprit's file, or of the nearest of its callers whose file is in the repository.
     *
     * @param folder within the checkout
     * @return at most five; empty without a culprit, a checkout or owners
     */
    public static List<String> of(Result result, Path folder) throws InterruptedException {
        Optional<String> rules = rules(folder);
        Optional<CulpritJson> culprit = result.judged().worstCulprit();
        if (rules.isEmpty() || culprit.isEmpty()) {
            return List.of();
        }
        SourceFiles files = new SourceFiles(folder);
        CodeOwners owners = new CodeOwners(rules.get());
        return Stream.concat(
                        Stream.ofNullable(culprit.get().file()),
                        culprit.get().callers().stream().flatMap(caller -> Stream.ofNullable(caller.file())))
                .flatMap(file -> files.find(file).stream())
                .findFirst()
                .map(path -> owners.getAllApprovers(path).stream()
                        .distinct()
                        .limit(MOST)
                        .toList())
                .orElse(List.of());
    }

    /** The rules of the repository around a folder. */
    private static Optional<String> rules(Path folder) throws InterruptedException {
        Optional<Path> root =
                new Git(folder).ask("rev-parse", "--show-toplevel").map(Path::of);
        try {
            for (String place : root.isEmpty() ? List.<String>of() : PLACES) {
                Path file = root.get().resolve(place);
                if (Files.isRegularFile(file) && Files.size(file) <= LARGEST) {
                    return Optional.of(Files.readString(file));
                }
            }
        } catch (IOException e) {
            // Without a readable file no owner is known.
        }
        return Optional.empty();
    }
}
