package dev.flamegate.store;

import dev.flamegate.model.Run;
import dev.flamegate.os.FileTree;
import dev.flamegate.os.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The records of a history one by one, each as a package for sharing: a zip archive of its files without the verdict,
 * which may come later. The same record always makes the same bytes.
 */
public final class Records {
    /** The time of all entries, so that a package depends only on its content. */
    private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

    private static final int MOST_OF_NAME = 40;

    private final Path folder;

    public Records(History history) {
        this.folder = history.folder();
    }

    /** All stored records, complete or not, by time. */
    public Set<RecordName> all() {
        Set<RecordName> all = new TreeSet<>();
        for (Path run : Comparisons.places(folder.resolve("runs"))) {
            add(all, run, "runs/" + run.getFileName() + "/run.json", null);
        }
        for (Path comparison : Comparisons.places(folder.resolve("comparisons"))) {
            String key = String.valueOf(comparison.getFileName());
            for (Path pair : Comparisons.pairs(comparison)) {
                add(all, pair, "comparisons/" + key + "/" + pair.getFileName() + "/pair.json", key);
            }
        }
        return all;
    }

    private static void add(Set<RecordName> all, Path place, String file, @Nullable String key) {
        if (ArchiveNames.isPartOfHistory(file)) {
            all.add(new RecordName(key, String.valueOf(place.getFileName())));
        }
    }

    public boolean has(RecordName name) {
        return Files.isDirectory(folder.resolve(name.path()));
    }

    /** The kind of a record, as {@link #kind(Run)} names it. */
    public String kind(RecordName name) {
        return kind(name, folder.resolve(name.path()));
    }

    private static String kind(RecordName name, Path place) {
        return kind(
                name.isRun()
                        ? RunRecord.readHead(name.id(), place)
                        : RunRecord.readHead(name.id() + "-candidate", place.resolve("candidate")));
    }

    /** A name made of service and fingerprint: equal exactly for runs that can be compared. */
    static String kind(Run head) {
        StringBuilder all = new StringBuilder();
        add(all, head.service());
        for (Map.Entry<String, String> part : head.fingerprint().parts().entrySet()) {
            add(all, part.getKey());
            add(all, part.getValue());
        }
        String sum = Sha256.of(all.toString());
        return kindOf(head.service()) + sum.substring(0, 12);
    }

    private static void add(StringBuilder all, String part) {
        all.append(part.length()).append(':').append(part);
    }

    /** Prefix of the kinds of a service; services with similar names may share it. */
    public static String kindOf(String service) {
        String name = service.replaceAll("[^A-Za-z0-9._-]", "_");
        return "s." + name.substring(0, Math.min(MOST_OF_NAME, name.length())) + "-";
    }

    /**
     * A record as a package.
     *
     * @throws StoreFailed when it was edited or a file is missing: such a record is not shared
     */
    public byte[] pack(RecordName name) {
        Path place = folder.resolve(name.path());
        check(name, place);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> file : files(name, place).entrySet()) {
                String entry = name.path() + "/" + file.getKey();
                if (ArchiveNames.isPartOfHistory(entry)) {
                    ZipEntry header = new ZipEntry(entry);
                    header.setTimeLocal(NO_TIME);
                    zip.putNextEntry(header);
                    zip.write(file.getValue());
                    zip.closeEntry();
                }
            }
        } catch (IOException e) {
            throw new StoreFailed(name + " cannot be read: " + e, e);
        }
        return bytes.toByteArray();
    }

    /**
     * Adds a record unless it is already here, after reading it whole and checking its checksums.
     *
     * @param kind under which it is stored where it comes from
     * @return whether it was added
     * @throws StoreFailed when it is not what its name says, was edited, or is damaged
     */
    public boolean take(RecordName name, String kind, Path archive) {
        Path beside = folder.resolve("writing-" + UUID.randomUUID());
        try {
            Files.createDirectories(beside);
            try {
                ArchiveReader.unpack(archive, beside);
                Path from = beside.resolve(name.path());
                refuseOthers(name, beside, from);
                check(name, from);
                if (!kind(name, from).equals(kind)) {
                    throw new StoreFailed(name + " is not used: it belongs to another service or fingerprint than "
                            + kind + ", where it is stored");
                }
                return HistoryImport.move(from, folder.resolve(name.path()));
            } finally {
                FileTree.delete(beside);
            }
        } catch (IOException e) {
            throw new StoreFailed(name + " could not be stored in " + folder + ": " + e, e);
        }
    }

    /** Refuses a package with files that do not belong to its record. */
    private static void refuseOthers(RecordName name, Path beside, Path from) throws IOException {
        Set<String> listed = Files.isDirectory(from) ? files(name, from).keySet() : Set.of();
        try (Stream<Path> all = Files.walk(beside)) {
            for (Path file : all.filter(path -> !Files.isDirectory(path)).toList()) {
                boolean part = file.startsWith(from)
                        && listed.contains(from.relativize(file).toString().replace('\\', '/'));
                if (!part) {
                    throw new StoreFailed(name + " is not used: its package contains " + beside.relativize(file));
                }
            }
        }
    }

    /** The files of a record, by their names in its folder. */
    private static SortedMap<String, byte[]> files(RecordName name, Path place) throws IOException {
        SortedMap<String, byte[]> files = new TreeMap<>();
        if (name.isRun()) {
            files.putAll(RunRecord.files(name.id(), place));
            return files;
        }
        files.put(Comparisons.PAIR, RunRecord.bytes(place.resolve(Comparisons.PAIR)));
        for (String arm : List.of("baseline", "candidate")) {
            RunRecord.files(name.id() + "-" + arm, place.resolve(arm))
                    .forEach((file, content) -> files.put(arm + "/" + file, content));
        }
        return files;
    }

    private static void check(RecordName name, Path place) {
        if (name.isRun()) {
            RunRecord.read(name.id(), place);
        } else {
            Comparisons.check(place);
        }
    }
}
