package dev.flamegate.cli.option;

import dev.flamegate.ci.ProposedChange;
import dev.flamegate.model.finding.Acceptance;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.plan.CompareSpec;
import dev.flamegate.plan.LedgerReader;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.PlanReader;
import dev.flamegate.plan.Published;
import dev.flamegate.plan.RemoteSpec;
import dev.flamegate.plan.RuleSet;
import dev.flamegate.plan.RulesReader;
import dev.flamegate.plan.yaml.Source;
import dev.flamegate.runtime.Installation;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.runtime.Progress;
import dev.flamegate.store.History;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The files a command line names, read.
 *
 * @param folder that the plan's paths are relative to
 */
public record PlanFiles(Plan plan, RuleSet rules, Path folder, Options options) {
    /** More than the readers accept, so that they refuse it with their own message. */
    private static final int MOST_BYTES = (1 << 20) + 1;

    /**
     * Reads the plan and its rules.
     *
     * @throws dev.flamegate.plan.yaml.PlanProblems when they are wrong
     * @throws UsageProblem when a file is not there
     */
    public static PlanFiles read(Options options) {
        Path file = options.plan;
        if (!Files.exists(file)) {
            throw new UsageProblem("there is no plan " + file
                    + "; name one with --plan, or write one (docs/plan.md shows the smallest)");
        }
        Plan plan = PlanReader.read(source(file), options.overrides());
        Path parent = file.toAbsolutePath().normalize().getParent();
        Path folder = parent == null ? Path.of("").toAbsolutePath() : parent;
        RuleSet rules = options.rules.isEmpty()
                ? RulesReader.read(
                        plan.rules().stream().map(path -> rules(folder, path)).toList())
                : readRules(options.rules);
        return new PlanFiles(plan, rules.accepting(ledger(folder, rules)), folder, options);
    }

    /** What is accepted of these rules, in the ledger next to the plan. */
    private static List<Acceptance> ledger(Path folder, RuleSet rules) {
        Path file = folder.resolve(LedgerReader.FILE);
        return Files.exists(file) ? LedgerReader.read(source(shown(file)), rules) : List.of();
    }

    /** The ledger next to the plan, which need not exist; the path as people write it. */
    public Path ledger() {
        return shown(folder.resolve(LedgerReader.FILE));
    }

    /**
     * The arm of a comparison in a file of its own.
     *
     * @param path relative to the plan's folder, as are the paths in the file
     * @throws dev.flamegate.plan.yaml.PlanProblems when it is wrong
     * @throws UsageProblem when it is not there
     */
    public ArmSpec arm(String path) {
        return CompareSpec.readArm(source(shown(folder.resolve(path))));
    }

    /** Reads rule files alone. */
    public static RuleSet readRules(List<Path> files) {
        return RulesReader.read(files.stream().map(PlanFiles::source).toList());
    }

    /** The stored runs. */
    public History history(Consumer<String> warnings) {
        return new History(historyPlace(), warnings);
    }

    /**
     * The stored runs, and where they are shared.
     *
     * @throws UsageProblem when the given place is not valid
     */
    public Sharing sharing(Consumer<String> warnings) {
        RemoteSpec planned = options.history == null ? plan.history().remote() : null;
        RemoteSpec place = Sharing.place(options.historyRemote, System.getenv(), planned);
        Sharing sharing = Sharing.of(history(warnings), place, folder, warnings);
        if (options.historyPullOnly) {
            return sharing.pullOnly();
        }
        Optional<String> proposed = options.historyPush ? Optional.empty() : ProposedChange.in(System.getenv());
        return proposed.map(sharing::pullOnlyBecause).orElse(sharing);
    }

    /** The folder of the stored runs, absolute. */
    public Path historyPlace() {
        Path place = options.history == null ? folder.resolve(plan.history().folder()) : options.history;
        return place.toAbsolutePath().normalize();
    }

    /** What the command line asks to measure. */
    public MeasurementPlan measurement(Progress progress) {
        return MeasurementPlan.open(plan, rules, folder, Installation.find(), progress);
    }

    /** The folder for reports. */
    public Path reportFolder() {
        Path place = options.report == null ? folder.resolve(plan.report()) : options.report;
        return place.toAbsolutePath().normalize();
    }

    /** A rule file next to the plan, else the ready set of that name. */
    private static Source rules(Path folder, String path) {
        Path beside = folder.resolve(path);
        Path shown = shown(beside);
        return Files.exists(beside) ? source(shown) : Published.ruleSet(path).orElseGet(() -> source(shown));
    }

    private static Path shown(Path file) {
        Path here = Path.of("").toAbsolutePath();
        return file.startsWith(here) ? here.relativize(file) : file;
    }

    public static Source source(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return new Source(file.toString(), new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UsageProblem(
                    file + " cannot be read: " + (Files.exists(file) ? e.getMessage() : "there is no such file"));
        }
    }
}
