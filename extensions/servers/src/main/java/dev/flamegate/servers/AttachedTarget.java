package dev.flamegate.servers;

import dev.flamegate.plan.TargetSpec;
import dev.flamegate.targets.HttpReady;
import dev.flamegate.targets.Target;
import java.net.URI;
import java.nio.file.Path;

/** A service that was started elsewhere: the gate asks whether it is ready, and otherwise leaves it alone. */
final class AttachedTarget implements Target {
    private final URI baseUrl;
    private final TargetSpec.Ready ready;
    private final Path work;

    /**
     * A service at a URL.
     *
     * @param work folder of this trial's logs, among which it has none
     */
    AttachedTarget(URI baseUrl, TargetSpec.Ready ready, Path work) {
        this.baseUrl = baseUrl;
        this.ready = ready;
        this.work = work;
    }

    @Override
    public URI baseUrl() {
        return baseUrl;
    }

    @Override
    public long pid() {
        return -1;
    }

    /** NaN, as the service was started before. */
    @Override
    public double awaitReady() throws InterruptedException {
        String base = baseUrl.toString();
        URI uri = URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + ready.path());
        HttpReady.attached(
                        "the service at " + baseUrl,
                        uri,
                        "Is it running, is target: url right, and target: ready: path?")
                .await(System.nanoTime(), ready.within(), () -> {});
        return Double.NaN;
    }

    /** Does nothing, as the process is not known; when it is gone, requests fail. */
    @Override
    public void checkAlive() {}

    @Override
    public Path log() {
        return work.resolve("target.log");
    }

    @Override
    public void close() {
        // It keeps running.
    }
}
