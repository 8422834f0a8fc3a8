package dev.flamegate.maven;

import java.util.List;
import javax.inject.Inject;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.eclipse.aether.RepositorySystem;

/** Measures the build that the plan names, and judges it by absolute limits and stored runs. */
@Mojo(name = "run", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public final class RunMojo extends MeasuringMojo {
    /** Called by Maven. */
    @Inject
    public RunMojo(RepositorySystem repositories) {
        super(repositories);
    }

    @Override
    List<String> command() {
        return measuring("run");
    }
}
