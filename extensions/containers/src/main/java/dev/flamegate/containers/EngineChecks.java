package dev.flamegate.containers;

import static dev.flamegate.check.Check.Group.CONTAINERS;
import static dev.flamegate.check.Check.Group.MACHINE;

import dev.flamegate.check.Check;
import dev.flamegate.check.CheckResult;
import dev.flamegate.check.ReceiverCheck;
import dev.flamegate.check.Situation;
import dev.flamegate.containers.engine.Engine;
import dev.flamegate.containers.engine.EngineFacts;
import dev.flamegate.containers.engine.EngineSearch;
import dev.flamegate.containers.engine.EngineSearch.Attempt;
import dev.flamegate.containers.engine.ImagePull;
import dev.flamegate.containers.engine.Images;
import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.model.Unit;
import dev.flamegate.model.message.DoctorCheck;
import dev.flamegate.plan.BesideSpec;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.ServersSpec;
import dev.flamegate.targets.TargetFailed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The Docker engine, its images, and where containers push their profiles. One search for the engine serves all. */
final class EngineChecks {
    private static final Duration ENGINE_LIMIT = Duration.ofMillis(7000);
    private static final Duration IMAGE_LIMIT = Duration.ofSeconds(8);
    /** Limits that suffice to see that a registry sends an image. */
    private static final ImagePull.Limits FIRST_BYTES =
            new ImagePull.Limits(Duration.ofSeconds(3), Duration.ofSeconds(4));

    private final Situation situation;
    private final FutureTask<EngineSearch> search = new FutureTask<>(EngineSearch::now);

    EngineChecks(Situation situation) {
        this.situation = situation;
    }

    List<Check> all() {
        List<Check> checks = new ArrayList<>();
        if (situation.startsContainer()) {
            checks.add(Check.of(DoctorCheck.RECEIVER, MACHINE, this::receiver).within(ENGINE_LIMIT));
        }
        checks.add(Check.of(DoctorCheck.ENGINE, CONTAINERS, this::engine).within(ENGINE_LIMIT));
        Plan plan = situation.plan();
        boolean inContainer = situation.startsContainer();
        try {
            Images images = Images.of(plan == null ? Map.of() : plan.servers().images());
            for (Images.Image image : Images.Image.values()) {
                if (isUsed(image, plan)) {
                    String key = "images: " + image.key() + " in the plan or " + image.variable();
                    checks.add(image(image.key(), images.name(image), key, inContainer));
                }
            }
            if (plan != null && plan.target().image() != null && inContainer) {
                String name = images.prefixed(plan.target().image());
                checks.add(image("target", name, "target: image in the plan", inContainer));
            }
            for (BesideSpec beside : plan == null ? List.<BesideSpec>of() : plan.beside()) {
                if (beside.image() != null) {
                    String key = "beside: " + beside.name() + ": image in the plan";
                    checks.add(image("beside-" + beside.name(), images.prefixed(beside.image()), key, true));
                }
            }
        } catch (IllegalArgumentException e) {
            CheckResult invalid = CheckResult.fail(
                    String.valueOf(e.getMessage()), "Correct images: in the plan, or the variable FLAMEGATE_IMAGE_...");
            checks.add(Check.of(DoctorCheck.IMAGES, CONTAINERS, () -> invalid));
        }
        return checks;
    }

    private Check image(String id, String name, String key, boolean needed) {
        return Check.of(DoctorCheck.IMAGE, id, CONTAINERS, () -> image(name, key, needed))
                .within(IMAGE_LIMIT);
    }

    /** True if a container run of the plan would start the image; without a plan, true for all of them. */
    private static boolean isUsed(Images.Image image, @Nullable Plan plan) {
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

    /** The search's outcome; the first caller searches. */
    private EngineSearch search() throws InterruptedException {
        search.run();
        try {
            return search.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the search for a Docker engine failed: " + e.getCause(), e);
        }
    }

    private CheckResult engine() throws InterruptedException {
        EngineSearch found = search();
        if (found.engine().isPresent()) {
            EngineFacts facts = found.engine().get().facts();
            return CheckResult.ok(facts.name() + " " + facts.version() + ", API " + facts.apiVersion() + ", cgroup v"
                            + facts.cgroupVersion() + ", " + Names.plural(facts.cpus(), "CPU") + ", "
                            + Numbers.quantity(facts.memoryBytes(), Unit.BYTES) + (facts.rootless() ? ", rootless" : "")
                            + ", at "
                            + facts.endpoint())
                    .with("cpus", facts.cpus())
                    .with("memoryBytes", facts.memoryBytes());
        }
        if (!situation.needsEngine()) {
            return CheckResult.skip(
                    "no Docker engine answers; only runtime: container and images beside: the target need one");
        }
        String tried = found.tried().isEmpty()
                ? ""
                : found.tried().stream().map(Attempt::toString).collect(Collectors.joining("; ", " (", ")"));
        return CheckResult.fail("no Docker engine answers" + tried, found.remedy());
    }

    /**
     * Checks that an image is in the engine's store, or that its registry starts sending it.
     *
     * @param key of the plan that names it
     * @param needed whether the plan's own run would start it
     */
    private CheckResult image(String name, String key, boolean needed) throws InterruptedException {
        Engine engine = search().engine().orElse(null);
        if (engine == null) {
            return CheckResult.skip(name + ": not checked without an engine");
        }
        try {
            if (engine.hasImage(name)) {
                return CheckResult.ok(name + " is in the engine's store");
            }
            return needed
                    ? pull(engine, name, key)
                    : CheckResult.skip(name + " is not in the engine's store; a run pulls it when needed");
        } catch (TargetFailed e) {
            return CheckResult.warn(name + ": " + firstLine(e), "Restart the engine.");
        }
    }

    private static CheckResult pull(Engine engine, String name, String key) throws InterruptedException {
        AtomicBoolean begun = new AtomicBoolean();
        try {
            engine.pull(name, FIRST_BYTES, progress -> begun.set(true));
            return CheckResult.ok(name + " was missing and has been pulled");
        } catch (TargetFailed e) {
            if (begun.get()) {
                return CheckResult.ok(name + " is missing; its registry has it, and the first run will pull it");
            }
            // The engine wraps the registry's answer in JSON.
            String message = firstLine(e)
                    .replaceAll("Status \\d+: \\{\"message\":\"(.*)\"}", "$1")
                    .replace("\\\"", "\"");
            return CheckResult.fail(
                    message,
                    "Try `docker pull " + name + "`; name another image with " + key
                            + ", or a mirror of Docker Hub with FLAMEGATE_IMAGE_PREFIX.");
        }
    }

    /** Checks that the gate can listen where containers push their profiles to. */
    private CheckResult receiver() throws InterruptedException {
        Engine engine = search().engine().orElse(null);
        if (engine == null) {
            return CheckResult.skip("the address where containers reach the gate is unknown without an engine");
        }
        try {
            return ReceiverCheck.at(
                    engine.gateAddress(),
                    "Set FLAMEGATE_GATE_ADDRESS to an address of this machine that containers can reach.");
        } catch (TargetFailed e) {
            return CheckResult.fail(
                    firstLine(e),
                    "Set FLAMEGATE_GATE_ADDRESS and FLAMEGATE_GATE_HOST to where containers reach the gate.");
        }
    }

    private static String firstLine(TargetFailed failure) {
        return String.valueOf(failure.getMessage())
                .lines()
                .findFirst()
                .orElse("")
                .strip();
    }
}
