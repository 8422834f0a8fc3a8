package dev.flamegate.report.flame;

import dev.flamegate.judge.attribution.FrameCost;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Unit;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.Frame;
import dev.flamegate.profile.Hotspots;
import dev.flamegate.profile.MethodCost;
import dev.flamegate.profile.names.MachinePools;
import dev.flamegate.report.flame.FlameEvent.Side;
import dev.flamegate.stats.Change;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;

/** Profiles to look at: of a small service whose matrices are multiplied out again, of many nodes, and hostile ones. */
public final class FlameExamples {
    private static final long SAMPLE = 10_000_000;
    private static final double MANY_DEGREES = 1e6;
    private static final String ACME = "dev.acme.orders.";
    private static final String WORKER = "http-nio-#-exec-#";
    private static final String SPRING = "org.springframework.web.servlet.DispatcherServlet.doDispatch;";
    private static final String TOMCAT =
            "java.lang.Thread.run;org.apache.tomcat.util.threads.ThreadPoolExecutor.runWorker;"
                    + "org.apache.coyote.http11.Http11Processor.service;" + SPRING;

    private FlameExamples() {}

    /** Requests that the baseline and the candidate answered. */
    static final int BASELINE_REQUESTS = 1200;

    static final int CANDIDATE_REQUESTS = 1000;

    /** Two events of a service, with intervals, a culprit, sources and a link. */
    public static FlameInput service() {
        FlameEvent cpu = event(ProfileEvent.CPU, cpu(false), cpu(true), 1);
        FlameEvent wall = event(ProfileEvent.WALL, wall(false), wall(true), 1);
        return new FlameInput(
                "sample-service",
                Optional.of("main 076f3ff"),
                "identity-off 9c1d2ab",
                List.of(cpu, wall),
                Optional.of(new FlameInput.MarkedFrame(
                        ProfileEvent.CPU,
                        ACME + "MatrixCalculator.multiply",
                        List.of(),
                        "+6.9 ms per request, 97 % of the growth")),
                Map.of(ACME + "MatrixCalculator.multiply", "src/main/java/dev/acme/orders/MatrixCalculator.java"),
                List.of(new FlameInput.Link("Report", "index.html")));
    }

    /** One profile alone. */
    public static FlameInput single() {
        return new FlameInput(
                "recording.jfr",
                Optional.empty(),
                "recording.jfr",
                List.of(new FlameEvent(
                        ProfileEvent.CPU,
                        Unit.MILLISECONDS,
                        "",
                        Optional.empty(),
                        Optional.of(new Side(cpu(true), 1e-9)),
                        Map.of())),
                Optional.empty(),
                Map.of(),
                List.of());
    }

    private static FlameEvent event(ProfileEvent event, CallTree baseline, CallTree candidate, double scale) {
        Side before = new Side(baseline, scale * 1e-9 / BASELINE_REQUESTS);
        Side after = new Side(candidate, scale * 1e-9 / CANDIDATE_REQUESTS);
        return new FlameEvent(
                event, Unit.MILLISECONDS, "request", Optional.of(before), Optional.of(after), changes(before, after));
    }

    /** Poisson intervals, as a stand-in for those over trials. */
    public static Map<String, FrameCost> changes(Side before, Side after) {
        Map<String, FrameCost> changes = new HashMap<>();
        for (MethodCost method : Hotspots.between(before.tree(), before.factor(), after.tree(), after.factor())
                .methods()) {
            if (!MachinePools.NAMES.contains(method.name())) {
                changes.put(
                        method.name(),
                        new FrameCost(
                                method.name(),
                                method.line(),
                                cost(method.self(), before, after),
                                cost(method.total(), before, after)));
            }
        }
        return changes;
    }

    private static FrameCost.Cost cost(MethodCost.Cost cost, Side before, Side after) {
        double error =
                Math.sqrt(SAMPLE * cost.baseline() * before.factor() + SAMPLE * cost.candidate() * after.factor());
        Change change = new Change(cost.candidate() - cost.baseline(), error, MANY_DEGREES);
        boolean significant = Math.abs(change.estimate()) > 1.96 * error && error > 0;
        return new FrameCost.Cost(cost.baseline(), cost.candidate(), change, true, significant);
    }

    private static CallTree cpu(boolean candidate) {
        Stacks stacks = new Stacks(candidate ? 7 : 5);
        String orders = TOMCAT + ACME + "OrderController.checkout;";
        String prices = TOMCAT + ACME + "PriceController.quote;";
        String matrix = ACME + "PricingModel.evaluate;" + ACME + "MatrixCalculator.";
        stacks.add(orders + matrix + "multiply", WORKER, "POST /checkout", candidate ? 640 : 52);
        stacks.add(
                orders + matrix + "multiply;" + ACME + "MatrixCalculator.dot",
                WORKER,
                "POST /checkout",
                candidate ? 101 : 9);
        stacks.add(orders + matrix + "isIdentity", WORKER, "POST /checkout", candidate ? 0 : 44);
        stacks.add(orders + matrix + "transposeBlocked", WORKER, "POST /checkout", candidate ? 33 : 0);
        stacks.add(
                orders + ACME + "OrderRepository.save;com.zaxxer.hikari.HikariDataSource.getConnection",
                WORKER,
                "POST /checkout",
                60);
        stacks.add(
                orders + ACME
                        + "OrderRepository.save;org.postgresql.jdbc.PgStatement.execute;sun.nio.ch.SocketChannelImpl.write",
                WORKER,
                "POST /checkout",
                180);
        stacks.add(
                orders
                        + "com.fasterxml.jackson.databind.ObjectMapper.readValue;com.fasterxml.jackson.core.json.UTF8StreamJsonParser.nextToken",
                WORKER,
                "POST /checkout",
                130);
        stacks.add(prices + matrix + "multiply", WORKER, "GET /quote", candidate ? 84 : 12);
        stacks.add(
                prices + "java.util.regex.Pattern.matcher;java.util.regex.Pattern$BmpCharProperty.match",
                WORKER,
                "GET /quote",
                95);
        stacks.add(prices + "java.util.HashMap.getNode", WORKER, "GET /quote", 38);
        stacks.add(
                TOMCAT
                        + "org.springframework.web.servlet.view.json.JacksonView.render;com.fasterxml.jackson.databind.ObjectMapper.writeValue;com.fasterxml.jackson.core.json.UTF8JsonGenerator.writeString",
                WORKER,
                "GET /quote",
                150);
        recursion(stacks);
        stacks.add(
                "java.lang.Thread.run;java.util.concurrent.ForkJoinWorkerThread.run;java.util.concurrent.ForkJoinPool.runWorker;java.util.concurrent.ForkJoinPool.scan",
                "ForkJoinPool.commonPool-worker-#",
                "",
                70);
        stacks.add("GCTaskThread::run;G1ParTask::work;G1ParScanThreadState::trim_queue", "[gc]", "", 85);
        stacks.add("CompileBroker::compiler_thread_loop;C2Compiler::compile_method", "[jit]", "", 40);
        return stacks.build();
    }

    /** A visitor that calls itself: counted once in each sample. */
    private static void recursion(Stacks stacks) {
        String visit = "";
        for (int depth = 1; depth <= 12; depth++) {
            visit += ACME + "TreeVisitor.visit;";
            stacks.add(
                    TOMCAT + ACME + "CatalogController.list;" + visit + "java.util.ArrayList.forEach",
                    WORKER,
                    "GET /catalog",
                    7);
        }
    }

    private static CallTree wall(boolean candidate) {
        Stacks stacks = new Stacks(candidate ? 11 : 13);
        stacks.state = "sleeping";
        stacks.add(
                TOMCAT + "java.util.concurrent.locks.LockSupport.park;jdk.internal.misc.Unsafe.park", WORKER, "", 5200);
        stacks.add(
                TOMCAT + ACME + "OrderController.checkout;" + ACME
                        + "OrderRepository.save;java.net.SocketInputStream.read",
                WORKER,
                "POST /checkout",
                900);
        stacks.state = "runnable";
        stacks.add(
                TOMCAT + ACME + "OrderController.checkout;" + ACME + "PricingModel.evaluate;" + ACME
                        + "MatrixCalculator.multiply",
                WORKER,
                "POST /checkout",
                candidate ? 1100 : 90);
        stacks.add(TOMCAT + ACME + "PriceController.quote;java.util.HashMap.getNode", WORKER, "GET /quote", 160);
        return stacks.build();
    }

    /** Adds stacks with some noise on their counts. */
    private static final class Stacks {
        private final CallTree.Builder builder = new CallTree.Builder();
        private final Random random;
        private String state = "running";

        Stacks(long seed) {
            random = new Random(seed);
        }

        void add(String stack, String pool, String request, int samples) {
            long noisy = Math.max(0, Math.round(samples + random.nextGaussian() * Math.sqrt(samples)));
            if (noisy == 0) {
                return;
            }
            List<Frame> frames = new ArrayList<>();
            for (String name : stack.split(";")) {
                frames.add(new Frame(name, name.contains("::") ? 0 : 20 + Math.floorMod(name.hashCode(), 300)));
            }
            builder.add(frames, new Facet(pool, request, state), noisy * SAMPLE);
        }

        CallTree build() {
            return builder.build();
        }
    }

    /**
     * Two arms whose union has about so many nodes, shaped like a service's: a common trunk, then ever rarer branches
     * and names of realistic length.
     */
    public static FlameInput large(int nodes) {
        List<String> names = names(Math.max(200, nodes / 12));
        CallTree.Builder baseline = new CallTree.Builder();
        CallTree.Builder candidate = new CallTree.Builder();
        CallTree.Builder union = new CallTree.Builder();
        Random random = new Random(42);
        int[] tips = new int[4000];
        String[][] stacks = new String[tips.length][];
        List<Facet> facets = facets();
        int made = 0;
        while (made < nodes) {
            int slot = random.nextInt(tips.length);
            String[] stem =
                    stacks[slot] == null ? new String[] {"java.lang.Thread.run", names.get(slot % 40)} : stacks[slot];
            String[] stack = branch(stem, names, random);
            made = Math.max(made, add(union, stack, Facet.NONE, 0));
            stacks[slot] = stack;
            Facet facet = facets.get(random.nextInt(facets.size()));
            long weight = (1 + (long) (3 / (random.nextDouble() + 0.05))) * SAMPLE;
            int where = random.nextInt(10);
            if (where != 0) {
                add(baseline, stack, facet, weight);
            }
            if (where != 1) {
                add(
                        candidate,
                        stack,
                        facet,
                        Math.round(weight / (double) SAMPLE * (0.8 + random.nextDouble() * 0.5)) * SAMPLE);
            }
        }
        Side before = new Side(baseline.build(), 1e-9 / 24000);
        Side after = new Side(candidate.build(), 1e-9 / 24000);
        FlameEvent event = new FlameEvent(
                ProfileEvent.CPU,
                Unit.MILLISECONDS,
                "request",
                Optional.of(before),
                Optional.of(after),
                changes(before, after));
        return new FlameInput(
                "large-" + nodes,
                Optional.of("baseline"),
                "candidate",
                List.of(event),
                Optional.empty(),
                Map.of(),
                List.of());
    }

    /** Cuts a stack somewhere, more likely near its end, and grows it anew by one to six frames. */
    private static String[] branch(String[] stem, List<String> names, Random random) {
        int keep = Math.min(stem.length, Math.max(2, stem.length - random.nextInt(5)));
        int grow = keep > 110 ? 0 : 1 + random.nextInt(6);
        String[] stack = Arrays.copyOf(stem, keep + grow);
        for (int i = keep; i < stack.length; i++) {
            int rank = (int) Math.min(names.size() - 1, Math.abs(random.nextGaussian()) * names.size() / 4);
            stack[i] = names.get(rank);
        }
        return stack;
    }

    private static int add(CallTree.Builder builder, String[] stack, Facet facet, long weight) {
        int node = CallTree.ROOT;
        for (String name : stack) {
            node = builder.child(node, name, 10 + Math.floorMod(name.hashCode(), 900));
        }
        builder.addAt(node, facet, weight);
        return node;
    }

    private static List<Facet> facets() {
        List<Facet> facets = new ArrayList<>();
        for (String pool : List.of(WORKER, "ForkJoinPool.commonPool-worker-#", "HikariPool-# housekeeper")) {
            for (String request : List.of("", "GET /quote", "POST /checkout", "GET /catalog")) {
                facets.add(new Facet(pool, request, "running"));
            }
        }
        return facets;
    }

    private static List<String> names(int wanted) {
        List<String> owners = List.of(
                "org.springframework.web.method",
                "com.fasterxml.jackson.databind.ser",
                "org.hibernate.engine.spi",
                "java.util.concurrent",
                "io.netty.channel.nio",
                "dev.acme.orders.internal",
                "org.apache.catalina.core");
        List<String> words = List.of(
                "Request", "Session", "Handler", "Context", "Writer", "Entity", "Cache", "Stream", "Field", "Value",
                "Channel", "Proxy");
        List<String> verbs = List.of(
                "invoke",
                "apply",
                "resolve",
                "doFilter",
                "serialize",
                "flush",
                "read",
                "accept",
                "lambda$handle",
                "get");
        Random random = new Random(1);
        TreeSet<String> names = new TreeSet<>();
        while (names.size() < wanted) {
            names.add(
                    owners.get(random.nextInt(7)) + "." + words.get(random.nextInt(12)) + words.get(random.nextInt(12))
                            + words.get(random.nextInt(12))
                            + (random.nextInt(4) == 0 ? "$" + words.get(random.nextInt(12)) : "") + "."
                            + verbs.get(random.nextInt(10)) + words.get(random.nextInt(12)));
            if (names.size() > 60_000) {
                break;
            }
        }
        List<String> shuffled = new ArrayList<>(names);
        Collections.shuffle(shuffled, random);
        return shuffled;
    }

    /** Names that want to be markup, script or another direction, one of a megabyte, and a stack of 10 000 frames. */
    public static FlameInput hostile() {
        CallTree.Builder builder = new CallTree.Builder();
        for (String name : hostileNames()) {
            builder.add(
                    List.of(new Frame("dev.acme.Main.main", 1), new Frame(name, 7)),
                    new Facet(name, name, name),
                    SAMPLE);
        }
        int deep = builder.child(CallTree.ROOT, "dev.acme.Deep.recurse", 3);
        for (int depth = 1; depth < 10_000; depth++) {
            deep = builder.child(deep, depth % 2 == 0 ? "dev.acme.Deep.recurse" : "dev.acme.Deep.again", 3);
        }
        builder.addAt(deep, Facet.NONE, 3 * SAMPLE);
        CallTree tree = builder.build();
        Side side = new Side(tree, 1e-9);
        String name = hostileNames().get(0);
        FlameEvent event = new FlameEvent(
                ProfileEvent.CPU, Unit.MILLISECONDS, name, Optional.of(side), Optional.of(side), Map.of());
        return new FlameInput(
                hostileNames().get(1),
                Optional.of(name),
                hostileNames().get(2),
                List.of(event),
                Optional.of(new FlameInput.MarkedFrame(ProfileEvent.CPU, name, List.of(), name)),
                Map.of(name, name),
                List.of(new FlameInput.Link(name, "index.html?\"><img src=x onerror=alert(1)>")));
    }

    /** Each is the name of a frame. */
    public static List<String> hostileNames() {
        return List.of(
                "</script><script>document.title='owned'</script>",
                "<img src=x onerror=\"document.title='owned'\">",
                "<!--<script>",
                "</noscript><svg onload=document.title='owned'>",
                "\"'><b>&amp;&#60;",
                "${7*7} #{7*7} <#assign x=1>",
                "__proto__",
                "constructor",
                "\u202Edlrow olleh\u202C.run",
                "\u2066isolated\u2069",
                "\u05E9\u05DC\u05D5\u05DD.\u05E2\u05D5\u05DC\u05DD",
                "\u0645\u0631\u062D\u0628\u0627.run",
                "line\nfeed\r\ttab\u0000nul\u001B[31mred\u0007",
                "half\uD800pair",
                "a;b c;d",
                "%E0%A4%A",
                "\u4F60\u597D\uD83D\uDE00.wide",
                "e" + "\u0301".repeat(3000),
                "x".repeat(1 << 20));
    }
}
