package dev.flamegate.maven;

import java.io.File;
import java.util.List;
import javax.inject.Inject;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.eclipse.aether.RepositorySystem;

/** Writes the reports of a stored run or comparison again. It never fails for a verdict. */
@Mojo(name = "report", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public final class ReportMojo extends GateMojo {
    /** Its id. */
    @Parameter(property = "flamegate.run", defaultValue = "latest", required = true)
    @SuppressWarnings("NullAway.Init")
    private String run;

    /** Folder for the reports. */
    @Parameter(property = "flamegate.report", defaultValue = "${project.build.directory}/flamegate", required = true)
    @SuppressWarnings("NullAway.Init")
    private File report;

    /** Called by Maven. */
    @Inject
    public ReportMojo(RepositorySystem repositories) {
        super(repositories);
    }

    @Override
    List<String> command() {
        return List.of("judge", run, "--report", report.toString());
    }

    @Override
    boolean failsForVerdict() {
        return false;
    }
}
