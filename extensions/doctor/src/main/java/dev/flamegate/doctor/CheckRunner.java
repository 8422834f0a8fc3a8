package dev.flamegate.doctor;

import dev.flamegate.check.Check;
import dev.flamegate.check.CheckResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Runs checks in parallel, each within its own time limit and all within a common one. Abandoned checks continue in
 * daemon threads.
 */
final class CheckRunner implements AutoCloseable {
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "flamegate-check");
        thread.setDaemon(true);
        return thread;
    });
    private final Duration limit;

    CheckRunner(Duration limit) {
        this.limit = limit;
    }

    /** Runs checks and passes on each report in the order of the checks. */
    void run(List<Check> checks, Consumer<Check.Report> reports) throws InterruptedException {
        long begun = System.nanoTime();
        List<Future<CheckResult>> futures = new ArrayList<>();
        for (Check check : checks) {
            futures.add(threads.submit(() -> check.look().look()));
        }
        for (int i = 0; i < checks.size(); i++) {
            Check check = checks.get(i);
            reports.accept(check.report(await(check, futures.get(i), begun)));
        }
    }

    private CheckResult await(Check check, Future<CheckResult> future, long begun) throws InterruptedException {
        Duration allowed = check.limit().compareTo(limit) < 0 ? check.limit() : limit;
        long left = allowed.toNanos() - (System.nanoTime() - begun);
        try {
            return future.get(Math.max(0, left), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            future.cancel(true);
            return CheckResult.warn(
                    "unknown: no answer within " + DoctorNumbers.seconds(allowed),
                    "What this check asks hangs, or the machine is very busy; run `flamegate doctor` again.");
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            return CheckResult.warn(
                    "unknown: " + cause, "This is a bug in flamegate, please report it; a run may still work.");
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
