package dev.flamegate.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.load.log.LogRecord;
import dev.flamegate.load.log.LogWriter;
import dev.flamegate.model.Window;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadResultMemoryTest {
    private static final long T0 = 1_700_000_000_000L;
    private static final int REQUESTS = 1_000_000;

    @Test
    void a_million_requests_are_read_in_a_heap_of_24_megabytes(@TempDir Path folder) throws Exception {
        Path log = folder.resolve("simulation.log");
        write(log);
        Process reader = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx24m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Reader.class.getName(),
                        log.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(reader.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(reader.waitFor(240, TimeUnit.SECONDS)).isTrue();
        assertThat(output).isEqualToIgnoringNewLines("1000000 requests in 20 names, 1000 seconds");
    }

    private static void write(Path log) throws IOException {
        Random random = new Random(1);
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(log))) {
            LogWriter writer = new LogWriter(out);
            writer.write(new LogRecord.Run("3.15.1", "a.B", T0, List.of("shop")));
            for (int i = 0; i < REQUESTS; i++) {
                long end = T0 + i;
                writer.write(new LogRecord.User(0, true, end));
                writer.write(new LogRecord.Request(
                        List.of("group"), "request " + i % 20, end - random.nextInt(30_000), end, true, ""));
                writer.write(new LogRecord.User(0, false, end));
            }
        }
    }

    /** Reads a log in a JVM of its own. */
    static final class Reader {
        private Reader() {}

        public static void main(String[] arguments) {
            Window window = new Window(Instant.ofEpochMilli(T0), Instant.ofEpochMilli(T0 + REQUESTS));
            LoadResult result = LoadResult.read(Path.of(arguments[0]), window, new Injection("shop", 1000), true);
            long requests =
                    result.requests().stream().mapToLong(stats -> stats.ok()).sum();
            System.out.println(requests + " requests in " + result.requests().size() + " names, "
                    + result.series().size() + " seconds");
        }
    }
}
