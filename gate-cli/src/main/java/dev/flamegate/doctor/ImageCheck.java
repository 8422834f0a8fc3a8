package dev.flamegate.doctor;

import dev.flamegate.targets.TargetFailed;
import dev.flamegate.targets.container.Engine;
import dev.flamegate.targets.container.PullLimits;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/** Whether an image is in the engine's store, or its registry begins to send it. */
final class ImageCheck implements Check {
    private static final PullLimits A_BEGINNING = new PullLimits(Duration.ofSeconds(3), Duration.ofSeconds(4));

    private final Situation situation;
    private final EngineAccess engine;
    private final String id;
    private final String name;
    private final String key;

    /**
     * A check of an image.
     *
     * @param key of the plan that names it
     */
    ImageCheck(Situation situation, EngineAccess engine, String id, String name, String key) {
        this.situation = situation;
        this.engine = engine;
        this.id = id;
        this.name = name;
        this.key = key;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public Group group() {
        return Group.CONTAINERS;
    }

    @Override
    public Duration limit() {
        return Duration.ofSeconds(8);
    }

    @Override
    public CheckResult look() throws InterruptedException {
        Engine found = engine.get().engine().orElse(null);
        if (found == null) {
            return CheckResult.skip(name + ": not looked for without an engine");
        }
        try {
            if (found.hasImage(name)) {
                return CheckResult.ok(name + " is there");
            }
            return situation.needsEngine()
                    ? pull(found)
                    : CheckResult.skip(name + " is not there; it is fetched when a run needs it");
        } catch (TargetFailed e) {
            return CheckResult.warn(
                    name + ": " + Words.firstLine(String.valueOf(e.getMessage())), "Restart the engine.");
        }
    }

    private CheckResult pull(Engine found) throws InterruptedException {
        AtomicBoolean begun = new AtomicBoolean();
        try {
            found.pull(name, A_BEGINNING, progress -> begun.set(true));
            return CheckResult.ok(name + " was not there and has been fetched");
        } catch (TargetFailed e) {
            if (begun.get()) {
                return CheckResult.ok(name + " is not there; its registry sends it, and the first run fetches it");
            }
            // The engine puts what the registry said into JSON.
            String message = Words.firstLine(String.valueOf(e.getMessage()))
                    .replaceAll("Status \\d+: \\{\"message\":\"(.*)\"}", "$1")
                    .replace("\\\"", "\"");
            return CheckResult.fail(
                    message,
                    "Try `docker pull " + name + "`; name another image with " + key
                            + ", or a mirror of Docker Hub with FLAMEGATE_IMAGE_PREFIX.");
        }
    }
}
