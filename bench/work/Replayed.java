import dev.flamegate.judge.SequentialJudge;
import dev.flamegate.model.Fingerprint;
import dev.flamegate.model.Run;
import dev.flamegate.model.Work;
import dev.flamegate.model.WorkCount;
import dev.flamegate.model.WorkDifference;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.plan.RulesReader;
import dev.flamegate.plan.yaml.Source;
import dev.flamegate.profile.ProfiledComparison;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Judges comparisons of unchanged builds, whose starts are drawn from recorded ones: Replayed STARTS.json... */
final class Replayed {
    private static final int COMPARISONS = 2_000;
    private static final WorkDifference RAN = new WorkDifference(List.of(), 1, 1, List.of(), null);

    private Replayed() {}

    public static void main(String[] files) throws IOException {
        Path rules = Path.of(files[0]);
        List<Rule> all =
                RulesReader.read(List.of(new Source(rules.toString(), Files.readString(rules)))).rules();
        for (String file : List.of(files).subList(1, files.length)) {
            Path path = Path.of(file);
            System.out.println(row(path.getFileName().toString().replace(".json", ""), starts(path), all));
        }
    }

    private static List<Work> starts(Path file) throws IOException {
        List<Work> starts = new ArrayList<>();
        for (JsonNode start : JsonMapper.shared().readTree(Files.readString(file))) {
            Map<String, Work.Requests> requests = new LinkedHashMap<>();
            start.path("requests").properties().forEach(request -> {
                Map<WorkCount, Work.PerRequest> counts = new EnumMap<>(WorkCount.class);
                request.getValue().path("counts").properties().forEach(count -> counts.put(
                        WorkCount.valueOf(count.getKey().toUpperCase(Locale.ROOT)),
                        new Work.PerRequest(
                                count.getValue().path("mean").asDouble(),
                                count.getValue().path("error").asDouble())));
                requests.put(
                        request.getKey(),
                        new Work.Requests(request.getValue().path("counted").asLong(), counts));
            });
            starts.add(new Work(requests, List.of(), List.of()));
        }
        return starts;
    }

    private static String row(String service, List<Work> starts, List<Rule> rules) {
        Random random = new Random(7);
        SequentialJudge judge = new SequentialJudge(rules, List.of(), Looks.DEFAULT);
        int failed = 0;
        int warned = 0;
        int open = 0;
        int three = 0;
        for (int i = 0; i < COMPARISONS; i++) {
            List<Work> drawn = new ArrayList<>(starts);
            Collections.shuffle(drawn, random);
            ProfiledComparison comparison = comparison(drawn, 2);
            if (!judge.isWorkSettled(comparison.comparison())) {
                three++;
                comparison = comparison(drawn, 3);
            }
            Verdict verdict = judge.judge(comparison).verdict();
            failed += verdict == Verdict.FAIL ? 1 : 0;
            warned += verdict == Verdict.WARN ? 1 : 0;
            open += verdict == Verdict.INCONCLUSIVE ? 1 : 0;
        }
        return String.format(
                Locale.ROOT, "| %s | %,d | %d | %d | %d | %d |", service, COMPARISONS, failed, warned, open, three);
    }

    private static ProfiledComparison comparison(List<Work> drawn, int starts) {
        return ProfiledComparison.counted(
                "replayed", run("a", drawn.subList(0, starts)), run("b", drawn.subList(starts, 2 * starts)), RAN);
    }

    private static Run run(String id, List<Work> starts) {
        return new Run(
                        id, "shop", Instant.EPOCH, "process", 2, Map.of(), new Fingerprint(Map.of()), List.of(), Map.of(), List.of())
                .withWork(starts);
    }
}
