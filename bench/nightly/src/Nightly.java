import dev.flamegate.search.night.Risk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;

/** How many executions it takes to find regressions among the commits of many services, and how long. */
final class Nightly {
    private static final int SERVICES = 200;
    private static final int DAYS = 120;
    /** Queues and histories fill up first. */
    private static final int FIRST_DAY = 20;

    private static final int SEEDS = 5;
    private static final double COMMITS_A_DAY = 5;
    private static final double REGRESSIONS = 0.005;

    /** Seven pairs of 70 s, and two builds; a step of a search has three pairs and one build. */
    private static final double COMPARISON = 10 / 1440.0;

    private static final double STEP = 6 / 1440.0;

    /** As recorded for a growth of 10 %, and as allowed. */
    private static final double POWER = 0.866;

    private static final double FALSE_FAIL = 0.002;
    private static final double HOUR = 1 / 24.0;

    /** A commit, and whether it slows the service. */
    private static final class Commit {
        final double time;
        final double lines;
        boolean slow;
        /** When it was named; infinite until then. */
        double named = Double.POSITIVE_INFINITY;

        Commit(double time, double lines, boolean slow) {
            this.time = time;
            this.lines = lines;
            this.slow = slow;
        }
    }

    /** A service with what is known of it. */
    private static final class Service {
        final int name;
        final List<Commit> commits = new ArrayList<>();
        /** How many commits are known to be good, and how many had come when it was last measured. */
        int good;

        int measured;
        double lastMeasured = -1;
        final Deque<Boolean> failures = new ArrayDeque<>();
        /** Commits that have come, for policies that ask in order of time. */
        int come;

        Service(int name) {
            this.name = name;
        }

        int come(double now) {
            while (come < commits.size() && commits.get(come).time <= now) {
                come++;
            }
            return come;
        }

        double lines(int newest) {
            double lines = 0;
            for (Commit commit : commits.subList(good, newest)) {
                lines += commit.lines;
            }
            return lines;
        }

        double risk(double now, int newest) {
            int failed = (int) failures.stream().filter(one -> one).count();
            double days = lastMeasured < 0 ? -1 : now - lastMeasured;
            return Risk.of(Math.round(lines(newest)), days, failed, failures.size());
        }
    }

    /** What an order of services puts first. */
    private interface Order {
        double of(Service service, double now, int newest, Random random);
    }

    private record Policy(String text, double period, double window, int batch, Order order) {}

    /** What a policy came to, for each day where it is a count. */
    private record Outcome(
            double executions, double machineHours, double found, double inADay, double inThree, double mean, double worst) {}

    private final Random random;
    private final List<Service> services = new ArrayList<>();
    private long executions;
    private double busy;

    private Nightly(long seed, boolean uniform) {
        random = new Random(seed);
        for (int name = 0; name < SERVICES; name++) {
            Service service = new Service(name);
            // Some have ten times as many commits as others, and some break ten times as often.
            double rate = COMMITS_A_DAY * Math.exp(random.nextGaussian() - 0.5);
            double quality = uniform ? 1 : Math.exp(1.2 * random.nextGaussian() - 0.72);
            for (double at = wait(rate); at < DAYS; at += wait(rate)) {
                double lines = Math.max(1, 20 * Math.exp(1.5 * random.nextGaussian()));
                double size = uniform ? 1 : Math.sqrt(lines) / 5.9; // its mean is 5.9
                service.commits.add(
                        new Commit(at, lines, random.nextDouble() < REGRESSIONS * quality * Math.min(size, 20)));
            }
            services.add(service);
        }
    }

    private double wait(double rate) {
        return -Math.log(1 - random.nextDouble()) / rate;
    }

    /**
     * Measures the newest commit against the last good one.
     *
     * @return the commit to search for, the first slow one between the two; {@code null} for a PASS; a commit that is not slow
     *     for a false FAIL
     */
    private Commit compare(Service service, int newest, double now) {
        executions++;
        busy += COMPARISON;
        Commit slow = service.commits.subList(service.good, newest).stream()
                .filter(commit -> commit.slow)
                .findFirst()
                .orElse(null);
        boolean fails = random.nextDouble() < (slow != null ? POWER : FALSE_FAIL);
        service.measured = newest;
        service.lastMeasured = now;
        service.failures.addLast(fails);
        if (service.failures.size() > 20) {
            service.failures.removeFirst();
        }
        if (fails) {
            return slow != null ? slow : new Commit(now, 0, false);
        }
        service.good = newest;
        return null;
    }

    /** Steps of a search; a commit is repaired as soon as it is named. */
    private double search(Service service, int newest) {
        int between = newest - service.good;
        int steps = between <= 1 ? 0 : (int) Math.ceil(Math.log(between) / Math.log(2)) + 1;
        executions += steps;
        busy += steps * STEP;
        return steps * STEP;
    }

    private static void named(Commit culprit, double when) {
        if (culprit.slow) {
            culprit.slow = false;
            culprit.named = when;
        }
    }

    /** Every batch as soon as it is full, first come first served; with batches of 1, each commit against its parent. */
    private void queue(int batch, int slots) {
        record Arrival(double time, Service service, int newest) {}
        PriorityQueue<Arrival> arrivals = new PriorityQueue<>(Comparator.comparingDouble(Arrival::time));
        for (Service service : services) {
            for (int newest = batch; newest <= service.commits.size(); newest += batch) {
                arrivals.add(new Arrival(service.commits.get(newest - 1).time, service, newest));
            }
        }
        PriorityQueue<Double> free = slots(slots, 0);
        while (!arrivals.isEmpty()) {
            Arrival one = arrivals.poll();
            double begin = Math.max(one.time(), free.poll());
            if (batch == 1) {
                one.service().good = one.newest() - 1; // against its parent
            }
            double end = begin + COMPARISON;
            Commit culprit = one.newest() > one.service().good ? compare(one.service(), one.newest(), begin) : null;
            if (culprit != null) {
                end += search(one.service(), one.newest());
                named(culprit, end);
            }
            free.add(end);
        }
    }

    /** As the command does it, once in a period: comparisons in an order, a search after each that fails, until the window ends. */
    private void periods(Policy policy, int slots) {
        for (double begin = policy.period(); begin < DAYS; begin += policy.period()) {
            double now = begin;
            List<Service> waiting = new ArrayList<>();
            for (Service service : services) {
                int newest = service.come(now);
                if (newest > service.measured || newest > service.good) {
                    waiting.add(service);
                }
            }
            double[] turn = new double[SERVICES];
            waiting.forEach(service ->
                    turn[service.name] = policy.order().of(service, now, service.come(now), random));
            waiting.sort(Comparator.comparingDouble((Service service) -> turn[service.name]).reversed());
            PriorityQueue<Double> free = slots(slots, begin);
            for (Service service : waiting) {
                double start = free.peek();
                if (start + COMPARISON > begin + policy.window()) {
                    break;
                }
                free.poll();
                int newest = service.come(now);
                Commit culprit = compare(service, newest, start);
                double end = start + COMPARISON;
                // A search has its turn before the next comparison; what is left of the window may be too short for it.
                if (culprit != null && end + 10 / 1440.0 <= begin + policy.window()) {
                    end += search(service, newest);
                    named(culprit, end);
                }
                free.add(end);
            }
        }
    }

    private static PriorityQueue<Double> slots(int slots, double begin) {
        PriorityQueue<Double> free = new PriorityQueue<>();
        for (int i = 0; i < slots; i++) {
            free.add(begin);
        }
        return free;
    }

    /** What was simulated before: tables share rows. */
    private static final Map<String, Outcome> KNOWN = new HashMap<>();

    private static Outcome simulate(Policy policy, int slots, boolean uniform) {
        String key = policy.text() + slots + uniform;
        if (!KNOWN.containsKey(key)) {
            KNOWN.put(key, simulated(policy, slots, uniform));
        }
        return KNOWN.get(key);
    }

    private static Outcome simulated(Policy policy, int slots, boolean uniform) {
        double executions = 0;
        double busy = 0;
        int slow = 0;
        List<Double> times = new ArrayList<>();
        for (int seed = 1; seed <= SEEDS; seed++) {
            Nightly world = new Nightly(seed, uniform);
            List<Commit> regressions = new ArrayList<>();
            for (Service service : world.services) {
                for (Commit commit : service.commits) {
                    // The last week's may not have had their turn yet.
                    if (commit.slow && commit.time > FIRST_DAY && commit.time < DAYS - 7) {
                        regressions.add(commit);
                    }
                }
            }
            if (policy.batch() > 0) {
                world.queue(policy.batch(), slots);
            } else {
                world.periods(policy, slots);
            }
            executions += world.executions;
            busy += world.busy;
            slow += regressions.size();
            regressions.stream()
                    .filter(commit -> Double.isFinite(commit.named))
                    .forEach(commit -> times.add((commit.named - commit.time) / HOUR));
        }
        times.sort(null);
        double days = (double) DAYS * SEEDS;
        return new Outcome(
                executions / days,
                busy / HOUR / days,
                (double) times.size() / slow,
                times.stream().filter(one -> one <= 24).count() / (double) slow,
                times.stream().filter(one -> one <= 72).count() / (double) slow,
                times.stream().mapToDouble(one -> one).average().orElse(Double.NaN),
                times.isEmpty() ? Double.NaN : times.get((int) (times.size() * 0.95)));
    }

    private static Policy each() {
        return batch(1);
    }

    private static Policy batch(int size) {
        return new Policy(size == 1 ? "each commit against its parent" : "batches of " + size + " commits", 0, 0, size, null);
    }

    private static Policy every(double hours, double window, String name, Order order) {
        return new Policy(
                String.format(Locale.ROOT, "`nightly` every %.0f h%s%s", hours, window < hours
                        ? String.format(Locale.ROOT, " for %.0f h", window) : "", name.isEmpty() ? "" : ", " + name),
                hours * HOUR,
                window * HOUR,
                0,
                order);
    }

    private static final Order RISK = (service, now, newest, random) -> service.risk(now, newest);

    /** The fewest slots with which a policy names culprits within some hours, on average. */
    private static int slotsFor(Policy policy, double hours) {
        for (int slots = 1; slots <= 16; slots++) {
            Outcome outcome = simulate(policy, slots, false);
            if (outcome.mean() <= hours) {
                return slots;
            }
        }
        return 0;
    }

    public static void main(String[] arguments) throws Exception {
        StringBuilder text = new StringBuilder("# Nights, batches, and each commit\n\n");
        text.append(String.format(
                Locale.ROOT,
                "%d services with %.0f commits a day on average, %.1f %% of which are slower; %d days, %d times; written by"
                        + " `bench/nightly/simulate`, whose README has the model. An execution is a comparison, or a step of a search.%n%n",
                SERVICES, COMMITS_A_DAY, REGRESSIONS * 100, DAYS, SEEDS));
        List<Policy> policies = List.of(
                each(), batch(2), batch(4), batch(8), batch(16),
                every(4, 4, "", RISK), every(8, 8, "", RISK), every(12, 12, "", RISK), every(24, 24, "", RISK));
        text.append("## Equal time to the culprit\n\nThe fewest machines with which the culprit is named, on average, within the"
                + " hours given after its commit; executions in a day with them.\n\n");
        text.append("| policy | 6 h: machines | executions | 12 h: machines | executions | 24 h: machines | executions |\n"
                + "|---|---:|---:|---:|---:|---:|---:|\n");
        for (Policy policy : policies) {
            text.append("| ").append(policy.text()).append(" |");
            for (double hours : new double[] {6, 12, 24}) {
                int slots = slotsFor(policy, hours);
                text.append(slots == 0 ? " - | - |" : String.format(
                        Locale.ROOT, " %d | %,.0f |", slots, simulate(policy, slots, false).executions()));
            }
            text.append('\n');
        }
        text.append("\n## With eight machines\n\n");
        table(text, policies, 8, false);
        Order name = (service, now, newest, random) -> -service.name;
        Order lines = (service, now, newest, random) -> service.lines(newest);
        Order oldest = (service, now, newest, random) -> now - service.lastMeasured;
        Order chance = (service, now, newest, random) -> random.nextDouble();
        text.append("\n## The order, where the time is short\n\nTwo machines for eight hours measure half of the services in a"
                + " night. As above, where larger changes and some services break more often:\n\n");
        List<Policy> orders = List.of(
                every(24, 8, "by name", name),
                every(24, 8, "by chance", chance),
                every(24, 8, "the longest unmeasured first", oldest),
                every(24, 8, "the most lines first", lines),
                every(24, 8, "by risk", RISK));
        table(text, orders, 2, false);
        text.append("\nWhere neither size nor service says anything, every commit being as likely as any other:\n\n");
        table(text, orders, 2, true);
        System.out.print(text);
        Files.writeString(Path.of(arguments[0]), text);
    }

    private static void table(StringBuilder text, List<Policy> policies, int slots, boolean uniform) {
        text.append("| policy | executions a day | machine hours a day | named | within a day | within three | hours to the name: mean | 95 % |\n"
                + "|---|---:|---:|---:|---:|---:|---:|---:|\n");
        for (Policy policy : policies) {
            Outcome outcome = simulate(policy, slots, uniform);
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %,.0f | %,.0f | %.0f %% | %.0f %% | %.0f %% | %.1f | %.1f |%n",
                    policy.text(), outcome.executions(), outcome.machineHours(), outcome.found() * 100,
                    outcome.inADay() * 100, outcome.inThree() * 100, outcome.mean(), outcome.worst()));
        }
    }
}
