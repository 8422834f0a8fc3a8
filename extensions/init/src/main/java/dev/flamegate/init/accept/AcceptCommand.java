package dev.flamegate.init.accept;

import dev.flamegate.cli.option.Options;
import dev.flamegate.cli.option.PlanFiles;
import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.gate.facts.Git;
import dev.flamegate.plan.LedgerReader;
import dev.flamegate.plan.yaml.Source;
import dev.flamegate.store.StoreFailed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "accept",
        header = "Accepts a known growth until a given day.",
        mixinStandardHelpOptions = true,
        description = {
            "Accepts a known growth until a given day: records it in the ledger next to the plan (flamegate-accepted.yaml),"
                    + " to be committed with the change that caused it.",
            "It covers growth against moving baselines (baseline, previous run, ...) once: a baseline that includes the entry"
                    + " also includes the growth. Growth against a pin still counts, unless --against names the pin."
        })
public final class AcceptCommand implements Callable<Integer> {
    /** The longest exception in days; anything longer should be a rule. */
    private static final int MOST_DAYS = 366;

    private static final List<String> PARTS = List.of("request", "frame", "pool");

    @Option(names = "--plan", paramLabel = "FILE", description = "The plan (default: flamegate.yaml).")
    private Path plan = Path.of("flamegate.yaml");

    @Parameters(paramLabel = "RULE", description = "Id of the rule.")
    private String rule = "";

    @Option(
            names = "--part",
            paramLabel = "KEY=NAME",
            description =
                    "Only this part of the service: request=NAME (* matches any characters), frame=CLASS or METHOD,"
                            + " pool=NAME; can be repeated.")
    private Map<String, String> part = new LinkedHashMap<>();

    @Option(
            names = "--up-to",
            paramLabel = "AMOUNT",
            required = true,
            description = "Largest accepted growth, such as 8%% or \"5 ms\".")
    private String upTo = "";

    @Option(
            names = "--against",
            paramLabel = "BASELINE",
            description = "Only growth against this baseline, as in a rule: \"pin release-1\".")
    private @Nullable String against;

    @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "Why it is accepted.")
    private String reason = "";

    @Option(
            names = "--expires",
            paramLabel = "DATE",
            required = true,
            description = "Last day it applies, such as 2027-01-31; at most a year from now.")
    @SuppressWarnings("NullAway.Init")
    private LocalDate expires;

    @Option(names = "--author", paramLabel = "NAME", description = "Who accepts it (default: git's user.name).")
    private @Nullable String author;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        if (expires.isBefore(today) || expires.isAfter(today.plusDays(MOST_DAYS))) {
            throw new UsageProblem(
                    "--expires " + expires + ": an acceptance ends between today and " + today.plusDays(MOST_DAYS));
        }
        if (!PARTS.containsAll(part.keySet())) {
            throw new UsageProblem(
                    "--part takes request=NAME, frame=NAME or pool=NAME, not " + String.join(", ", part.keySet()));
        }
        Options options = new Options();
        options.place.plan = plan;
        PlanFiles files = PlanFiles.read(options);
        if (files.rules().rule(rule).isEmpty()) {
            throw new UsageProblem("there is no rule " + rule + "; there are "
                    + String.join(
                            ", ",
                            files.rules().rules().stream().map(one -> one.id()).toList()));
        }
        Path ledger = files.ledger();
        Source before = Files.exists(ledger) ? PlanFiles.source(ledger) : new Source(ledger.toString(), "");
        Source after = LedgerText.with(before, entry(today, files));
        LedgerReader.read(after, files.rules());
        write(ledger, after.text());
        spec.commandLine()
                .getOut()
                .println(rule + " may have grown by up to " + upTo + " until " + expires + ": written to " + ledger
                        + "; commit it together with the change");
        return 0;
    }

    private Map<String, String> entry(LocalDate today, PlanFiles files) throws InterruptedException {
        Map<String, String> entry = new LinkedHashMap<>();
        entry.put("rule", rule);
        for (String key : PARTS) {
            put(entry, key, part.get(key));
        }
        entry.put("up-to", upTo.strip());
        put(entry, "against", against);
        entry.put("reason", line("--reason", reason));
        entry.put("author", line("--author", author(files)));
        entry.put("accepted", today.toString());
        entry.put("expires", expires.toString());
        return entry;
    }

    private String author(PlanFiles files) throws InterruptedException {
        if (author != null) {
            return author;
        }
        return new Git(files.folder())
                .ask("config", "user.name")
                .filter(name -> !name.isBlank())
                .orElseThrow(
                        () -> new UsageProblem(
                                "who accepts it? git has no user.name here: give --author, or set it with `git config user.name`"));
    }

    private static void put(Map<String, String> entry, String key, @Nullable String value) {
        if (value != null) {
            entry.put(key, value);
        }
    }

    private static String line(String option, String text) {
        String line = text.strip();
        if (line.isEmpty() || line.chars().anyMatch(Character::isISOControl)) {
            throw new UsageProblem(option + " takes one line of text");
        }
        return line;
    }

    private static void write(Path ledger, String text) {
        Path beside = ledger.resolveSibling(ledger.getFileName() + ".writing");
        try {
            Files.writeString(beside, text);
            Files.move(beside, ledger, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new StoreFailed(ledger + " cannot be written: " + e, e);
        }
    }
}
