import dev.flamegate.judge.evidence.Evidence;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Comparison;
import dev.flamegate.model.Fingerprint;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.finding.Measurement;
import dev.flamegate.model.Run;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.model.Trial;
import dev.flamegate.profile.ProfiledRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * Recorded pairs of one kind, as {@code bench/decisions/extract} wrote them.
 *
 * @param kind {@code aa}, {@code harmless-...} of versions that are taken to cost the same, or what was injected into the candidate
 * @param head what they were measured with, as a run without trials
 * @param pairs those that count, in order of time
 * @param invalid how many more there were that do not count
 */
record Recorded(String kind, Run head, List<RecordedPair> pairs, int invalid) {

    static Map<String, Recorded> all(Path folder) throws IOException {
        Map<String, Recorded> all = new LinkedHashMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".jsonl")).sorted().toList()) {
                Recorded recorded = read(file);
                all.put(recorded.kind, recorded);
            }
        }
        unchanged(all);
        return all;
    }

    /** Those of a build that did not change. */
    static Recorded unchanged(Map<String, Recorded> all) {
        return all.values().stream()
                .filter(Recorded::isUnchanged)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "no pairs of an unchanged build were recorded; bench/decisions/extract writes them"));
    }

    /** What is injected per unit, such as {@code cpu}; and how much. */
    String injected() {
        return kind.replaceFirst(":.*", "");
    }

    double amount() {
        return kind.contains(":") ? Double.parseDouble(kind.substring(kind.indexOf(':') + 1)) : 0;
    }

    /** The manner in which its pairs were measured. */
    Comparison.Manner manner() {
        return new Comparison.Manner(
                head.context().getOrDefault("jvm.options", "").contains("-XX:TieredStopAtLevel=1"),
                pairs.stream().allMatch(RecordedPair::isTogether));
    }

    boolean isUnchanged() {
        return kind.equals("aa") || kind.startsWith("harmless-");
    }

    /** Trials as a run of them, which is what indicators are made from. */
    ProfiledRun run(List<Trial> trials) {
        return new ProfiledRun(head.withTrials(trials), Collections.nCopies(trials.size(), Map.of()));
    }

    List<Trial> trials(Arm arm) {
        return pairs.stream().map(pair -> pair.trial(arm)).toList();
    }

    /** An indicator's value in each trial of an arm, by the product's own code; empty where it was not recorded. */
    double[] values(Indicator indicator, Selector selector, Arm arm) {
        return measured(indicator, selector, arm)
                .map(measured -> measured.trials().stream().mapToDouble(value -> value).toArray())
                .orElse(new double[0]);
    }

    Optional<Measurement.Measured> measured(Indicator indicator, Selector selector, Arm arm) {
        return Evidence.of(run(trials(arm)), indicator, selector).stream()
                .filter(Measurement.Measured.class::isInstance)
                .map(Measurement.Measured.class::cast)
                .findFirst();
    }

    /** The requests that a pattern selects and that every trial has enough of. */
    List<Selector> often(Indicator indicator, Selector selector) {
        return Evidence.of(run(trials(Arm.BASELINE)), indicator, selector).stream()
                .filter(Measurement.Measured.class::isInstance)
                .map(Measurement::selector)
                .filter(one -> Stream.of(Arm.values())
                        .allMatch(arm -> Evidence.requests(run(trials(arm)).run(), indicator, one).areEnough()))
                .toList();
    }

    double[] values(ToDoubleFunction<Trial> value, Arm arm) {
        return trials(arm).stream().mapToDouble(value).toArray();
    }

    private static Recorded read(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        Map<?, ?> head = map(lines.get(0));
        if (!"flamegate-recorded-pairs".equals(head.get("format")) || !Integer.valueOf(1).equals(head.get("version"))) {
            throw new IllegalArgumentException(file + ": not a file of recorded pairs of version 1");
        }
        List<RecordedPair> pairs = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            pairs.add(RecordedTrials.pair(map(line), pairs.size() + 1));
        }
        Run run = new Run(
                "recorded",
                String.valueOf(head.get("service")),
                Instant.EPOCH,
                "process",
                RecordedTrials.number(head.get("cpus")),
                strings(head.get("context")),
                new Fingerprint(strings(head.get("fingerprint"))),
                List.of(),
                Map.of(),
                List.of());
        List<RecordedPair> valid = pairs.stream().filter(pair -> pair.invalid() == null).toList();
        return new Recorded(String.valueOf(head.get("kind")), run, valid, pairs.size() - valid.size());
    }

    /** JSON is YAML too, and the rules module brings a reader of it. */
    private static Map<?, ?> map(String json) {
        LoadSettings settings = LoadSettings.builder().setCodePointLimit(json.length() + 1).setBufferSize(json.length() + 2).build();
        return (Map<?, ?>) new Load(settings).loadFromString(json);
    }

    private static Map<String, String> strings(Object map) {
        Map<String, String> strings = new LinkedHashMap<>();
        ((Map<?, ?>) map).forEach((name, value) -> strings.put(String.valueOf(name), String.valueOf(value)));
        return strings;
    }
}
