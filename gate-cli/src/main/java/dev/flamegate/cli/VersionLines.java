package dev.flamegate.cli;

import dev.flamegate.format.Escapes;
import dev.flamegate.gate.facts.AgentFacts;
import dev.flamegate.runtime.Installation;
import dev.flamegate.runtime.OwnBuild;
import java.util.stream.Stream;
import picocli.CommandLine;

/** The output of {@code --version}: the first line is for programs, the rest for bug reports. */
final class VersionLines implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
        OwnBuild build = Installation.build();
        return Stream.of("flamegate " + build.version(), commit(build), jdk(), agents())
                .map(Escapes::terminal)
                .toArray(String[]::new);
    }

    private static String commit(OwnBuild build) {
        return build.commit()
                .map(commit -> "commit " + commit + (build.isChanged() ? ", with changes" : ""))
                .orElse("commit unknown");
    }

    private static String jdk() {
        return "JDK " + Runtime.version() + " from " + System.getProperty("java.vendor") + " in "
                + System.getProperty("java.home");
    }

    /** The agents as fingerprints know them: the Pyroscope agent by its version, the probe by its content. */
    private static String agents() {
        try {
            Installation installation = Installation.find();
            return "Pyroscope agent "
                    + AgentFacts.version(installation.pyroscope()).orElse("unknown") + ", probe "
                    + AgentFacts.content(installation.probe()).orElse("unknown");
        } catch (Installation.IncompleteInstallation e) {
            return "agents unknown: " + e.getMessage();
        }
    }
}
