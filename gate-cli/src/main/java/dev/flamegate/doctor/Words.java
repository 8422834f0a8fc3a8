package dev.flamegate.doctor;

import dev.flamegate.model.Unit;
import dev.flamegate.format.Numbers;
import java.time.Duration;

/** Numbers in messages. */
final class Words {
    private Words() {}

    static String seconds(Duration duration) {
        return Numbers.quantity(duration.toNanos() / 1e9, Unit.SECONDS);
    }

    static String seconds(double seconds) {
        return Numbers.quantity(seconds, Unit.SECONDS);
    }

    static String bytes(double bytes) {
        return Numbers.quantity(bytes, Unit.BYTES);
    }

    /** {@code 1 CPU}, {@code 1.5 CPUs}. */
    static String cpus(double cpus) {
        return count(cpus, "CPU");
    }

    /** A number with its noun. */
    static String count(double count, String noun) {
        return number(count) + " " + noun + (count == 1 ? "" : "s");
    }

    /** A number of CPUs or the like: {@code 1}, {@code 1.5}. */
    static String number(double count) {
        return Numbers.number(count, 3);
    }

    /** The first line of a message of several. */
    static String firstLine(String text) {
        return text.lines().findFirst().orElse("").strip();
    }
}
