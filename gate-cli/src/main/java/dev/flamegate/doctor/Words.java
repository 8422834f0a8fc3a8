package dev.flamegate.doctor;

import dev.flamegate.model.Unit;
import dev.flamegate.report.format.Numbers;
import java.time.Duration;
import java.util.Locale;

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
        String number = count == Math.rint(count)
                ? Numbers.count(Math.round(count))
                : String.format(Locale.ROOT, "%.3g", count).replaceAll("0+$", "");
        return number + " " + noun + (count == 1 ? "" : "s");
    }

    /** The first line of a message of several. */
    static String firstLine(String text) {
        return text.lines().findFirst().orElse("").strip();
    }

    /** What follows the first line, as one paragraph. */
    static String rest(String text) {
        return String.join(" ", text.lines().skip(1).map(String::strip).toList());
    }
}
