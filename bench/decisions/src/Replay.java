import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.Looks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Replays recorded pairs through our rule and those of others, and writes tables: see README.md beside the sources. */
public final class Replay {
    private static final double[] GROWTHS = {0.02, 0.05, 0.10, 0.20};
    private static final double[] SEARCHED = {0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.10, 0.12, 0.15, 0.20, 0.25, 0.30, 0.40, 0.50, 0.75, 1};
    private static final double BUDGET = 12 * 60;

    /** Comparisons that share one random stream. */
    private static final int CHUNK = 500;

    private final Map<String, Recorded> all;
    private final Recorded unchanged;
    private final Path into;
    private final int n;
    private final long seed;
    private final int threads;
    private final String rules;

    private Replay(Map<String, Recorded> all, Path into, int n, long seed, int threads, String rules) {
        this.all = all;
        this.unchanged = Recorded.unchanged(all);
        this.into = into;
        this.n = n;
        this.seed = seed;
        this.threads = threads;
        this.rules = rules;
    }

    public static void main(String[] args) throws IOException {
        Path from = Path.of("bench/results/recorded");
        Path into = Path.of("bench/results");
        int n = 100_000;
        long seed = 20261121;
        int threads = 1;
        String rules = "";
        List<String> tables = new ArrayList<>();
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "-n" -> n = Integer.parseInt(args[++i]);
                case "--seed" -> seed = Long.parseLong(args[++i]);
                case "--threads" -> threads = Integer.parseInt(args[++i]);
                case "--rules" -> rules = args[++i];
                case "--from" -> from = Path.of(args[++i]);
                case "--into" -> into = Path.of(args[++i]);
                default -> tables.add(args[i]);
            }
        }
        Replay replay = new Replay(Recorded.all(from), into, n, seed, threads, rules);
        for (String table : tables.isEmpty() ? List.of("noise", "truth", "jit", "quieter", "verdicts", "rules", "limits") : tables) {
            replay.write(table);
        }
    }

    private void write(String table) throws IOException {
        switch (table) {
            case "noise" -> new NoiseTables(all, into, about()).noise();
            case "truth" -> new NoiseTables(all, into, about()).truth();
            case "jit" -> new NoiseTables(all, into, about()).jit();
            case "quieter" -> new Quieter(all, into, about()).write();
            case "verdicts" -> verdicts();
            case "rules" -> rules();
            case "limits" -> limits();
            default -> throw new IllegalArgumentException(table + ": the tables are noise, truth, jit, quieter, verdicts, rules and limits");
        }
    }

    /** Our verdicts on every kind, by rule set and by what is known from before. */
    private void verdicts() throws IOException {
        List<Gates> sets = List.of(set("service"), set("strict"), process());
        Results results = new Results(
                into.resolve("recorded-verdicts.csv"),
                "# recorded: our verdicts\n\n" + about() + resampled()
                        + sets.stream().map(gates -> "*" + gates.name() + "*: " + gates.text() + ". ").collect(Collectors.joining())
                        + "*aa +10 %*: pairs of the unchanged build with the growth put on top in the first criterion,"
                        + " or in the one that is named;"
                        + " *aa + cpu:10*: by what that injection comes to by its reference. *As launched*: the arms are not swapped by a coin,"
                        + " so that what the order of launch does to them shows. *In 7 min*: failed within seven"
                        + " minutes of measured time. *Flips*: how often two comparisons of the same builds"
                        + " end with different verdicts. *Judged*: 100 of these by the product's `SequentialJudge`, given the trials"
                        + " and all rules of the set but those on profiles, which knows of all that rules ignore and histograms leave"
                        + " open. *Same*: how many of them end after as many pairs with the same verdict.\n\n",
                0,
                0,
                8,
                "rules", "kind", "of pairs", "of all", "past comparisons", "looks", "n", "seed", "FAIL %", "in 7 min %", "PASS %",
                "INCONCLUSIVE %", "pairs p50", "pairs p95", "minutes p50", "minutes p95", "flips %",
                "judged FAIL %", "judged PASS %", "judged pairs p50", "judged pairs p95", "same");
        for (Gates gates : sets.stream().filter(set -> set.name().startsWith(rules)).toList()) {
            boolean first = gates == sets.get(0);
            for (Recorded recorded : all.values()) {
                Pool pool = Pool.of(recorded, gates);
                verdict(results, recorded.kind(), ours(Looks.DEFAULT, pool, gates, 10));
                if (recorded.isUnchanged()) {
                    verdict(results, recorded.kind() + "; as launched", ours(Looks.DEFAULT, pool.asLaunched(), gates, 10));
                }
                if (first && recorded.isUnchanged()) {
                    verdict(results, recorded.kind(), ours(Looks.DEFAULT, pool, gates, 0));
                    verdict(results, recorded.kind(), ours(Looks.FAST, pool, gates, 10));
                }
            }
            Pool pool = Pool.of(unchanged, gates);
            for (Map.Entry<String, Pool> growing : growing(pool).entrySet()) {
                verdict(results, growing.getKey(), ours(Looks.DEFAULT, growing.getValue(), gates, 10));
                if (first) {
                    verdict(results, growing.getKey(), ours(Looks.DEFAULT, growing.getValue(), gates, 0));
                    verdict(results, growing.getKey(), ours(Looks.FAST, growing.getValue(), gates, 10));
                }
            }
        }
        if (rules.isEmpty()) {
            results.close();
        }
    }

    /**
     * Pairs of the unchanged build with a growth put on top: round ones and what the CPU injections came to in the first
     * criterion, a little in allocation, and a tail that is forty times as long.
     */
    private Map<String, Pool> growing(Pool pool) {
        Map<String, Pool> growing = new LinkedHashMap<>();
        for (double growth : new double[] {0.05, 0.10, 0.20}) {
            growing.put("aa +" + Simulate.percent(growth), pool.growing(growth));
        }
        for (Recorded kind : all.values()) {
            if (kind.injected().equals("cpu") && kind.amount() <= 20 && !kind.pairs().isEmpty()) {
                double truth = NoiseTables.truth(all, kind, Cost.of(pool.gates().criteria().get(0).indicator()));
                growing.put("aa + " + kind.kind(), pool.growing(truth));
            }
        }
        pool.gates().first(Cost.ALLOCATION).ifPresent(criterion -> growing.put("aa +2 % allocation", pool.growing(0.02, criterion)));
        pool.gates().first(Cost.TAIL).ifPresent(criterion -> growing.put("aa 40 times the tail", pool.growing(39, criterion)));
        return growing;
    }

    private void verdict(Results results, String kind, Replayed rule) throws IOException {
        String gates = rule.pool().gates().name();
        int there = rule.pool().size();
        int times = rule.pool().recorded().isUnchanged() && rule.pool().growth() == 0 ? n : few();
        if (rule.mostPairs() < Looks.MIN_PAIRS
                || results.has(gates, kind, there, recordedPairs(), rule.history(), rule.looks().name(), times, seed)) {
            return;
        }
        Tally tally = Tally.of(rule, times, seed, threads);
        List<Object> row = new ArrayList<>(List.of(
                gates, kind, there, recordedPairs(), rule.history(), rule.looks().name(), times, seed,
                tally.percent(Replayed.End.FAIL), tally.failedSoon(), tally.percent(Replayed.End.PASS),
                tally.percent(Replayed.End.OPEN), tally.pairs(0.5), tally.pairs(0.95), tally.minutes(0.5), tally.minutes(0.95),
                tally.flips()));
        if (rule.pool().growth() > 0) {
            row.addAll(Collections.nCopies(5, ""));
        } else {
            Judged judged = Judged.of(rule, 100, seed);
            row.addAll(List.of(
                    judged.count(Replayed.End.FAIL), judged.count(Replayed.End.PASS), judged.pairs(0.5), judged.pairs(0.95),
                    judged.agreed()));
        }
        results.add(row.toArray());
    }

    /** Ours beside the rules that others use. */
    private void rules() throws IOException {
        List<String> columns = new ArrayList<>(List.of("rule", "of pairs", "no change"));
        for (double growth : GROWTHS) {
            columns.add("+" + Simulate.percent(growth));
        }
        columns.add("found in 90 %");
        List<Recorded> kinds = all.values().stream().filter(one -> !one.isUnchanged() && one.pairs().size() >= 3 && !isReference(one)).toList();
        kinds.forEach(kind -> columns.add(kind.kind()));
        columns.addAll(List.of("no change; allocation", "no change; tail", "flips; no change", "flips; +5 %", "minutes"));
        Results results = new Results(
                into.resolve("recorded-rules.csv"),
                "# recorded: ours and the rules that others use\n\n" + about() + resampled()
                        + "How often a rule alarms, in per cent. The first columns: CPU per request of A/A pairs, with the growth put on top;"
                        + " *found in 90 %*: the growth it takes. Then the injections, by the value that each is about (CPU, allocation, 99th"
                        + " percentile as the service sees it), and false alarms by these values; ours is one gate over all its criteria. Ours sees"
                        + " the growth put on top in the first criterion of its set: with *service.yaml* and *strict.yaml* the CPU"
                        + " of the application's threads. *Flips*: how"
                        + " often two askings disagree whether to fail. *Minutes*: measured time of the median verdict (ours: no change /"
                        + " +10 %); of the others' the new build's starts alone, history counts as there. A previous run is a start of"
                        + " the same two hours on the same machine, so the others' rules look better here than between days and machines.\n\n",
                few(),
                seed,
                2,
                columns.toArray(String[]::new));
        for (Gates gates : List.of(set("service"), set("strict"), process())) {
            for (Looks looks : List.of(Looks.DEFAULT, Looks.FAST)) {
                oursAmong(results, gates, looks, kinds);
            }
        }
        for (Rivals rival : Rivals.values()) {
            if (!results.has(rival.text, recordedPairs())) {
                rivalAmong(results, rival, kinds);
            }
        }
        results.close();
    }

    /** Too large to be missed by any rule. */
    private static boolean isReference(Recorded kind) {
        return kind.amount() >= 100;
    }

    /** Comparisons where a fifth of them is enough. */
    private int few() {
        return n / 5;
    }

    private void oursAmong(Results results, Gates gates, Looks looks, List<Recorded> kinds) throws IOException {
        String name = "ours; " + gates.name() + (looks == Looks.DEFAULT ? "" : "; " + looks.name());
        Pool pool = Pool.of(unchanged, gates);
        if (ours(looks, pool, gates, 10).mostPairs() < Looks.MIN_PAIRS || results.has(name, recordedPairs())) {
            return;
        }
        Tally none = tally(looks, pool, gates);
        List<Object> row = new ArrayList<>(List.of(name, recordedPairs(), none.percent(Replayed.End.FAIL)));
        Tally five = none;
        Tally ten = none;
        for (double growth : GROWTHS) {
            Tally grown = tally(looks, pool.growing(growth), gates);
            five = growth == 0.05 ? grown : five;
            ten = growth == 0.10 ? grown : ten;
            row.add(grown.percent(Replayed.End.FAIL));
        }
        row.add(detectable(growth -> Tally.of(ours(looks, pool.growing(growth), gates, 10), few() / 5, seed, threads)
                .rate(Replayed.End.FAIL)));
        for (Recorded kind : kinds) {
            row.add(tally(looks, Pool.of(kind, gates), gates).percent(Replayed.End.FAIL));
        }
        row.add("");
        row.add("");
        row.add(flips(none.rate(Replayed.End.FAIL)));
        row.add(flips(five.rate(Replayed.End.FAIL)));
        row.add(none.minutes(0.5) + " / " + ten.minutes(0.5));
        results.add(row.toArray());
    }

    private void rivalAmong(Results results, Rivals rival, List<Recorded> kinds) throws IOException {
        Indicator cpu = Cost.indicator(Cost.CPU);
        List<Object> row = new ArrayList<>(List.of(rival.text, recordedPairs()));
        double none = alarms(rival, unchanged.kind(), cpu, 0, few());
        row.add(Tally.percent(none));
        for (double growth : GROWTHS) {
            row.add(Tally.percent(alarms(rival, unchanged.kind(), cpu, growth, few())));
        }
        row.add(detectable(growth -> alarms(rival, unchanged.kind(), cpu, growth, few() / 5)));
        for (Recorded kind : kinds) {
            row.add(Tally.percent(alarms(rival, kind.kind(), about(kind), 0, few())));
        }
        row.add(Tally.percent(alarms(rival, unchanged.kind(), Cost.indicator(Cost.ALLOCATION), 0, few())));
        row.add(Tally.percent(alarms(rival, unchanged.kind(), Cost.indicator(Cost.TAIL), 0, few())));
        row.add(flips(none));
        row.add(flips(alarms(rival, unchanged.kind(), cpu, 0.05, few())));
        double single = Tally.quantile(unchanged.pairs().stream().mapToDouble(RecordedPair::singleSeconds), 0.5);
        double pair = Tally.quantile(unchanged.pairs().stream().mapToDouble(RecordedPair::totalSeconds), 0.5);
        row.add(Tally.inMinutes(rival.needsPoints() ? pair : rival.starts() * single));
        results.add(row.stream().map(cell -> String.valueOf(cell).replace("NaN", "")).toArray());
    }

    /** What an injection is about. */
    private static Indicator about(Recorded kind) {
        return Cost.indicator(
                switch (kind.injected()) {
                    case "allocation" -> Cost.ALLOCATION;
                    case "tail", "lock" -> Cost.TAIL;
                    default -> Cost.CPU;
                });
    }

    /** NaN where too little was recorded for the rule. */
    private double alarms(Rivals rival, String kind, Indicator indicator, double growth, int times) {
        RecordedStarts starts = RecordedStarts.of(all, kind, indicator, growth);
        if (!starts.isEnoughFor(rival) || (rival.needsPoints() && !starts.hasPoints())) {
            return Double.NaN;
        }
        IntStream chunks = IntStream.range(0, (times + CHUNK - 1) / CHUNK);
        long alarms = (threads > 1 ? chunks.parallel() : chunks)
                .mapToLong(chunk -> {
                    SplittableRandom random = new SplittableRandom(seed * 1_000_003L + chunk);
                    return IntStream.range(0, CHUNK)
                            .filter(i -> rival.decide(starts, random).fail())
                            .count();
                })
                .sum();
        return alarms / (double) ((times + CHUNK - 1) / CHUNK * CHUNK);
    }

    /** Which limits an unchanged build is shown to be below in the default budget. */
    private void limits() throws IOException {
        Results results = new Results(
                into.resolve("recorded-limits.csv"),
                "# recorded: limits that an unchanged build passes\n\n" + about() + resampled()
                        + "Each criterion alone, 12 minutes, ten past comparisons: how an unchanged build ends, and one that grew by 10 %"
                        + " or by twice the limit.\n\n",
                few(),
                seed,
                3,
                "value", "limit", "A/A pairs", "PASS %", "INCONCLUSIVE %", "FAIL %", "pairs p50", "pairs p95", "minutes p50",
                "+10 %: FAIL %", "in 7 min %", "twice the limit: FAIL %");
        for (String name : List.of(Cost.CPU, "cpu.application.per-request", Cost.ALLOCATION, "latency.mean", "latency.p50",
                "latency.p95", "latency.p99", "server.latency.mean", "server.latency.p50", "server.latency.p95", Cost.TAIL)) {
            for (double limit : limits(name)) {
                if (results.has(name, Simulate.percent(limit), unchanged.pairs().size())) {
                    continue;
                }
                Gates gates = Gates.of(Cost.indicator(name), limit);
                Pool pool = Pool.of(unchanged, gates);
                Tally none = Tally.of(ours(Looks.DEFAULT, pool, gates, 10), few(), seed, threads);
                Tally ten = Tally.of(ours(Looks.DEFAULT, pool.growing(0.1), gates, 10), few(), seed, threads);
                Tally twice = Tally.of(ours(Looks.DEFAULT, pool.growing(2 * limit), gates, 10), few(), seed, threads);
                results.add(
                        name, Simulate.percent(limit), unchanged.pairs().size(), none.percent(Replayed.End.PASS),
                        none.percent(Replayed.End.OPEN), none.percent(Replayed.End.FAIL), none.pairs(0.5), none.pairs(0.95),
                        none.minutes(0.5), ten.percent(Replayed.End.FAIL), ten.failedSoon(), twice.percent(Replayed.End.FAIL));
            }
        }
        results.close();
    }

    private static double[] limits(String name) {
        if (name.equals(Cost.ALLOCATION)) {
            return new double[] {0.005, 0.01, 0.02, 0.03};
        }
        return name.contains("p9") ? new double[] {0.05, 0.10, 0.15, 0.20, 0.25, 0.40} : new double[] {0.02, 0.03, 0.05, 0.08, 0.10, 0.15};
    }

    private Replayed ours(Looks looks, Pool pool, Gates gates, int history) {
        Pool past = Pool.of(unchanged, gates);
        return new Replayed(looks, pool, pool.launched() ? past.asLaunched() : past, history, BUDGET);
    }

    private Tally tally(Looks looks, Pool pool, Gates gates) {
        return Tally.of(ours(looks, pool, gates, 10), few(), seed, threads);
    }

    /** The growth at which nine of ten are found, on a line between those tried. */
    private static String detectable(java.util.function.DoubleUnaryOperator found) {
        double below = 0;
        double rateBelow = 0;
        for (double growth : SEARCHED) {
            double rate = found.applyAsDouble(growth);
            if (Double.isNaN(rate)) {
                return "";
            } else if (rate >= 0.9) {
                double at = below + (growth - below) * (0.9 - rateBelow) / (rate - rateBelow);
                return String.format(Locale.ROOT, "+%.1f %%", 100 * at);
            }
            below = growth;
            rateBelow = rate;
        }
        return "more than +100 %";
    }

    private static String flips(double rate) {
        return Double.isNaN(rate) ? "" : Tally.percent(2 * rate * (1 - rate));
    }

    /** The service set as it would be by the CPU of the whole process, the JIT compiler's noise in it. */
    private static Gates process() throws IOException {
        return Gates.of("process.yaml", Path.of("bench/decisions/process.yaml"));
    }

    private static Gates set(String name) throws IOException {
        return Gates.of(name + ".yaml", Path.of("rules/sets/" + name + ".yaml"));
    }

    private int recordedPairs() {
        return all.values().stream().mapToInt(one -> one.pairs().size()).sum();
    }

    private String about() {
        Map<String, String> parts = unchanged.head().fingerprint().parts();
        String pairs = all.values().stream()
                .map(one -> one.kind() + " " + one.pairs().size() + (one.invalid() > 0 ? " (and " + one.invalid() + " that do not count)" : ""))
                .collect(Collectors.joining(", "));
        return "`bench/decisions/replay`. Pairs recorded: " + pairs + "; of " + unchanged.head().service() + " on "
                + String.join(", ", Arrays.asList(
                        parts.get("host.cpus") + " CPUs (" + parts.get("host.cpu") + ")", parts.get("host.os"), parts.get("jdk"),
                        "load " + parts.get("load.properties"), "measured " + parts.get("load.measure") + " per arm after a warm-up of "
                                + parts.get("load.warm-up")))
                + "; a pair takes " + Tally.inMinutes(Tally.quantile(unchanged.pairs().stream().mapToDouble(RecordedPair::totalSeconds), 0.5))
                + " minutes. Replayed on " + Machine.fingerprint() + ".\n\n";
    }

    private String resampled() {
        return "Every comparison draws its pairs without putting back; A/A pairs have their arms swapped by a coin. Its past comparisons are"
                + " four pairs each of A/A pairs it did not draw. A budget of 12 minutes as in `compare`. The pairs are taken for"
                + " independent, and there are only " + unchanged.pairs().size() + " of an unchanged build: what none of them shows,"
                + " no replay can.\n\n";
    }
}
