package dev.flamegate.containers.engine;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.model.PullResponseItem;
import com.github.dockerjava.api.model.ResponseItem;
import dev.flamegate.os.CloseableRegistry;
import dev.flamegate.targets.TargetFailed;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.testcontainers.utility.DockerImageName;

public final class ImagePull extends ResultCallback.Adapter<PullResponseItem> {
    private static final long TELL_EVERY_NANOS = 1_000_000_000L;
    private static final long LOOK_EVERY_MILLIS = 100;

    private final String name;
    private final Consumer<String> progress;
    private final Map<String, long[]> layers = new HashMap<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile long lastProgress = System.nanoTime();
    private volatile @Nullable String error;
    private long lastTold;

    private ImagePull(String name, Consumer<String> progress) {
        this.name = name;
        this.progress = progress;
    }

    static void run(DockerClient client, CloseableRegistry made, String name, Limits limits, Consumer<String> progress)
            throws InterruptedException {
        DockerImageName parsed = DockerImageName.parse(name);
        // Registered before it begins: a registry may be silent for long, which a close need not wait for.
        ImagePull pull = made.start(() -> new ImagePull(name, progress), ImagePull::giveUp);
        try (pull) {
            // Asking for credentials may start a helper program: within the silence too.
            TimeBox.call(
                    "pull " + name,
                    limits.silence(),
                    () -> client.pullImageCmd(parsed.getUnversionedPart())
                            .withTag(parsed.getVersionPart())
                            .exec(pull));
            pull.await(limits);
        } catch (TargetFailed e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw new TargetFailed(pull.failure(String.valueOf(e.getMessage())), e);
        } finally {
            made.release(pull);
        }
    }

    private void giveUp() {
        error = "flamegate is ending";
        over.countDown();
    }

    private void await(Limits limits) throws InterruptedException {
        long start = System.nanoTime();
        lastProgress = start;
        while (!over.await(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
            long now = System.nanoTime();
            if (now - lastProgress > limits.silence().toNanos()) {
                throw new TargetFailed(failure(
                        "its registry has said nothing for " + limits.silence().toSeconds() + " s"));
            }
            if (now - start > limits.whole().toNanos()) {
                throw new TargetFailed(
                        failure("it was not fetched within " + limits.whole().toSeconds() + " s"));
            }
        }
        String problem = error;
        if (problem != null) {
            throw new TargetFailed(failure(problem));
        }
    }

    @Override
    public void onNext(PullResponseItem item) {
        if (item.isErrorIndicated() || item.getErrorDetail() != null) {
            ResponseItem.ErrorDetail detail = item.getErrorDetail();
            error = detail == null ? "the registry refused" : detail.getMessage();
            return;
        }
        ResponseItem.ProgressDetail detail = item.getProgressDetail();
        String layer = item.getId();
        if (detail != null && layer != null && detail.getCurrent() != null && detail.getTotal() != null) {
            layers.put(layer, new long[] {detail.getCurrent(), detail.getTotal()});
        }
        lastProgress = System.nanoTime();
        if (lastProgress - lastTold > TELL_EVERY_NANOS) {
            lastTold = lastProgress;
            progress.accept(told());
        }
    }

    @Override
    public void onError(Throwable failure) {
        error = String.valueOf(failure.getMessage());
        over.countDown();
    }

    @Override
    public void onComplete() {
        over.countDown();
    }

    private String told() {
        long current = layers.values().stream().mapToLong(layer -> layer[0]).sum();
        long total = layers.values().stream().mapToLong(layer -> layer[1]).sum();
        return total == 0
                ? "fetching the image " + name
                : String.format(
                        Locale.ROOT,
                        "fetching the image %s: %d of %d MB",
                        name,
                        current / 1_000_000,
                        total / 1_000_000);
    }

    private String failure(String why) {
        return "the image " + name + " is not on this machine and cannot be fetched: " + why.strip() + ".\n"
                + "`docker pull " + name
                + "` shows the same. Is the name right, and the registry reachable and logged in"
                + " to?\nAn image from elsewhere is named in the plan under images:, by FLAMEGATE_IMAGE_JRE, _PROMETHEUS"
                + " or _PYROSCOPE; a mirror of Docker Hub by FLAMEGATE_IMAGE_PREFIX.";
    }

    /**
     * The time that a pull may take.
     *
     * @param silence longest time without any progress: this is how an unreachable registry shows
     * @param whole longest time in all
     */
    public record Limits(Duration silence, Duration whole) {
        /** Limits for a run: 15 seconds of silence, as an engine waits 10 for a handshake; 10 minutes in all. */
        public static final Limits USUAL = new Limits(Duration.ofSeconds(15), Duration.ofMinutes(10));

        public Limits {
            if (silence.isNegative() || silence.isZero() || whole.compareTo(silence) < 0) {
                throw new IllegalArgumentException(
                        silence + ", " + whole + ": silence is above 0 and at most the whole");
            }
        }
    }
}
