package dev.flamegate.remote;

import dev.flamegate.model.finding.Verdict;
import dev.flamegate.plan.RemoteSpec;
import dev.flamegate.store.History;
import dev.flamegate.store.SharedHistory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A process that stores runs and shares each, as a gate does. */
final class PushingGate {
    static final int RUNS = 4;

    private PushingGate() {}

    static Process start(Path folder, String place, String name) throws IOException {
        Files.createDirectories(folder);
        ProcessBuilder builder = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        PushingGate.class.getName(),
                        folder.toString(),
                        place,
                        name))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log.txt").toFile());
        builder.environment().putAll(S3Server.CREDENTIALS);
        return builder.start();
    }

    public static void main(String[] args) throws InterruptedException {
        Path folder = Path.of(args[0]);
        History history = new History(folder.resolve("history"), System.out::println);
        for (int i = 0; i < RUNS; i++) {
            SharedHistoryContract.save(history, args[2] + "-" + i, i, Verdict.PASS);
            try (SharedHistory shared = SharedHistory.open(
                    history, RemoteSpec.parse(args[1]), folder, System.getenv(), System.out::println)) {
                shared.push(false, null);
            }
        }
    }
}
