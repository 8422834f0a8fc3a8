package dev.flamegate.gate;

import dev.flamegate.plan.ArmSpec.Upgrade;
import dev.flamegate.targets.AppFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Builds an arm with other versions of libraries; an extension declares it as a service of this type. */
public interface LibraryUpgrades {
    /**
     * Changes versions in a copy of the source that is about to be built.
     *
     * @param build the command that builds it
     * @param root of the copy
     * @param project folder in it, or itself, that the command runs in
     * @throws Builds.BuildFailed when it cannot be known what to change
     */
    void change(List<Upgrade> upgrades, String build, Path root, Path project) throws IOException;

    /**
     * Says in words which libraries of two builds differ, once it is sure that the candidate has the versions asked
     * for.
     *
     * @throws Builds.BuildFailed when it has not, or nothing differs
     */
    String differences(List<Upgrade> upgrades, AppFiles baseline, AppFiles candidate);
}
