package dev.flamegate.plan;

import dev.flamegate.plan.yaml.Section;
import dev.flamegate.plan.yaml.Value;
import dev.flamegate.plan.yaml.Words;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A command before or after a part of a measurement, such as one that restores a database. Its words may contain
 * {@link Placeholders}.
 *
 * @param edge on which side of the part it runs
 * @param part of the measurement
 * @param command program and arguments; empty only in a plan that is about to be rejected
 */
public record HookSpec(Edge edge, Part part, List<String> command) {
    static final List<String> PARTS = List.of("once", "trial", "block");

    /** The longest time that one may take. */
    public static final Duration LONGEST = Duration.ofMinutes(10);
    /** The most time for a hook after an interrupt. */
    private static final Duration WHEN_INTERRUPTED = Duration.ofSeconds(10);

    public HookSpec {
        command = List.copyOf(command);
    }

    /** A side of a part of a measurement. */
    public enum Edge {
        BEFORE,
        AFTER
    }

    public enum Part {
        /** The hook surrounds everything: no program of the gate is running yet, or any longer. */
        ONCE,
        /**
         * The hook surrounds one start of the target: the programs next to it are ready, the target itself is not
         * running.
         */
        TRIAL,
        /** One measured block of load: the target is running, without load. */
        BLOCK
    }

    /** The hook's key in the plan: {@code before.trial}. */
    public String name() {
        return (edge + "." + part).toLowerCase(Locale.ROOT);
    }

    /** The hooks of a plan, {@code before} first; wrong values are recorded as problems. */
    static List<HookSpec> read(Section file, TargetSpec target, List<BesideSpec> beside) {
        List<HookSpec> hooks = new ArrayList<>();
        for (Edge edge : Edge.values()) {
            Section section = file.section(edge.name().toLowerCase(Locale.ROOT), PARTS);
            for (Part part : Part.values()) {
                one(section, edge, part).ifPresent(hook -> {
                    hook.check(section, target, beside);
                    hooks.add(hook);
                });
            }
        }
        return hooks;
    }

    private static Optional<HookSpec> one(Section section, Edge edge, Part part) {
        String key = part.name().toLowerCase(Locale.ROOT);
        return section.read(key, Value::command).map(command -> new HookSpec(edge, part, command));
    }

    /** Records placeholders without a value when the hook runs. */
    private void check(Section section, TargetSpec target, List<BesideSpec> beside) {
        List<String> names = beside.stream().map(BesideSpec::name).toList();
        for (String placeholder : Placeholders.in(command)) {
            String where = "`" + Words.brief(placeholder) + "` in `" + name() + "`";
            boolean ofProcess = placeholder.equals(Placeholders.WORK)
                    || !Placeholders.ports(List.of(placeholder)).isEmpty();
            List<String> reached = List.copyOf(Placeholders.beside(List.of(placeholder)));
            String problem = "";
            if (part == Part.ONCE) {
                problem = " stands for nothing: "
                        + (edge == Edge.BEFORE ? "nothing runs yet" : "nothing runs any longer");
            } else if (ofProcess && target.runtime() != TargetSpec.Runtime.PROCESS) {
                problem = " applies to `runtime: process` only";
            } else if (!reached.isEmpty() && !names.contains(reached.get(0))) {
                problem = ": there is no such program in `beside`";
            }
            if (!problem.isEmpty()) {
                String key = part.name().toLowerCase(Locale.ROOT);
                section.problems()
                        .add(
                                section.at(key),
                                where + problem,
                                reached.isEmpty() ? null : Words.nearest(reached.get(0), names));
            }
        }
    }

    public HookSpec filled(Placeholders values) {
        return new HookSpec(edge, part, values.fill(command));
    }

    /** The time that the hooks after an interrupted measurement may take. */
    public static Duration whenInterrupted(List<HookSpec> hooks) {
        return WHEN_INTERRUPTED.multipliedBy(
                hooks.stream().filter(hook -> hook.edge == Edge.AFTER).count());
    }
}
