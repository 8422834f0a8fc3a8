package dev.flamegate.program;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.flamegate.ci.Shell;
import dev.flamegate.os.GitCommand;
import dev.flamegate.os.Program;
import dev.flamegate.plan.KubernetesSpec;
import dev.flamegate.plan.Plan;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Classes of mistakes that reviews of security found, each as a rule: what breaks it is not in the list, with its
 * reason, of those who may. Lists are whole: who needs an entry no longer is taken out.
 */
class SecurityRulesTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(place -> !place.contains("test-classes") && !place.contains("-tests.jar"))
            .importPackages("dev.flamegate")
            .that(DescribedPredicate.describe(
                    "run in the gate's own process",
                    one -> !one.getPackageName().matches("dev\\.flamegate\\.(probe|sample|gatling)\\b.*")));

    /** Streams without a limit are read of what is the gate's own, or has been bounded before. */
    private static final Map<String, String> WHOLE = Map.ofEntries(
            Map.entry("doctor.JavaChecks", "/proc and /sys"),
            Map.entry("doctor.MachineChecks", "/proc and /sys"),
            Map.entry("doctor.MachineWatch", "/proc"),
            Map.entry("targets.CgroupFiles", "/sys/fs/cgroup"),
            Map.entry("targets.CpuSet", "/proc"),
            Map.entry("targets.Host", "/proc"),
            Map.entry("targets.Owner", "/proc"),
            Map.entry("containers.engine.Reach", "/proc"),
            Map.entry("os.ProcessTree", "/proc"),
            Map.entry("os.Children", "/proc, and notes of gates in a folder that OwnFolder has checked"),
            Map.entry("os.Sha256", "keeps nothing of what it reads"),
            Map.entry("plan.Published", "resources of the installation"),
            Map.entry("report.template.Templates", "resources of the installation"),
            Map.entry("targets.AgentFiles", "resources of the installation"),
            Map.entry("gate.facts.SimulationContent", "classes that are about to run as this user"),
            Map.entry("targets.Replacement", "jars that are about to run as this user, to a file"),
            Map.entry("work.code.ClassFiles", "classes that run as this user"),
            Map.entry("insight.upgrade.MavenVersions", "the build, which runs as this user"),
            Map.entry("collect.receiver.PushQueue", "after a look at the size"),
            Map.entry("store.RunRecord", "files of a record, whose sizes are bounded where they come in"),
            Map.entry("store.HistoryImport", "files that ArchiveReader has unpacked within its limits"),
            Map.entry("cluster.RunObjects", "the probe of the installation"),
            Map.entry("cluster.PodLog", "to a BoundedLog"),
            Map.entry("cluster.Tunnel", "passes on between two connections and keeps nothing"),
            Map.entry("cluster.injectors.AgentLink", "an archive of its own, to the injector"),
            Map.entry("remote.GitRepository", "output of its own git in its own folder, of objects with a known size"),
            Map.entry("publish.ci.GitHubForge", "the event's file, which the runner writes"),
            Map.entry("publish.ci.Owners", "CODEOWNERS of the checkout that the command runs in, of at most 3 MiB"),
            Map.entry("publish.flame.ProfileFiles", "files that the command line names, after a look at their size"),
            Map.entry("search.night.Jobs", "the manifest that the command line, or its folder, names"),
            Map.entry("demo.Demo", "the catalogue of the installation"),
            Map.entry("demo.ExpectedFile", "the catalogue of the installation"),
            Map.entry("demo.Results", "what the demo itself wrote"),
            Map.entry("init.GradleBuilds", "init reads the checkout of the person who calls it"),
            Map.entry("init.MavenBuilds", "as above"),
            Map.entry("init.PlainMain", "as above"),
            Map.entry("init.Settings", "as above"),
            Map.entry("init.Simulations", "as above"),
            Map.entry("init.Sources", "as above"),
            Map.entry("init.simulation.ApiDocument", "after a look at the size"));

    /** Who starts programs; all but those that say why give them no secret. */
    private static final Map<String, String> STARTS = Map.of(
            "os.GitCommand", "without secrets",
            "gate.Builds", "without secrets",
            "targets.BesideProcess", "without secrets",
            "doctor.JavaChecks", "without secrets, or a script of its own",
            "targets.SpringBootJar", "without secrets",
            "targets.CpuSet", "taskset of the system",
            "cli.terminal.Console", "stty of the system",
            "remote.GitRepository", "git in a folder of its own, which needs the credentials of the shared history",
            "search.night.Processes", "this gate once more");

    /** Who makes a client of HTTP: each with limits of time and size, and none follows a redirect. */
    private static final Map<String, String> CLIENTS = Map.of(
            "collect.http.ApiClient", "BoundedBody, and a limit for everything together",
            "targets.HttpReady", "discards the body, and has a limit for each answer",
            "work.CountingRelay", "BoundedBody, and a limit for each answer");

    @Test
    void no_redirect_is_followed() {
        noClasses()
                .should()
                .accessField(HttpClient.Redirect.class, "NORMAL")
                .orShould()
                .accessField(HttpClient.Redirect.class, "ALWAYS")
                .check(CLASSES);
    }

    @Test
    void clients_of_http_are_few() {
        assertThat(callers(call -> call.getTargetOwner().isEquivalentTo(HttpClient.class)
                        && Set.of("newBuilder", "newHttpClient").contains(call.getName())))
                .isEqualTo(here(CLIENTS.keySet()));
    }

    @Test
    void nothing_is_read_to_its_end_without_a_reason() {
        Set<String> inFiles = Set.of("readAllBytes", "readString", "readAllLines", "lines", "newBufferedReader");
        Set<String> inStreams = Set.of("readAllBytes", "transferTo");

        assertThat(callers(
                        call -> (call.getTargetOwner().isEquivalentTo(Files.class) && inFiles.contains(call.getName()))
                                || (call.getTargetOwner().isAssignableTo(InputStream.class)
                                        && inStreams.contains(call.getName()))))
                .isEqualTo(here(WHOLE.keySet()));
    }

    @Test
    void programs_are_started_by_few_and_without_secrets() {
        assertThat(callers(call -> call.getTargetOwner().isEquivalentTo(Program.class)
                        && call.getName().equals("of")))
                .isEqualTo(here(STARTS.keySet()));
        Set<String> choose = callers(call -> call.getTargetOwner().isEquivalentTo(Program.class)
                && call.getName().equals("withOnly"));
        here(STARTS.keySet()).forEach(name -> {
            if (STARTS.getOrDefault(name, "").startsWith("without secrets")) {
                assertThat(choose).contains(name);
            }
        });
    }

    /** Its name is a text, which no rule about classes sees. */
    @Test
    void git_is_started_with_what_keeps_a_checkout_from_running_anything() throws IOException {
        Set<String> named = new TreeSet<>();
        for (Path module : modules()) {
            try (Stream<Path> files = Files.walk(module)) {
                for (Path file :
                        files.filter(one -> one.toString().endsWith(".java")).toList()) {
                    if (Files.readString(file).contains("\"git\"")) {
                        String name = file.toString()
                                .replace(file.getFileSystem().getSeparator(), "/")
                                .replaceAll(".*/dev/flamegate/|\\.java$", "");
                        named.add(name.replace('/', '.'));
                    }
                }
            }
        }

        // CheckoutChecks looks whether it is there; GitRepository's folder is its own, with nothing of a checkout.
        assertThat(named).isEqualTo(here(Set.of("doctor.CheckoutChecks", "os.GitCommand", "remote.GitRepository")));
    }

    /** Files that a plan names come from where the policy is, and are within the checkout. */
    @Test
    void paths_of_a_plan_that_decide_what_runs_where_are_read_by_the_policy() {
        // The demo's plans are those of the catalogue in the installation.
        assertThat(callers(call -> call.getTargetOwner().isEquivalentTo(Plan.class)
                        && call.getName().equals("rules")))
                .isEqualTo(here(Set.of("cli.option.PlanFiles", "demo.Demo", "plan.Plan")));
        // Others need its name for messages, or whether there is one.
        assertThat(callers(call -> call.getTargetOwner().isEquivalentTo(KubernetesSpec.class)
                        && call.getName().equals("manifest")))
                .isSubsetOf(
                        "cli.option.PlanFiles",
                        "doctor.PlanChecks",
                        "cluster.KubernetesRuntime",
                        "cluster.PodManifest",
                        "plan.KubernetesSpec");
        assertThat(WHOLE).doesNotContainKeys("cluster.KubernetesRuntime", "cluster.PodManifest", "doctor.PlanChecks");
    }

    @Test
    void the_settings_of_git_are_absolute() {
        assertThat(Path.of(GitCommand.NO_HOOKS)).isAbsolute();
    }

    /** Those names whose packages there are: {@code .ci/without} tests without an extension. */
    private static Set<String> here(Set<String> names) {
        Set<String> packages = CLASSES.stream().map(one -> top(one.getName())).collect(toCollection(TreeSet::new));
        return names.stream()
                .filter(name -> packages.contains(top("dev.flamegate." + name)))
                .collect(toCollection(TreeSet::new));
    }

    private static String top(String name) {
        return name.split("\\.", -1)[2];
    }

    /** The outermost classes, without the common package, that have such an access. */
    private static Set<String> callers(Predicate<JavaAccess<?>> wanted) {
        return CLASSES.stream()
                .flatMap(one -> one.getAccessesFromSelf().stream())
                .filter(wanted)
                .map(access -> outermost(access.getOriginOwner()).getName().replace("dev.flamegate.", ""))
                .collect(toCollection(TreeSet::new));
    }

    private static JavaClass outermost(JavaClass one) {
        return one.getEnclosingClass().map(SecurityRulesTest::outermost).orElse(one);
    }

    private static Set<Path> modules() throws IOException {
        Set<Path> modules = new TreeSet<>(
                Set.of(Shell.CHECKOUT.resolve("rules/src/main"), Shell.CHECKOUT.resolve("gate-cli/src/main")));
        try (Stream<Path> extensions = Files.list(Shell.CHECKOUT.resolve("extensions"))) {
            extensions
                    .map(one -> one.resolve("src/main"))
                    .filter(Files::isDirectory)
                    .forEach(modules::add);
        }
        return modules;
    }
}
