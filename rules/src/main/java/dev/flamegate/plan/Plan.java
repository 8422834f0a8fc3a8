package dev.flamegate.plan;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The plan file: what to measure, how, and by which rules to judge it. Paths are as written, relative to the plan's
 * folder.
 *
 * @param build command that the shell runs in a checkout to build the target; {@code null} when the plan has no command
 * @param inherit variables of the gate's environment that target, load and build get although they look like secrets
 * @param beside programs that the target needs, in the order in which they are started
 * @param hooks commands around the measurement, its trials and its blocks of load
 * @param servers next to the target
 * @param rules paths of rule files
 * @param history where the stored runs are
 * @param report folder for reports
 * @param trials starts of the target in one {@code run}, at least 1
 */
public record Plan(
        String service,
        TargetSpec target,
        @Nullable String build,
        List<String> inherit,
        LoadSpec load,
        ProfileSpec profile,
        CompareSpec compare,
        List<BesideSpec> beside,
        List<HookSpec> hooks,
        ServersSpec servers,
        List<String> rules,
        HistorySpec history,
        String report,
        int trials) {
    public Plan {
        inherit = List.copyOf(inherit);
        beside = List.copyOf(beside);
        hooks = List.copyOf(hooks);
        rules = List.copyOf(rules);
    }

    /** This plan, for a comparison with this candidate alone. */
    public Plan judging(ArmSpec candidate) {
        return with(load, compare.judging(candidate));
    }

    /** This plan, with another length of the measured window. */
    public Plan lasting(Duration measured) {
        return with(load.lasting(measured), compare);
    }

    private Plan with(LoadSpec loaded, CompareSpec compared) {
        return new Plan(
                service, target, build, inherit, loaded, profile, compared, beside, hooks, servers, rules, history,
                report, trials);
    }

    /** This plan, for another way of starting and profiling its target. */
    public Plan measuring(TargetSpec started, ProfileSpec profiled) {
        return new Plan(
                service, started, build, inherit, load, profiled, compare, beside, hooks, servers, rules, history,
                report, trials);
    }

    /** The hook on one side of a part of the measurement, if there is one. */
    public Optional<HookSpec> hook(HookSpec.Edge edge, HookSpec.Part part) {
        return hooks.stream()
                .filter(hook -> hook.edge() == edge && hook.part() == part)
                .findFirst();
    }
}
