package dev.flamegate.judge.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.judge.MadeRun;
import dev.flamegate.model.Counter;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.finding.Diagnosis;
import dev.flamegate.model.finding.Diagnosis.Severity;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.ProfiledRun;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class DiagnosesTest {
    private static final String RUN = "java.lang.Thread.run";
    private static final String SCAN = "java.util.concurrent.ForkJoinPool.scan";
    private static final String PARK = "java.util.concurrent.locks.LockSupport.park";
    private static final String GET_TASK = "java.util.concurrent.ThreadPoolExecutor.getTask";
    private static final String WORKER = "java.util.concurrent.ThreadPoolExecutor.runWorker";

    @Test
    void an_ordinary_service_has_no_diagnosis() {
        ProfiledRun run = made(DiagnosesTest::ordinary);

        assertThat(Diagnoses.of(run).all()).isEmpty();
        assertThat(Diagnoses.of(run, run).all()).isEmpty();
        assertThat(Diagnoses.of(made(trial -> {})).all()).isEmpty();
    }

    @Test
    void workers_that_look_for_work_and_park_are_churn() {
        assertThat(find("fork-join-churn", churn(12))).map(Diagnosis::severity).contains(Severity.WARN);
        assertThat(find("fork-join-churn", churn(18))).map(Diagnosis::severity).contains(Severity.FAIL);
        assertThat(find("fork-join-churn", churn(9))).isEmpty();
        assertThat(find("fork-join-churn", churn(12)).orElseThrow().evidence()).startsWith("12 % of the CPU");
    }

    @Test
    void churn_names_the_pool_and_its_threads() {
        Facet worker = new Facet("dispatcher-#", "", "");
        Consumer<MadeRun> named = trial -> trial.cpu(70, RUN, "shop.Cart.price")
                .add(ProfileEvent.CPU, worker, 20, RUN, SCAN)
                .add(
                        ProfileEvent.CPU,
                        Facet.NONE,
                        10,
                        "shop.Orders.submit",
                        "java.util.concurrent.ForkJoinPool.signalWork");

        assertThat(find("fork-join-churn", named).orElseThrow().evidence()).endsWith("most of it in dispatcher-#");
        assertThat(find("fork-join-churn", trial -> {
                            named.accept(trial);
                            trial.wall(
                                    "dispatcher-#",
                                    "sleeping",
                                    32_000,
                                    RUN,
                                    "java.util.concurrent.ForkJoinPool.awaitWork",
                                    PARK);
                        })
                        .orElseThrow()
                        .evidence())
                .endsWith("most of it in dispatcher-#, which has about 32 threads");
    }

    @Test
    void tasks_below_scan_and_carriers_of_virtual_threads_are_no_churn() {
        assertThat(find(
                        "fork-join-churn",
                        trial -> trial.cpu(
                                        90,
                                        SCAN,
                                        "java.util.concurrent.ForkJoinPool$WorkQueue.topLevelExec",
                                        "shop.Task.run")
                                .cpu(10, RUN, "shop.Cart.price")))
                .isEmpty();
        assertThat(find(
                        "fork-join-churn",
                        trial -> trial.cpu(
                                        50,
                                        "java.lang.VirtualThread.run",
                                        "java.util.concurrent.ForkJoinPool.signalWork")
                                .cpu(50, RUN, "shop.Cart.price")))
                .isEmpty();
    }

    @Test
    void runnable_for_longer_than_it_ran_is_starvation() {
        Optional<Diagnosis> starved = find("cpu-starvation", runnable(250));

        assertThat(starved).map(Diagnosis::severity).contains(Severity.FAIL);
        assertThat(starved.orElseThrow().evidence()).contains("2.5 times the CPU they used (2.5 s against 1 s)");
        assertThat(find("cpu-starvation", runnable(170)))
                .map(Diagnosis::severity)
                .contains(Severity.WARN);
        assertThat(find("cpu-starvation", runnable(140))).isEmpty();
    }

    @Test
    void allocations_that_wait_are_found_by_request() {
        Facet orders = new Facet("http-#", "POST /orders", "sleeping");
        Optional<Diagnosis> stalls = find("allocation-stalls", trial -> {
            ordinary(trial);
            trial.add(ProfileEvent.WALL, orders, 95, RUN, "shop.Orders.check");
            trial.add(ProfileEvent.WALL, orders, 5, RUN, "shop.Orders.check", "ZPageAllocator::alloc_page_stall");
        });

        assertThat(stalls).map(Diagnosis::severity).contains(Severity.WARN);
        assertThat(stalls.orElseThrow().evidence()).contains("5.0 %", "POST /orders");
    }

    @Test
    void frames_of_the_virtual_machine_are_known_below_the_name_of_its_library() {
        Optional<Diagnosis> stalls = find("allocation-stalls", trial -> {
            ordinary(trial);
            trial.wall(
                    "http-#",
                    "sleeping",
                    60,
                    RUN,
                    "shop.Orders.load",
                    "libjvm.so.ZPageAllocator::alloc_page",
                    "libjvm.so.ZPageAllocator::alloc_page_stall",
                    "libc.so.6.__futex_abstimed_wait_common");
        });

        assertThat(stalls.orElseThrow().evidence())
                .endsWith("in ZPageAllocator::alloc_page_stall, most of it below shop.Orders.load");
        assertThat(find("lock-contention", trial -> {
                    ordinary(trial);
                    trial.wall("http-#", "sleeping", 30, RUN, "shop.Cache.put", "libjvm.so.ObjectMonitor::enter");
                }))
                .isPresent();
        assertThat(find("allocation-stalls", trial -> {
                    ordinary(trial);
                    trial.wall("http-#", "runnable", 60, RUN, "shop.A.a", "libjvm.so.ZPageAllocator::alloc_page_stall");
                }))
                .as("an allocation at work waits for nobody")
                .isEmpty();
    }

    @Test
    void a_stall_that_a_compiler_put_into_its_caller_is_told_by_its_sleep() {
        assertThat(find("allocation-stalls", allocating("sleeping"))).isPresent();
        assertThat(find("allocation-stalls", allocating("runnable"))).isEmpty();
    }

    @Test
    void a_collector_with_a_good_part_of_the_cpu_or_more_than_before_is_pressure() {
        assertThat(find("gc-pressure", gc(1.2))).map(Diagnosis::severity).contains(Severity.WARN);
        assertThat(find("gc-pressure", gc(2.6))).map(Diagnosis::severity).contains(Severity.FAIL);
        assertThat(find("gc-pressure", gc(0.9))).isEmpty();
        assertThat(find(Diagnoses.of(made(gc(0.4)), made(gc(0.9))), "gc-pressure")
                        .orElseThrow()
                        .evidence())
                .contains("9.0 %", "4.0 % in the baseline");
    }

    @Test
    void waits_for_monitors_and_locks_are_contention_with_its_place() {
        Optional<Diagnosis> monitors = find("lock-contention", trial -> {
            ordinary(trial);
            trial.add(ProfileEvent.LOCK, Facet.NONE, 200, RUN, "shop.Cache.put");
            trial.add(ProfileEvent.LOCK, Facet.NONE, 900, RUN, GET_TASK, PARK);
        });

        assertThat(monitors.orElseThrow().evidence()).contains("2 ms for locks", "shop.Cache.put");
        assertThat(find("lock-contention", trial -> {
                    ordinary(trial);
                    trial.wall("http-#", "sleeping", 30, RUN, "shop.Cache.put", "ObjectMonitor::enter(JavaThread*)");
                }))
                .isPresent();
        assertThat(find("lock-contention", trial -> trial.add(ProfileEvent.LOCK, Facet.NONE, 900, RUN, GET_TASK, PARK)))
                .isEmpty();
        assertThat(find("lock-contention", trial -> {
                    ordinary(trial);
                    trial.wall(
                            "HTTP-Dispatcher",
                            "sleeping",
                            30,
                            RUN,
                            "sun.net.httpserver.ServerImpl$Dispatcher.run",
                            "libjvm.so.ObjectMonitor::enter");
                }))
                .as("a server's own monitors are no request's")
                .isEmpty();
    }

    @Test
    void callers_that_wait_for_a_connection_have_exhausted_its_pool() {
        Consumer<MadeRun> waiting = trial -> {
            ordinary(trial);
            trial.wall(
                    "http-#",
                    "sleeping",
                    100,
                    RUN,
                    "shop.Orders.load",
                    "com.zaxxer.hikari.pool.HikariPool.getConnection",
                    "com.zaxxer.hikari.util.ConcurrentBag.borrow",
                    PARK);
        };

        assertThat(find("pool-exhausted", waiting).orElseThrow().evidence())
                .contains("com.zaxxer.hikari.util.ConcurrentBag.borrow", "most of it from shop.Orders.load");
        assertThat(find("lock-contention", waiting)).as("it is no lock").isEmpty();
        assertThat(find("pool-exhausted", trial -> {
                    ordinary(trial);
                    trial.wall(
                            "http-#",
                            "runnable",
                            100,
                            RUN,
                            "org.apache.commons.pool2.impl.GenericObjectPool.borrowObject",
                            "shop.Factory.connect");
                }))
                .as("making a connection is work")
                .isEmpty();
    }

    @Test
    void callers_that_wait_for_a_pool_without_a_free_thread_are_told() {
        assertThat(find("thread-pool-exhausted", futures(0)).orElseThrow().evidence())
                .contains("shop.Orders.load", "about 2 threads of work-#");
        assertThat(find("thread-pool-exhausted", futures(1000))).isEmpty();
        assertThat(find("thread-pool-exhausted", trial -> {
                    for (String request : List.of("shop.Orders.load", "shop.Orders.list")) {
                        trial.wall(
                                "http-#",
                                "sleeping",
                                900,
                                RUN,
                                WORKER,
                                request,
                                "java.util.concurrent.FutureTask.get",
                                PARK);
                    }
                    trial.wall("http-#", "runnable", 100, RUN, WORKER, "shop.Orders.load");
                }))
                .as("callers are not what they wait for")
                .isEmpty();
    }

    @Test
    void one_thread_that_is_always_at_work_is_a_serial_stage() {
        assertThat(find("serial-stage", single(970)).orElseThrow().evidence())
                .contains("writer is at work for 97 % of the time", "shop.Journal.append");
        assertThat(find("serial-stage", single(700))).isEmpty();
    }

    @Test
    void a_worker_that_waits_inside_its_task_is_a_serial_stage_where_callers_wait_for_it() {
        assertThat(find("serial-stage", actor(true)).orElseThrow().evidence())
                .contains(
                        "the single thread actor-# is at work for 96 % of the time, most of it in shop.Stock.ask",
                        "callers queue for it: ", "most of it in shop.Orders.load");
        assertThat(find("serial-stage", actor(false)))
                .as("nobody waits for a timer")
                .isEmpty();
    }

    @Test
    void many_threads_without_work_are_a_hint() {
        Consumer<MadeRun> idle = trial -> {
            ordinary(trial);
            trial.wall("work-#", "sleeping", 32_000, RUN, WORKER, GET_TASK, PARK);
        };

        assertThat(find("idle-pool", idle)).map(Diagnosis::severity).contains(Severity.HINT);
        assertThat(find("idle-pool", idle).orElseThrow().evidence()).contains("about 32 threads of work-#");
        assertThat(Diagnoses.of(made(idle)).of(ProfileEvent.WALL)).isEmpty();
    }

    @Test
    void compilers_at_work_while_it_is_measured_are_told() {
        assertThat(find("still-compiling", jit(0.7))).map(Diagnosis::severity).contains(Severity.WARN);
        assertThat(find("still-compiling", jit(0.4))).isEmpty();
        assertThat(find(Diagnoses.of(made(jit(0.2)), made(jit(0.7))), "still-compiling"))
                .map(Diagnosis::severity)
                .contains(Severity.WARN);
        assertThat(find(Diagnoses.of(made(jit(0.6)), made(jit(0.7))), "still-compiling"))
                .as("no cause of a growth where the baseline had as much")
                .map(Diagnosis::severity)
                .contains(Severity.HINT);
    }

    @Test
    void known_expensive_code_is_a_hint_and_more_when_it_grew() {
        Diagnosis hint =
                find("regex", hot("java.util.regex.Pattern.matches", 8)).orElseThrow();
        Diagnosis grown = find(
                        Diagnoses.of(
                                made(hot("java.util.regex.Pattern.matches", 2)),
                                made(hot("java.util.regex.Pattern.matches", 8))),
                        "regex")
                .orElseThrow();

        assertThat(hint.severity()).isEqualTo(Severity.HINT);
        assertThat(hint.evidence()).contains("8.0 % of the CPU", "most of it from shop.Orders.check");
        assertThat(grown.severity()).isEqualTo(Severity.WARN);
        assertThat(grown.evidence()).contains("2.0 % in the baseline");
        assertThat(find("regex", hot("java.util.regex.Pattern.matches", 4))).isEmpty();
        assertThat(find("exceptions", hot("java.lang.Throwable.fillInStackTrace", 4)))
                .isPresent();
        assertThat(find("logging", hot("ch.qos.logback.classic.Logger.info", 6)))
                .isPresent();
        assertThat(find("reflection", hot("java.lang.Class.getDeclaredMethods0", 4)))
                .isPresent();
        assertThat(find("reflection", hot("java.lang.reflect.Method.invoke", 40)))
                .as("what is called by reflection is not reflection")
                .isEmpty();
    }

    @Test
    void the_worst_comes_first_and_every_one_has_a_remedy_and_a_reference() {
        Diagnoses all = Diagnoses.of(made(trial -> {
            churn(18).accept(trial);
            gc(1.2).accept(trial);
        }));

        assertThat(all.all()).extracting(Diagnosis::id).startsWith("fork-join-churn");
        assertThat(all.of(ProfileEvent.ALLOC)).map(Diagnosis::id).contains("gc-pressure");
        assertThat(all.all()).allSatisfy(diagnosis -> {
            assertThat(diagnosis.reference()).startsWith("https://");
            assertThat(diagnosis.remedy()).doesNotEndWith(".");
            assertThat(diagnosis.value()).isGreaterThan(diagnosis.threshold());
        });
    }

    private static void ordinary(MadeRun trial) {
        trial.cpu(200, RUN, WORKER, "shop.Cart.price")
                .wall("http-#", "runnable", 220, RUN, WORKER, "shop.Cart.price")
                .wall("http-#", "sleeping", 80, RUN, WORKER, "shop.Bank.call", "java.net.SocketInputStream.read")
                .wall("http-#", "sleeping", 1500, RUN, WORKER, GET_TASK, PARK);
    }

    private static Consumer<MadeRun> churn(int percent) {
        return trial -> trial.cpu(percent / 2, RUN, SCAN, "jdk.internal.misc.Unsafe.park")
                .cpu(
                        percent - percent / 2,
                        "shop.Orders.submit",
                        "java.util.concurrent.ForkJoinPool.signalWork",
                        "jdk.internal.misc.Unsafe.unpark")
                .cpu(100 - percent, RUN, "shop.Cart.price");
    }

    private static Consumer<MadeRun> runnable(long samples) {
        return trial ->
                trial.cpu(100, RUN, "shop.Cart.price").wall("http-#", "runnable", samples, RUN, "shop.Cart.price");
    }

    private static Consumer<MadeRun> gc(double seconds) {
        return trial -> trial.counter(Counter.CPU_GC, seconds).counter(Counter.CPU_PROCESS, 10);
    }

    private static Consumer<MadeRun> jit(double seconds) {
        return trial -> trial.counter(Counter.CPU_JIT, seconds).counter(Counter.CPU_PROCESS, 10);
    }

    private static Consumer<MadeRun> futures(long idle) {
        return trial -> trial.wall(
                        "http-#",
                        "sleeping",
                        400,
                        RUN,
                        "shop.Orders.load",
                        "java.util.concurrent.CompletableFuture.join",
                        PARK)
                .wall("work-#", "runnable", 2000, RUN, WORKER, "shop.Prices.compute")
                .wall("work-#", "sleeping", idle + 1, RUN, WORKER, GET_TASK, PARK);
    }

    private static Consumer<MadeRun> single(long busy) {
        return trial -> trial.wall("writer", "runnable", busy, RUN, "shop.Journal.append")
                .wall("writer", "sleeping", 1000 - busy, RUN, "java.util.concurrent.ArrayBlockingQueue.take", PARK);
    }

    private static Consumer<MadeRun> allocating(String state) {
        return trial -> {
            ordinary(trial);
            trial.wall("http-#", state, 60, RUN, "shop.Orders.load", "ZHeap::alloc_page", "ZPageAllocator::alloc_page");
        };
    }

    private static Consumer<MadeRun> actor(boolean awaited) {
        return trial -> {
            ordinary(trial);
            trial.wall("actor-#", "sleeping", 960, RUN, WORKER, "shop.Stock.ask", "java.lang.Thread.sleep")
                    .wall("actor-#", "sleeping", 40, RUN, WORKER, GET_TASK, PARK);
            if (awaited) {
                trial.wall(
                        "http-#",
                        "sleeping",
                        400,
                        RUN,
                        "shop.Orders.load",
                        "java.util.concurrent.FutureTask.get",
                        PARK);
            }
        };
    }

    private static Consumer<MadeRun> hot(String frame, long percent) {
        return trial -> trial.cpu(percent, RUN, "shop.Orders.check", frame, "shop.Callee.run")
                .cpu(100 - percent, RUN, "shop.Cart.price");
    }

    private static ProfiledRun made(Consumer<MadeRun> trial) {
        MadeRun run = new MadeRun("20261120-154233-0001");
        trial.accept(run);
        return run.trial().run();
    }

    private static Optional<Diagnosis> find(String id, Consumer<MadeRun> trial) {
        return find(Diagnoses.of(made(trial)), id);
    }

    private static Optional<Diagnosis> find(Diagnoses diagnoses, String id) {
        return diagnoses.all().stream()
                .filter(diagnosis -> diagnosis.id().equals(id))
                .findFirst();
    }
}
