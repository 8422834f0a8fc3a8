package dev.flamegate.cluster.injectors;

import dev.flamegate.load.Gatling;
import dev.flamegate.load.LoadFailed;
import dev.flamegate.os.OwnFolders;
import dev.flamegate.os.Sha256;
import dev.flamegate.plan.LoadSpec;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The files that a load needs elsewhere, as one archive: its class path, the files that its command names, and those
 * that the plan lists. What is below the plan's folder keeps its place there.
 */
public final class LoadArchive {
    /** The folder of the archive that stands for the plan's. */
    static final String PLAN = "plan";

    private static final String ELSEWHERE = "elsewhere";

    private final LoadSpec load;
    private final Path planFolder;
    private @Nullable Packed packed;

    /** Files of a plan; nothing is read yet. */
    public LoadArchive(LoadSpec load, Path planFolder) {
        this.load = load;
        this.planFolder = planFolder.toAbsolutePath().normalize();
    }

    /**
     * An archive.
     *
     * @param sum checksum of its content
     * @param classpath relative to the plan's folder within
     */
    record Packed(Path file, String sum, List<String> classpath) {}

    /**
     * The archive, made when it is first asked for.
     *
     * @throws LoadFailed when a file is missing or cannot be read
     */
    synchronized Packed packed() {
        if (packed == null) {
            packed = pack();
        }
        return packed;
    }

    private Packed pack() {
        Map<String, Path> files = new LinkedHashMap<>();
        List<String> classpath = new ArrayList<>();
        for (Path entry : Gatling.userEntries(load, planFolder)) {
            String name = name(entry, files.size());
            files.put(name, entry);
            classpath.add("../" + name);
        }
        LoadSpec.Pods pods = load.pods();
        for (String listed : pods == null ? List.<String>of() : pods.files()) {
            Path file = planFolder.resolve(listed).normalize();
            if (!file.startsWith(planFolder) || !Files.exists(file)) {
                throw new LoadFailed(
                        listed + " cannot be sent to the injectors: "
                                + (file.startsWith(planFolder)
                                        ? "it does not exist"
                                        : "it is not below the plan's folder"),
                        "looking from " + planFolder,
                        "correct load.kubernetes.files in the plan",
                        List.of());
            }
            files.put(name(file, files.size()), file);
        }
        named().forEach(file -> files.put(name(file, files.size()), file));
        try {
            Path archive = Files.createTempFile(OwnFolders.temporary(), "load-", ".zip");
            write(archive, files);
            return new Packed(archive, Sha256.of(archive), classpath);
        } catch (IOException e) {
            throw new LoadFailed(
                    "the load's files cannot be packed for the injectors: " + e,
                    "reading the class path and the files of the load",
                    "check that they can be read, and that there is room in the folder for temporary files",
                    List.of());
        }
    }

    private String name(Path file, int number) {
        return file.startsWith(planFolder)
                ? (PLAN + "/" + planFolder.relativize(file)).replace('\\', '/')
                : ELSEWHERE + "/" + number + "/" + file.getFileName();
    }

    /** The files that a command names, such as its script. */
    private List<Path> named() {
        LoadSpec.Command command = load.command();
        List<Path> files = new ArrayList<>();
        for (String word : command == null ? List.<String>of() : command.words()) {
            try {
                Path file = planFolder.resolve(word).normalize();
                if (!word.isBlank() && file.startsWith(planFolder) && Files.isRegularFile(file)) {
                    files.add(file);
                }
            } catch (InvalidPathException e) {
                // An option, not a file.
            }
        }
        return files;
    }

    /**
     * Writes the files in one order and without times, so that equal content makes an equal archive, which is not sent
     * again.
     */
    private static void write(Path archive, Map<String, Path> files) throws IOException {
        Map<String, Path> all = new TreeMap<>();
        for (Map.Entry<String, Path> entry : files.entrySet()) {
            Path root = entry.getValue();
            try (Stream<Path> inside = Files.walk(root)) {
                inside.filter(Files::isRegularFile).forEach(file -> {
                    String below = root.relativize(file).toString().replace('\\', '/');
                    all.put(below.isEmpty() ? entry.getKey() : entry.getKey() + "/" + below, file);
                });
            }
        }
        try (OutputStream file = Files.newOutputStream(archive);
                ZipOutputStream zip = new ZipOutputStream(file)) {
            zip.setLevel(Deflater.BEST_SPEED);
            entry(zip, PLAN + "/");
            for (Map.Entry<String, Path> one : all.entrySet()) {
                entry(zip, one.getKey());
                Files.copy(one.getValue(), zip);
            }
        }
    }

    private static void entry(ZipOutputStream zip, String name) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTime(0);
        zip.putNextEntry(entry);
    }

    /**
     * Unpacks an archive.
     *
     * @throws IOException when it cannot be read, has a path that leads out of the folder, or there is no room
     */
    static void unpack(InputStream archive, Path folder) throws IOException {
        Files.createDirectories(folder.resolve(PLAN));
        ZipInputStream zip = new ZipInputStream(archive);
        for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
            Path file = folder.resolve(entry.getName()).normalize();
            if (!file.startsWith(folder)) {
                throw new IOException("the archive has the path " + entry.getName());
            }
            if (entry.isDirectory()) {
                Files.createDirectories(file);
            } else {
                Files.createDirectories(file.getParent());
                Files.copy(zip, file);
            }
        }
    }
}
