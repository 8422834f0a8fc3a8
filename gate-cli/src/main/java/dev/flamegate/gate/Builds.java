package dev.flamegate.gate;

import dev.flamegate.extension.Extensions;
import dev.flamegate.format.Names;
import dev.flamegate.gate.facts.Git;
import dev.flamegate.gate.facts.RunFacts;
import dev.flamegate.os.ChildEnvironment;
import dev.flamegate.os.CloseableRegistry;
import dev.flamegate.os.FileTree;
import dev.flamegate.os.OwnFolders;
import dev.flamegate.os.Program;
import dev.flamegate.os.Sha256;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.plan.ArmSpec.Upgrade;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.runtime.Progress;
import dev.flamegate.targets.AppFiles;
import dev.flamegate.targets.LogTail;
import dev.flamegate.targets.Replacement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Gets the jar of an arm: as it is, or built in a temporary worktree, from a git revision or from the files of the
 * checkout as they are now, with other versions of libraries where the arm has them. A built jar is cached under the
 * hash of its source's tree, with the libraries that it finds next to it, and not built again.
 */
public final class Builds implements AutoCloseable {
    private static final int RECIPE_DIGITS = 8;

    /** Time limit of a build, which only keeps one from running forever: people interrupt slow ones earlier. */
    private static final Duration LONGEST = Duration.ofHours(12);

    private final Plan plan;
    private final Path planFolder;
    private final Git git;
    private final Progress progress;
    private final CloseableRegistry running;
    private final ChildEnvironment environment;

    public Builds(Plan plan, Path planFolder, Progress progress) {
        this(plan, planFolder, progress, new CloseableRegistry(), MeasurementPlan.childEnvironment(plan));
    }

    public Builds(
            Plan plan, Path planFolder, Progress progress, CloseableRegistry running, ChildEnvironment environment) {
        this.environment = environment;
        this.running = running;
        this.plan = plan;
        this.planFolder = planFolder;
        this.git = new Git(planFolder);
        this.progress = progress;
    }

    /**
     * The target of an arm, with libraries in place of others where the arm has them.
     *
     * @throws BuildFailed when it cannot be built
     * @throws dev.flamegate.targets.TargetFailed when a library cannot be replaced
     */
    public RunFacts.Build of(ArmSpec arm) throws InterruptedException {
        TargetSpec target = plan.target().with(arm, jar(arm));
        if (target.image() != null && !arm.changes().replace().isEmpty()) {
            throw new BuildFailed(
                    "replace: the jars in an image cannot be replaced, but the arm runs " + target.image());
        }
        return new RunFacts.Build(
                Replacement.of(target, arm.changes().replace(), planFolder),
                target.subject().text(),
                revision(arm),
                arm);
    }

    /**
     * The jar of an arm.
     *
     * @return relative to the plan's folder or absolute; {@code null} for an arm that runs none
     * @throws BuildFailed when there is no such revision, or it cannot be built
     */
    @Nullable
    public String jar(ArmSpec arm) throws InterruptedException {
        return switch (arm.kind()) {
            case JAR -> arm.value();
            case GIT, WORKING_TREE -> built(arm).toString();
            case IMAGE, URL, COMMAND, TARGET -> null;
        };
    }

    private Path built(ArmSpec arm) throws InterruptedException {
        String target = plan.target().jar();
        String build = plan.build();
        if (target == null || build == null) {
            throw new BuildFailed(
                    arm.text() + " has to be built: the plan needs build: (a command) and target: jar (what it makes)");
        }
        Source source = source(arm);
        List<Upgrade> upgrades = arm.changes().upgrades();
        Path cached = cached(source.tree(), build, target, upgrades);
        if (!Files.exists(cached)) {
            build(source, build, target, upgrades, cached);
        }
        return cached;
    }

    /**
     * The origin of a build.
     *
     * @param name for people
     * @param commit that is checked out
     * @param tree hash of the files
     * @param isCommitted whether these are the files of the commit; else they are put in their place
     */
    private record Source(String name, String commit, String tree, boolean isCommitted) {}

    private Source source(ArmSpec arm) throws InterruptedException {
        if (arm.kind() == ArmSpec.Kind.GIT) {
            String commit = commit(arm.value());
            return new Source(arm.text(), commit, git("rev-parse", commit + "^{tree}"), true);
        }
        String head = commit("HEAD");
        try {
            String tree = new WorkingTree(planFolder, running)
                    .tree(ownFolder(), plan.report())
                    .orElseThrow(() -> new IOException("git cannot list its files"));
            return new Source("the working tree", head, tree, false);
        } catch (IOException e) {
            throw new BuildFailed("the working tree cannot be built: " + e.getMessage());
        }
    }

    private Path cached(String tree, String build, String target, List<Upgrade> upgrades) {
        // Includes the command: another command makes another build of the same tree. Older builds lack libraries.
        String versions = upgrades.stream().map(one -> "\n" + one.text()).collect(Collectors.joining());
        String recipe = Sha256.of(build + "\n" + target + "\nwith libraries" + versions);
        return planFolder
                .resolve(".flamegate")
                .resolve("builds")
                .resolve(tree + "-" + recipe.substring(0, RECIPE_DIGITS))
                .resolve(Path.of(target).getFileName());
    }

    /**
     * True if the files of a commit were built before, so that the jar exists.
     *
     * @param tree hash of the files
     */
    public boolean isBuilt(String tree) {
        String target = plan.target().jar();
        String build = plan.build();
        return target != null && build != null && Files.exists(cached(tree, build, target, List.of()));
    }

    private void build(Source source, String command, String target, List<Upgrade> upgrades, Path cached)
            throws InterruptedException {
        String commit = source.commit();
        String versions = upgrades.stream().map(Upgrade::text).collect(Collectors.joining(", "));
        String name = source.name() + (upgrades.isEmpty() ? "" : " with " + versions);
        progress.stage("building " + name + " (" + Names.commit(commit) + ")", Duration.ZERO);
        Path root = Path.of(git("rev-parse", "--show-toplevel"));
        // Registered before git makes it: from here on, a close at any moment removes it.
        Path checkout = running.start(() -> ownFolder().resolve("worktree"), this::remove);
        try {
            git("worktree", "prune"); // those of builds that were killed
            git("worktree", "add", "--detach", checkout.toString(), commit);
            if (!source.isCommitted()) {
                if (new Git(checkout)
                        .ask(running, "read-tree", "-u", "--reset", source.tree())
                        .isEmpty()) {
                    throw new IOException("its files cannot be copied");
                }
            }
            Path inside = checkout.resolve(root.relativize(planFolder.toRealPath()));
            if (!upgrades.isEmpty()) {
                upgrading().change(upgrades, command, checkout, inside);
            }
            Path log = Files.createDirectories(cached.getParent()).resolve("build.log");
            int code = Program.of("sh", "-c", command)
                    .withOnly(environment.variables())
                    .in(inside)
                    .joiningErrors()
                    .outputTo(log)
                    .within(LONGEST)
                    .registeredIn(running)
                    .run()
                    .code();
            Path jar = inside.resolve(target);
            if (code != 0 || !Files.exists(jar)) {
                throw new BuildFailed(name + " could not be built: `" + command + "` ended with " + code
                        + (code == 0 ? ", but made no " + target : "") + ".\n"
                        + LogTail.of(log)
                        + (environment.hint().isEmpty() ? "" : "\n" + environment.hint()));
            }
            AppFiles built = AppFiles.of(new TargetSpec.Subject.Jar(target), inside)
                    .orElseThrow(() -> new IOException(target + " is not a file"));
            keep(built, cached);
        } catch (IOException e) {
            throw new BuildFailed(name + " could not be built: " + e.getMessage());
        } finally {
            remove(checkout);
            running.release(checkout);
        }
    }

    private static LibraryUpgrades upgrading() {
        return Extensions.only(LibraryUpgrades.class)
                .orElseThrow(() -> new BuildFailed("this installation cannot upgrade libraries: the extension for it is"
                        + " missing in lib/extensions"));
    }

    /** A fresh folder for a build; creating it deletes the folders that killed builds left. */
    private Path ownFolder() {
        Path all = planFolder.resolve(".flamegate").toAbsolutePath();
        try {
            return OwnFolders.create(all);
        } catch (IOException e) {
            throw new BuildFailed("no folder for a build can be made in " + all + ": " + e.getMessage());
        }
    }

    /**
     * Keeps a jar with the libraries next to it that it needs. The jar comes last, because its presence marks the entry
     * as complete.
     */
    private static void keep(AppFiles built, Path cached) throws IOException {
        Path jar = built.jar().orElseThrow();
        for (Path file : built.files()) {
            if (!file.equals(jar)) {
                copy(file, cached.resolveSibling(built.home().relativize(file).toString()));
            }
        }
        copy(jar, cached);
    }

    private static void copy(Path file, Path to) throws IOException {
        Path copy = Files.createDirectories(to.getParent()).resolve(UUID.randomUUID() + ".jar");
        try {
            Files.copy(file, copy);
            Files.move(copy, to, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(copy);
        }
    }

    /** Ends a running build and removes its worktree, from any thread and at any moment; refuses later builds. */
    @Override
    public void close() {
        running.close();
    }

    /** Removes a worktree, complete or not; does nothing if it does not exist. Interrupts wait. */
    private synchronized void remove(Path checkout) {
        boolean interrupted = Thread.interrupted();
        try {
            String path = checkout.toString();
            // Twice: git locks a worktree while it makes it, and leaves it locked when it is killed.
            if (git.ask("worktree", "remove", "--force", "--force", path).isEmpty() && Files.exists(checkout)) {
                FileTree.delete(checkout);
                git.ask("worktree", "unlock", path);
                git.ask("worktree", "prune");
            }
            FileTree.delete(Objects.requireNonNull(checkout.getParent())); // its own folder
        } catch (InterruptedException e) {
            interrupted = true;
        } catch (IOException | UncheckedIOException e) {
            progress.warn("the worktree " + checkout + " could not be removed: " + e.getMessage());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Checks that a build with other versions of libraries has them, and reports the differences; does nothing for any
     * other.
     *
     * @throws BuildFailed when it has not, or the other arm has the same ones
     */
    public void check(RunFacts.Build baseline, RunFacts.Build candidate) {
        List<Upgrade> upgrades =
                candidate.arm() == null ? List.of() : candidate.arm().changes().upgrades();
        Optional<AppFiles> before = AppFiles.of(baseline.target().subject(), planFolder);
        Optional<AppFiles> after = AppFiles.of(candidate.target().subject(), planFolder);
        if (!upgrades.isEmpty() && before.isPresent() && after.isPresent()) {
            progress.note(upgrading().differences(upgrades, before.get(), after.get()));
        }
    }

    /** The commit that an arm names; empty for one that names none. */
    public Optional<String> revision(ArmSpec arm) throws InterruptedException {
        return arm.kind() == ArmSpec.Kind.GIT ? Optional.of(commit(arm.value())) : Optional.empty();
    }

    private String commit(String revision) throws InterruptedException {
        return git.commit(running, revision).orElseThrow(() -> noCommit(revision));
    }

    private BuildFailed noCommit(String revision) {
        return new BuildFailed(
                revision.equals(ArmSpec.MERGE_BASE)
                        ? "git:merge-base: none of " + String.join(", ", Git.DEFAULT_BRANCHES)
                                + " has a common ancestor with HEAD here; fetch one, or name a revision"
                        : "git rev-parse --verify " + revision + "^{commit} failed in " + planFolder
                                + ": is it a checkout, and does the revision exist?\nIf a branch and a tag have this name,"
                                + " write refs/heads/NAME or refs/tags/NAME.");
    }

    private String git(String... arguments) throws InterruptedException {
        return git.ask(running, arguments)
                .orElseThrow(() -> new BuildFailed("git " + String.join(" ", arguments) + " failed in " + planFolder
                        + ": is it a checkout, and does the revision exist?"));
    }

    public static final class BuildFailed extends RuntimeException {
        private static final long serialVersionUID = 1;

        /** A message for people, with what to do about it. */
        public BuildFailed(String message) {
            super(message);
        }
    }
}
