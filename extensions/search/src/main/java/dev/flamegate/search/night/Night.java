package dev.flamegate.search.night;

import dev.flamegate.gate.ExitCode;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.runtime.Progress;
import dev.flamegate.search.night.Runner.Done;
import dev.flamegate.search.night.ServiceNight.Status;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The queue of a night: each service's newest commit against its last good one, the riskiest first; where a rule broke,
 * the search for the commit between them comes next, before other comparisons, which would leave it no time. It keeps
 * nothing: what was measured is in the history, and a night that was ended begins again with what is left.
 */
final class Night {
    /** The least time for a search: with less, it would only report that it had no time. */
    private static final Duration LEAST_SEARCH = Duration.ofMinutes(10);

    private final int slots;
    private final Duration budget;
    private final Duration search;
    private final Runner runner;
    private final Progress progress;
    private final LongSupplier nanos;
    private final Predicate<String> checked;
    private final Map<String, Service> services = new LinkedHashMap<>();
    private final Map<String, ServiceNight> results = new LinkedHashMap<>();
    private final List<Work> comparisons = new ArrayList<>();
    private final List<Work> searches = new ArrayList<>();
    private final List<String> running = new ArrayList<>();
    private long began;
    private int compared;
    private int searched;

    /**
     * A night.
     *
     * @param slots how many commands run at the same time, at least 1
     * @param budget nothing is started that would exceed it by its own budget; builds come on top
     * @param search the most that the search for a commit gets
     * @param progress hears of each change of state as soon as it is known
     * @param nanos a clock
     * @param checked names of the services whose last good build is compared with itself, too, after all others
     */
    Night(
            int slots,
            Duration budget,
            Duration search,
            Runner runner,
            Progress progress,
            LongSupplier nanos,
            Predicate<String> checked) {
        this.slots = slots;
        this.budget = budget;
        this.search = search;
        this.runner = runner;
        this.progress = progress;
        this.nanos = nanos;
        this.checked = checked;
    }

    /**
     * A service to measure.
     *
     * @param name of its folder
     * @param plan its plan
     * @param budget of a comparison of it
     * @param risk see {@link Risk}
     */
    public record Service(String name, Path plan, Duration budget, NightProgress standing, double risk) {}

    /**
     * Measures until all is done or the budget is spent.
     *
     * @param measured the services
     * @param others what is known without measuring; a part of the report
     */
    public NightReport run(List<Service> measured, List<ServiceNight> others) throws InterruptedException {
        Instant started = Instant.now();
        began = nanos.getAsLong();
        List<Service> order = queue(measured);
        ExecutorService pool = Executors.newFixedThreadPool(slots);
        try {
            List<Future<Void>> workers = pool.invokeAll(Collections.nCopies(slots, (Callable<Void>) this::work));
            for (Future<Void> worker : workers) {
                result(worker);
            }
        } finally {
            pool.shutdownNow();
        }
        List<ServiceNight> all = new ArrayList<>();
        order.forEach(service -> all.add(results.getOrDefault(service.name(), left(service))));
        all.addAll(others);
        return new NightReport(started, Duration.ofNanos(nanos.getAsLong() - began), slots, compared, searched, all);
    }

    /** The services in the order of their turn; what is already known to be bad is searched only. */
    List<Service> queue(List<Service> measured) {
        List<Service> order = measured.stream()
                .sorted(Comparator.comparingDouble(Service::risk).reversed().thenComparing(Service::name))
                .toList();
        for (Service service : order) {
            services.put(service.name(), service);
            if (service.standing().decided() == Verdict.FAIL) {
                ended(service, Verdict.FAIL, "a rule is broken, as was found before");
            } else {
                NightProgress standing = service.standing();
                comparisons.add(new Work(
                        Work.Kind.COMPARE,
                        service.name(),
                        service.plan(),
                        standing.good(),
                        standing.newest(),
                        service.budget()));
            }
        }
        order.stream()
                .filter(service -> checked.test(service.name()))
                .forEach(service -> comparisons.add(new Work(
                        Work.Kind.SENTINEL,
                        service.name(),
                        service.plan(),
                        service.standing().good(),
                        service.standing().good(),
                        service.budget())));
        return order;
    }

    private Void work() throws InterruptedException {
        for (Work work = next(); work != null; work = next()) {
            Done done = null;
            try {
                done = runner.run(work);
            } finally {
                over(work, done);
            }
        }
        return null;
    }

    /** Finds work that fits into the budget, searches first; waits while running work may bring more. */
    private synchronized @Nullable Work next() throws InterruptedException {
        while (true) {
            Duration left = budget.minusNanos(nanos.getAsLong() - began);
            Work work = fitting(left);
            if (work != null) {
                running.add(work.text());
                show(left);
                return work;
            } else if (running.isEmpty()) {
                notifyAll();
                return null;
            }
            wait();
        }
    }

    private @Nullable Work fitting(Duration left) {
        if (!searches.isEmpty() && left.compareTo(LEAST_SEARCH) >= 0) {
            Work work = searches.remove(0);
            searched++;
            Duration given = work.budget().compareTo(left) < 0 ? work.budget() : left;
            return new Work(work.kind(), work.name(), work.plan(), work.good(), work.bad(), given);
        }
        for (Work work : comparisons) {
            if (work.budget().compareTo(left) <= 0) {
                comparisons.remove(work);
                compared++;
                return work;
            }
        }
        return null;
    }

    private void show(Duration left) {
        progress.stage(
                String.join(", ", running) + "; " + (comparisons.size() + searches.size()) + " waiting",
                left.isNegative() ? Duration.ZERO : left);
    }

    private synchronized void over(Work work, @Nullable Done done) {
        running.remove(work.text());
        notifyAll();
        if (done == null) {
            return; // interrupted
        }
        Service service = services.get(work.name());
        if (service == null) {
            throw new IllegalStateException(work.name());
        }
        switch (work.kind()) {
            case BISECT -> found(service, done);
            case COMPARE -> judged(service, done);
            case SENTINEL ->
                progress.note(service.name() + ", the unchanged build: "
                        + verdict(done).map(Verdict::name).orElse("not measured"));
        }
    }

    private static Optional<Verdict> verdict(Done done) {
        JsonNode json = done.json();
        String verdict = json == null ? "" : json.path("verdict").asString("");
        return Stream.of(Verdict.values())
                .filter(one -> one.name().equals(verdict) && belongs(one, done.code()))
                .findFirst();
    }

    private void judged(Service service, Done done) {
        JsonNode json = done.json();
        Optional<Verdict> verdict = verdict(done);
        if (json != null && verdict.isPresent()) {
            ended(service, verdict.get(), json.path("headline").asString(""));
            return;
        }
        String error = json == null ? "" : json.path("error").asString("");
        String because =
                !error.isEmpty() ? error : done.problem().isEmpty() ? "it exited with " + done.code() : done.problem();
        results.put(service.name(), result(service, Status.NOT_MEASURED, null, because));
        progress.warn(service.name() + " was not measured: " + because);
    }

    /** True if a command that came to a verdict exits with this code: what it prints may have been written by others. */
    private static boolean belongs(Verdict verdict, int code) {
        return code == ExitCode.of(verdict, false) || code == ExitCode.of(verdict, true);
    }

    private void ended(Service service, Verdict verdict, String because) {
        ServiceNight result = result(service, Status.DECIDED, verdict, because);
        if (verdict == Verdict.FAIL) {
            NightProgress standing = service.standing();
            // The first commit found bad: a search that an earlier night made, or began, goes on with the same range.
            String bad = standing.bad() == null ? standing.newest() : standing.bad();
            searches.add(new Work(Work.Kind.BISECT, service.name(), service.plan(), standing.good(), bad, search));
            result = result.with(
                    new ServiceNight.NightCulprit("left", "no time for the search for the commit", null, null));
        }
        results.put(service.name(), result);
        NightText.news(result).ifPresent(progress::note);
    }

    private void found(Service service, Done done) {
        JsonNode json = done.json();
        String ending = json == null ? "" : json.path("ending").asString("");
        ServiceNight.NightCulprit culprit;
        if (json == null || ending.isEmpty()) {
            String error = json == null ? done.problem() : json.path("error").asString("");
            culprit = new ServiceNight.NightCulprit("failed", "the search failed: " + error, null, null);
            progress.warn(service.name() + ": " + culprit.message());
        } else {
            JsonNode likeliest = json.path("suspects").path(0);
            culprit = new ServiceNight.NightCulprit(
                    ending,
                    json.path("message").asString(""),
                    likeliest.path("commit").asString(null),
                    likeliest.path("subject").asString(null));
        }
        ServiceNight before = results.get(service.name());
        if (before != null) {
            ServiceNight now = before.with(culprit);
            results.put(service.name(), now);
            if (now.isNews()) {
                NightText.foundNews(now).ifPresent(progress::note);
            }
        }
    }

    private ServiceNight left(Service service) {
        return result(service, Status.LEFT, null, "the budget of the night was spent before its turn");
    }

    private static ServiceNight result(Service service, Status status, @Nullable Verdict verdict, String because) {
        NightProgress standing = service.standing();
        return new ServiceNight(
                service.name(),
                status,
                verdict,
                standing.wasBad(),
                standing.good(),
                standing.newest(),
                standing.commits(),
                standing.lines(),
                service.risk(),
                because,
                null);
    }

    private static void result(Future<Void> worker) throws InterruptedException {
        try {
            worker.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof InterruptedException) {
                throw new InterruptedException();
            } else if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e);
        }
    }

    /**
     * The exit code of a night: the worst of its services.
     *
     * @param failOnInconclusive whether doubt, and what the budget left, is one
     */
    public static int exitCode(NightReport night, boolean failOnInconclusive) {
        boolean unsure = false;
        boolean unmeasured = false;
        for (ServiceNight service : night.services()) {
            if (service.isBad()) {
                return ExitCode.FAIL;
            }
            unmeasured |= service.status() == Status.NOT_MEASURED || service.verdict() == Verdict.INVALID;
            unsure |= service.status() == Status.LEFT || service.verdict() == Verdict.INCONCLUSIVE;
        }
        return unmeasured ? ExitCode.NOT_MEASURED : unsure && failOnInconclusive ? ExitCode.INCONCLUSIVE : ExitCode.OK;
    }
}
