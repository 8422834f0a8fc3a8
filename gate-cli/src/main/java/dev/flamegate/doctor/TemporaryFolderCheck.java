package dev.flamegate.doctor;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The temporary folder: the profiler's native library is unpacked there and must be allowed to execute. */
final class TemporaryFolderCheck implements Check {
    private static final String OPTION = "-Djava.io.tmpdir=";
    private static final double LEAST_BYTES = 256 * 1024 * 1024;

    private final Situation situation;

    TemporaryFolderCheck(Situation situation) {
        this.situation = situation;
    }

    @Override
    public String id() {
        return "tmp";
    }

    @Override
    public Group group() {
        return Group.JAVA;
    }

    @Override
    public CheckResult look() throws InterruptedException {
        Path folder = folder();
        try {
            FileStore store = Files.getFileStore(folder);
            double free = store.getUsableSpace();
            if (free < LEAST_BYTES) {
                return CheckResult.fail(
                                folder + " has only " + Words.bytes(free) + " left",
                                "Pushed profiles go through it; make room, or give Java another folder with"
                                        + " JAVA_TOOL_OPTIONS=" + OPTION + "FOLDER.")
                        .with("freeBytes", free);
            }
            if (store.supportsFileAttributeView("posix") && !executes(folder)) {
                return CheckResult.fail(
                        folder + " forbids to execute files (mounted noexec): the profiler's library cannot load",
                        "Give the target another folder: target: java-options: [" + OPTION + "FOLDER].");
            }
            return CheckResult.ok(folder + " lets the profiler's library execute; " + Words.bytes(free) + " free")
                    .with("freeBytes", free);
        } catch (IOException e) {
            return CheckResult.fail(
                    folder + " cannot be written to: " + e.getMessage(),
                    "Mend the folder, or give Java another with JAVA_TOOL_OPTIONS=" + OPTION + "FOLDER.");
        }
    }

    /** The target's, where the plan says another. */
    private Path folder() {
        return situation
                .target()
                .flatMap(target -> target.javaOptions().stream()
                        .filter(option -> option.startsWith(OPTION))
                        .findFirst())
                .map(option -> situation.folder().resolve(option.substring(OPTION.length())))
                .orElse(Path.of(System.getProperty("java.io.tmpdir", "/tmp")));
    }

    private static boolean executes(Path folder) throws IOException, InterruptedException {
        Path script = Files.createTempFile(folder, "flamegate-", ".sh");
        try {
            Files.writeString(script, "#!/bin/sh\nexit 0\n");
            Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
            return Commands.run(List.of(script.toString()), null, Map.of(), Duration.ofSeconds(3))
                    .isOk();
        } catch (IOException e) {
            return false;
        } finally {
            Files.deleteIfExists(script);
        }
    }
}
