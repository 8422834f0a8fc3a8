package dev.flamegate.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The plan file: what to measure, how, and by which rules to judge it. Paths are as written, relative to the plan's
 * folder.
 *
 * @param build command that the shell runs in a checkout to build the target; {@code null} when the plan has none
 * @param inherit variables of the gate's environment that target, load and build get although they look like secrets
 * @param beside programs that the target needs, in the order in which they are started
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
        ServersSpec servers,
        List<String> rules,
        HistorySpec history,
        String report,
        int trials) {
    public Plan {
        inherit = List.copyOf(inherit);
        beside = List.copyOf(beside);
        rules = List.copyOf(rules);
    }
}
