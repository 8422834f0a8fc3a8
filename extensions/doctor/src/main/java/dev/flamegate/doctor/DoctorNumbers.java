package dev.flamegate.doctor;

import dev.flamegate.format.Numbers;
import dev.flamegate.model.Unit;
import java.time.Duration;

public final class DoctorNumbers {
    private DoctorNumbers() {}

    public static String seconds(Duration duration) {
        return seconds(duration.toNanos() / 1e9);
    }

    public static String seconds(double seconds) {
        return Numbers.quantity(seconds, Unit.SECONDS);
    }

    static String bytes(double bytes) {
        return Numbers.quantity(bytes, Unit.BYTES);
    }

    /** {@code 1 CPU}, {@code 1.5 CPUs}. */
    static String cpus(double cpus) {
        return number(cpus) + (cpus == 1 ? " CPU" : " CPUs");
    }

    /** A number of CPUs: {@code 1}, {@code 1.5}. */
    static String number(double count) {
        return Numbers.number(count, 3);
    }
}
