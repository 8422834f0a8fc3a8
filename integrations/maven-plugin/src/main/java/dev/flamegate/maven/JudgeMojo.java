package dev.flamegate.maven;

import java.util.ArrayList;
import java.util.List;
import javax.inject.Inject;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.eclipse.aether.RepositorySystem;
import org.jspecify.annotations.Nullable;

/** Judges stored runs and comparisons again by the present rules, without measuring. */
@Mojo(name = "judge", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public final class JudgeMojo extends GateMojo {
    /** Their ids; without any, the latest run. */
    @Parameter(property = "flamegate.runs")
    private @Nullable List<String> runs;

    /** Whether too little evidence fails the build. */
    @Parameter(property = "flamegate.failOnInconclusive", defaultValue = "false")
    private boolean failOnInconclusive;

    /** Called by Maven. */
    @Inject
    public JudgeMojo(RepositorySystem repositories) {
        super(repositories);
    }

    @Override
    List<String> command() {
        List<String> line = new ArrayList<>(List.of("judge"));
        line.addAll(runs == null || runs.isEmpty() ? List.of("latest") : runs);
        if (failOnInconclusive) {
            line.add("--fail-on-inconclusive");
        }
        return line;
    }
}
