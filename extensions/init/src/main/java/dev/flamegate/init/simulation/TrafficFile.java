package dev.flamegate.init.simulation;

import dev.flamegate.format.Names;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Recognises a file's kind by its content, and reads the requests in it. */
public final class TrafficFile {
    private static final String EXPECTED =
            "expected an OpenAPI document (JSON or YAML) or an access log in the" + " common or combined format";
    private static final String HAR =
            "it is a HAR file, which Gatling's own Recorder converts (its mode HAR Converter):"
                    + " let the plan name the simulation that it writes";
    private static final int START = 64 << 10;
    private static final int MOST_TRIED = 200;
    private static final int SHOWN = 60;

    /** The first keys of an OpenAPI document in YAML; comments and other keys may come before. */
    private static final Pattern API = Pattern.compile("(?m)^[\"']?(?:openapi|swagger)[\"']?\\s*:");

    private TrafficFile() {}

    /**
     * The requests of a file.
     *
     * @throws UnusableTraffic if it is something else, damaged, too large, or has no request that can be sent
     * @throws IOException if it cannot be read
     */
    public static Traffic read(Path file) throws IOException, UnusableTraffic {
        if (file.toString().toLowerCase(Locale.ROOT).endsWith(".har")) {
            throw new UnusableTraffic(HAR);
        }
        String start = start(file);
        String text = start.startsWith("\ufeff") ? start.substring(1) : start;
        if (text.isBlank()) {
            throw new UnusableTraffic(
                    EXPECTED + ", found " + (start.length() < START ? "an empty file" : "only spaces"));
        }
        if (text.stripLeading().startsWith("{")) {
            return json(file);
        }
        if (API.matcher(text).find()) {
            return OpenApi.read(file, false);
        }
        if (text.lines()
                .limit(MOST_TRIED)
                .anyMatch(line -> AccessLog.parse(line).isPresent())) {
            return AccessLog.read(file);
        }
        throw new UnusableTraffic(EXPECTED + ", found " + described(text));
    }

    private static String start(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(START), StandardCharsets.UTF_8);
        }
    }

    private static Traffic json(Path file) throws IOException, UnusableTraffic {
        Set<String> keys = Json.keys(file, Set.of("log", "openapi", "swagger"));
        if (keys.contains("log")) {
            throw new UnusableTraffic(HAR);
        }
        if (keys.contains("openapi") || keys.contains("swagger")) {
            return OpenApi.read(file, true);
        }
        throw new UnusableTraffic(EXPECTED + ", found JSON "
                + (keys.isEmpty()
                        ? "without keys"
                        : "with the keys " + Names.visible(Names.cut(String.join(", ", keys), SHOWN))));
    }

    private static String described(String text) {
        if (text.startsWith("\u001f\ufffd")) {
            return "a file compressed by gzip: unpack it first";
        }
        if (text.startsWith("PK\u0003\u0004")) {
            return "a zip file: unpack it first";
        }
        if (text.indexOf('\0') >= 0) {
            return "binary data";
        }
        String line = text.strip().lines().findFirst().orElse("");
        return "text that begins with `" + Names.visible(Names.cut(line, SHOWN)) + "`";
    }
}
