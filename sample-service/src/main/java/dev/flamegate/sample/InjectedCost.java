package dev.flamegate.sample;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes every request cost a little more in a known way, to test what the gate can detect. The environment variable
 * {@code INJECT} is {@code KIND:AMOUNT}: {@code cpu:5}, {@code spread:5} and {@code allocation:10} in percent of what
 * the service costs without it, {@code lock:2} and {@code tail:60} in milliseconds, {@code deoptimisation:5} and
 * {@code proxies:3} in times per request.
 *
 * <p>The percentages are right for the mix of {@code SampleSimulation} with {@code FEATURE_IDENTITY_MATRIX=true}: 4.2
 * ms of CPU and 362 kB per request on the machine they were sized on. The work is a fixed amount, not a time, so a
 * slower machine slows down both; what it costs on another machine must be measured.
 */
final class InjectedCost {
    enum Kind {
        NONE,
        /** CPU in one method. */
        CPU,
        /** About the same CPU in four methods. */
        SPREAD,
        /** Short-lived arrays. */
        ALLOCATION,
        /** Requests queue at one monitor, held for the amount without using CPU. */
        LOCK,
        /** Every fiftieth request sleeps. */
        TAIL,
        /** Code that is compiled for one class meets another. */
        DEOPTIMISATION,
        /** Class loaders with a proxy class each. */
        PROXIES;

        private String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final int STEPS_PER_PERCENT = 41_000;
    private static final int BYTES_PER_PERCENT = 3_620;
    private static final int ARRAY = 1_000;
    private static final int ARRAY_HEADER = 16;
    private static final int PARTS = 4;
    private static final int TAIL_EVERY = 50;

    private final Kind kind;
    private final double amount;
    private final AtomicLong requests = new AtomicLong();
    private final Churn churn = new Churn();
    private final Object monitor = new Object();
    private volatile long sink;
    private volatile byte @Nullable [] published;

    private InjectedCost(Kind kind, double amount) {
        this.kind = kind;
        this.amount = amount;
    }

    /**
     * The cost that an environment selects.
     *
     * @throws IllegalArgumentException when {@code INJECT} is not {@code KIND:AMOUNT} with an amount from 0 to 1000
     */
    static InjectedCost of(Map<String, String> environment) {
        String wanted = environment.get("INJECT");
        if (wanted == null || wanted.isEmpty()) {
            return new InjectedCost(Kind.NONE, 0);
        }
        String[] parts = wanted.split(":", -1);
        if (parts.length == 2 && parts[1].matches("\\d{1,4}(\\.\\d+)?")) {
            double amount = Double.parseDouble(parts[1]);
            for (Kind kind : Kind.values()) {
                if (kind != Kind.NONE && kind.text().equals(parts[0]) && amount <= 1000) {
                    return new InjectedCost(kind, amount);
                }
            }
        }
        throw new IllegalArgumentException(
                wanted + ": INJECT is KIND:AMOUNT, with an amount from 0 to 1000 and a kind of "
                        + Arrays.stream(Kind.values())
                                .filter(kind -> kind != Kind.NONE)
                                .map(Kind::text)
                                .collect(Collectors.joining(", ")));
    }

    /** Called once in each request, except those for health and metrics. */
    void onRequest() throws InterruptedException {
        switch (kind) {
            case NONE -> {}
            case CPU -> sink = burn((int) (amount * STEPS_PER_PERCENT));
            case SPREAD -> sink = spread((int) (amount * STEPS_PER_PERCENT / PARTS));
            case ALLOCATION -> allocate((int) (amount * BYTES_PER_PERCENT / ARRAY));
            case LOCK -> waitInTurn();
            case TAIL -> {
                if (requests.incrementAndGet() % TAIL_EVERY == 0) {
                    Thread.sleep((long) amount);
                }
            }
            case DEOPTIMISATION -> sink = churn.deoptimise((int) amount);
            case PROXIES -> sink = churn.proxies((int) amount);
        }
    }

    /**
     * Each step needs the result of the previous one, so that neither the compiler nor the CPU can do several at once.
     */
    private long burn(int steps) {
        long x = sink;
        for (int i = 0; i < steps; i++) {
            x = x * 6364136223846793005L + 1442695040888963407L;
        }
        return x;
    }

    /** Four loops instead of one called four times, so that each has its own share of the CPU. */
    private long spread(int steps) {
        return add(steps) + mix(steps) + rotate(steps) + scramble(steps);
    }

    private long add(int steps) {
        long x = sink;
        for (int i = 0; i < steps; i++) {
            x = x * 6364136223846793005L + 1;
        }
        return x;
    }

    private long mix(int steps) {
        long x = sink;
        for (int i = 0; i < steps; i++) {
            x = (x ^ (x >>> 29)) * 0xBF58476D1CE4E5B9L;
        }
        return x;
    }

    private long rotate(int steps) {
        long x = sink;
        for (int i = 0; i < steps; i++) {
            x = Long.rotateLeft(x, 17) * 5 + 0x9E3779B9L;
        }
        return x;
    }

    private long scramble(int steps) {
        long x = sink;
        for (int i = 0; i < steps; i++) {
            x = x * 0x2545F4914F6CDD1DL ^ 0x632BE5ABL;
        }
        return x;
    }

    /** Each array is published, because otherwise the compiler would not allocate it. */
    private void allocate(int arrays) {
        for (int i = 0; i < arrays; i++) {
            published = new byte[ARRAY - ARRAY_HEADER];
        }
    }

    private void waitInTurn() {
        synchronized (monitor) {
            LockSupport.parkNanos((long) (amount * 1e6));
        }
    }
}
