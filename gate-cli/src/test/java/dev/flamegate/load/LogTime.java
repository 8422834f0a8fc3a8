package dev.flamegate.load;

import dev.flamegate.load.log.LogRecord;
import dev.flamegate.load.log.LogWriter;
import dev.flamegate.model.Window;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Times the reading of a long load, for {@code bench/gate}. {@code LogTime write FILE REQUESTS NAMES} writes Gatling's log of that many
 * requests, 10,000 in each second, by users of ten requests; {@code LogTime read FILE REQUESTS} prints the requests read, the
 * seconds that it took and the process's largest memory in MiB.
 */
public final class LogTime {
    private static final long T0 = 1_700_000_000_000L;
    private static final int PER_MILLISECOND = 10;
    private static final int PER_USER = 10;

    private LogTime() {}

    public static void main(String[] arguments) throws IOException {
        Path log = Path.of(arguments[1]);
        long requests = Long.parseLong(arguments[2]);
        if (arguments[0].equals("write")) {
            write(log, requests, Integer.parseInt(arguments[3]));
        } else {
            read(log, requests);
        }
    }

    private static void write(Path log, long requests, int names) throws IOException {
        Random random = new Random(1);
        String[] name = new String[names];
        for (int i = 0; i < names; i++) {
            name[i] = "GET /resource/" + i;
        }
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(log), 1 << 16)) {
            LogWriter writer = new LogWriter(out);
            writer.write(new LogRecord.Run("3.15.1", "a.B", T0, List.of("shop")));
            for (long i = 0; i < requests; i++) {
                long end = T0 + i / PER_MILLISECOND;
                if (i % PER_USER == 0) {
                    writer.write(new LogRecord.User(0, true, end));
                }
                long start = Math.max(T0, end - 1 - (long) Math.exp(random.nextGaussian() + 2));
                writer.write(new LogRecord.Request(List.of(), name[random.nextInt(names)], start, end, true, ""));
                if (i % PER_USER == PER_USER - 1) {
                    writer.write(new LogRecord.User(0, false, end));
                }
            }
        }
    }

    private static void read(Path log, long requests) throws IOException {
        Window window = new Window(Instant.ofEpochMilli(T0), Instant.ofEpochMilli(T0 + requests / PER_MILLISECOND));
        long began = System.nanoTime();
        LoadResult result = LoadResult.read(log, window);
        double seconds = (System.nanoTime() - began) / 1e9;
        long counted = result.requests().stream().mapToLong(stats -> stats.ok()).sum();
        System.out.printf(Locale.ROOT, "%d %.2f %d%n", counted, seconds, largestMemory());
    }

    /** The largest resident set of this process in MiB, from proc(5). */
    private static long largestMemory() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmHWM:")) {
                return Long.parseLong(line.replaceAll("\\D", "")) / 1024;
            }
        }
        throw new IOException("/proc/self/status names no VmHWM");
    }
}
