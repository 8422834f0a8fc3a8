package dev.flamegate.cli;

import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.cli.terminal.Console;
import dev.flamegate.init.Project;
import dev.flamegate.init.Scaffold;
import dev.flamegate.init.Service;
import dev.flamegate.report.text.Terminal;
import dev.flamegate.runtime.Installation;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code flamegate init}. */
@Command(
        name = "init",
        mixinStandardHelpOptions = true,
        description = {
            "Writes a first plan and rules for the service built by Maven or Gradle in a folder, and lists what it"
                    + " guessed.",
            "Overwrites nothing."
        })
final class InitCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "FOLDER",
            arity = "0..1",
            description = "Folder of the build file (default: current folder).")
    private Path folder = Path.of("");

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        Service service = service();
        Map<String, String> files = Scaffold.files(service);
        String plan = files.keySet().iterator().next();
        if (Files.exists(folder.resolve(plan))) {
            throw new UsageProblem("there is already a plan " + folder.resolve(plan)
                    + "; nothing is overwritten; `flamegate doctor` checks it");
        }
        Terminal terminal = new Terminal(Console.width(), Console.showsColour());
        out.println(terminal.bold("Guessed"));
        for (String guess : service.guesses()) {
            bullet(out, terminal, guess);
        }
        out.println();
        write(files)
                .forEach((file, written) -> out.println((written ? "wrote  " : "kept   ")
                        + folder.resolve(file)
                        + (written ? "" : ", which already existed")));
        out.println();
        out.println(terminal.bold("Next"));
        int step = 1;
        if (service.simulation() == null) {
            bullet(out, terminal, step++ + ". Put your requests into the simulation, then compile it:");
            out.println("     " + Scaffold.compile(service, gatling()));
        } else {
            bullet(
                    out,
                    terminal,
                    step++ + ". Build the simulation's classes, and let it take its address from the system"
                            + " property baseUrl.");
        }
        bullet(out, terminal, step++ + ". " + service.build());
        bullet(out, terminal, step + ". flamegate doctor, then flamegate run");
        return 0;
    }

    private Service service() {
        if (!Files.isDirectory(folder.toAbsolutePath())) {
            throw new UsageProblem("there is no folder " + folder);
        }
        try {
            return Project.service(folder)
                    .orElseThrow(() -> new UsageProblem("there is no pom.xml, build.gradle or settings.gradle in "
                            + folder.toAbsolutePath().normalize()
                            + "; docs/plan.md shows the smallest plan to write by hand"));
        } catch (IOException e) {
            throw new UsageProblem("the build cannot be read: " + e.getMessage());
        }
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

    private static void bullet(PrintWriter out, Terminal terminal, String text) {
        terminal.wrap("  ", text).forEach(out::println);
    }

    private static String gatling() {
        try {
            return Installation.find().gatling().toString();
        } catch (Installation.IncompleteInstallation e) {
            return "FLAMEGATE_HOME/lib/gatling";
        }
    }
}
