package dev.flamegate.gate.facts;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Locale;

/** Ids of runs: sortable by time, unique among gates that start in the same second. */
public final class RunId {
    private static final DateTimeFormatter SECOND =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final SecureRandom RANDOM = new SecureRandom();

    private RunId() {}

    /** An id for a run begun at an instant, such as {@code 20261120-154233-8f3a}. */
    public static String at(Instant started) {
        byte[] suffix = new byte[2];
        RANDOM.nextBytes(suffix);
        return SECOND.format(started) + "-" + HexFormat.of().formatHex(suffix);
    }
}
