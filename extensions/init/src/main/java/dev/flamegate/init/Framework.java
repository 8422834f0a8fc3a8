package dev.flamegate.init;

import java.util.List;

/** A service's framework: how it is recognised, its jar, where it is queried, and how it gets its port. */
interface Framework {
    /** The framework's name for people. */
    String title();

    /** Words of which a build file contains one when it uses this. */
    List<String> marks();

    /** Words of which a build file contains one when it makes a jar that runs by itself; empty when it always does. */
    List<String> packaging();

    /** Path of the jar that runs the service, from the root of the build. */
    default String jar(Build build, Settings settings) {
        return build.completeJar();
    }

    /** The Gradle task that makes that jar. */
    default String task(Build build) {
        return build.declares("shadow") ? "shadowJar" : "jar";
    }

    /** Finds out everything else. */
    void describe(Build build, Settings settings, Findings found);
}
