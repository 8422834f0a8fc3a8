package dev.flamegate.selftest;

import dev.flamegate.cli.CompareCommand;
import dev.flamegate.cli.option.DurationOption;
import dev.flamegate.cli.option.Options;
import dev.flamegate.cli.option.PlanFiles;
import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.cli.terminal.Console;
import dev.flamegate.cli.terminal.Reporting;
import dev.flamegate.gate.ExitCode;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.plan.LoadSpec;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.text.Terminal;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "self-test",
        header = "Tests the gate on your service, made slower in known ways.",
        mixinStandardHelpOptions = true,
        description = {
            "Compares the plan's target with itself, and then with itself made slower by an agent in the candidate: by CPU,"
                    + " calls, allocation, a sleep, a lock, each in a method that the profile shows. Says in one table what"
                    + " the gate finds, how soon, and what it names.",
            "Only for a process on this machine. Exits with 1 if the unchanged service fails its rules, and with 0 otherwise,"
                    + " whatever is found."
        })
final class SelfTestCommand implements Callable<Integer> {
    private static final Duration QUICK_BUDGET = Duration.ofMinutes(5);
    private static final Duration QUICK_MEASURE = Duration.ofSeconds(10);
    private static final Duration QUICK_WARM_UP = Duration.ofSeconds(20);

    @Mixin
    private Options options = new Options();

    @Option(
            names = "--quick",
            description = "Only cpu-20 and calls, in short trials, with 5 minutes for each comparison.")
    private boolean quick;

    @Option(
            names = "--only",
            paramLabel = "NAME",
            split = ",",
            description = "Of cpu-20, calls, cpu-10, cpu-5, allocation, sleep and lock.")
    private List<String> only = List.of();

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            converter = DurationOption.class,
            description = "Time limit of each comparison (default: the plan's compare: budget; with --quick 5m).")
    private @Nullable Duration budget;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        List<String> wanted = wanted();
        PlanFiles files = quick ? shortened(PlanFiles.read(options)) : PlanFiles.read(options);
        check(files.plan().target());
        options.set.put("compare.work", "off");
        PlanFiles inPairs = PlanFiles.read(options);
        Path work = files.reportFolder().resolve("self-test");
        Duration each = budget != null
                ? budget
                : quick ? QUICK_BUDGET : files.plan().compare().budget();
        try (Reporting reporting = new Reporting(options, spec.commandLine().getErr())) {
            Looks looks = quick ? Looks.FAST : Looks.DEFAULT;
            List<SelfTestResult> results = Reporting.untilInterrupted(started -> {
                try (SelfTest test =
                        started.start(() -> test(files, inPairs, work, reporting, looks, each), SelfTest::close)) {
                    return results(test, wanted);
                }
            });
            reporting.clear();
            return told(results);
        }
    }

    /** The plan with trials that are short enough for the pairs of a first look to fit into the budget. */
    private PlanFiles shortened(PlanFiles files) {
        LoadSpec load = files.plan().load();
        shorten("load.measure", load.measure(), QUICK_MEASURE);
        shorten("load.warm-up.at-least", load.warmUp().atLeast(), QUICK_WARM_UP);
        shorten("load.warm-up.at-most", load.warmUp().atMost(), QUICK_WARM_UP);
        return PlanFiles.read(options);
    }

    private void shorten(String key, Duration planned, Duration most) {
        if (planned.compareTo(most) > 0) {
            options.set.putIfAbsent(key, most.toSeconds() + " s");
        }
    }

    private static SelfTest test(
            PlanFiles files, PlanFiles inPairs, Path work, Reporting reporting, Looks looks, Duration budget) {
        return new SelfTest(
                () -> files.measurement(reporting.progress(), ArmSpec.ofTarget()),
                () -> inPairs.measurement(reporting.progress(), ArmSpec.ofTarget()),
                work,
                reporting.progress(),
                looks,
                budget);
    }

    private List<String> wanted() {
        for (String name : only) {
            if (!Slowdown.NAMES.contains(name)) {
                throw new UsageProblem("--only: `" + name + "` is not one of " + String.join(", ", Slowdown.NAMES));
            }
        }
        return !only.isEmpty() ? only : quick ? Slowdown.QUICK : Slowdown.NAMES;
    }

    private static void check(TargetSpec target) {
        if (target.runtime() != TargetSpec.Runtime.PROCESS) {
            throw new UsageProblem("self-test makes a process on this machine slower: add --runtime process");
        }
        CompareCommand.checkPorts(target, ArmSpec.ofTarget(), ArmSpec.ofTarget());
    }

    private static List<SelfTestResult> results(SelfTest test, List<String> wanted) throws InterruptedException {
        List<SelfTestResult> results = new ArrayList<>();
        SelfTestResult unchanged = test.unchanged();
        results.add(unchanged);
        GateReport report = unchanged.report();
        if (report == null) {
            return results; // nothing is known to make slower
        }
        for (Slowdown slowdown : SelfTest.slowdowns(report)) {
            if (wanted.contains(slowdown.name())) {
                results.add(test.slowed(slowdown));
            }
        }
        return results;
    }

    private int told(List<SelfTestResult> results) {
        PrintWriter out = spec.commandLine().getOut();
        Terminal terminal = new Terminal(Console.width(), Console.showsColour());
        out.print(options.json ? SelfTestJson.text(results) : SelfTestTable.text(results, terminal));
        out.flush();
        SelfTestResult unchanged = results.get(0);
        if (unchanged.verdict() == Verdict.INVALID) {
            return ExitCode.NOT_MEASURED;
        }
        return unchanged.verdict() == Verdict.FAIL ? ExitCode.FAIL : ExitCode.OK;
    }
}
