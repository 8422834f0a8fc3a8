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
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * A service's own configuration, without profiles: dotted keys to texts.
 *
 * @param values in which {@code ${NAME:default}} is replaced by its default
 */
record Settings(Map<String, String> values) {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{[^}:]*:?([^}]*)}");
    private static final List<String> FOLDERS = List.of("src/main/resources", "src/main/resources/config", "config");

    Settings {
        values = Collections.unmodifiableMap(new HashMap<>(values));
    }

    /** Of a module: {@code application.properties}, {@code .yml} and {@code .yaml}; what cannot be read is left out. */
    static Settings of(Path folder) {
        Map<String, String> values = new HashMap<>();
        for (String place : FOLDERS) {
            for (String ending : List.of(".properties", ".yml", ".yaml")) {
                Path file = folder.resolve(place).resolve("application" + ending);
                if (Files.isRegularFile(file)) {
                    read(file, values);
                }
            }
        }
        values.replaceAll((key, value) ->
                PLACEHOLDER.matcher(value).replaceAll(found -> Matcher.quoteReplacement(found.group(1))));
        return new Settings(values);
    }

    Optional<String> get(String key) {
        return Optional.ofNullable(values.get(key)).filter(value -> !value.isBlank());
    }

    /** The value of a key, without slashes at its end; empty when there is none or it is a slash alone. */
    String path(String key) {
        return get(key).orElse("").replaceFirst("/+$", "");
    }

    private static void read(Path file, Map<String, String> into) {
        try {
            String text = Files.readString(file);
            if (file.toString().endsWith(".properties")) {
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
        } else if (value != null && !(value instanceof List)) {
            into.put(prefix, value.toString());
        }
    }
}
