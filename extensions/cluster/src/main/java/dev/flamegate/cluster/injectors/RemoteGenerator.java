package dev.flamegate.cluster.injectors;

import dev.flamegate.load.Load;
import dev.flamegate.load.LoadGenerator;
import dev.flamegate.plan.LoadSpec;
import dev.flamegate.plan.LoadSpec.Share;
import java.net.URI;
import java.nio.file.Path;

/**
 * Generates load from elsewhere: an agent there gets the load's files, runs the generator, and gives back what it saw.
 *
 * @param archive the load's files, of all injectors together
 * @param share which injector this is, of how many
 */
public record RemoteGenerator(LoadSpec load, Share share, LoadArchive archive, InjectorPlace place)
        implements LoadGenerator {
    /** Begins to connect; failures of that show in {@link Load#awaitReady}. */
    @Override
    public Load start(URI baseUrl, Path work) {
        LoadArchive.Packed files = archive.packed();
        LoadSpec there = new LoadSpec(
                load.simulation(),
                files.classpath(),
                load.properties(),
                load.command(),
                load.injectors(),
                null,
                load.warmUp(),
                load.measure());
        return new RemoteLoad(place, files.file(), new Order(files.sum(), there, share, baseUrl), work);
    }
}
