package dev.flamegate.maven;

import dev.flamegate.launch.Ended;
import dev.flamegate.launch.GateProcess;
import dev.flamegate.launch.InstalledGate;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugin.descriptor.PluginDescriptor;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.resolution.DependencyResolutionException;
import org.jspecify.annotations.Nullable;

/** A goal that runs one command of the gate for the present project. What is measured, and how, is in the plan. */
abstract class GateMojo extends AbstractMojo {
    /** Gates of a parallel build would disturb each other. */
    private static final Lock ONE_AT_A_TIME = new ReentrantLock();

    private final RepositorySystem repositories;

    /** The plan. Its paths are relative to its folder. */
    @Parameter(property = "flamegate.plan", defaultValue = "${project.basedir}/flamegate.yaml", required = true)
    @SuppressWarnings("NullAway.Init")
    private File plan;

    /** Does nothing, and says so. */
    @Parameter(property = "flamegate.skip", defaultValue = "false")
    private boolean skip;

    /** Further options of the command, such as {@code --set} and {@code load.measure=5s}; separated by commas on Maven's command line. */
    @Parameter(property = "flamegate.arguments")
    private @Nullable List<String> arguments;

    /** An installed flamegate to use, instead of the one with the plugin's version from the repositories. */
    @Parameter(property = "flamegate.home")
    private @Nullable File home;

    @Parameter(defaultValue = "${project}", readonly = true, required = true)
    @SuppressWarnings("NullAway.Init")
    private MavenProject project;

    @Parameter(defaultValue = "${session}", readonly = true, required = true)
    @SuppressWarnings("NullAway.Init")
    private MavenSession session;

    @Parameter(defaultValue = "${plugin}", readonly = true, required = true)
    @SuppressWarnings("NullAway.Init")
    private PluginDescriptor plugin;

    /** A goal that resolves what it needs with these repositories. */
    GateMojo(RepositorySystem repositories) {
        this.repositories = repositories;
    }

    /** The command, with its options and what it is about. */
    abstract List<String> command();

    @Override
    public final void execute() throws MojoExecutionException, MojoFailureException {
        if (skip) {
            getLog().info("skipped: flamegate.skip is set");
            return;
        } else if (project.getPackaging().equals("pom") && !plan.exists()) {
            getLog().info("nothing to do: this project builds nothing, and has no plan " + plan);
            return;
        }
        if (session.isParallel()) {
            getLog().warn("Maven builds other modules meanwhile, which disturbs what is measured: leave -T out");
        }
        ONE_AT_A_TIME.lock();
        try {
            run();
        } catch (IOException e) {
            throw new MojoExecutionException("flamegate cannot be started: " + e, e);
        } catch (DependencyResolutionException e) {
            throw new MojoExecutionException("flamegate cannot be resolved: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MojoExecutionException("interrupted", e);
        } finally {
            ONE_AT_A_TIME.unlock();
        }
    }

    /** True if a verdict of the gate may fail the build. */
    boolean failsForVerdict() {
        return true;
    }

    private void run()
            throws MojoExecutionException, MojoFailureException, IOException, DependencyResolutionException,
                    InterruptedException {
        List<String> line = new ArrayList<>(command());
        line.add("--plan");
        line.add(plan.toString());
        if (arguments != null) {
            line.addAll(arguments);
        }
        getLog().debug("flamegate " + String.join(" ", line));
        Ended ended = new GateProcess(installation(), new LogListener(getLog()))
                .run(line, project.getBasedir().toPath());
        boolean judged = !ended.results().isEmpty();
        if (judged && !failsForVerdict()) {
            return;
        }
        switch (ended.code()) {
            case Ended.OK -> {}
            case Ended.FAIL, Ended.INCONCLUSIVE -> throw new MojoFailureException(ended.sentence());
            default -> throw new MojoExecutionException(ended.sentence());
        }
    }

    private InstalledGate installation() throws IOException, DependencyResolutionException, MojoExecutionException {
        if (home == null) {
            Path build = Path.of(project.getBuild().getDirectory());
            return new InstalledGate(
                    new GateHome(repositories, session.getRepositorySession(), project.getRemotePluginRepositories())
                            .at(build.resolve("flamegate-home"), plugin.getVersion()));
        }
        try {
            return InstalledGate.in(home.toPath());
        } catch (IOException e) {
            throw new MojoExecutionException("flamegate.home: " + e.getMessage(), e);
        }
    }
}
