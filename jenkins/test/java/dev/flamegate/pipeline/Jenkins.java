package dev.flamegate.pipeline;

import com.cloudbees.groovy.cps.Continuable;
import com.cloudbees.groovy.cps.CpsTransformer;
import com.cloudbees.groovy.cps.NonCPS;
import com.cloudbees.groovy.cps.ObjectInputStreamWithLoader;
import com.cloudbees.groovy.cps.Outcome;
import groovy.lang.GroovyClassLoader;
import groovy.lang.Script;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.codehaus.groovy.control.CompilerConfiguration;
import org.codehaus.groovy.control.customizers.ImportCustomizer;
import org.codehaus.groovy.runtime.InvokerHelper;
import org.jspecify.annotations.Nullable;

/**
 * A controller that runs one pipeline. At every step the whole program is saved and restored, as when a controller
 * restarts: a local variable that does not survive that ends the pipeline, here as there.
 */
final class Jenkins {
    static final Path LIBRARY =
            Path.of(System.getProperty("flamegate.test.library", ".")).toAbsolutePath();

    private static final CompilerConfiguration CONFIGURATION = configuration();
    /** The library is compiled once for all pipelines. */
    private static final GroovyClassLoader LIBRARY_CLASSES = libraryClasses();

    private static final ThreadLocal<@Nullable Jenkins> CURRENT = new ThreadLocal<>();
    private static final Set<String> BLOCKS = Set.of(
            "pipeline",
            "node",
            "stage",
            "dir",
            "withEnv",
            "withCredentials",
            "parallel",
            "catchError",
            "timeout",
            "script");

    private final Agent agent;
    private final GroovyClassLoader loader = new GroovyClassLoader(LIBRARY_CLASSES, CONFIGURATION);
    private final Build build = new Build();
    private final Map<String, String> environment = new HashMap<>();

    Jenkins(Agent agent) {
        this.agent = agent;
    }

    static Jenkins current() {
        return Objects.requireNonNull(CURRENT.get(), "no pipeline is running in this thread");
    }

    Build build() {
        return build;
    }

    Map<String, String> environment() {
        return environment;
    }

    boolean isVariable(String name) {
        return Files.exists(LIBRARY.resolve("vars").resolve(name + ".groovy"));
    }

    boolean isBlock(String name) {
        return BLOCKS.contains(name);
    }

    /** A global variable of the library. */
    Object variable(String name) {
        return instance(name);
    }

    /** The steps that run other steps, themselves pipeline code. */
    Object blocks(Script script) {
        Object blocks = instance("Blocks");
        InvokerHelper.setProperty(blocks, "pipelineScript", script);
        return blocks;
    }

    /**
     * Runs a pipeline to its end.
     *
     * @return what it returned; {@code null} if it ended with an error, which {@link Build#failed} then returns
     */
    @Nullable
    Object run(String pipeline) {
        CURRENT.set(this);
        try {
            Script script = (Script) loader.parseClass(pipeline, "Jenkinsfile.groovy")
                    .getDeclaredConstructor()
                    .newInstance();
            return run(new Continuable(script));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        } finally {
            CURRENT.remove();
        }
    }

    private @Nullable Object run(Continuable program) {
        Outcome next = new Outcome(null, null);
        Continuable at = program;
        while (true) {
            Outcome stopped = at.run0(next);
            if (!at.isResumable()) {
                if (stopped.isFailure()) {
                    build.end(Objects.requireNonNull(stopped.getAbnormal()));
                }
                return stopped.getNormal();
            }
            Step step = (Step) Objects.requireNonNull(stopped.getNormal());
            at = restarted(at, step);
            next = answer(step);
        }
    }

    private Outcome answer(Step step) {
        try {
            return new Outcome(agent.take(step, build, environment), null);
        } catch (IOException | InterruptedException | RuntimeException | NoSuchMethodError e) {
            return new Outcome(null, e);
        }
    }

    private Continuable restarted(Continuable program, Step step) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(program);
            }
            return (Continuable)
                    new ObjectInputStreamWithLoader(new ByteArrayInputStream(bytes.toByteArray()), loader).readObject();
        } catch (IOException | ClassNotFoundException e) {
            throw new AssertionError("the pipeline cannot be saved at the step " + step, e);
        }
    }

    private Object instance(String name) {
        try {
            return loader.loadClass(name).getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static CompilerConfiguration configuration() {
        ImportCustomizer imports = new ImportCustomizer();
        imports.addImports(NonCPS.class.getName(), Library.class.getName());
        CompilerConfiguration configuration = new CompilerConfiguration();
        configuration.addCompilationCustomizers(imports, new CpsTransformer());
        configuration.setScriptBaseClass(PipelineScript.class.getName());
        configuration.setSourceEncoding(StandardCharsets.UTF_8.name());
        return configuration;
    }

    private static GroovyClassLoader libraryClasses() {
        GroovyClassLoader loader = new GroovyClassLoader(Jenkins.class.getClassLoader(), CONFIGURATION);
        for (String folder : new String[] {"vars", "src", "test/groovy"}) {
            try {
                loader.addURL(LIBRARY.resolve(folder).toUri().toURL());
            } catch (MalformedURLException e) {
                throw new AssertionError(e);
            }
        }
        return loader;
    }

    /** The current build: {@code currentBuild}. */
    public static final class Build {
        private String result = "SUCCESS";
        private @Nullable String description;
        private @Nullable Throwable error;

        public String getResult() {
            return result;
        }

        public @Nullable String getDescription() {
            return description;
        }

        public void setDescription(@Nullable String description) {
            this.description = description;
        }

        void atLeast(String other) {
            List<String> worse = List.of("SUCCESS", "UNSTABLE", "FAILURE", "NOT_BUILT", "ABORTED");
            result = worse.get(Math.max(worse.indexOf(result), worse.indexOf(other)));
        }

        void end(Throwable thrown) {
            error = thrown instanceof InvocationTargetException wrapped ? wrapped.getCause() : thrown;
            atLeast("FAILURE");
        }

        /** The error message that ended it; empty if it ran to its end. */
        String failed() {
            return error == null ? "" : String.valueOf(error);
        }
    }
}
