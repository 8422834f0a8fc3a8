package dev.flamegate.gate.measure;

import java.time.Duration;
import java.time.Instant;

/** A time that passes only while somebody sleeps, and then at once. */
public final class FakeTime implements Time {
    private Instant now = Instant.parse("2026-11-22T10:00:00Z");
    private long nanos = 5;

    @Override
    public synchronized Instant now() {
        return now;
    }

    @Override
    public synchronized long nanos() {
        return nanos;
    }

    @Override
    public synchronized void sleep(Duration duration) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        pass(duration);
    }

    /** Lets time pass. */
    public synchronized void pass(Duration duration) {
        now = now.plus(duration);
        nanos += duration.toNanos();
    }

    /** Sets the wall clock, as an administrator or a suspended machine does. */
    public synchronized void setBy(Duration ahead) {
        now = now.plus(ahead);
    }
}
