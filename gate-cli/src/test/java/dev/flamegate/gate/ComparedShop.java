package dev.flamegate.gate;

import dev.flamegate.model.Arm;
import dev.flamegate.model.Pair;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.RuleSet;
import dev.flamegate.plan.RulesReader;
import dev.flamegate.plan.yaml.Source;
import dev.flamegate.report.GateReport;
import dev.flamegate.runtime.Installation;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.store.Comparisons;
import dev.flamegate.store.History;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Compares builds of a shop on a machine where nothing runs and time passes at once. */
abstract class ComparedShop {
    static final Duration PLENTY = Duration.ofHours(3);

    @TempDir
    Path folder;

    final FakeMachine machine = new FakeMachine();
    final Plans.Noted progress = new Plans.Noted();
    String rules = Plans.CPU_RULE;

    @BeforeEach
    void makeBuilds() throws Exception {
        Files.writeString(folder.resolve("a.jar"), "one");
        Files.writeString(folder.resolve("b.jar"), "two");
    }

    /** A growth so near to the limit that no look can say on which side it is. */
    void staysUndecided() {
        machine.onReady((arm, start) -> machine.cost(Arm.CANDIDATE, (start + 1) / 2 % 2 == 0 ? 0.0041 : 0.0043));
    }

    GateReport compare(Duration budget) throws InterruptedException {
        return compare(budget, Looks.DEFAULT);
    }

    GateReport compare(Duration budget, Looks looks) throws InterruptedException {
        return compare("a.jar", budget, looks, Plans.SHOP);
    }

    GateReport compare(String candidate, Duration budget) throws InterruptedException {
        return compare(candidate, budget, Plans.SHOP);
    }

    GateReport compare(String candidate, Duration budget, String plan) throws InterruptedException {
        return compare(candidate, budget, Looks.DEFAULT, plan);
    }

    GateReport compare(String candidate, Duration budget, Looks looks, String plan) throws InterruptedException {
        MeasurementPlan setup = MeasurementPlan.open(
                Plans.of(plan), rules(), folder, new Installation(folder, folder, folder), progress);
        try (Compare compare = new Compare(setup, new ReportFolder(folder.resolve("report")), store(), machine)) {
            return compare.compare(
                    ArmSpec.parse("a.jar"), ArmSpec.parse(candidate).plus(Map.of("FEATURE", "on")), looks, budget);
        }
    }

    int targetsStarted() {
        return (int) machine.started.stream()
                .filter(what -> what.endsWith(" target"))
                .count();
    }

    List<Pair> pairs() {
        return store().load(key()).orElseThrow().comparison().pairs();
    }

    String key() {
        return store().list().get(0).key();
    }

    Comparisons store() {
        return new Comparisons(history(), warning -> {
            throw new AssertionError(warning);
        });
    }

    History history() {
        return new History(folder.resolve("history"), warning -> {
            throw new AssertionError(warning);
        });
    }

    RuleSet rules() {
        return RulesReader.read(List.of(new Source("rules.yaml", rules)));
    }

    static Plan plan() {
        return Plans.of(Plans.SHOP);
    }
}
