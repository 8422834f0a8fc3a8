package dev.flamegate.cli.option;

import dev.flamegate.model.finding.Acceptance;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.os.Checkout;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.plan.BesideSpec;
import dev.flamegate.plan.CompareSpec;
import dev.flamegate.plan.HookSpec;
import dev.flamegate.plan.LedgerReader;
import dev.flamegate.plan.LoadSpec;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.PlanReader;
import dev.flamegate.plan.Published;
import dev.flamegate.plan.RemoteSpec;
import dev.flamegate.plan.RuleSet;
import dev.flamegate.plan.RulesReader;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.plan.yaml.Source;
import dev.flamegate.runtime.Installation;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.runtime.Policy;
import dev.flamegate.runtime.Progress;
import dev.flamegate.store.History;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The files a command line names, read.
 *
 * @param folder that the plan's paths are relative to
 * @param sources where they were read from
 */
public record PlanFiles(Plan plan, RuleSet rules, Path folder, Options options, PolicyFiles sources) {
    /** Characters that separate the words of a shell's command line. */
    private static final Pattern WORDS = Pattern.compile("[\\s;&|()<>'\"]+");

    /**
     * Reads the plan and its rules.
     *
     * @throws dev.flamegate.plan.yaml.PlanProblems when they are wrong
     * @throws UsageProblem when a file is not there
     */
    public static PlanFiles read(Options options) {
        Path file = options.place.plan;
        Path parent = file.toAbsolutePath().normalize().getParent();
        Path folder = parent == null ? Path.of("").toAbsolutePath() : parent;
        PolicyFiles sources =
                options.policyFrom == null ? PolicyFiles.checkedOut() : PolicyFiles.of(options.policyFrom, folder);
        if (options.policyFrom == null && !Files.exists(file)) {
            throw new UsageProblem("there is no plan " + file
                    + "; name one with --plan, or write one (docs/plan.md shows the smallest)");
        }
        Plan plan = PlanReader.read(sources.source(file, file), options.overrides());
        List<Source> texts = options.rules.isEmpty()
                ? plan.rules().stream()
                        .map(path -> rules(sources, folder, path))
                        .toList()
                : options.rules.stream().map(rule -> sources.source(rule, rule)).toList();
        RuleSet rules = RulesReader.read(texts);
        Path ledger = folder.resolve(LedgerReader.FILE);
        List<Acceptance> accepted = sources.exists(ledger)
                ? LedgerReader.read(sources.planned(folder, ledger, shown(ledger)), rules)
                : List.of();
        return new PlanFiles(plan, rules.accepting(accepted), folder, options, sources);
    }

    /**
     * A copy with a single rule.
     *
     * @throws UsageProblem when no rule has this id
     */
    public PlanFiles withRule(String id) {
        if (rules.rule(id).isEmpty()) {
            throw new UsageProblem("--rule: there is no rule " + id + "; the rules are "
                    + rules.rules().stream().map(Rule::id).collect(Collectors.joining(", ")));
        }
        return new PlanFiles(plan, rules.only(id), folder, options, sources);
    }

    /** The ledger next to the plan, which need not exist; the path as people write it. */
    public Path ledger() {
        return shown(folder.resolve(LedgerReader.FILE));
    }

    /**
     * The arm of a comparison in a separate file.
     *
     * @param path relative to the plan's folder, as are the paths in the file
     * @throws dev.flamegate.plan.yaml.PlanProblems when it is wrong
     * @throws UsageProblem when it is not there
     */
    public ArmSpec arm(String path) {
        Path file = folder.resolve(path);
        return CompareSpec.readArm(sources.planned(folder, file, shown(file)));
    }

    public static RuleSet readRules(List<Path> files) {
        return RulesReader.read(files.stream().map(PlanFiles::source).toList());
    }

    public History history(Consumer<String> warnings) {
        return new History(historyPlace(), warnings);
    }

    /**
     * The stored runs, and where they are shared.
     *
     * @throws UsageProblem when the given place is not valid
     */
    public Sharing sharing(Consumer<String> warnings) {
        return sharing(history(warnings), warnings);
    }

    /** The sharing of another history than the plan's. */
    Sharing sharing(History history, Consumer<String> warnings) {
        RemoteSpec planned = options.place.history == null ? plan.history().remote() : null;
        RemoteSpec place = Sharing.place(options.place.historyRemote, System.getenv(), planned);
        Sharing sharing = Sharing.of(history, place, folder, warnings);
        if (options.historyPush == Options.Push.NEVER) {
            return sharing.pullOnly();
        }
        Optional<String> proposed =
                options.historyPush == Options.Push.ALWAYS ? Optional.empty() : ProposedChange.in(System.getenv());
        if (proposed.isPresent()
                && Checkout.root(folder)
                        .filter(root -> !Checkout.isWithin(root, history.folder()))
                        .isPresent()) {
            warnings.accept(
                    proposed.get() + " says that this is the build of a proposed change, but its runs are stored in "
                            + history.folder() + ", where later builds take them for baselines");
        }
        return proposed.map(sharing::pullOnlyBecause).orElse(sharing);
    }

    /**
     * The folder of the stored runs, absolute.
     *
     * @throws UsageProblem when the plan, which may come from anyone, names one outside of its checkout
     */
    public Path historyPlace() {
        if (options.place.history != null) {
            return options.place.history.toAbsolutePath().normalize();
        }
        Path place = folder.resolve(plan.history().folder()).toAbsolutePath().normalize();
        Optional<Path> root = Checkout.root(folder);
        if (root.isPresent() && !Checkout.isWithin(root.get(), place)) {
            throw new UsageProblem("history: " + plan.history().folder() + " in the plan is not a folder within "
                    + root.get() + ": runs are stored in another place only with --history");
        }
        return place;
    }

    /** The measurement that the command line asks for. */
    public MeasurementPlan measurement(Progress progress) {
        Map<String, String> texts = texts();
        return measurement(progress, sources.policy()).with(texts);
    }

    /** The measurement for a comparison with a build, which may have other rules if it is built from a revision. */
    public MeasurementPlan measurement(Progress progress, ArmSpec baseline) {
        Map<String, String> texts = texts();
        return measurement(
                        progress,
                        baseline.kind() == ArmSpec.Kind.GIT
                                ? sources.since(baseline.value(), folder)
                                : sources.policy())
                .with(texts);
    }

    /** Reads the manifest of a target's pod, and notes the scripts that the plan's commands run. */
    Map<String, String> texts() {
        Stream.of(
                        plan.hooks().stream().map(HookSpec::command),
                        plan.beside().stream()
                                .map(BesideSpec::subject)
                                .flatMap(subject -> subject instanceof TargetSpec.Subject.Command command
                                        ? Stream.of(command.words())
                                        : Stream.empty()),
                        Stream.ofNullable(plan.load().command()).map(LoadSpec.Command::words))
                .flatMap(commands -> commands)
                .flatMap(List::stream)
                .flatMap(WORDS::splitAsStream)
                .forEach(this::runs);
        String manifest = plan.target().kubernetes().manifest();
        if (manifest == null) {
            return Map.of();
        }
        Path file = folder.resolve(manifest);
        return Map.of(manifest, sources.planned(folder, file, shown(file)).text());
    }

    /** Notes the file that a word of a command names, if it is one of the checkout. */
    private void runs(String word) {
        try {
            Path file = folder.resolve(word);
            if (Files.isRegularFile(file)
                    && Checkout.root(folder).filter(file::startsWith).isPresent()) {
                sources.runs(file);
            }
        } catch (InvalidPathException e) {
            // A word that is no path, such as one with a NUL.
        }
    }

    private MeasurementPlan measurement(Progress progress, Policy policy) {
        return MeasurementPlan.open(plan, rules, folder, Installation.find(), progress)
                .with(policy);
    }

    /**
     * The folder for reports.
     *
     * @throws UsageProblem when the plan, which may come from anyone, names one outside of its checkout
     */
    public Path reportFolder() {
        if (options.report != null) {
            return options.report.toAbsolutePath().normalize();
        }
        Path place = folder.resolve(plan.report()).toAbsolutePath().normalize();
        Path root = Checkout.root(folder).orElse(folder);
        if (!Checkout.isWithin(root, place) || place.equals(root)) {
            throw new UsageProblem("report: " + plan.report() + " in the plan is not a folder within " + root
                    + ": reports are written to another place only with --report");
        }
        return place;
    }

    /** A rule file next to the plan, else the ready set of that name. */
    private static Source rules(PolicyFiles sources, Path folder, String path) {
        Path beside = folder.resolve(path);
        return sources.exists(beside)
                ? sources.planned(folder, beside, shown(beside))
                : Published.ruleSet(path).orElseGet(() -> sources.planned(folder, beside, shown(beside)));
    }

    private static Path shown(Path file) {
        Path here = Path.of("").toAbsolutePath();
        return file.startsWith(here) ? here.relativize(file) : file;
    }

    /**
     * The text of a file that is checked out.
     *
     * @throws UsageProblem when it is not there
     */
    public static Source source(Path file) {
        return PolicyFiles.checkedOut().source(file, file);
    }
}
