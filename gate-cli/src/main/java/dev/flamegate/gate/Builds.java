package dev.flamegate.gate;

import dev.flamegate.gate.facts.Git;
import dev.flamegate.os.Sha256;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.plan.Plan;
import dev.flamegate.runtime.Progress;
import dev.flamegate.targets.LogTail;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Gets the jar of an arm: as it is, or built from a revision of git in a temporary worktree. What was built is kept by
 * the hash of the revision's tree, and not built again.
 */
public final class Builds implements AutoCloseable {
    private static final List<String> DEFAULT_BRANCHES =
            List.of("origin/HEAD", "origin/main", "origin/master", "main", "master");

    private static final int RECIPE_DIGITS = 8;

    private final Plan plan;
    private final Path planFolder;
    private final Git git;
    private final Progress progress;
    private volatile @Nullable Process building;
    private volatile @Nullable Path worktree;

    Builds(Plan plan, Path planFolder, Progress progress) {
        this.plan = plan;
        this.planFolder = planFolder;
        this.git = new Git(planFolder);
        this.progress = progress;
    }

    /**
     * The jar of an arm.
     *
     * @return relative to the plan's folder or absolute; {@code null} for an arm that runs none
     * @throws BuildFailed when there is no such revision, or it cannot be built
     */
    @Nullable
    String jar(ArmSpec arm) throws InterruptedException {
        return switch (arm.kind()) {
            case JAR -> arm.value();
            case GIT -> built(arm.value()).toString();
            case IMAGE, URL -> null;
        };
    }

    private Path built(String revision) throws InterruptedException {
        String target = plan.target().jar();
        String build = plan.build();
        if (target == null || build == null) {
            throw new BuildFailed("git:" + revision
                    + " has to be built: the plan needs build: (a command) and target: jar (what it makes)");
        }
        String commit = commit(revision);
        String tree = git("rev-parse", commit + "^{tree}");
        // With the command: what another one made of the same tree is another build.
        String recipe = Sha256.of((build + "\n" + target).getBytes(StandardCharsets.UTF_8));
        Path cached = planFolder
                .resolve(".flamegate")
                .resolve("builds")
                .resolve(tree + "-" + recipe.substring(0, RECIPE_DIGITS))
                .resolve(Path.of(target).getFileName());
        if (!Files.exists(cached)) {
            build(revision, commit, build, target, cached);
        }
        return cached;
    }

    private void build(String revision, String commit, String command, String target, Path cached)
            throws InterruptedException {
        progress.stage("building git:" + revision + " (" + commit.substring(0, 10) + ")", Duration.ZERO);
        Path root = Path.of(git("rev-parse", "--show-toplevel"));
        Path checkout = planFolder
                .resolve(".flamegate")
                .resolve("worktree-" + UUID.randomUUID())
                .toAbsolutePath();
        worktree = checkout;
        try {
            git("worktree", "add", "--detach", checkout.toString(), commit);
            Path inside = checkout.resolve(root.relativize(planFolder.toRealPath()));
            Path log = Files.createDirectories(cached.getParent()).resolve("build.log");
            int code = ended(new ProcessBuilder("sh", "-c", command)
                    .directory(inside.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start());
            Path jar = inside.resolve(target);
            if (code != 0 || !Files.exists(jar)) {
                throw new BuildFailed("git:" + revision + " could not be built: `" + command + "` ended with " + code
                        + (code == 0 ? ", but made no " + target : "") + ".\n"
                        + LogTail.of(log));
            }
            Path beside = cached.resolveSibling(UUID.randomUUID() + ".jar");
            Files.copy(jar, beside);
            Files.move(beside, cached, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new BuildFailed("git:" + revision + " could not be built: " + e.getMessage());
        } finally {
            close();
        }
    }

    /** Ends a build that runs and removes its worktree; also from another thread, for whoever interrupts the program. */
    @Override
    public void close() {
        Process build = building;
        if (build != null) {
            end(build);
        }
        Path left = worktree;
        if (left != null) {
            try {
                git.ask("worktree", "remove", "--force", left.toString());
                worktree = null;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Waits; whoever interrupts it leaves no build running. */
    private int ended(Process build) throws InterruptedException {
        building = build;
        try {
            return build.waitFor();
        } finally {
            end(build);
            building = null;
        }
    }

    private static void end(Process build) {
        build.descendants().forEach(ProcessHandle::destroyForcibly);
        build.destroyForcibly();
    }

    /** The commit that an arm names; empty for one that names none. */
    Optional<String> revision(ArmSpec arm) throws InterruptedException {
        return arm.kind() == ArmSpec.Kind.GIT ? Optional.of(commit(arm.value())) : Optional.empty();
    }

    private String commit(String revision) throws InterruptedException {
        if (!revision.equals("merge-base")) {
            return git("rev-parse", "--verify", revision + "^{commit}");
        }
        for (String branch : DEFAULT_BRANCHES) {
            Optional<String> base = git.ask("merge-base", "HEAD", branch);
            if (base.isPresent()) {
                return base.get();
            }
        }
        throw new BuildFailed("git:merge-base: none of " + String.join(", ", DEFAULT_BRANCHES)
                + " has a common ancestor with HEAD here; fetch one, or name a revision");
    }

    private String git(String... arguments) throws InterruptedException {
        return git.ask(arguments)
                .orElseThrow(() -> new BuildFailed("git " + String.join(" ", arguments) + " failed in " + planFolder
                        + ": is it a checkout, and is the revision there?"));
    }

    /** An arm cannot be built. */
    public static final class BuildFailed extends RuntimeException {
        private static final long serialVersionUID = 1;

        BuildFailed(String message) {
            super(message);
        }
    }
}
