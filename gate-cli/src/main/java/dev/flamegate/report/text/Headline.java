package dev.flamegate.report.text;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.model.Interval;
import dev.flamegate.model.Unit;
import dev.flamegate.model.finding.Culprit;
import dev.flamegate.model.finding.LatencyPart;
import dev.flamegate.model.finding.Library;
import dev.flamegate.model.finding.MoreCalls;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.profile.MethodCost;
import dev.flamegate.report.ComparisonCourse;
import dev.flamegate.report.GateReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The first screen in words: what broke, why, where, since when, and what to do now. Names from outside pass through a function of
 * the caller's that makes them safe for its format.
 */
public final class Headline {
    private static final int MOST_LIBRARIES = 5;
    private static final int MOST_CALLED = 3;
    private static final String NO_GROWTH = Numbers.percent(0);

    private final UnaryOperator<String> name;

    /** Words with names as {@code name} returns them. */
    public Headline(UnaryOperator<String> name) {
        this.name = name;
    }

    /** Words with names in plain text. */
    public static Headline plain() {
        return new Headline(Names::visible);
    }

    /**
     * One answer of the first screen.
     *
     * @param question in a word: Why, Where, Since, Now
     * @param text a sentence or two, ended by a full stop
     */
    public record Answer(String question, String text) {}

    /** Explains in a sentence what the verdict of a report rests on, and what would decide it where nothing has. */
    public String sentenceAndNext(GateReport report) {
        Basis basis = basis(report);
        String next = basis.verdict() == Verdict.INCONCLUSIVE
                ? basis.deciding().map(text -> "; " + text).orElse("")
                : "";
        return sentence(basis) + next;
    }

    /** The parts of a report for this format. */
    public Basis basis(GateReport report) {
        return Basis.of(report, name);
    }

    /** Why, where, since which commit, and what to do now: the answers that are known about what broke or is open. */
    public List<Answer> answers(Basis basis, List<MoreCalls> calls, List<Library> changed) {
        List<Answer> answers = new ArrayList<>();
        boolean isOpen = basis.verdict() != Verdict.PASS && basis.verdict() != Verdict.INVALID;
        if (isOpen) {
            add(answers, "Why", why(basis, calls));
            add(answers, "Where", where(basis));
            if (basis.verdict() != Verdict.INCONCLUSIVE) {
                add(answers, "Since", since(basis, changed));
            }
            add(answers, "Now", now(basis));
        } else {
            add(answers, "Libraries", libraries(changed, basis).stream().toList());
        }
        return answers;
    }

    /** The answers of a report; see {@link #answers(Basis, List, List)}. */
    public List<Answer> answers(GateReport report) {
        return answers(
                basis(report), report.comparison().map(ComparisonCourse::calls).orElse(List.of()), report.libraries());
    }

    private static void add(List<Answer> answers, String question, List<String> sentences) {
        if (!sentences.isEmpty()) {
            answers.add(new Answer(question, String.join(". ", sentences) + "."));
        }
    }

    private List<String> why(Basis basis, List<MoreCalls> calls) {
        CauseText text = new CauseText(name);
        List<String> sentences = new ArrayList<>();
        Optional<String> instead = basis.slower()
                .map(text::slower)
                .or(() -> basis.noCulprit().map(because -> "No culprit stands out: " + name.apply(because)));
        if (basis.isOfAnotherCost()) {
            instead.ifPresent(sentences::add);
            sentences.add("Of what also grew, " + text.explains(basis.culprit().orElseThrow()));
        } else {
            basis.culprit().map(text::explains).ifPresent(sentences::add);
        }
        Optional<String> told = basis.culprit().map(Culprit::frame);
        List<MoreCalls> others = calls.stream()
                .filter(call -> told.stream().noneMatch(call.method()::equals))
                .toList();
        new CallsText(name).brief(others, MOST_CALLED).ifPresent(sentences::add);
        basis.recognised()
                .map(found -> name.apply(found.id()) + ": " + name.apply(found.evidence()))
                .ifPresent(sentences::add);
        if (sentences.isEmpty()) {
            instead.ifPresent(sentences::add);
        }
        return sentences;
    }

    private List<String> where(Basis basis) {
        CauseText text = new CauseText(name);
        List<String> sentences = new ArrayList<>();
        String place = basis.culprit()
                .map(culprit -> Stream.of(text.file(culprit), text.callers(culprit))
                        .flatMap(Optional::stream)
                        .collect(Collectors.joining(", ")))
                .or(() -> basis.slower().map(LatencyPart::where).map(name))
                .orElse("");
        if (!place.isEmpty()) {
            sentences.add(place);
        }
        culpritsByLibrary(basis).forEach(culprits -> sentences.add("In " + culprits));
        return sentences;
    }

    private List<String> since(Basis basis, List<Library> changed) {
        String all = Stream.of(
                        basis.before(),
                        basis.culprit().flatMap(new CauseText(name)::touched),
                        libraries(changed, basis).map(differ -> "libraries that differ: " + differ))
                .flatMap(Optional::stream)
                .collect(Collectors.joining("; "));
        return all.isEmpty() ? List.of() : List.of(all);
    }

    private List<String> now(Basis basis) {
        Optional<Basis.Claim> worst = basis.claims().stream()
                .filter(claim -> claim.outcome().name().equals(basis.verdict().name()))
                .findFirst();
        boolean grew = worst.isPresent() && worst.get().growth() != null;
        if (basis.verdict() == Verdict.INCONCLUSIVE) {
            return List.of(basis.deciding()
                    .map(text -> text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1))
                    .orElseGet(() -> "Measure the two builds side by side: " + name.apply("flamegate compare")));
        }
        List<String> sentences = new ArrayList<>();
        sentences.add(basis.recognised()
                .map(found -> name.apply(firstSentence(found.remedy())))
                .orElse("Fix it"));
        if (!grew) {
            sentences.add("If it is meant, change the limit");
        } else {
            sentences.add("If it is meant, accept it until a day: "
                    + name.apply("flamegate accept " + worst.get().rule()));
        }
        boolean isKnown = basis.culprit().isPresent()
                && (!basis.culprit().get().commits().isEmpty()
                        || basis.culprit().get().library() != null);
        if (grew && !isKnown) {
            sentences.add("To find the commit: " + name.apply("flamegate bisect"));
        }
        return sentences;
    }

    private static String firstSentence(String text) {
        int end = text.indexOf(". ");
        return end < 0 ? text : text.substring(0, end);
    }

    /** Explains in a sentence what the verdict rests on. */
    public String sentence(Basis basis) {
        return switch (basis.verdict()) {
            case FAIL -> worst(basis, Outcome.FAIL, "is broken", "are broken");
            case WARN -> worst(basis, Outcome.WARN, "warns", "warn");
            case INCONCLUSIVE -> worst(basis, Outcome.INCONCLUSIVE, "is undecided", "are undecided");
            case INVALID -> invalid(basis);
            case PASS -> passed(basis.claims());
        };
    }

    /**
     * {@code netty-codec 4.1.124.Final → 4.1.125.Final, ...}, those that culprits are in first;
     * empty where none does.
     */
    public Optional<String> libraries(List<Library> changed, Basis basis) {
        if (changed.isEmpty()) {
            return Optional.empty();
        }
        Set<Library> blamed = CulpritsByLibrary.of(basis.culprits()).keySet();
        String more = changed.size() > MOST_LIBRARIES
                ? " and " + Numbers.count(changed.size() - MOST_LIBRARIES) + " more"
                : "";
        return Optional.of(changed.stream()
                        .sorted(Comparator.comparing(one -> !blamed.contains(one)))
                        .limit(MOST_LIBRARIES)
                        .map(new CauseText(name)::change)
                        .collect(Collectors.joining(", "))
                + more);
    }

    /**
     * One clause for each library that differs and that culprits are in, unless the only one is the culprit that
     * {@link #cause} names with it.
     */
    public List<String> culpritsByLibrary(Basis basis) {
        Map<Library, List<Culprit>> culprits = CulpritsByLibrary.of(basis.culprits());
        boolean isToldAlready = culprits.size() == 1
                && culprits.values()
                        .iterator()
                        .next()
                        .equals(basis.culprit().stream().toList());
        return isToldAlready
                ? List.of()
                : culprits.entrySet().stream()
                        .limit(MOST_LIBRARIES)
                        .map(one -> new CauseText(name).ofLibrary(one.getKey(), one.getValue()))
                        .toList();
    }

    /**
     * The culprit, another severe cause, what of a latency grew, or the reason why no culprit stands out; empty if no cause
     * was looked for.
     */
    public Optional<String> cause(Basis basis) {
        return basis.culprit()
                .map(new CauseText(name)::culprit)
                .or(() ->
                        basis.recognised().filter(Basis.Recognised::severe).map(found -> name.apply(found.evidence())))
                .or(() -> basis.slower().map(new CauseText(name)::slower))
                .or(() -> basis.noCulprit().map(because -> "no culprit stands out: " + name.apply(because)));
    }

    /** {@code called from ...}: the callers of the culprit; empty where they are not known. */
    public Optional<String> callers(Basis basis) {
        return basis.culprit().flatMap(new CauseText(name)::callers);
    }

    /** Names the hottest method of a PASS; empty without a CPU profile. */
    public Optional<String> hottest(GateReport report) {
        return report.judgement().verdict() == Verdict.PASS
                ? report.methods().hottest().map(this::hottest)
                : Optional.empty();
    }

    /** One finding in a few words, without its reasons. */
    public String brief(Basis.Claim claim) {
        String part = Names.selector(claim.selector());
        String subject = name.apply(Names.visible(claim.indicator()) + (part.isEmpty() ? "" : " of " + part));
        if (claim.value() == null) {
            return subject + " could not be measured";
        }
        Double growth = claim.growth();
        String now = Numbers.quantity(claim.value(), claim.unit());
        String limit = " (limit: " + name.apply(claim.criterion()) + ")";
        if (growth == null || !Double.isFinite(growth)) {
            return subject + " is " + now + limit;
        }
        String of = Messages.isOfWhole(claim.indicator()) ? " of the baseline's whole" : "";
        // The estimate of what is undecided is mostly noise: what is known of it is the interval.
        Interval interval = claim.interval();
        if (claim.outcome() == Outcome.INCONCLUSIVE && interval != null && !Numbers.isBoundless(interval.high())) {
            return subject + ", now " + now + ", changed by anything from " + Numbers.interval(interval) + of + limit;
        }
        String by = Numbers.percent(Math.abs(growth));
        if (by.equals(NO_GROWTH)) {
            return subject + " is the same, " + now + limit;
        }
        String changed = claim.outcome() == Outcome.INCONCLUSIVE
                ? growth < 0 ? " may have fallen by " : " may have grown by "
                : growth < 0 ? " fell by " : " grew by ";
        return subject + changed + by + of + " to " + now + limit;
    }

    private String worst(Basis basis, Outcome outcome, String one, String many) {
        List<Basis.Claim> all = basis.claims().stream()
                .filter(claim -> claim.outcome() == outcome)
                .toList();
        if (all.isEmpty()) {
            return "No single finding explains the verdict";
        }
        String verb = all.size() == 1 ? one : many;
        return brief(all.get(0)) + "; " + Numbers.count(all.size()) + " of "
                + Names.plural(basis.claims().size(), "criterion", "criteria") + " " + verb;
    }

    private String invalid(Basis basis) {
        List<String> problems = basis.unsound();
        if (problems.isEmpty()) {
            return worst(basis, Outcome.INVALID, "is invalid", "are invalid");
        }
        String more = problems.size() == 1 ? "" : " (and " + (problems.size() - 1) + " more)";
        return "The measurement is unsound: " + name.apply(problems.get(0)) + more;
    }

    private static String passed(List<Basis.Claim> claims) {
        long held = count(claims, Outcome.PASS);
        String others = List.of(Outcome.RECORDED, Outcome.MASKED, Outcome.ACCEPTED, Outcome.SKIPPED).stream()
                .filter(outcome -> count(claims, outcome) > 0)
                .map(outcome -> count(claims, outcome) + " " + word(outcome))
                .collect(Collectors.joining(", "));
        String all = held == claims.size() && held > 1 ? "All " : "";
        return all
                + Names.plural(held, "criterion", "criteria")
                + (held == 1 ? " holds" : " hold")
                + (others.isEmpty() ? "" : "; " + others);
    }

    private static String word(Outcome outcome) {
        return switch (outcome) {
            case RECORDED -> "recorded without a baseline";
            case MASKED -> "below a floor";
            case ACCEPTED -> "accepted";
            default -> "skipped";
        };
    }

    private String hottest(MethodCost method) {
        String cost = Double.isNaN(method.self().candidate())
                ? ""
                : ", " + Numbers.quantity(method.self().candidate(), Unit.MILLISECONDS) + " per request";
        return name.apply(method.name()) + " is the hottest method: "
                + Numbers.percent(method.self().share()) + " of the CPU" + cost;
    }

    private static long count(List<Basis.Claim> claims, Outcome outcome) {
        return claims.stream().filter(claim -> claim.outcome() == outcome).count();
    }
}
