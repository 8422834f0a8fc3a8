package dev.flamegate.search.night;

import dev.flamegate.gate.ExitCode;
import dev.flamegate.os.CloseableRegistry;
import dev.flamegate.os.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** The work of a night as processes of this machine. */
public final class Processes implements Runner {
    /** Builds, and the pairs that a comparison is always allowed, come on top of a budget; this only ends a hang. */
    private static final Duration ON_TOP = Duration.ofHours(2);

    private final List<String> program;
    private final Path reports;
    private final CloseableRegistry started;

    /**
     * Runs the work in processes of a program.
     *
     * @param program this gate
     * @param reports folder with one subfolder for each service, in which the command's log is next to its report
     * @param started ends them
     */
    Processes(List<String> program, Path reports, CloseableRegistry started) {
        this.program = List.copyOf(program);
        this.reports = reports;
        this.started = started;
    }

    @Override
    public Done run(Work work) throws InterruptedException {
        Path report = reports.resolve(work.name());
        String kind = work.kind().key();
        List<String> command = new ArrayList<>(program);
        command.addAll(work.words());
        command.add("--plan=" + work.plan());
        command.add("--report=" + (work.kind() == Work.Kind.COMPARE ? report : report.resolve(kind)));
        try {
            Files.createDirectories(report);
            Program.Result ended = Program.of(command)
                    .in(Objects.requireNonNull(work.plan().toAbsolutePath().getParent()))
                    .within(work.budget().plus(ON_TOP))
                    .registeredIn(started)
                    .run();
            Files.writeString(report.resolve(kind + ".log"), ended.error());
            if (ended.isTimedOut()) {
                return new Done(ExitCode.NOT_MEASURED, null, "it did not end within its budget and 2 h, and was ended");
            }
            return done(ended);
        } catch (IOException e) {
            return new Done(ExitCode.NOT_MEASURED, null, String.valueOf(e.getMessage()));
        }
    }

    private static Done done(Program.Result ended) {
        try {
            return new Done(ended.code(), JsonMapper.shared().readTree(ended.output()), "");
        } catch (JacksonException e) {
            return new Done(ended.code(), null, ended.error().strip());
        }
    }
}
