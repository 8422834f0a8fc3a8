package dev.flamegate.gate.facts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.gate.Plans;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.runtime.ProcessRuntime;
import dev.flamegate.runtime.TargetRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuildIdentityTest {
    private static final String PLAN = """
            service: shop
            target: {jar: a.jar, port: 8080, environment: {PORT: "{port}"}}
            load: {simulation: shop.Checkout, classpath: [load]}
            """;

    @TempDir
    Path folder;

    @BeforeEach
    void writeBuilds() throws IOException {
        Files.writeString(folder.resolve("a.jar"), "one");
        Files.writeString(folder.resolve("copy.jar"), "one");
        Files.writeString(folder.resolve("b.jar"), "two");
        Files.createDirectories(folder.resolve("load/shop"));
        Files.writeString(folder.resolve("load/shop/Checkout.class"), "users");
    }

    @Test
    void the_same_content_is_the_same_build_wherever_it_is() throws InterruptedException {
        assertThat(of("copy.jar")).isEqualTo(of("a.jar"));
        assertThat(key(PLAN, "a.jar", "copy.jar")).isEqualTo(key(PLAN, "copy.jar", "a.jar"));
    }

    @Test
    void content_environment_and_options_make_another_build() throws InterruptedException {
        TargetSpec plain = arm(ArmSpec.parse("a.jar"));
        String identity = BuildIdentity.of(runtime(PLAN), plain);

        assertThat(of("b.jar")).isNotEqualTo(identity);
        assertThat(BuildIdentity.of(runtime(PLAN), arm(ArmSpec.parse("a.jar").plus(Map.of("FEATURE", "on")))))
                .isNotEqualTo(identity);
        for (ArmSpec.Changes changes : List.of(
                new ArmSpec.Changes(Map.of(), List.of("-XX:+UseParallelGC"), List.of(), null, Map.of()),
                new ArmSpec.Changes(Map.of(), List.of(), List.of("--x"), null, Map.of()),
                new ArmSpec.Changes(Map.of(), List.of(), List.of(), System.getProperty("java.home"), Map.of()))) {
            assertThat(BuildIdentity.of(
                            runtime(PLAN), arm(ArmSpec.parse("a.jar").changed(changes))))
                    .isNotEqualTo(identity);
        }
    }

    @Test
    void a_build_has_the_same_identity_whatever_the_order_of_its_variables() throws InterruptedException {
        ArmSpec jar = ArmSpec.parse("a.jar");
        TargetSpec one = arm(jar.plus(Map.of("A", "1")).plus(Map.of("B", "2")));
        TargetSpec other = arm(jar.plus(Map.of("B", "2")).plus(Map.of("A", "1")));

        assertThat(BuildIdentity.of(runtime(PLAN), one)).isEqualTo(BuildIdentity.of(runtime(PLAN), other));
    }

    @Test
    void the_port_is_no_part_of_it() throws InterruptedException {
        assertThat(key(PLAN.replace("8080", "9090"), "a.jar", "b.jar")).isEqualTo(key(PLAN, "a.jar", "b.jar"));
    }

    @Test
    void the_arms_are_not_exchangeable() throws InterruptedException {
        assertThat(key(PLAN, "a.jar", "b.jar")).isNotEqualTo(key(PLAN, "b.jar", "a.jar"));
    }

    @Test
    void another_load_is_another_comparison() throws IOException, InterruptedException {
        String key = key(PLAN, "a.jar", "b.jar");

        assertThat(key(PLAN + "trials: 5\n", "a.jar", "b.jar")).isEqualTo(key);
        assertThat(key(PLAN.replace("classpath", "measure: 7 s, classpath"), "a.jar", "b.jar"))
                .isNotEqualTo(key);
        assertThat(key(PLAN + "compare: {budget: 1 h}\n", "a.jar", "b.jar")).isEqualTo(key);
        Files.writeString(folder.resolve("load/shop/Checkout.class"), "other users");
        assertThat(key(PLAN, "a.jar", "b.jar")).isNotEqualTo(key);
    }

    private String of(String jar) throws InterruptedException {
        return BuildIdentity.of(runtime(PLAN), arm(ArmSpec.parse(jar)));
    }

    private static TargetSpec arm(ArmSpec arm) {
        return Plans.of(PLAN).target().with(arm, null);
    }

    private String key(String yaml, String baseline, String candidate) throws InterruptedException {
        Plan plan = Plans.of(yaml);
        return BuildIdentity.key(
                plan,
                folder,
                runtime(yaml),
                plan.target().with(ArmSpec.parse(baseline), null),
                plan.target().with(ArmSpec.parse(candidate), null));
    }

    private TargetRuntime runtime(String yaml) {
        return new ProcessRuntime(Plans.setup(Plans.of(yaml), folder));
    }
}
