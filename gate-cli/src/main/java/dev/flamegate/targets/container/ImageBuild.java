package dev.flamegate.targets.container;

import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.command.BuildImageCmd;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.model.BuildResponseItem;
import com.github.dockerjava.api.model.ResponseItem;
import dev.flamegate.targets.LogTail;
import dev.flamegate.targets.TargetFailed;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Builds a Dockerfile's image through the engine. The image's name ends with a checksum of the Dockerfile and its
 * folder, as far as {@code .dockerignore} lets them in: what has been built once is not built again.
 */
final class ImageBuild extends ResultCallback.Adapter<BuildResponseItem> {
    /** Name of all images built here, without the checksum. */
    static final String REPOSITORY = "flamegate/target";

    private static final Duration WITHIN = Duration.ofMinutes(15);
    private static final int CHECKSUM_DIGITS = 16;
    /** How the builder says which image a step has made. */
    private static final String LAYER = " ---> ([0-9a-f]{12,64})\\s*";

    private final Writer log;
    private final Consumer<String> progress;
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile @Nullable String error;
    private volatile @Nullable String layer;

    private ImageBuild(Writer log, Consumer<String> progress) {
        this.log = log;
        this.progress = progress;
    }

    /**
     * The name of the image, built now unless it is there.
     *
     * @throws TargetFailed when there is no Dockerfile or it does not build, with the end of the builder's output
     */
    static String run(Engine engine, TargetSetup setup) throws InterruptedException {
        Path dockerfile = setup.folder()
                .resolve(String.valueOf(setup.spec().dockerfile()))
                .toAbsolutePath()
                .normalize();
        if (!Files.isRegularFile(dockerfile)) {
            throw new TargetFailed(
                    "the target's Dockerfile is not there: " + dockerfile + "\nCorrect target: dockerfile.");
        }
        String name = REPOSITORY + ":" + checksum(engine, dockerfile);
        if (!engine.hasImage(name)) {
            build(engine, dockerfile, name, setup);
        }
        return name;
    }

    private static void build(Engine engine, Path dockerfile, String name, TargetSetup setup)
            throws InterruptedException {
        Path logFile = setup.log().resolveSibling("build.log");
        setup.progress().accept("building the image of " + dockerfile.getFileName());
        try (Writer log = Files.newBufferedWriter(logFile);
                ImageBuild build = new ImageBuild(log, setup.progress())) {
            command(engine, dockerfile)
                    .withTags(Set.of(name))
                    .withLabels(Owner.current().labels("image"))
                    .withRemove(true)
                    .withForcerm(true)
                    .exec(build);
            String problem = build.over.await(WITHIN.toSeconds(), TimeUnit.SECONDS)
                    ? build.error
                    : "it took more than " + WITHIN.toMinutes() + " minutes";
            if (problem != null) {
                log.flush();
                removeRest(engine, build.layer);
                throw new TargetFailed("the image of " + dockerfile + " cannot be built: " + problem
                        + "\nThe engine's classic builder was used; for one that needs BuildKit, build it yourself and"
                        + " name it with target: image.\n" + LogTail.of(logFile));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the builder's output cannot be written to " + logFile, e);
        }
    }

    /** What a build that failed has made last: an image without a name, which nobody would find again. */
    private static void removeRest(Engine engine, @Nullable String layer) {
        if (layer == null) {
            return;
        }
        try {
            List<String> tags = engine.ask(
                            "inspect an image",
                            () -> engine.client().inspectImageCmd(layer).exec())
                    .getRepoTags();
            if (tags == null || tags.isEmpty()) {
                engine.ask(
                        "remove an image",
                        () -> engine.client().removeImageCmd(layer).exec());
            }
        } catch (DockerException | TargetFailed e) {
            // In use, or gone: `docker image prune` would do no more.
        }
    }

    @Override
    public void onNext(BuildResponseItem item) {
        ResponseItem.ErrorDetail detail = item.getErrorDetail();
        if (detail != null) {
            error = String.valueOf(detail.getMessage());
        }
        String line = item.getStream();
        if (line != null) {
            try {
                log.write(line);
            } catch (IOException e) {
                // The output is only for people; the build goes on.
            }
            if (line.startsWith("Step ")) {
                progress.accept("building the image: " + line.strip());
            } else if (line.matches(LAYER)) {
                layer = line.replaceFirst(LAYER, "$1");
            }
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

    /** Of names, modes and contents of what the builder gets, in the order of names; never of times. */
    private static String checksum(Engine engine, Path dockerfile) {
        Map<String, String> entries = new TreeMap<>();
        try (TarArchiveInputStream tar = new TarArchiveInputStream(context(engine, dockerfile))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                MessageDigest digest = sha256();
                new DigestInputStream(tar, digest).transferTo(OutputStream.nullOutputStream());
                entries.put(
                        entry.getName(),
                        entry.getMode() + " " + entry.getLinkName() + " "
                                + HexFormat.of().formatHex(digest.digest()));
            }
        } catch (IOException e) {
            throw new TargetFailed(
                    "the folder of " + dockerfile + " cannot be read for the builder: " + e.getMessage()
                            + ".\nLeave files out with a .dockerignore.",
                    e);
        }
        String all = dockerfile.getFileName() + "\n" + entries;
        byte[] digest = sha256().digest(all.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(digest).substring(0, CHECKSUM_DIGITS);
    }

    private static InputStream context(Engine engine, Path dockerfile) throws IOException {
        InputStream context = command(engine, dockerfile).getTarInputStream();
        if (context == null) {
            throw new IOException("it is empty");
        }
        return new GZIPInputStream(context);
    }

    private static BuildImageCmd command(Engine engine, Path dockerfile) {
        return engine.client().buildImageCmd(dockerfile.toFile());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
