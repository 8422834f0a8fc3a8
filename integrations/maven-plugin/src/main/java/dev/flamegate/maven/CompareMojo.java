package dev.flamegate.maven;

import java.util.List;
import javax.inject.Inject;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.eclipse.aether.RepositorySystem;
import org.jspecify.annotations.Nullable;

/** Measures two builds in turns, and judges how one differs from the other. */
@Mojo(name = "compare", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public final class CompareMojo extends MeasuringMojo {
    /** The build to compare with, such as {@code git:merge-base}; without it, the plan's. */
    @Parameter(property = "flamegate.baseline")
    private @Nullable String baseline;

    /** The build to judge; without it, the plan's. */
    @Parameter(property = "flamegate.candidate")
    private @Nullable String candidate;

    /** How long it may take, such as {@code 12m}; without it, the plan's. */
    @Parameter(property = "flamegate.budget")
    private @Nullable String budget;

    /** Called by Maven. */
    @Inject
    public CompareMojo(RepositorySystem repositories) {
        super(repositories);
    }

    @Override
    List<String> command() {
        List<String> line = measuring("compare");
        add(line, "--baseline", baseline);
        add(line, "--candidate", candidate);
        add(line, "--budget", budget);
        return line;
    }

    private static void add(List<String> line, String option, @Nullable String value) {
        if (value != null) {
            line.add(option);
            line.add(value);
        }
    }
}
