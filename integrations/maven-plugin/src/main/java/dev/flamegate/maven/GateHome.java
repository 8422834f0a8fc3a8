package dev.flamegate.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.aether.DefaultRepositorySystemSession;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.collection.DependencyCollectionContext;
import org.eclipse.aether.collection.DependencySelector;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.resolution.ArtifactDescriptorException;
import org.eclipse.aether.resolution.ArtifactDescriptorRequest;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.resolution.DependencyResolutionException;
import org.eclipse.aether.util.graph.selector.AndDependencySelector;

/**
 * The gate's jars, from Maven's repositories, in the layout that the gate looks for its own files in: {@code lib}, {@code
 * lib/agents}, {@code lib/gatling}. They are the jars of the release, as each set is resolved by the POM of its own module.
 */
final class GateHome {
    private static final String GROUP = "dev.flamegate";

    /** Jackson 3, which the gate uses itself, has files of the same names. */
    private static final Set<String> JACKSON_2 =
            Set.of("com.fasterxml.jackson.core:jackson-core", "com.fasterxml.jackson.core:jackson-databind");

    /** Modules of ours that are no extensions. */
    private static final Set<String> CORE = Set.of("flamegate-cli", "flamegate-rules");

    private final RepositorySystem system;
    private final RepositorySystemSession session;
    private final List<RemoteRepository> repositories;

    GateHome(RepositorySystem system, RepositorySystemSession session, List<RemoteRepository> repositories) {
        this.system = system;
        this.session = new DefaultRepositorySystemSession(session)
                .setDependencySelector(new AndDependencySelector(session.getDependencySelector(), new AtRuntime()));
        this.repositories = repositories;
    }

    /**
     * Lays out the gate of a version.
     *
     * @param folder which it gets; what is in it is replaced
     */
    Path at(Path folder, String version) throws IOException, DependencyResolutionException {
        Artifact gate = jar(GROUP, "flamegate-distribution", version);
        Path lib = folder.resolve("lib");
        Map<Boolean, List<Artifact>> jars = resolve(gate).stream()
                .filter(one -> !one.getArtifactId().equals(gate.getArtifactId()))
                .collect(Collectors.partitioningBy(GateHome::isExtension));
        place(lib, jars.getOrDefault(false, List.of()), GateHome::plainName);
        place(lib.resolve("extensions"), jars.getOrDefault(true, List.of()), GateHome::plainName);
        place(lib.resolve("gatling"), resolve(jar(GROUP, "flamegate-gatling", version)), GateHome::gatlingName);
        List<Artifact> agents = new ArrayList<>(resolve(jar(GROUP, "flamegate-probe", version)));
        agents.addAll(resolve(pyroscope(gate)));
        place(
                lib.resolve("agents"),
                agents,
                agent -> agent.getGroupId().equals(GROUP) ? plainName(agent) : "pyroscope.jar");
        return folder;
    }

    private static boolean isExtension(Artifact artifact) {
        return artifact.getGroupId().equals(GROUP) && !CORE.contains(artifact.getArtifactId());
    }

    /** The agent in the version that the gate's POM manages. */
    private Artifact pyroscope(Artifact gate) throws IOException {
        try {
            return system
                    .readArtifactDescriptor(session, new ArtifactDescriptorRequest(gate, repositories, null))
                    .getManagedDependencies()
                    .stream()
                    .map(Dependency::getArtifact)
                    .filter(one -> one.getGroupId().equals("io.pyroscope")
                            && one.getArtifactId().equals("agent"))
                    .findFirst()
                    .orElseThrow(() -> new IOException("the POM of " + gate + " does not name the Pyroscope agent"));
        } catch (ArtifactDescriptorException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** An artifact with all it needs at run time, as if its module was built: its own POM decides on versions. */
    private List<Artifact> resolve(Artifact root) throws DependencyResolutionException {
        CollectRequest request = new CollectRequest(new Dependency(root, "runtime"), repositories);
        return system.resolveDependencies(session, new DependencyRequest(request, null)).getArtifactResults().stream()
                .map(ArtifactResult::getArtifact)
                .toList();
    }

    private static Artifact jar(String group, String name, String version) {
        return new DefaultArtifact(group, name, "jar", version);
    }

    /** As in a release. */
    private static String plainName(Artifact artifact) {
        String classifier = artifact.getClassifier();
        return artifact.getArtifactId()
                + (JACKSON_2.contains(artifact.getGroupId() + ":" + artifact.getArtifactId()) ? "-2" : "")
                + (classifier.isEmpty() ? "" : "-" + classifier) + ".jar";
    }

    /** The gate tells Gatling's jars by their names, its own by a name without a version. */
    private static String gatlingName(Artifact artifact) {
        return artifact.getGroupId().equals(GROUP)
                ? plainName(artifact)
                : String.valueOf(artifact.getFile().toPath().getFileName());
    }

    /** Links jars, or copies them where there are no links, and removes what was there before. */
    private static void place(Path folder, List<Artifact> jars, Function<Artifact, String> name) throws IOException {
        Files.createDirectories(folder);
        List<Path> old;
        try (Stream<Path> files = Files.list(folder)) {
            old = files.filter(file -> file.toString().endsWith(".jar")).toList();
        }
        for (Path file : old) {
            Files.delete(file);
        }
        for (Artifact jar : jars) {
            Path place = folder.resolve(name.apply(jar));
            if (Files.exists(place)) { // two libraries have an annotations.jar: as in a release, one is enough
                continue;
            }
            Path source = jar.getFile().toPath().toAbsolutePath();
            try {
                Files.createSymbolicLink(place, source);
            } catch (IOException | UnsupportedOperationException e) {
                Files.copy(source, place);
            }
        }
    }

    /** Leaves out what a module, the first one included, needs to be built but not to run; poms stand for the order of builds. */
    private static final class AtRuntime implements DependencySelector {
        private static final Set<String> LEFT_OUT = Set.of("test", "provided", "system");

        @Override
        public boolean selectDependency(Dependency dependency) {
            return !LEFT_OUT.contains(dependency.getScope())
                    && !dependency.isOptional()
                    && dependency.getArtifact().getExtension().equals("jar");
        }

        @Override
        public DependencySelector deriveChildSelector(DependencyCollectionContext context) {
            return this;
        }
    }
}
