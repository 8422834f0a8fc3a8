package dev.flamegate.report.html;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Points in time in UTC, to the minute, so that they are the same for every reader. */
final class Times {
    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private Times() {}

    static String of(Instant instant) {
        return FORMAT.format(instant);
    }
}
