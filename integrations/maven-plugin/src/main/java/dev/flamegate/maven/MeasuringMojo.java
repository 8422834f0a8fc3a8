package dev.flamegate.maven;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugins.annotations.Parameter;
import org.eclipse.aether.RepositorySystem;
import org.jspecify.annotations.Nullable;

/** A goal that measures, which writes reports and may end without an answer. */
abstract class MeasuringMojo extends GateMojo {
    /** Folder for reports, instead of the plan's. */
    @Parameter(property = "flamegate.report", defaultValue = "${project.build.directory}/flamegate")
    private @Nullable File report;

    /** Whether too little evidence fails the build. */
    @Parameter(property = "flamegate.failOnInconclusive", defaultValue = "false")
    private boolean failOnInconclusive;

    MeasuringMojo(RepositorySystem repositories) {
        super(repositories);
    }

    /** A command that measures, with what both of them take. */
    List<String> measuring(String command) {
        List<String> line = new ArrayList<>(List.of(command));
        if (report != null) {
            line.add("--report");
            line.add(report.toString());
        }
        if (failOnInconclusive) {
            line.add("--fail-on-inconclusive");
        }
        return line;
    }
}
