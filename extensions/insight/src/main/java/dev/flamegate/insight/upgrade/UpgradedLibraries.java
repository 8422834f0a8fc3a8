package dev.flamegate.insight.upgrade;

import dev.flamegate.format.Names;
import dev.flamegate.gate.facts.AppLibraries;
import dev.flamegate.plan.ArmSpec.Upgrade;
import dev.flamegate.targets.AppFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The outcome of a build with other versions, read from the built files, not from the source. */
final class UpgradedLibraries {
    private static final int MOST_SHOWN = 8;

    private UpgradedLibraries() {}

    /**
     * Describes the differences, once it is sure that the candidate has the requested versions.
     *
     * @throws UpgradeFailed when it has not, or nothing differs
     */
    public static String of(List<Upgrade> upgrades, AppFiles baseline, AppFiles candidate) {
        Map<String, String> before = AppLibraries.of(baseline);
        Map<String, String> after = AppLibraries.of(candidate);
        if (before.isEmpty() && after.isEmpty()) {
            return unnamed(upgrades, baseline, candidate);
        }
        for (Upgrade upgrade : upgrades) {
            check(upgrade, after);
        }
        List<String> differences = differences(before, after);
        if (differences.isEmpty()) {
            throw new UpgradeFailed(
                    option(upgrades) + " changes nothing: both arms have the same libraries"
                            + same(upgrades, after)
                            + ". Name a library that the service runs with, or a list of versions (a BOM) that its build imports.");
        }
        return "libraries that differ: "
                + differences.stream().limit(MOST_SHOWN).collect(Collectors.joining(", "))
                + (differences.size() > MOST_SHOWN ? " and " + (differences.size() - MOST_SHOWN) + " more" : "");
    }

    /** Checks that an existing library has the version; a missing one may be a list of versions. */
    private static void check(Upgrade upgrade, Map<String, String> after) {
        after.forEach((name, version) -> {
            boolean meant = name.equals(upgrade.artifact()) || name.endsWith("." + upgrade.artifact());
            if (meant && !isOf(upgrade.version(), version)) {
                throw new UpgradeFailed("--upgrade " + upgrade.text() + ": the candidate was built, but still has "
                        + Names.visible(name) + " " + Names.visible(version)
                        + ". Something in its build decides the version after the places that were changed; change it there"
                        + " in a branch, and compare the branch.");
            }
        });
    }

    /** {@code 4.1.125.Final, 4.1.125.Final-linux-x86_64} are of one version; what names none may be of any. */
    private static boolean isOf(String version, String found) {
        return Stream.of(found.split(AppLibraries.SEPARATOR))
                .allMatch(one -> one.isEmpty() || one.equals(version) || one.startsWith(version + "-"));
    }

    private static List<String> differences(Map<String, String> before, Map<String, String> after) {
        Set<String> names = new TreeSet<>(before.keySet());
        names.addAll(after.keySet());
        List<String> differences = new ArrayList<>();
        for (String name : names) {
            String there = before.get(name);
            String here = after.get(name);
            if (there == null || !there.equals(here)) {
                differences.add(Names.visible(name) + " " + shown(there) + " -> " + shown(here));
            }
        }
        return differences;
    }

    private static String shown(@Nullable String version) {
        return version == null ? "(none)" : version.isEmpty() ? "(no version)" : Names.visible(version);
    }

    /** {@code , netty-codec 4.1.125.Final in both}: so the user sees why. */
    private static String same(List<Upgrade> upgrades, Map<String, String> after) {
        return upgrades.stream()
                .map(upgrade -> after.containsKey(upgrade.artifact())
                        ? ", " + upgrade.artifact() + " " + shown(after.get(upgrade.artifact())) + " in both"
                        : ", and none is called " + upgrade.artifact())
                .collect(Collectors.joining());
    }

    /** Compares the contents of jars that do not say what was unpacked into them. */
    private static String unnamed(List<Upgrade> upgrades, AppFiles baseline, AppFiles candidate) {
        if (baseline.content().equals(candidate.content())) {
            throw new UpgradeFailed(option(upgrades) + " changes nothing: both arms are the same, byte for byte.");
        }
        return "the jars do not say which libraries were unpacked into them, so whether " + option(upgrades)
                + " had an effect cannot be checked";
    }

    private static String option(List<Upgrade> upgrades) {
        return upgrades.stream().map(upgrade -> "--upgrade " + upgrade.text()).collect(Collectors.joining(" "));
    }
}
