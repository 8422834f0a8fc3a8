package dev.flamegate.sample;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes the service misbehave on purpose, for tests of the gate. The environment variable {@code FAULT} chooses one of
 * {@code exit-on-start}, {@code never-ready}, {@code answer-500} and {@code die-under-load}; for the last,
 * {@code FAULT_AFTER} (200) is the number of requests it survives. {@code FAULT_PATH} keeps {@code answer-500} to one
 * endpoint, such as {@code /matrix}. With {@code FAULT_MARK}, the path of a file, the first
 * start only creates the file, and the fault appears from the second on.
 */
final class FaultInjection {
    enum Kind {
        NONE,
        /** The process ends with status 1 before it listens. */
        EXIT_ON_START,
        /** {@code /health} answers 503 forever. */
        NEVER_READY,
        /** Every endpoint but {@code /health} and {@code /metrics} throws. */
        ANSWER_500,
        /** The process ends with status 1 after some requests. */
        DIE_UNDER_LOAD;

        private String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    private static final int DEATH = 1;

    private final Kind kind;
    private final AtomicLong requestsLeft;
    private final @Nullable String path;

    FaultInjection(Kind kind, long survives) {
        this(kind, survives, null);
    }

    private FaultInjection(Kind kind, long survives, @Nullable String path) {
        this.kind = kind;
        this.path = path;
        this.requestsLeft = new AtomicLong(survives);
    }

    /**
     * The fault that an environment selects.
     *
     * @throws IllegalArgumentException if {@code FAULT} is not the name of a fault, or {@code FAULT_AFTER} is not a
     *     number
     */
    static FaultInjection of(Map<String, String> environment) {
        String wanted = environment.getOrDefault("FAULT", Kind.NONE.text());
        Kind kind = Arrays.stream(Kind.values())
                .filter(candidate -> candidate.text().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(wanted + ": FAULT is one of "
                        + Arrays.stream(Kind.values()).map(Kind::text).collect(Collectors.joining(", "))));
        boolean spared = isSpared(environment.get("FAULT_MARK"));
        return new FaultInjection(
                spared ? Kind.NONE : kind,
                Long.parseLong(environment.getOrDefault("FAULT_AFTER", "200")),
                environment.get("FAULT_PATH"));
    }

    private static boolean isSpared(@Nullable String mark) {
        if (mark == null) {
            return false;
        }
        try {
            Files.createFile(Path.of(mark));
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        } catch (IOException e) {
            throw new IllegalArgumentException(mark + ": FAULT_MARK must be the path of a file that can be created", e);
        }
    }

    /** Called once before the service listens. */
    void onStart() {
        if (kind == Kind.EXIT_ON_START) {
            System.err.println("FAULT=exit-on-start: exiting with status 1");
            Runtime.getRuntime().halt(DEATH);
        }
    }

    boolean ready() {
        return kind != Kind.NEVER_READY;
    }

    /** Called before each request, except those for health and metrics. */
    void onRequest(String endpoint) {
        if (kind == Kind.ANSWER_500 && (path == null || path.equals(endpoint))) {
            throw new IllegalStateException("FAULT=answer-500");
        }
        if (kind == Kind.DIE_UNDER_LOAD && requestsLeft.getAndDecrement() <= 0) {
            System.err.println("FAULT=die-under-load: exiting with status 1");
            Runtime.getRuntime().halt(DEATH);
        }
    }
}
