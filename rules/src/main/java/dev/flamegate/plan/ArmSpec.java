package dev.flamegate.plan;

import dev.flamegate.plan.yaml.Value;
import dev.flamegate.plan.yaml.Words;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The program of one arm of a comparison, and how its target differs from the plan's.
 *
 * @param kind where the build comes from
 * @param value path of the jar, revision, name of the image without the word before the colon, base URL, or the words
 *     of the command with spaces between them
 * @param command program and arguments of a command; empty for any other kind
 * @param changes how it differs from the plan's target in everything but what runs
 * @param labels that distinguish the arm's series and profiles from the other's, on servers that know both
 * @param name what people call it if several candidates are compared; {@code null} without a name
 */
public record ArmSpec(
        Kind kind,
        String value,
        List<String> command,
        Changes changes,
        Map<String, String> labels,
        @Nullable String name) {
    /** The revision that stands for the merge base with the default branch. */
    public static final String MERGE_BASE = "merge-base";

    /** The word for the plan's own target. */
    public static final String TARGET = "target";

    /** The word for the checkout as it is now, to be built. */
    public static final String WORKING_TREE = "working-tree";

    private static final String GIT = "git:";
    private static final String IMAGE = "image:";
    private static final Pattern JAR_PATH = Pattern.compile("(?s).*\\.(jar|war)");

    public ArmSpec {
        check(kind, value);
        command = List.copyOf(command);
        labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    }

    /** An arm that differs only in its build, which is no command. */
    public ArmSpec(Kind kind, String value) {
        this(kind, value, List.of(), Changes.NONE, Map.of(), null);
    }

    public enum Kind {
        /** A jar that exists. */
        JAR,
        /** A revision, to be built by the plan's build command. */
        GIT,
        /** The files of the checkout as they are now, to be built by the same command. */
        WORKING_TREE,
        /** A container image. */
        IMAGE,
        /** A service that is already running. */
        URL,
        /** A program with its arguments. */
        COMMAND,
        /** The plan's own target. */
        TARGET
    }

    /**
     * The differences between an arm's target and the plan's, in everything but what runs.
     *
     * @param environment variables added to the target's, replacing those of the same name
     * @param javaOptions options after the target's; if an option occurs twice, the virtual machine uses the last one
     * @param arguments arguments after the target's
     * @param jdk home of the JDK that runs it, as written; {@code null} for the target's
     * @param replace jars in place of those that the target is made of: name of the library to path, as written
     * @param upgrades libraries that it is built with in another version; only of a build from source
     */
    public record Changes(
            Map<String, String> environment,
            List<String> javaOptions,
            List<String> arguments,
            @Nullable String jdk,
            Map<String, String> replace,
            List<Upgrade> upgrades) {
        public static final Changes NONE = new Changes(Map.of(), List.of(), List.of(), null, Map.of());

        public Changes {
            environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
            javaOptions = List.copyOf(javaOptions);
            arguments = List.copyOf(arguments);
            replace = Collections.unmodifiableMap(new LinkedHashMap<>(replace));
            upgrades = List.copyOf(upgrades);
        }

        /** Creates differences without upgrades: the build has the versions that the source names. */
        public Changes(
                Map<String, String> environment,
                List<String> javaOptions,
                List<String> arguments,
                @Nullable String jdk,
                Map<String, String> replace) {
            this(environment, javaOptions, arguments, jdk, replace, List.of());
        }

        /** Returns these differences with more variables, which replace those of the same name. */
        Changes plus(Map<String, String> more) {
            Map<String, String> variables = new LinkedHashMap<>(environment);
            variables.putAll(more);
            return new Changes(variables, javaOptions, arguments, jdk, replace, upgrades);
        }
    }

    /**
     * A library, or a list of versions such as a BOM, in another version than the source names.
     *
     * @param group its group; {@code null} where the build knows it
     */
    public record Upgrade(@Nullable String group, String artifact, String version) {
        /** The form of coordinates: without characters that mean anything in XML, in a script or to a shell. */
        private static final Pattern FORM = Pattern.compile("(?:([\\w.-]+):)?([\\w.-]+)=(\\w[\\w.+-]*)");

        /**
         * Parses {@code GROUP:ARTIFACT=VERSION} or {@code ARTIFACT=VERSION}.
         *
         * @throws IllegalArgumentException if it is neither; the message quotes the text and says what to write
         */
        public static Upgrade parse(String text) {
            Matcher form = FORM.matcher(text);
            if (!form.matches()) {
                throw new IllegalArgumentException("`" + Words.brief(text)
                        + "` names no version of a library: write it as in `io.netty:netty-codec=4.1.125.Final`"
                        + " or `netty-bom=4.1.125.Final`");
            }
            return new Upgrade(form.group(1), form.group(2), form.group(3));
        }

        /** Group, if known, and artifact. */
        public String name() {
            return group == null ? artifact : group + ":" + artifact;
        }

        /** The upgrade in the form that {@link #parse} reads. */
        public String text() {
            return name() + "=" + version;
        }

        /** True if the upgrade is about a library of this group and name. */
        public boolean fits(String itsGroup, String itsArtifact) {
            return artifact.equals(itsArtifact) && (group == null || group.equals(itsGroup));
        }
    }

    /**
     * Parses an arm: the path of a jar, {@code git:REVISION}, {@code image:NAME}, a URL, {@code target} for the plan's
     * own target, or {@code working-tree} for the checkout as it is now.
     *
     * @throws IllegalArgumentException if the text is something else; the message quotes the text and says what to
     *     write
     */
    public static ArmSpec parse(String text) {
        if (text.equals(TARGET)) {
            return ofTarget();
        }
        if (text.equals(WORKING_TREE)) {
            return ofWorkingTree();
        }
        if (text.startsWith(GIT)) {
            return new ArmSpec(Kind.GIT, text.substring(GIT.length()));
        }
        if (text.startsWith(IMAGE)) {
            return new ArmSpec(Kind.IMAGE, text.substring(IMAGE.length()));
        }
        return new ArmSpec(text.matches(Value.HTTP_URL) ? Kind.URL : Kind.JAR, text);
    }

    public static ArmSpec ofTarget() {
        return new ArmSpec(Kind.TARGET, TARGET);
    }

    /** The checkout as it is now, built, as an arm. */
    public static ArmSpec ofWorkingTree() {
        return new ArmSpec(Kind.WORKING_TREE, WORKING_TREE);
    }

    static ArmSpec ofCommand(List<String> words) {
        return new ArmSpec(Kind.COMMAND, String.join(" ", words), words, Changes.NONE, Map.of(), null);
    }

    /** This arm with more variables, which replace those of the same name. */
    public ArmSpec plus(Map<String, String> environment) {
        return changed(changes.plus(environment));
    }

    /** This arm with these differences from the plan's target. */
    public ArmSpec changed(Changes its) {
        return new ArmSpec(kind, value, command, its, labels, name);
    }

    /** This arm built with these versions of libraries. */
    public ArmSpec upgraded(List<Upgrade> its) {
        return changed(new Changes(
                changes.environment(),
                changes.javaOptions(),
                changes.arguments(),
                changes.jdk(),
                changes.replace(),
                its));
    }

    /** True if the arm is built from source, by the plan's build command. */
    public boolean isBuilt() {
        return kind == Kind.GIT || kind == Kind.WORKING_TREE;
    }

    public ArmSpec labelled(Map<String, String> its) {
        return new ArmSpec(kind, value, command, changes, its, name);
    }

    public ArmSpec named(String its) {
        return new ArmSpec(kind, value, command, changes, labels, its);
    }

    /** The arm's name, or without one its {@link #words}. */
    public String called() {
        return name == null ? words() : name;
    }

    /** The arm in the form that {@link #parse} reads, such as {@code git:v1.2}; for a command its words. */
    public String text() {
        return prefix(kind) + value;
    }

    /**
     * Describes to people what the arm runs and how it differs from the plan's target. Variables, options and arguments
     * are not given in full, as they may be secret.
     */
    public String words() {
        Stream<String> library = Stream.concat(
                changes.upgrades().stream().map(one -> one.name() + " " + one.version()),
                changes.replace().entrySet().stream().map(one -> one.getKey() + " replaced by " + one.getValue()));
        Stream<String> others = Stream.of(
                        changes.jdk() == null ? "" : "JDK " + changes.jdk(),
                        changes.arguments().isEmpty() ? "" : "its own arguments",
                        changes.javaOptions().isEmpty() ? "" : "its own Java options",
                        String.join(", ", changes.environment().keySet()))
                .filter(one -> !one.isEmpty());
        String differences = Stream.concat(library, others).collect(Collectors.joining(", "));
        return differences.isEmpty() ? text() : text() + " with " + differences;
    }

    private static String prefix(Kind kind) {
        return switch (kind) {
            case JAR, URL, COMMAND, TARGET, WORKING_TREE -> "";
            case GIT -> GIT;
            case IMAGE -> IMAGE;
        };
    }

    private static void check(Kind kind, String value) {
        String shown = "`" + Words.brief(prefix(kind) + value) + "`";
        switch (kind) {
            case COMMAND, TARGET, WORKING_TREE -> checkText(value);
            case URL -> {
                if (!value.matches(Value.HTTP_URL)) {
                    throw new IllegalArgumentException(
                            shown + " is not the URL of a service, such as `http://localhost:8080`");
                }
            }
            case JAR -> {
                boolean prefixed = value.startsWith(GIT) || value.startsWith(IMAGE);
                if (prefixed || !JAR_PATH.matcher(value).matches()) {
                    throw new IllegalArgumentException(
                            shown + " is not an arm: write the path of a jar, which ends in `.jar`"
                                    + " or `.war`, or `git:REVISION`, or `image:NAME`, or a URL, or `target`, or `working-tree`");
                }
            }
            case GIT -> checkName("revision", "`git:v1.2` or `git:merge-base`", value, shown);
            case IMAGE -> checkName("image", "`image:registry.example/shop:1.4`", value, shown);
        }
    }

    private static void checkText(String value) {
        if (value.isBlank()) {
            throw new IllegalArgumentException("an arm runs something");
        }
    }

    private static void checkName(String noun, String example, String value, String shown) {
        if (value.isBlank()) {
            throw new IllegalArgumentException(shown + " names no " + noun + ": write it as in " + example);
        }
        // A name that begins with a hyphen would be an option to the program it is passed to.
        if (value.startsWith("-") || value.matches("(?s).*\\s.*")) {
            throw new IllegalArgumentException(
                    shown + " names no " + noun + ": a name has no spaces and does not begin with `-`");
        }
    }
}
