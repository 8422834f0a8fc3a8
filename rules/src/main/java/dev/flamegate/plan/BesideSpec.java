package dev.flamegate.plan;

import dev.flamegate.plan.TargetSpec.Subject;
import dev.flamegate.plan.yaml.Amounts;
import dev.flamegate.plan.yaml.Node;
import dev.flamegate.plan.yaml.Node.Fields;
import dev.flamegate.plan.yaml.Section;
import dev.flamegate.plan.yaml.Value;
import dev.flamegate.plan.yaml.Words;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A program next to the target, such as its database: started before it, and reached by it at an address that a
 * placeholder stands for. Its texts may contain {@link Placeholders}, those of programs before it included.
 *
 * @param name by which it is addressed: {@code {beside.NAME}}
 * @param subject a jar, a command or an image
 * @param arguments after the jar or the command, or in place of the image's own
 * @param environment variables of its process
 * @param ready when it counts as started
 * @param cpus CPUs it may use, above 0; {@code null} for what it can get
 * @param data folder or file of which it gets a copy, as written; {@code null} for none
 * @param restart how long one start of it serves
 * @param container what is where in the container of an image; {@code null} for a program
 */
public record BesideSpec(
        String name,
        Subject subject,
        List<String> arguments,
        Map<String, String> environment,
        Ready ready,
        @Nullable Double cpus,
        @Nullable String data,
        Restart restart,
        @Nullable Container container) {
    static final List<String> KEYS = List.of(
            "jar",
            "command",
            "image",
            "arguments",
            "environment",
            "port",
            "ready",
            "limits",
            "data",
            "data-at",
            "restart");
    static final List<String> READY_KEYS = List.of("path", "command", "within");
    static final List<String> LIMITS_KEYS = List.of("cpus");

    private static final String NAME = "[a-z][a-z0-9-]*";
    private static final List<String> SUBJECTS = List.of("jar", "command", "image");
    private static final double MOST_CPUS = 4096;
    private static final int MOST_PORT = 65535;

    public BesideSpec {
        arguments = List.copyOf(arguments);
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    }

    /**
     * The way readiness is detected; without a path or a command, the program is ready when its port accepts
     * connections.
     *
     * @param path that is answered over HTTP with a status below 400 once it is ready; {@code null} for none
     * @param command that ends with 0 once it is ready; empty for none
     * @param within the longest time that may take
     */
    public record Ready(@Nullable String path, List<String> command, Duration within) {
        public Ready {
            command = List.copyOf(command);
        }
    }

    /**
     * The places in a container.
     *
     * @param port that it listens on, 1 to 65535
     * @param dataAt absolute path of the folder that the data is copied to; {@code null} without data
     */
    public record Container(int port, @Nullable String dataAt) {}

    /** The part of a measurement that one start serves. */
    public enum Restart {
        /** One start of the target: every trial finds it as new. */
        TRIAL,
        /** All starts of an arm. */
        ONCE
    }

    /** Reads the programs next to the target, in the order of the plan file; wrong values are recorded as problems. */
    static List<BesideSpec> read(Section file, TargetSpec target) {
        Node given = file.value("beside").orElse(null);
        if (given == null) {
            checkReached(file, target, List.of());
            return List.of();
        }
        if (!(given instanceof Fields fields)) {
            file.problems().add(given.at(), "`beside` takes a mapping of names to programs, not " + given.describe());
            return List.of();
        }
        List<String> names =
                fields.fields().stream().map(field -> field.key().value()).toList();
        Section all = file.section("beside", names);
        List<BesideSpec> beside = new ArrayList<>();
        for (String name : names.stream().distinct().toList()) {
            if (!name.matches(NAME)) {
                file.problems()
                        .add(
                                all.at(name),
                                "`beside." + Words.brief(name)
                                        + "`: a name has lower-case letters, digits and hyphens, and begins with a letter");
            }
            Section section = all.section(name, KEYS);
            BesideSpec spec = one(name, section);
            spec.checkInside(section, beside);
            beside.add(spec);
        }
        checkReached(file, target, names);
        if (target.runtime() != TargetSpec.Runtime.PROCESS) {
            file.problems().add(given.at(), "`beside` applies to `runtime: process` only");
        }
        return beside;
    }

    private static void checkReached(Section file, TargetSpec target, List<String> names) {
        for (String name : target.reached()) {
            if (!names.contains(name)) {
                file.problems()
                        .add(
                                file.at("target"),
                                "`" + Placeholders.beside(Words.brief(name))
                                        + "` in `target`: there is no such program in `beside`",
                                Words.nearest(name, names));
            }
        }
    }

    private static BesideSpec one(String name, Section section) {
        Section ready = section.section("ready", READY_KEYS);
        Section limits = section.section("limits", LIMITS_KEYS);
        BesideSpec spec = new BesideSpec(
                name,
                subject(name, section),
                section.read("arguments", List.of(), Value::words),
                section.read("environment", Map.of(), Value::settings),
                new Ready(
                        ready.read("path", Value::path).orElse(null),
                        ready.read("command", Value::command).orElse(List.of()),
                        ready.read(
                                "within",
                                Duration.ofSeconds(60),
                                Amounts.duration(Duration.ofSeconds(1), Duration.ofHours(1)))),
                limits.read("cpus", Value.positive(MOST_CPUS)).orElse(null),
                section.read("data", Value::text).orElse(null),
                section.read("restart", Restart.TRIAL, Value.choice(Restart.class)),
                container(name, section));
        if (ready.has("path") && ready.has("command")) {
            section.problems().add(ready.at("command"), "`ready` takes one of `path` or `command`, but has both");
        }
        if ((section.has("jar") || section.has("command")) && !spec.takesPort()) {
            section.problems()
                    .add(
                            section.at(),
                            "`beside." + name + "` gets a free port at every start: write `{port}` where it belongs");
        }
        return spec;
    }

    private static Subject subject(String name, Section section) {
        List<String> given = SUBJECTS.stream().filter(section::has).toList();
        if (SUBJECTS.stream().noneMatch(section::means)) {
            section.problems().add(section.at(), "`beside." + name + "` needs one of " + Words.listed(SUBJECTS, "or"));
        }
        if (given.size() > 1) {
            section.problems()
                    .add(
                            section.at(given.get(1)),
                            "`beside." + name + "` takes one of " + Words.listed(SUBJECTS, "or") + ", but has "
                                    + Words.listed(given, "and"));
        }
        Optional<Subject> jar = section.read("jar", Value::text).map(Subject.Jar::new);
        Optional<Subject> command = section.read("command", Value::command).map(Subject.Command::new);
        Optional<Subject> image = section.read("image", Value::text).map(Subject.Image::new);
        return jar.or(() -> command).or(() -> image).orElseGet(() -> new Subject.Command(List.of()));
    }

    private static @Nullable Container container(String name, Section section) {
        Optional<Integer> port = section.read("port", Value.whole(1, MOST_PORT));
        Optional<String> dataAt = section.read("data-at", Value::path);
        if (!section.has("image")) {
            for (String key : List.of("port", "data-at")) {
                if (section.has(key)) {
                    section.problems().add(section.at(key), "`beside." + name + "." + key + "` is for an `image` only");
                }
            }
            return null;
        }
        section.require("port", "where it listens in its container, such as `port: 5432`");
        if (section.has("data")) {
            section.require("data-at", "the folder of the container that `data` is copied to");
        } else if (section.has("data-at")) {
            section.problems()
                    .add(
                            section.at("data-at"),
                            "`beside." + name + ".data-at` says where `data` goes, but there is none");
        }
        return new Container(port.orElse(1), dataAt.orElse(null));
    }

    /** Records placeholders without a meaning in a container. */
    private void checkInside(Section section, List<BesideSpec> before) {
        if (container == null) {
            return;
        }
        List<String> images = before.stream()
                .filter(one -> one.container != null)
                .map(BesideSpec::name)
                .toList();
        List<String> texts = Stream.concat(texts(), ready.command().stream()).toList();
        for (String placeholder : Placeholders.in(texts)) {
            boolean known = placeholder.equals(Placeholders.PORT)
                    || placeholder.equals(Placeholders.ARM)
                    || images.stream().map(Placeholders::beside).anyMatch(placeholder::equals);
            if (!known) {
                section.problems()
                        .add(
                                section.at(),
                                "`" + Words.brief(placeholder) + "` in `beside." + name
                                        + "` stands for nothing in a container, which sees its own files and the images"
                                        + " before it");
            }
        }
    }

    /** The program and its arguments; for a jar, the arguments behind it. */
    public List<String> words() {
        List<String> words = new ArrayList<>(subject instanceof Subject.Command command ? command.words() : List.of());
        words.addAll(arguments);
        return words;
    }

    /** True if the program uses a separate folder. */
    public boolean takesWork() {
        return container == null && (data != null || texts().anyMatch(text -> text.contains(Placeholders.WORK)));
    }

    private boolean takesPort() {
        return texts().anyMatch(text -> text.contains(Placeholders.PORT));
    }

    private Stream<String> texts() {
        return Stream.concat(words().stream(), environment.values().stream());
    }

    public BesideSpec filled(Placeholders values) {
        return new BesideSpec(
                name,
                subject instanceof Subject.Command command
                        ? new Subject.Command(values.fill(command.words()))
                        : subject,
                values.fill(arguments),
                values.fill(environment),
                new Ready(ready.path(), values.fill(ready.command()), ready.within()),
                cpus,
                data,
                restart,
                container);
    }

    /** Name of the image; {@code null} for a program. */
    public @Nullable String image() {
        return subject instanceof Subject.Image image ? image.name() : null;
    }
}
