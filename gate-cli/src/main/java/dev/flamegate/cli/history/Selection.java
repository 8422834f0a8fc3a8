package dev.flamegate.cli.history;

import dev.flamegate.cli.option.ServiceOption;
import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.model.Run;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.store.StoredComparison;
import dev.flamegate.store.StoredRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Selects stored runs and comparisons; all of them without an option. */
public final class Selection {
    @Mixin
    private ServiceOption only = new ServiceOption();

    @Option(names = "--branch", paramLabel = "NAME", description = "Only those of this branch.")
    private @Nullable String branch;

    @Option(
            names = "--verdict",
            paramLabel = "VERDICT",
            description = "Only those with this verdict: ${COMPLETION-CANDIDATES}; can be repeated.")
    private List<Verdict> verdicts = new ArrayList<>();

    @Option(
            names = "--tag",
            paramLabel = "KEY[=VALUE]",
            description = "Only those with this tag, whatever its value if none is given; can be repeated.")
    private List<String> tags = new ArrayList<>();

    @Option(names = "--note", paramLabel = "TEXT", description = "Only those whose note contains this text.")
    private @Nullable String note;

    /** Filled by picocli. */
    public Selection() {}

    /** A selection by values, {@code null} or empty for any; they mean the same as the options of these names. */
    public static Selection of(
            @Nullable String service,
            @Nullable String branch,
            List<Verdict> verdicts,
            List<String> tags,
            @Nullable String note) {
        Selection selection = new Selection();
        selection.only.set(service);
        selection.branch = branch;
        selection.verdicts = List.copyOf(verdicts);
        selection.tags = List.copyOf(tags);
        selection.note = note;
        return selection;
    }

    public boolean has(StoredRun run) {
        return has(run.head(), run.verdict());
    }

    /** True if a comparison is selected, by the labels of its latest pair. */
    public boolean has(StoredComparison comparison) {
        return has(comparison.candidate(), comparison.verdict());
    }

    /** The given options as the end of a sentence; empty without options. */
    public String text() {
        List<String> given = new ArrayList<>();
        Optional.ofNullable(only.name()).ifPresent(name -> given.add("--service " + name));
        Optional.ofNullable(branch).ifPresent(name -> given.add("--branch " + name));
        verdicts.forEach(verdict -> given.add("--verdict " + verdict));
        tags.forEach(tag -> given.add("--tag " + tag));
        Optional.ofNullable(note).ifPresent(text -> given.add("--note " + text));
        return String.join(" ", given);
    }

    private boolean has(Run head, Optional<Verdict> verdict) {
        return (only.name() == null || only.name().equals(head.service()))
                && (branch == null || branch.equals(head.branch().orElse("")))
                && (verdicts.isEmpty() || verdict.filter(verdicts::contains).isPresent())
                && tags.stream().allMatch(tag -> isTagged(head, tag))
                && (note == null
                        || head.labels().note().toLowerCase(Locale.ROOT).contains(note.toLowerCase(Locale.ROOT)));
    }

    private static boolean isTagged(Run head, String tag) {
        int equals = tag.indexOf('=');
        String key = equals < 0 ? tag : tag.substring(0, equals);
        if (key.isBlank()) {
            throw new UsageProblem("--tag " + tag + ": a tag is KEY or KEY=VALUE");
        }
        String value = head.labels().tags().get(key);
        return value != null && (equals < 0 || value.equals(tag.substring(equals + 1)));
    }
}
