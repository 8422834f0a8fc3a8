package dev.flamegate.store;

import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Run;
import dev.flamegate.os.Sha256;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.ProfileCodec;
import dev.flamegate.profile.ProfiledRun;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

final class RunRecord {
    private static final String RUN = "run.json";
    private static final String SUMS = "SHA256SUMS";

    private RunRecord() {}

    /** Writes all files of a run into an empty folder. */
    static void write(ProfiledRun profiled, Path place) throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put(RUN, RunCodec.encode(profiled.run()));
        for (int i = 0; i < profiled.trials().size(); i++) {
            for (Map.Entry<ProfileEvent, CallTree> tree :
                    profiled.trials().get(i).entrySet()) {
                files.put(profileName(i + 1, tree.getKey()), ProfileCodec.encode(tree.getValue()));
            }
        }
        StringBuilder sums = new StringBuilder();
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Files.write(place.resolve(file.getKey()), file.getValue());
            sums.append(Sha256.of(file.getValue()))
                    .append("  ")
                    .append(file.getKey())
                    .append('\n');
        }
        Files.writeString(place.resolve(SUMS), sums);
    }

    /** The run of a folder with its profiles; refused when a file is not as it was written. */
    static ProfiledRun read(String id, Path place) {
        return reading(id, () -> {
            Map<String, byte[]> files = new LinkedHashMap<>();
            for (Map.Entry<String, String> sum : sums(id, place).entrySet()) {
                files.put(sum.getKey(), checked(id, place, sum.getKey(), sum.getValue()));
            }
            Run run = run(id, files.get(RUN));
            return new ProfiledRun(run, profiles(run, files));
        });
    }

    /** The run of a folder without its profiles; refused when it is not as it was written. */
    static Run readRun(String id, Path place) {
        return reading(id, () -> run(id, checked(id, place, RUN, sums(id, place).getOrDefault(RUN, ""))));
    }

    /** The run of a folder that is not named after it. */
    static Run readAny(Path place) {
        return readRun(readHeadOf(place).id(), place);
    }

    private static Run readHeadOf(Path place) {
        return reading(place.toString(), () -> RunCodec.decodeHead(bytes(place.resolve(RUN))));
    }

    /**
     * The files of a record by name, as they were written: those that its list of checksums names, and that list. Links
     * are not followed, so a record has no content of another file.
     */
    static Map<String, byte[]> files(String id, Path place) {
        return reading(id, () -> {
            Map<String, byte[]> files = new LinkedHashMap<>();
            files.put(SUMS, bytes(place.resolve(SUMS)));
            for (Map.Entry<String, String> sum : sums(id, place).entrySet()) {
                files.put(sum.getKey(), checked(id, place, sum.getKey(), sum.getValue()));
            }
            return files;
        });
    }

    /** The content of a file; refuses a link. */
    static byte[] bytes(Path file) throws IOException {
        try (InputStream in = HistoryFile.open(file)) {
            return in.readAllBytes();
        }
    }

    private static Run run(String id, byte @Nullable [] json) {
        if (json == null) {
            throw new StoreFailed("run " + id + ": " + SUMS + " lists no " + RUN);
        }
        return named(id, RunCodec.decode(json));
    }

    private static byte[] checked(String id, Path place, String file, String sum) throws IOException {
        byte[] content = bytes(place.resolve(file));
        if (!Sha256.of(content).equals(sum)) {
            throw new StoreFailed("run " + id + ": " + file
                    + " is not what was stored (its checksum differs); modified records are not used");
        }
        return content;
    }

    private static <T> T reading(String id, Callable<T> read) {
        try {
            return read.call();
        } catch (StoreFailed e) {
            throw e;
        } catch (Exception e) {
            throw new StoreFailed("run " + id + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** The run of a folder without trials and profiles. */
    static Run readHead(Path place) {
        return readHead(String.valueOf(place.getFileName()), place);
    }

    /** The head of a record whose folder does not have its id as its name. */
    static Run readHead(String id, Path place) {
        try {
            return named(id, RunCodec.decodeHead(bytes(place.resolve(RUN))));
        } catch (IOException | StoreFailed e) {
            throw new StoreFailed("run " + id + " is skipped: " + e.getMessage(), e);
        }
    }

    private static Run named(String id, Run run) {
        if (!run.id().equals(id)) {
            throw new StoreFailed("run " + id + " contains the id " + run.id() + "; renamed records are not used");
        }
        return run;
    }

    private static List<Map<ProfileEvent, CallTree>> profiles(Run run, Map<String, byte[]> files) {
        List<Map<ProfileEvent, CallTree>> trials = new ArrayList<>();
        for (int number = 1; number <= run.trials().size(); number++) {
            Map<ProfileEvent, CallTree> trees = new EnumMap<>(ProfileEvent.class);
            for (ProfileEvent event : ProfileEvent.values()) {
                byte[] encoded = files.get(profileName(number, event));
                if (encoded != null) {
                    trees.put(event, ProfileCodec.decode(encoded));
                }
            }
            trials.add(trees);
        }
        return trials;
    }

    private static Map<String, String> sums(String id, Path place) throws IOException {
        Map<String, String> sums = new LinkedHashMap<>();
        String lines =
                new String(HistoryFile.read(place.resolve(SUMS), HistoryFile.MOST_SMALL), StandardCharsets.UTF_8);
        for (String line : lines.lines().toList()) {
            if (!line.matches("[0-9a-f]{64}  [A-Za-z0-9._-]+")) {
                throw new StoreFailed("run " + id + ": " + SUMS + " has a malformed line: " + line);
            }
            sums.put(line.substring(66), line.substring(0, 64));
        }
        return sums;
    }

    private static String profileName(int trial, ProfileEvent event) {
        return "trial-" + trial + "." + event.key() + ".tree";
    }
}
