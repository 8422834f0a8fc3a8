package dev.flamegate.doctor;

import dev.flamegate.plan.Plan;
import dev.flamegate.plan.ServersSpec;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.targets.CpuSet;
import dev.flamegate.targets.container.Image;
import dev.flamegate.targets.container.Images;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which checks a situation calls for. */
final class Checks {
    private static final Path PROC = Path.of("/proc");

    private Checks() {}

    /** All checks but those of the noise, in the order they are shown. */
    static List<Check> of(Situation situation, EngineAccess engine) {
        List<Check> checks = new ArrayList<>();
        checks.add(new JavaCheck(situation));
        checks.add(new ProfilerCheck(situation));
        checks.add(new TemporaryFolderCheck(situation));
        checks.add(new PerfEventsCheck(PROC));
        ControlGroup group = ControlGroup.own();
        checks.add(new CpusCheck(situation));
        checks.add(new MemoryCheck(situation, group, PROC));
        checks.add(new CgroupCheck(situation, group, CpuSet.allowed().size()));
        checks.add(new PinningCheck(situation));
        checks.add(new GovernorCheck(Path.of("/sys/devices/system/cpu")));
        checks.add(new ReceiverCheck(situation, engine));
        if (situation.plan() != null) {
            checks.addAll(ofPlan(situation, situation.plan()));
        }
        checks.add(new HistoryCheck(situation));
        checks.add(new GitCheck(situation));
        checks.add(new EngineCheck(situation, engine));
        checks.addAll(images(situation, engine));
        if (situation.plan() != null) {
            checks.addAll(servers(situation, situation.plan()));
        }
        return checks;
    }

    private static List<Check> ofPlan(Situation situation, Plan plan) {
        return List.of(
                new TargetCheck(situation, plan.target()),
                new LoadCheck(situation, plan.load()),
                new PortCheck(situation, plan.target()));
    }

    private static List<Check> images(Situation situation, EngineAccess engine) {
        Plan plan = situation.plan();
        Map<String, String> named = plan == null ? Map.of() : plan.servers().images();
        Images images;
        try {
            images = Images.of(named);
        } catch (IllegalArgumentException e) {
            return List.of(new WrongImages(String.valueOf(e.getMessage())));
        }
        List<Check> checks = new ArrayList<>();
        for (Image image : Image.values()) {
            if (isUsed(image, plan)) {
                checks.add(new ImageCheck(
                        situation,
                        engine,
                        "image-" + image.key(),
                        images.name(image),
                        "images: " + image.key() + " in the plan or " + image.variable()));
            }
        }
        if (plan != null && plan.target().image() != null) {
            checks.add(new ImageCheck(
                    situation,
                    engine,
                    "image-target",
                    images.prefixed(plan.target().image()),
                    "target: image in the plan"));
        }
        return checks;
    }

    /** Whether a container run of the plan would start it; without a plan all of them count. */
    private static boolean isUsed(Image image, @Nullable Plan plan) {
        if (plan == null) {
            return true;
        }
        ServersSpec servers = plan.servers();
        return switch (image) {
            case JRE -> plan.target().jar() != null;
            case PROMETHEUS ->
                servers.prometheus().used() && servers.prometheus().server() == null;
            case PYROSCOPE -> servers.pyroscope().used() && servers.pyroscope().server() == null;
        };
    }

    private static List<Check> servers(Situation situation, Plan plan) {
        ServersSpec servers = plan.servers();
        List<Check> checks = new ArrayList<>();
        boolean attached = plan.target().runtime() == TargetSpec.Runtime.ATTACH;
        if (servers.prometheus().used() && servers.prometheus().server() != null && attached) {
            checks.add(new PrometheusCheck(
                    situation, servers.prometheus(), servers.prometheus().server()));
        }
        if (servers.pyroscope().used() && servers.pyroscope().server() != null) {
            String application = servers.pyroscope().application();
            checks.add(new PyroscopeCheck(
                    situation, servers.pyroscope().server(), application == null ? plan.service() : application));
        }
        return checks;
    }

    /** Names of images that are none. */
    private record WrongImages(String problem) implements Check {
        @Override
        public String id() {
            return "images";
        }

        @Override
        public Group group() {
            return Group.CONTAINERS;
        }

        @Override
        public CheckResult look() {
            return CheckResult.fail(problem, "Correct images: in the plan, or the variable FLAMEGATE_IMAGE_...");
        }
    }
}
