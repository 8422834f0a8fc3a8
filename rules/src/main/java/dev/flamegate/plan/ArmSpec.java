package dev.flamegate.plan;

import dev.flamegate.plan.yaml.Value;
import dev.flamegate.plan.yaml.Words;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What one arm of a comparison runs, and how its target differs from the plan's.
 *
 * @param kind where the build comes from
 * @param value path of the jar, revision, name of the image without the word before the colon, or base URL
 * @param environment variables added to the target's, replacing those of the same name
 * @param javaOptions options after the target's; if an option occurs twice, the virtual machine uses the last one
 * @param labels that distinguish the arm's series and profiles from the other's, on servers that know both
 */
public record ArmSpec(
        Kind kind,
        String value,
        Map<String, String> environment,
        List<String> javaOptions,
        Map<String, String> labels) {
    /** The revision that stands for the merge base with the default branch. */
    public static final String MERGE_BASE = "merge-base";

    private static final String GIT = "git:";
    private static final String IMAGE = "image:";
    private static final Pattern JAR_PATH = Pattern.compile("(?s).*\\.(jar|war)");

    public ArmSpec {
        check(kind, value);
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        javaOptions = List.copyOf(javaOptions);
        labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    }

    /** An arm that differs only in its build. */
    public ArmSpec(Kind kind, String value) {
        this(kind, value, Map.of(), List.of(), Map.of());
    }

    /** Where the build of an arm comes from. */
    public enum Kind {
        /** A jar that exists. */
        JAR,
        /** A revision, to be built by the plan's build command. */
        GIT,
        /** A container image. */
        IMAGE,
        /** A service that is already running. */
        URL
    }

    /**
     * Parses an arm: the path of a jar, {@code git:REVISION}, {@code image:NAME} or a URL.
     *
     * @throws IllegalArgumentException if it is none of these; the message quotes the text and says what to write
     */
    public static ArmSpec parse(String text) {
        if (text.startsWith(GIT)) {
            return new ArmSpec(Kind.GIT, text.substring(GIT.length()));
        }
        if (text.startsWith(IMAGE)) {
            return new ArmSpec(Kind.IMAGE, text.substring(IMAGE.length()));
        }
        return new ArmSpec(text.matches(Value.HTTP_URL) ? Kind.URL : Kind.JAR, text);
    }

    /** This arm with more variables, which replace those of the same name, and more options, which come last. */
    public ArmSpec plus(Map<String, String> moreEnvironment, List<String> moreJavaOptions) {
        Map<String, String> variables = new LinkedHashMap<>(environment);
        variables.putAll(moreEnvironment);
        List<String> options =
                Stream.concat(javaOptions.stream(), moreJavaOptions.stream()).toList();
        return new ArmSpec(kind, value, variables, options, labels);
    }

    /** This arm with these labels. */
    public ArmSpec labelled(Map<String, String> its) {
        return new ArmSpec(kind, value, environment, javaOptions, its);
    }

    /** In the form that {@link #parse} reads: {@code git:v1.2}. */
    public String text() {
        return prefix(kind) + value;
    }

    private static String prefix(Kind kind) {
        return switch (kind) {
            case JAR, URL -> "";
            case GIT -> GIT;
            case IMAGE -> IMAGE;
        };
    }

    private static void check(Kind kind, String value) {
        String shown = "`" + Words.brief(prefix(kind) + value) + "`";
        if (kind == Kind.URL) {
            if (!value.matches(Value.HTTP_URL)) {
                throw new IllegalArgumentException(
                        shown + " is not the URL of a service, such as `http://localhost:8080`");
            }
            return;
        }
        if (kind == Kind.JAR) {
            boolean prefixed = value.startsWith(GIT) || value.startsWith(IMAGE);
            if (prefixed || !JAR_PATH.matcher(value).matches()) {
                throw new IllegalArgumentException(
                        shown + " is not an arm: write the path of a jar, which ends in `.jar`"
                                + " or `.war`, or `git:REVISION`, or `image:NAME`, or a URL");
            }
            return;
        }
        String noun = kind == Kind.GIT ? "revision" : "image";
        if (value.isBlank()) {
            String example = kind == Kind.GIT ? "`git:v1.2` or `git:merge-base`" : "`image:registry.example/shop:1.4`";
            throw new IllegalArgumentException(shown + " names no " + noun + ": write it as in " + example);
        }
        // A name that begins with a hyphen would be an option to the program it is passed to.
        if (value.startsWith("-") || value.matches("(?s).*\\s.*")) {
            throw new IllegalArgumentException(
                    shown + " names no " + noun + ": a name has no spaces and does not begin with `-`");
        }
    }
}
