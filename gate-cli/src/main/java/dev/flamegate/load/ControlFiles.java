package dev.flamegate.load;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The gate's side of the control directory, through which it controls the simulation: {@code target}, {@code go},
 * {@code planned}, {@code measure}, {@code drain}, {@code pause} and {@code stop} from the gate; {@code ready},
 * {@code injection}, {@code steady}, {@code hurries} and {@code progress} from the simulation.
 */
final class ControlFiles {
    private static final Pattern INJECTION = Pattern.compile("\\d{1,9}(?:\\.\\d{1,18})?(?:E-?\\d{1,2})?\t.*");
    private static final Pattern STEADY = Pattern.compile("\\d{1,6}(?:\\.\\d{1,18})?");
    private static final Pattern PROGRESS = Pattern.compile("\\d{1,18} \\d{1,18} \\d{1,18}(?: .*)?");
    private static final int LONGEST = 64 * 1024;

    private final Path folder;

    ControlFiles(Path folder) {
        this.folder = folder;
    }

    void targetReady() {
        create("target");
    }

    void go() {
        create("go");
    }

    void plannedOnly() {
        create("planned");
    }

    void measure() {
        create("measure");
        remove("drain");
        remove("pause");
    }

    void drain() {
        create("drain");
    }

    void pause() {
        create("pause");
    }

    void stop() {
        create("stop");
    }

    boolean wentOff() {
        return has("go");
    }

    /** True if the simulation has more users than planned until {@link #plannedOnly}. */
    boolean hurries() {
        return has("hurries");
    }

    /** True if the simulation waits for {@code go}. */
    boolean ready() {
        return has("ready");
    }

    /** The time after which a load that the gate can pause and prolong is steady; empty without a declaration. */
    Optional<Duration> steadyAfter() {
        return line("steady", STEADY).map(seconds -> Duration.ofMillis(Math.round(Double.parseDouble(seconds) * 1e3)));
    }

    /** The simulation's declaration of its load; empty when its rate is not known. */
    Optional<Injection> injection() {
        return line("injection", INJECTION).flatMap(line -> {
            int tab = line.indexOf('\t');
            double rate = Double.parseDouble(line.substring(0, tab));
            return rate > 0 ? Optional.of(new Injection(line.substring(tab + 1), rate)) : Optional.empty();
        });
    }

    /** Journeys of the simulation so far; empty when the gate does not control it, or nothing has begun. */
    Optional<LoadProgress> progress() {
        return line("progress", PROGRESS).map(line -> {
            String[] counts = line.split(" ", -1);
            long started = Long.parseLong(counts[0]);
            long ended = Long.parseLong(counts[1]);
            return new LoadProgress(ended, Long.parseLong(counts[2]), Math.max(0, started - ended));
        });
    }

    /** The first line of a file that the simulation writes; empty without the file, or for anything else. */
    private Optional<String> line(String name, Pattern form) {
        Path file = folder.resolve(name);
        if (!Files.isRegularFile(file)) {
            return Optional.empty(); // reading a pipe would wait
        }
        try (InputStream in = Files.newInputStream(file)) {
            String text = new String(in.readNBytes(LONGEST), StandardCharsets.UTF_8);
            return text.lines().findFirst().filter(line -> form.matcher(line).matches());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private boolean has(String name) {
        return Files.exists(folder.resolve(name));
    }

    private void create(String name) {
        try {
            Files.writeString(folder.resolve(name), "");
        } catch (IOException e) {
            throw new UncheckedIOException(folder + ": cannot write into the control directory", e);
        }
    }

    private void remove(String name) {
        try {
            Files.deleteIfExists(folder.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(folder + ": cannot write into the control directory", e);
        }
    }
}
