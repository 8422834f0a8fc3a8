package dev.flamegate.init;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * A service's own configuration, without profiles: dotted keys to texts, with {@code [0]} for the first of a list.
 *
 * @param values in which <code>${NAME:default}</code> is replaced by its default
 */
record Settings(Map<String, String> values) {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{[^}:]*+:?([^}]*+)}");
    private static final List<String> FOLDERS = List.of("src/main/resources", "src/main/resources/config", "config");
    private static final List<String> NAMES = List.of("application.properties", "application.yml", "application.yaml");
    private static final String MICRO_PROFILE = "src/main/resources/META-INF/microprofile-config.properties";

    Settings {
        values = Collections.unmodifiableMap(new HashMap<>(values));
    }

    /**
     * Reads a module's settings from {@code application.properties}, {@code .yml}, {@code .yaml} and
     * {@code microprofile-config.properties}; skips unreadable files.
     */
    static Settings of(Path folder) {
        Map<String, String> values = new HashMap<>();
        Stream.concat(
                        Stream.of(MICRO_PROFILE),
                        FOLDERS.stream().flatMap(place -> NAMES.stream().map(name -> place + "/" + name)))
                .map(folder::resolve)
                .filter(Files::isRegularFile)
                .forEach(file -> read(file, values));
        values.replaceAll((key, value) ->
                PLACEHOLDER.matcher(value).replaceAll(found -> Matcher.quoteReplacement(found.group(1))));
        return new Settings(values);
    }

    Optional<String> get(String key) {
        return Optional.ofNullable(values.get(key)).filter(value -> !value.isBlank());
    }

    /** The value of a key, without slashes at its end; empty if the key is missing or its value is a slash alone. */
    String path(String key) {
        return path(key, "");
    }

    /** The value of a key, without slashes at its end, or another value if the key is missing. */
    String path(String key, String otherwise) {
        return get(key).orElse(otherwise).replaceFirst("/+$", "");
    }

    private static void read(Path file, Map<String, String> into) {
        try {
            String text = Files.readString(file);
            String name = file.toString();
            if (name.endsWith(".properties")) {
                Properties properties = new Properties();
                properties.load(new StringReader(text));
                properties.forEach((key, value) -> into.put(key.toString(), value.toString()));
            } else {
                for (Object document : new Load(LoadSettings.builder().build()).loadAllFromString(text)) {
                    flatten("", document, into);
                    break; // Further documents belong to profiles.
                }
            }
        } catch (IOException | YamlEngineException | IllegalArgumentException e) {
            // Only needed for guesses: without it, the framework's defaults are assumed.
        }
    }

    private static void flatten(String prefix, @Nullable Object value, Map<String, String> into) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, inner) -> flatten(prefix.isEmpty() ? key + "" : prefix + "." + key, inner, into));
        } else if (value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                flatten(prefix + "[" + i + "]", list.get(i), into);
            }
        } else if (value != null) {
            into.put(prefix, value.toString());
        }
    }
}
