package dev.flamegate.search.night;

import dev.flamegate.cli.option.Options;
import dev.flamegate.cli.option.PlanFiles;
import dev.flamegate.cli.option.Sharing;
import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.gate.facts.Git;
import dev.flamegate.plan.yaml.PlanProblems;
import dev.flamegate.runtime.Progress;
import dev.flamegate.search.night.ServiceNight.Status;
import dev.flamegate.store.Comparisons;
import dev.flamegate.store.SharedHistory;
import dev.flamegate.store.SharedHistory.Wanted;
import dev.flamegate.store.StoreFailed;
import dev.flamegate.store.StoredComparison;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The services of a night: which there are in a folder, and where each of them stands. */
final class NightServices {
    private static final String PLAN = "flamegate.yaml";
    private static final double SECONDS_OF_A_DAY = 86_400;

    /** Comparisons of each kind that a fresh folder gets: those of searches are among them. */
    private static final int COMPARISONS = 50;

    private final Path services;
    private final List<String> only;
    private final String revision;
    private final @Nullable String first;
    private final boolean mustShare;
    private final List<Night.Service> measured = new ArrayList<>();
    private final List<ServiceNight> others = new ArrayList<>();

    /**
     * Starts without reading the services.
     *
     * @param services a folder with one subfolder for each
     * @param only their names; empty for all
     * @param revision that names the newest commit of each
     * @param first the revision to compare with before the first night; {@code null} for the commit before the newest
     * @param mustShare whether to refuse a history that is not shared, because it is lost with the pod
     */
    NightServices(Path services, List<String> only, String revision, @Nullable String first, boolean mustShare) {
        this.services = services;
        this.only = only;
        this.revision = revision;
        this.first = first;
        this.mustShare = mustShare;
    }

    /**
     * Reads the services' plans, histories and commits. One that is wrong does not stop the others.
     *
     * @throws UsageProblem when a service is unknown, or the folder has no services
     */
    void read(Progress progress) throws InterruptedException {
        for (Path folder : folders()) {
            progress.stage("reading " + folder.getFileName(), Duration.ZERO);
            read(folder, progress);
        }
    }

    /** The services with changes to measure. */
    List<Night.Service> measured() {
        return measured;
    }

    /** The services without changes, or that cannot be measured. */
    List<ServiceNight> others() {
        return others;
    }

    private List<Path> folders() {
        List<Path> folders;
        try (Stream<Path> all = Files.list(services)) {
            folders = all.filter(folder -> Files.isRegularFile(folder.resolve(PLAN)))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UsageProblem("--services " + services + " cannot be read: " + e);
        }
        for (String name : only) {
            if (folders.stream().noneMatch(folder -> name(folder).equals(name))) {
                throw new UsageProblem("--service " + name + ": there is no "
                        + services.resolve(name).resolve(PLAN));
            }
        }
        List<Path> meant = folders.stream()
                .filter(folder -> only.isEmpty() || only.contains(name(folder)))
                .toList();
        if (meant.isEmpty()) {
            throw new UsageProblem("--services " + services + ": no folder in it has a plan (" + PLAN + ")");
        }
        return meant;
    }

    private static String name(Path folder) {
        return String.valueOf(folder.getFileName());
    }

    /** Reads a service's folder, and decides whether to measure it or to report something else. */
    private void read(Path folder, Progress progress) throws InterruptedException {
        try {
            Options options = new Options();
            options.place.plan = folder.resolve(PLAN);
            PlanFiles files = PlanFiles.read(options);
            NightProgress standing = NightProgress.of(
                    new Git(files.folder()),
                    compared(files, progress),
                    revision,
                    first == null ? revision + "~1" : first);
            if (standing.lines() == 0) {
                others.add(other(folder, Status.NOTHING_NEW, standing, nothing(standing)));
                return;
            }
            double days = standing.measured()
                    .map(when -> Duration.between(when, Instant.now()).toSeconds() / SECONDS_OF_A_DAY)
                    .map(waited -> Math.max(0, waited))
                    .orElse(-1.0);
            measured.add(new Night.Service(
                    name(folder),
                    options.place.plan.toAbsolutePath().normalize(),
                    files.plan().compare().budget(),
                    standing,
                    Risk.of(standing.lines(), days, standing.failures(), standing.comparisons())));
        } catch (UsageProblem | PlanProblems | StoreFailed | NightProgress.Unknown e) {
            others.add(other(folder, Status.NOT_MEASURED, null, String.valueOf(e.getMessage())));
            progress.warn(name(folder) + " is not measured: " + e.getMessage());
        }
    }

    private static String nothing(NightProgress standing) {
        return standing.commits() == 0
                ? "no commit since the last good one"
                : "nothing that is built changed since the last good commit";
    }

    /** The service's comparisons, including shared ones. */
    private List<StoredComparison> compared(PlanFiles files, Progress progress) throws InterruptedException {
        String service = files.plan().service();
        try (Sharing sharing = files.sharing(progress::warn).only(service)) {
            Optional<SharedHistory> shared = sharing.shared();
            if (mustShare && shared.isEmpty()) {
                throw new UsageProblem(
                        "the history of " + service + " is not shared, so that what a Job measures is lost"
                                + " with its pod: add `history: PLACE` to its plan, or set " + Sharing.VARIABLE);
            }
            if (shared.isPresent()) {
                // Not only a warning as elsewhere: without it, the service would begin again.
                shared.get().pull(new Wanted(service, 0, COMPARISONS, Set.of()));
            }
            return new Comparisons(sharing.history(), progress::warn)
                    .list().stream()
                            .filter(one -> one.candidate().service().equals(service))
                            .toList();
        }
    }

    private static ServiceNight other(Path folder, Status status, @Nullable NightProgress standing, String because) {
        return new ServiceNight(
                name(folder),
                status,
                null,
                standing != null && standing.wasBad(),
                standing == null ? "" : standing.good(),
                standing == null ? "" : standing.newest(),
                standing == null ? 0 : standing.commits(),
                0,
                0,
                because,
                null);
    }
}
