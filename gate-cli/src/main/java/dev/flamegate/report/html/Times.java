package dev.flamegate.report.html;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Points in time, the same for every reader: in UTC, to the minute. */
final class Times {
    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private Times() {}

    static String of(Instant instant) {
        return FORMAT.format(instant);
    }
}
