package dev.flamegate.init;

import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.cli.terminal.Console;
import dev.flamegate.init.simulation.Traffic;
import dev.flamegate.init.simulation.TrafficFile;
import dev.flamegate.init.simulation.UnusableTraffic;
import dev.flamegate.report.text.Terminal;
import dev.flamegate.runtime.Installation;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "init",
        header = "Writes a first plan and rules for a service.",
        mixinStandardHelpOptions = true,
        description = {
            "Writes a first plan and rules for the service built by Maven or Gradle in a folder, and lists what it"
                    + " guessed.",
            "Overwrites nothing. With --simulation and an existing plan, only the simulation is written."
        })
final class InitCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "FOLDER",
            arity = "0..1",
            description = "Folder of the build file (default: current folder).")
    private Path folder = Path.of("");

    @Option(
            names = "--simulation",
            paramLabel = "FILE",
            description = {
                "Write the simulation from the requests in FILE: an OpenAPI document (JSON or YAML) or an access"
                        + " log in the common or combined format.",
                "Secrets in it are left out. Default: one request to start with."
            })
    private @Nullable Path simulation;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        Traffic traffic = traffic();
        Path plan = folder.resolve(Scaffold.PLAN);
        if (Files.exists(plan)) {
            if (traffic == null) {
                throw new UsageProblem(
                        "there is already a plan " + plan + "; nothing is overwritten; `flamegate doctor` checks it");
            }
            return add(traffic);
        }
        Service service = traffic == null ? service() : service().loadedBy(traffic);
        Terminal terminal = terminal();
        section("Guessed", service.explanations());
        section("Missing", service.missing());
        written(write(Scaffold.files(service, traffic)));
        int step = 1;
        if (service.simulation() == null) {
            bullet(
                    terminal,
                    step++ + ". "
                            + (traffic == null ? "Put your requests into the simulation" : "Look at the simulation")
                            + ", then compile it:");
            out().println("     " + Scaffold.compile(service, gatling()));
        } else {
            bullet(
                    terminal,
                    step++ + ". Build the simulation's classes, and let it take its address from the system"
                            + " property baseUrl.");
        }
        if (!Files.exists(folder.resolve(service.jar()))) {
            bullet(terminal, step++ + ". " + service.build());
        }
        bullet(terminal, step + ". flamegate doctor, then flamegate run");
        return 0;
    }

    /** Writes the simulation for a plan that exists. */
    private int add(Traffic traffic) {
        Service service = known().orElseGet(this::unknown);
        String source = Scaffold.source(service);
        if (Files.exists(folder.resolve(source))) {
            throw new UsageProblem("there is already a plan, and a simulation " + folder.resolve(source)
                    + "; nothing is overwritten: move it away first");
        }
        Terminal terminal = terminal();
        section("Guessed", traffic.guesses());
        written(write(Map.of(source, Scaffold.simulation(service, traffic))));
        bullet(terminal, "1. Look at the simulation, then compile it:");
        out().println("     " + Scaffold.compile(service, gatling()));
        bullet(terminal, "2. Load with it in " + folder.resolve(Scaffold.PLAN) + ":");
        Scaffold.load(service).forEach(line -> out().println("     " + line));
        bullet(terminal, "3. flamegate doctor, then flamegate run");
        return 0;
    }

    /** The traffic in the given file; {@code null} without a file. */
    private @Nullable Traffic traffic() {
        Path file = simulation;
        if (file == null) {
            return null;
        }
        if (!Files.isRegularFile(file)) {
            throw new UsageProblem("there is no file " + file);
        }
        try {
            return TrafficFile.read(file);
        } catch (UnusableTraffic e) {
            throw new UsageProblem(file + ": " + e.getMessage());
        } catch (IOException e) {
            throw new UsageProblem(file + " cannot be read: " + e.getMessage());
        }
    }

    private void section(String title, List<String> sentences) {
        if (!sentences.isEmpty()) {
            out().println(terminal().bold(title));
            sentences.forEach(sentence -> bullet(terminal(), sentence));
            out().println();
        }
    }

    private void written(Map<String, Boolean> files) {
        files.forEach((file, written) -> out().println((written ? "wrote  " : "kept   ")
                + folder.resolve(file)
                + (written ? "" : ", which already existed")));
        out().println();
        out().println(terminal().bold("Next"));
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    private static Terminal terminal() {
        return new Terminal(Console.width(), Console.showsColour());
    }

    private Service service() {
        return known().orElseThrow(() -> new UsageProblem("there is no pom.xml, build.gradle or settings.gradle in "
                + folder.toAbsolutePath().normalize()
                + "; docs/plan.md shows the smallest plan to write by hand"));
    }

    private Optional<Service> known() {
        if (!Files.isDirectory(folder.toAbsolutePath())) {
            throw new UsageProblem("there is no folder " + folder);
        }
        try {
            return Project.service(folder);
        } catch (IOException e) {
            throw new UsageProblem("the build cannot be read: " + e.getMessage());
        }
    }

    /** A service with an unknown build; it gives the simulation its name. */
    private Service unknown() {
        Path name = folder.toAbsolutePath().normalize().getFileName();
        return new Service(
                name == null ? "service" : name.toString(), "", "", Endpoints.unknown(), null, List.of(), List.of());
    }

    /** Writes files that do not exist yet; returns which were written. */
    private Map<String, Boolean> write(Map<String, String> files) {
        Map<String, Boolean> written = new LinkedHashMap<>();
        files.forEach((name, text) -> {
            Path file = folder.resolve(name).toAbsolutePath();
            try {
                Files.createDirectories(file.getParent());
                Files.writeString(file, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                written.put(name, true);
            } catch (FileAlreadyExistsException e) {
                written.put(name, false);
            } catch (IOException e) {
                throw new UsageProblem(file + " cannot be written: " + e.getMessage());
            }
        });
        return written;
    }

    private void bullet(Terminal terminal, String text) {
        terminal.wrap("  ", text).forEach(out()::println);
    }

    private static String gatling() {
        try {
            return Installation.find().gatling().toString();
        } catch (Installation.IncompleteInstallation e) {
            return "FLAMEGATE_HOME/lib/gatling";
        }
    }
}
