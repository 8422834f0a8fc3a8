package dev.flamegate.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.gate.Plans;
import dev.flamegate.plan.RuleSet;
import dev.flamegate.plan.RulesReader;
import dev.flamegate.plan.yaml.Source;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasurementPlanTest {
    @TempDir
    Path folder;

    @Test
    void what_is_measured_for_some_rules_alone_is_wanted_where_there_is_one_of_them() {
        MeasurementPlan cpu = judgedBy("cpu.utilization", "< 50%");
        assertThat(cpu.measuresStart()).isFalse();
        assertThat(cpu.watchesMemory()).isFalse();

        assertThat(judgedBy("startup.time", "< 9 s").measuresStart()).isTrue();
        assertThat(judgedBy("heap.slope", "< 4 KiB").watchesMemory()).isTrue();
        assertThat(judgedBy("heap.objects.slope", "< 2 objects").watchesMemory())
                .isTrue();
        assertThat(judgedBy("memory.slope.hourly", "< 1 MiB").watchesMemory()).isTrue();
    }

    private MeasurementPlan judgedBy(String indicator, String must) {
        RuleSet rules = RulesReader.read(List.of(new Source(
                "rules.yaml",
                "version: 1\nrules:\n  - {id: one, indicator: " + indicator + ", must: \"" + must + "\"}\n")));
        MeasurementPlan setup = Plans.setup(Plans.of("target: {jar: shop.jar}"), folder);
        setup.children().close();
        return new MeasurementPlan(
                setup.plan(),
                rules,
                setup.folder(),
                setup.installation(),
                setup.children(),
                setup.progress(),
                setup.policy(),
                setup.labels(),
                setup.texts(),
                setup.sent());
    }
}
