package dev.flamegate.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.check.CheckResult;
import dev.flamegate.check.CheckResult.Status;
import dev.flamegate.check.EmptyJar;
import dev.flamegate.check.Situation;
import dev.flamegate.check.Situations;
import dev.flamegate.collect.http.HttpDouble;
import dev.flamegate.os.Platform;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.TargetSpec.Runtime;
import dev.flamegate.targets.CgroupFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class PlanChecksTest {
    private static final String JAR = "target: {jar: app.jar}";

    @TempDir
    Path folder;

    @Test
    void a_jar_that_is_not_built_stops_a_run_and_the_plan_says_how_to_build_it() throws Exception {
        Situation situation = Situations.of(folder, JAR + "\nbuild: ./mvnw package");

        CheckResult missing = target(situation);
        Files.createFile(folder.resolve("app.jar"));

        assertThat(missing.status()).isEqualTo(Status.FAIL);
        assertThat(missing.remedy()).contains("./mvnw package");
        assertThat(target(situation).status()).isEqualTo(Status.OK);
    }

    @Test
    void a_jar_without_a_main_class_stops_a_run() throws Exception {
        EmptyJar.write(folder, "app.jar", null);

        CheckResult thin = target(Situations.of(folder, JAR));
        EmptyJar.write(folder, "app.jar", "Main");

        assertThat(thin.status()).isEqualTo(Status.FAIL);
        assertThat(thin.message()).contains("app.jar has no main class in its manifest");
        assertThat(target(Situations.of(folder, JAR)).status()).isEqualTo(Status.OK);
    }

    @Test
    void a_command_is_looked_for_on_the_path_or_next_to_the_plan() throws Exception {
        assertThat(target(Situations.of(folder, "target: {command: java -jar x.jar}"))
                        .status())
                .isEqualTo(Status.OK);
        assertThat(target(Situations.of(folder, "target: {command: no-such-program}"))
                        .message())
                .contains("not on the PATH");
        assertThat(target(Situations.of(folder, "target: {command: bin/start}")).message())
                .contains("does not exist");
    }

    @Test
    void what_a_target_needs_besides_its_program_is_looked_for() throws Exception {
        Files.createFile(folder.resolve("app.jar"));

        assertThat(target(Situations.of(folder, "target: {jar: app.jar, jdk: none}"))
                        .message())
                .contains("it has no bin/java");
        assertThat(target(Situations.of(folder, "target: {jar: app.jar, data: seed, arguments: ['{work}']}"))
                        .message())
                .isEqualTo("target: data: seed does not exist");
        CheckResult agent = target(Situations.of(folder, "target: {jar: app.jar, java-options: ['-javaagent:x.jar']}"));
        assertThat(agent.message()).contains("there is no x.jar in " + folder);
        assertThat(agent.remedy()).contains("correct target: java-options");
    }

    @Test
    void what_stands_beside_the_target_is_looked_for() throws Exception {
        Files.createFile(folder.resolve("app.jar"));
        String db = JAR + "\nbeside: {db: {command: [%s, '{port}'], data: %s}}";

        assertThat(target(Situations.of(folder, db.formatted("sleep", "none"))).message())
                .isEqualTo("beside: db: data: none does not exist");
        assertThat(target(Situations.of(folder, db.formatted("no-such-program", "app.jar")))
                        .message())
                .contains("beside: db: command: no-such-program");
        assertThat(target(Situations.of(folder, JAR + "\nbeside: {q: {jar: q.jar, arguments: ['{port}']}}"))
                        .message())
                .isEqualTo("beside: q: jar: q.jar does not exist");
        assertThat(target(Situations.of(folder, db.formatted("sleep", "app.jar")))
                        .status())
                .isEqualTo(Status.OK);
    }

    @Test
    void the_programs_of_hooks_are_looked_for() throws Exception {
        Files.createFile(folder.resolve("app.jar"));

        assertThat(target(Situations.of(folder, JAR + "\nafter: {trial: no-such-program}"))
                        .message())
                .isEqualTo("after: trial: command: no-such-program is not on the PATH");
        assertThat(target(Situations.of(folder, JAR + "\nbefore: {trial: [sleep, 1], block: ['{work}/bin/x']}"))
                        .status())
                .isEqualTo(Status.OK);
    }

    @Test
    void a_service_to_attach_to_has_to_answer() throws Exception {
        try (HttpDouble service = new HttpDouble()) {
            Situation situation = Situations.of(folder, "target: {url: \"" + service.address() + "\"}");
            service.reply(HttpDouble.says(503, "text/plain", "starting"));
            CheckResult starting = target(situation);
            service.reply(HttpDouble.says(200, "text/plain", "up"));

            assertThat(starting.status()).isEqualTo(Status.FAIL);
            assertThat(starting.message()).contains("/health", "503");
            assertThat(target(situation).status()).isEqualTo(Status.OK);
        }
    }

    @Test
    void a_load_tool_that_is_not_installed_is_named() {
        Situation tool = Situations.of(folder, JAR + "\nload: {command: [no-such-tool, '{url}']}");
        Situation script = Situations.of(folder, JAR + "\nload: {command: ./load.sh}");

        assertThat(new PlanChecks(tool).load(plan(tool).load()).message())
                .isEqualTo("load: command: no-such-tool is not on the PATH");
        assertThat(new PlanChecks(script).load(plan(script).load()).message())
                .isEqualTo("load: command: ./load.sh does not exist, or is not executable");
    }

    @Test
    void a_class_path_entry_that_is_not_there_is_named() {
        Situation situation = Situations.of(folder, JAR + "\nload: {simulation: A, classpath: [a.jar, b]}");

        CheckResult result = new PlanChecks(situation).load(plan(situation).load());

        assertThat(result.status()).isEqualTo(Status.FAIL);
        assertThat(result.message()).contains("a.jar, b do not exist");
    }

    @Test
    void a_port_that_is_taken_stops_a_run() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Situation situation = Situations.of(folder, "target: {jar: app.jar, port: " + taken.getLocalPort() + "}");

            CheckResult result = new PlanChecks(situation).port(plan(situation).target());

            assertThat(result.status()).isEqualTo(Status.FAIL);
            assertThat(result.message()).contains("is in use");
        }
    }

    @Test
    void a_place_for_runs_that_is_no_folder_stops_a_run() throws IOException {
        Situation situation = Situations.of(folder, JAR);
        CheckResult roomy = new CheckoutChecks(situation).history();
        Files.createFile(folder.resolve("history"));

        assertThat(roomy.values().get("freeBytes")).isPositive();
        assertThat(new CheckoutChecks(situation).history().status()).isEqualTo(Status.FAIL);
    }

    @Test
    void a_temporary_folder_that_is_not_there_stops_a_run() throws Exception {
        String plan = "target: {jar: app.jar, java-options: [-Djava.io.tmpdir=gone]}";

        CheckResult gone = new JavaChecks(Situations.of(folder, plan)).temporaryFolder();

        assertThat(gone.status()).isEqualTo(Status.FAIL);
        assertThat(gone.message()).contains("gone");
        assertThat(new JavaChecks(Situations.of(folder, JAR)).temporaryFolder().status())
                .isEqualTo(Status.OK);
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void the_profiler_is_started_in_a_jvm_with_the_plans_options() throws Exception {
        Assumptions.assumeTrue(
                Files.exists(Path.of("target/agents/pyroscope.jar")), "the agent is copied by the whole build");
        CheckResult starts = new JavaChecks(Situations.of(folder, JAR)).profiler();
        CheckResult wrong = new JavaChecks(
                        Situations.of(folder, "target: {jar: app.jar, java-options: [-XX:NoSuchOption=1]}"))
                .profiler();

        assertThat(starts).extracting(CheckResult::status).as(starts.message()).isEqualTo(Status.OK);
        assertThat(starts.message()).contains("a sample every 5 ms");
        assertThat(wrong.status()).isEqualTo(Status.FAIL);
        assertThat(wrong.message()).contains("NoSuchOption");
        assertThat(wrong.remedy()).contains("java-options");
    }

    @Test
    void a_home_without_java_is_reported() throws Exception {
        CheckResult result = new JavaChecks(Situations.of(folder, JAR), folder).java();

        assertThat(result.status()).isIn(Status.WARN, Status.FAIL);
        assertThat(result.remedy()).contains("JAVA_HOME");
    }

    @Test
    void a_generator_without_a_cpu_of_its_own_is_worth_a_warning() {
        Situation one = Situations.of(folder, "target: {jar: app.jar, limits: {cpus: 1}}");

        assertThat(machine(one, 4).cpus().message())
                .contains("4 CPUs: 1 for the target, 3 left for the load generator");
        assertThat(machine(one, 1).cpus().status()).isEqualTo(Status.WARN);
        assertThat(machine(Situations.of(folder, JAR), 4).cpus().remedy()).contains("cpus: 3");
    }

    @Test
    void memory_has_to_hold_two_arms_and_the_generator() throws IOException {
        Files.writeString(folder.resolve("meminfo"), "MemTotal: 8388608 kB\nMemAvailable: 3145728 kB\n");
        Path meminfo = folder.resolve("meminfo");
        Situation small = Situations.of(folder, "target: {jar: app.jar, java-options: [-Xmx512m]}");
        Situation large = Situations.of(folder, "target: {jar: app.jar, java-options: [-Xmx2g]}");

        assertThat(machine(small, 4).memory(meminfo).status()).isEqualTo(Status.OK);
        assertThat(machine(large, 4).memory(meminfo).message())
                .contains("3 GiB free", "`run` takes about 3.25 GiB", "`compare` 5.5 GiB");
        assertThat(machine(large, 4).memory(meminfo).status()).isEqualTo(Status.WARN);
    }

    @Test
    void a_governor_that_follows_the_load_is_worth_a_warning() throws IOException {
        Path cpu = Files.createDirectories(folder.resolve("cpu0/cpufreq"));

        assertThat(MachineChecks.governor(folder).status()).isEqualTo(Status.SKIP);
        Files.writeString(cpu.resolve("scaling_governor"), "powersave\n");
        assertThat(MachineChecks.governor(folder).status()).isEqualTo(Status.WARN);
        Files.writeString(cpu.resolve("scaling_governor"), "performance\n");
        assertThat(MachineChecks.governor(folder).status()).isEqualTo(Status.OK);
    }

    @Test
    void systems_that_cannot_measure_everything_are_worth_a_warning_where_the_target_is_a_process() {
        MachineChecks process = machine(Situations.withoutPlan(folder, null), 4);
        MachineChecks container = machine(Situations.withoutPlan(folder, Runtime.CONTAINER), 4);

        assertThat(process.system(Platform.LINUX).status()).isEqualTo(Status.OK);
        assertThat(process.system(Platform.MACOS).message()).contains("CPUs of its own", "one timer");
        assertThat(process.system(Platform.WINDOWS).message()).contains("no profiler", "CPUs of its own");
        assertThat(process.system(Platform.WINDOWS).remedy()).contains("WSL 2");
        assertThat(container.system(Platform.MACOS).status()).isEqualTo(Status.OK);
    }

    @Test
    void a_quota_that_service_and_generator_share_is_worth_a_warning() throws IOException {
        Files.writeString(folder.resolve("cpu.max"), "150000 100000\n");
        Optional<CgroupFiles> group = Optional.of(new CgroupFiles(true, folder, folder, folder));

        CheckResult shared = new MachineChecks(Situations.withoutPlan(folder, null), 4, group).cgroup();
        CheckResult ample = new MachineChecks(Situations.withoutPlan(folder, null), 1, group).cgroup();

        assertThat(shared.status()).isEqualTo(Status.WARN);
        assertThat(shared.message()).contains("a quota of 1.5 CPUs", "no memory limit");
        assertThat(shared.values()).containsEntry("cpuLimit", 1.5);
        assertThat(ample.status()).isEqualTo(Status.OK);
    }

    private static MachineChecks machine(Situation situation, int cpus) {
        return new MachineChecks(situation, cpus, Optional.empty());
    }

    private static CheckResult target(Situation situation) throws InterruptedException {
        return new PlanChecks(situation).target(plan(situation));
    }

    private static Plan plan(Situation situation) {
        return Objects.requireNonNull(situation.plan());
    }
}
