package dev.flamegate.insight.upgrade;

import dev.flamegate.gate.Builds.BuildFailed;
import dev.flamegate.gate.LibraryUpgrades;
import dev.flamegate.plan.ArmSpec.Upgrade;
import dev.flamegate.targets.AppFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Upgrades libraries in builds by Maven and Gradle. */
public final class SourceUpgrades implements LibraryUpgrades {
    @Override
    public void change(List<Upgrade> upgrades, String build, Path root, Path project) throws IOException {
        try {
            BuildTool.change(upgrades, build, root, project);
        } catch (UpgradeFailed e) {
            throw new BuildFailed(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public String differences(List<Upgrade> upgrades, AppFiles baseline, AppFiles candidate) {
        try {
            return UpgradedLibraries.of(upgrades, baseline, candidate);
        } catch (UpgradeFailed e) {
            throw new BuildFailed(String.valueOf(e.getMessage()));
        }
    }
}
