package dev.flamegate.cluster.injectors;

import dev.flamegate.load.Gatling;
import dev.flamegate.load.GatlingHome;
import dev.flamegate.load.Load;
import dev.flamegate.load.LoadCommand;
import dev.flamegate.load.LoadFailed;
import dev.flamegate.load.LoadGenerator;
import dev.flamegate.os.Children;
import dev.flamegate.os.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** The resources of an agent: the files of its gates, and its generators. Safe for several threads. */
public final class InjectorWork {
    private final GatlingHome gatling;
    private final Path folder;
    private final Children children;
    private final AtomicInteger loads = new AtomicInteger();

    /**
     * Starts without files or loads.
     *
     * @param gatling Gatling's jars
     * @param folder for files and logs
     * @param children registry of the generators
     */
    public InjectorWork(GatlingHome gatling, Path folder, Children children) {
        this.gatling = gatling;
        this.folder = folder.toAbsolutePath().normalize();
        this.children = children;
    }

    boolean has(String files) {
        return Files.isDirectory(files(files));
    }

    /** Takes the files of a load, unless another connection has brought them meanwhile. */
    void take(String sum, Wire wire, long bytes) throws IOException {
        Path archive = Files.createTempFile(Files.createDirectories(folder), "load-", ".zip");
        Path draft = Files.createTempDirectory(folder, "draft-");
        try {
            try (var out = Files.newOutputStream(archive)) {
                Wire.copy(wire.in(), out, bytes);
            }
            try (var in = Files.newInputStream(archive)) {
                LoadArchive.unpack(in, draft);
            }
            synchronized (this) {
                if (!has(sum)) {
                    Files.createDirectories(files(sum).getParent());
                    Files.move(draft, files(sum), StandardCopyOption.ATOMIC_MOVE);
                }
            }
        } finally {
            Files.deleteIfExists(archive);
            FileTree.delete(draft);
        }
    }

    private Path files(String sum) {
        if (!sum.matches("[0-9a-f]{64}")) {
            throw new LoadFailed("the gate named files in an unknown way", "", "use one version of both", List.of());
        }
        return folder.resolve("files").resolve(sum);
    }

    Load start(Order order) {
        if (!has(order.files())) {
            throw new LoadFailed("the load's files are missing", "", "measure again", List.of());
        }
        Path plan = files(order.files()).resolve(LoadArchive.PLAN);
        LoadGenerator generator = order.load().command() == null
                ? new Gatling(order.load(), order.share(), plan, gatling, List.of(), children)
                : new LoadCommand(order.load(), order.share(), plan, List.of(), children);
        return generator.start(order.baseUrl(), folder.resolve("load-" + loads.incrementAndGet()));
    }
}
