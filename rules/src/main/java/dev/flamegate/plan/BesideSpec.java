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
 * A program that stands beside the target, such as its database: started before it, and reached by it at an address that
 * a placeholder stands for. Its texts may contain {@link Placeholders}, those of programs before it included.
 *
 * @param name by which it is addressed: {@code {beside.NAME}}
 * @param subject a jar or a command
 * @param arguments after the jar or the command
 * @param environment variables of its process
 * @param ready when it counts as started
 * @param cpus CPUs it may use, above 0; {@code null} for what it can get
 * @param data folder or file of which it gets a copy in its own folder, as written; {@code null} for none
 * @param restart how long one start of it serves
 */
public record BesideSpec(
        String name,
        Subject subject,
        List<String> arguments,
        Map<String, String> environment,
        Ready ready,
        @Nullable Double cpus,
        @Nullable String data,
        Restart restart) {
    static final List<String> KEYS =
            List.of("jar", "command", "arguments", "environment", "ready", "limits", "data", "restart");
    static final List<String> READY_KEYS = List.of("path", "command", "within");
    static final List<String> LIMITS_KEYS = List.of("cpus");

    private static final String NAME = "[a-z][a-z0-9-]*";
    private static final double MOST_CPUS = 4096;

    public BesideSpec {
        arguments = List.copyOf(arguments);
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    }

    /**
     * How readiness is detected; when its port accepts connections unless something else is given.
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

    /** How long one start serves. */
    public enum Restart {
        /** One start of the target: every trial finds it as new. */
        TRIAL,
        /** All starts of an arm. */
        ONCE
    }

    /** As in the plan file, in its order; wrong values are recorded as problems. */
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
            beside.add(one(name, all.section(name, KEYS)));
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
                section.read("restart", Restart.TRIAL, Value.choice(Restart.class)));
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
        if (!section.means("jar") && !section.means("command")) {
            section.problems().add(section.at(), "`beside." + name + "` needs one of `jar` or `command`");
        }
        if (section.has("jar") && section.has("command")) {
            section.problems().add(section.at("command"), "a program takes one of `jar` or `command`, but has both");
        }
        Optional<Subject> jar = section.read("jar", Value::text).map(Subject.Jar::new);
        Optional<Subject> command = section.read("command", Value::command).map(Subject.Command::new);
        return jar.or(() -> command).orElseGet(() -> new Subject.Command(List.of()));
    }

    /** Program and arguments; those behind the jar for a jar. */
    public List<String> words() {
        List<String> words = new ArrayList<>(subject instanceof Subject.Command command ? command.words() : List.of());
        words.addAll(arguments);
        return words;
    }

    /** Whether it uses a folder of its own. */
    public boolean takesWork() {
        return data != null || texts().anyMatch(text -> text.contains(Placeholders.WORK));
    }

    private boolean takesPort() {
        return texts().anyMatch(text -> text.contains(Placeholders.PORT));
    }

    private Stream<String> texts() {
        return Stream.concat(words().stream(), environment.values().stream());
    }

    /** This program with values in place of placeholders. */
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
                restart);
    }
}
