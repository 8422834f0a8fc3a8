package dev.flamegate.report.text;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.judge.attribution.SourceCode;
import dev.flamegate.model.Interval;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Unit;
import dev.flamegate.model.finding.Culprit;
import dev.flamegate.model.finding.Diagnosis;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.LatencyGrowth;
import dev.flamegate.model.finding.LatencyPart;
import dev.flamegate.model.finding.Library;
import dev.flamegate.model.finding.SuspectCommit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The cause of a finding in words: its culprit, or the reason for a missing one, and its diagnosis. */
public final class CauseText {

    /** The maximum number of a culprit's nearest callers that are shown, and of the nearest in the application. */
    private static final int NEAREST = 3;

    private static final int NEAREST_OWN = 2;

    /** A caller with less than this share of the culprit's growth is shown with it. */
    private static final double NEARLY_ALL = 0.8;

    /** A caller with more than this share of the growth is a new path, which takes over calls from another. */
    private static final double MORE_THAN_ALL = 1.05;

    private static final int MOST_OF_LIBRARY = 4;

    /** A part of a latency that changed by less of its growth is left out. */
    private static final double LEAST_PART = 0.05;

    /** The slowest tenth of requests are named where they have at least this share of a growth. */
    private static final double MOST_OF_SLOWEST = 0.5;

    private final UnaryOperator<String> name;

    /** Words with names as {@code name} returns them. */
    CauseText(UnaryOperator<String> name) {
        this.name = name;
    }

    /** Words with names in plain text. */
    public static CauseText plain() {
        return new CauseText(Names::visible);
    }

    /** A clause for each known fact about the cause; empty if no cause was looked for. */
    public List<String> of(Finding finding) {
        List<String> lines = new ArrayList<>();
        if (finding.culprit() != null) {
            lines.add("culprit: " + culprit(finding.culprit()));
            callers(finding.culprit()).ifPresent(lines::add);
        } else if (finding.noCulprit() != null) {
            lines.add("no culprit stands out: " + name.apply(finding.noCulprit()));
        }
        latency(finding.latency(), finding.selector().request() != null).ifPresent(lines::add);
        if (finding.diagnosis() != null) {
            lines.add("diagnosis: " + diagnosis(finding.diagnosis()));
        }
        return lines;
    }

    /**
     * {@code latency: 8.9 ms more per request on average, 84 % of it in the slowest tenth of requests: CPU +5.3 ms (95 %
     * interval ...); waiting for locks +3.1 ms, most of it in shop.Cart.book}.
     *
     * @param ofOne whether the finding is about requests of one name
     */
    private Optional<String> latency(LatencyGrowth growth, boolean ofOne) {
        double grown = growth.grown();
        String each = growth.parts().stream()
                .filter(part -> Math.abs(part.grown()) >= LEAST_PART * grown && !part.isNoise(grown))
                .map(part -> part(part, ""))
                .collect(Collectors.joining("; "));
        String slowest = growth.slowest() < MOST_OF_SLOWEST
                ? ""
                : ", " + Numbers.percent(Math.min(1, growth.slowest())) + " of it in the slowest tenth of requests";
        String noise = growth.parts().stream()
                .filter(part -> part.isNoise(grown))
                .map(part -> part.kind().words())
                .collect(Collectors.joining(", "));
        return growth.parts().isEmpty()
                ? Optional.empty()
                : Optional.of("latency: " + Numbers.quantity(grown, Unit.MILLISECONDS)
                        + " more per request" + (ofOne && !growth.named() ? " of any name" : "")
                        + " on average" + slowest + ": " + each
                        + (noise.isEmpty() ? "" : "; too noisy to tell: " + noise));
    }

    /** {@code latency: asleep +4.4 ms per request on average (95 % interval ...), most of it in shop.Cart.book}. */
    String slower(LatencyPart part) {
        return "latency: " + part(part, " per request on average");
    }

    private String part(LatencyPart part, String of) {
        return part.kind().words() + " " + Numbers.change(part.grown(), Unit.MILLISECONDS) + of
                + bounds(part.change(), Unit.MILLISECONDS)
                + (part.where() == null ? "" : ", most of it in " + name.apply(part.where()));
    }

    /**
     * {@code shop.Matrix.multiply (shop/Matrix.java:88) explains 97 % of the growth: +6.1 ms of CPU per request ...}.
     */
    public String culprit(Culprit culprit) {
        return explains(culprit, place(culprit))
                + touched(culprit).map(by -> "; " + by).orElse("");
    }

    /** The culprit without its file and the commits that touched it. */
    String explains(Culprit culprit) {
        return explains(culprit, "");
    }

    private String explains(Culprit culprit, String place) {
        Culprit.Evidence evidence = culprit.evidence();
        Optional<String> called = CallsText.ofCulprit(culprit);
        if (called.isPresent() && evidence.value() == 0 && evidence.baseline() == 0) {
            // Its own work is not counted, as that of the JDK's methods.
            return name.apply(culprit.frame()) + place + library(culprit.library()) + " is " + called.get()
                    + loop(culprit);
        }
        Unit unit = unit(culprit);
        String growth = culprit.collector() == null ? " of the growth: " : " of the growth of allocation: ";
        String share = culprit.share() == null ? " grew: " : " explains " + Numbers.percent(culprit.share()) + growth;
        double change = evidence.value() - evidence.baseline();
        return name.apply(culprit.frame()) + place + library(culprit.library()) + share
                + Numbers.change(change, unit) + " " + evidence.cost().perRequest() + bounds(evidence.change(), unit)
                + before(culprit, unit)
                + called.map(calls -> ", " + calls).orElse("")
                + (evidence.within() == null ? "" : ", in " + name.apply(evidence.within()) + " below it")
                + (evidence.movedFrom() == null
                        ? ""
                        : ", beyond what moved into it from " + name.apply(evidence.movedFrom()))
                + collector(culprit.collector())
                + loop(culprit);
    }

    private String loop(Culprit culprit) {
        return culprit.loop() == null ? "" : "; " + new CallsText(name).of(culprit.loop());
    }

    /**
     * {@code netty-codec 4.1.124.Final → 4.1.125.Final: JdkZlibDecoder.decode +38 % of CPU per request, called from ...;
     * ...}.
     *
     * @param culprits of one library, the worst first
     */
    String ofLibrary(Library library, List<Culprit> culprits) {
        String more = culprits.size() > MOST_OF_LIBRARY
                ? "; and " + Names.plural(culprits.size() - MOST_OF_LIBRARY, "method") + " more"
                : "";
        return change(library) + ": "
                + culprits.stream().limit(MOST_OF_LIBRARY).map(this::brief).collect(Collectors.joining("; ")) + more;
    }

    /** {@code netty-codec 4.1.124.Final → 4.1.125.Final}. */
    public String change(Library library) {
        return name.apply(library.name()) + " " + version(library.baseline()) + " → " + version(library.candidate());
    }

    private String version(@Nullable String version) {
        return version == null ? "(none)" : name.apply(version);
    }

    private String brief(Culprit culprit) {
        Culprit.Evidence evidence = culprit.evidence();
        String growth = culprit.growth() == null
                ? Numbers.change(evidence.value() - evidence.baseline(), unit(culprit)) + ", new,"
                : Numbers.growth(culprit.growth());
        return name.apply(Names.shortFrame(culprit.frame())) + " " + growth + " "
                + evidence.cost().perRequest()
                + callers(culprit).map(from -> ", " + from).orElse("");
    }

    private String collector(Culprit.@Nullable Collector collector) {
        if (collector == null) {
            return "";
        }
        Unit unit = ProfileEvent.CPU.unit();
        String share = collector.share() == null
                ? ""
                : ", which explains " + Numbers.percent(collector.share()) + " of the growth of CPU";
        return "; with it grew " + name.apply(collector.frame()) + share + ": "
                + Numbers.change(collector.value() - collector.baseline(), unit) + " of CPU per request"
                + bounds(collector.change(), unit);
    }

    /**
     * The callers of a culprit, the nearest first: {@code called from Cart.price:30 ← Orders.place:12 ← … ←
     * Router.handle:8}. Shows the nearest frames and the highest of the application, those of the culprit's own library
     * where it is in one, and where the way to it is a new one; others are left out. Empty if no caller is known.
     */
    public Optional<String> callers(Culprit culprit) {
        List<Culprit.Caller> callers = culprit.callers();
        SortedSet<Integer> shown = shown(culprit.frame(), callers);
        if (shown.isEmpty()) {
            return Optional.empty();
        }
        List<String> chain = new ArrayList<>();
        int next = 0;
        for (int i : shown) {
            if (i > next) {
                chain.add("…");
            }
            chain.add(caller(callers.get(i)));
            next = i + 1;
        }
        return Optional.of("called from " + String.join(" ← ", chain) + (next < callers.size() ? " ← …" : ""));
    }

    /** The places in the chain that are worth showing. */
    private static SortedSet<Integer> shown(String frame, List<Culprit.Caller> callers) {
        List<Integer> changeable = places(callers, SourceCode::isChangeable);
        List<Integer> application = places(callers, SourceCode::isApplication);
        List<Integer> related = places(
                callers,
                caller -> SourceCode.isApplication(caller)
                        || (SourceCode.isChangeable(caller) && SourceCode.isRelated(caller, frame)));
        SortedSet<Integer> shown = new TreeSet<>(first(related.isEmpty() ? changeable : related, NEAREST));
        shown.addAll(first(application, NEAREST_OWN));
        shown.addAll(first(
                IntStream.range(0, callers.size())
                        .filter(i -> callers.get(i).share() > MORE_THAN_ALL)
                        .boxed()
                        .toList(),
                NEAREST_OWN));
        if (!application.isEmpty()) {
            shown.add(application.get(application.size() - 1));
        }
        return shown;
    }

    private static List<Integer> places(List<Culprit.Caller> callers, Predicate<String> wanted) {
        return IntStream.range(0, callers.size())
                .filter(i -> wanted.test(callers.get(i).frame()))
                .boxed()
                .toList();
    }

    private static List<Integer> first(List<Integer> places, int most) {
        return places.subList(0, Math.min(most, places.size()));
    }

    private String caller(Culprit.Caller caller) {
        String line = caller.line() > 0 ? ":" + caller.line() : "";
        String share = caller.share() < NEARLY_ALL ? " (" + Numbers.percent(caller.share()) + " of it)" : "";
        return name.apply(Names.shortFrame(caller.frame())) + line + share;
    }

    /** {@code id: what shows it -> what to do}. */
    public String diagnosis(Diagnosis diagnosis) {
        return name.apply(diagnosis.id()) + ": " + name.apply(diagnosis.evidence()) + " -> "
                + name.apply(diagnosis.remedy());
    }

    public static Unit unit(Culprit culprit) {
        return culprit.evidence().cost().unit();
    }

    private String place(Culprit culprit) {
        return file(culprit).map(file -> " (" + file + ")").orElse("");
    }

    /** The culprit's file with its line; empty where it is not known. */
    Optional<String> file(Culprit culprit) {
        return Optional.ofNullable(culprit.file())
                .map(file -> name.apply(file) + (culprit.line() > 0 ? ":" + culprit.line() : ""));
    }

    /** {@code  in netty-codec 4.1.125.Final (baseline: 4.1.124.Final)}. */
    private String library(@Nullable Library library) {
        if (library == null) {
            return "";
        }
        String version = library.candidate() == null ? "" : " " + name.apply(library.candidate());
        String before = library.baseline() == null || library.baseline().equals(library.candidate())
                ? ""
                : " (baseline: " + name.apply(library.baseline()) + ")";
        return " in " + name.apply(library.name()) + version + before;
    }

    /** {@code touched by 8f3a1c9 of Ada Example, Price by matrix, and 1 commit more}; empty where none is known. */
    Optional<String> touched(Culprit culprit) {
        if (culprit.commits().isEmpty()) {
            return Optional.empty();
        }
        SuspectCommit last = culprit.commits().get(culprit.commits().size() - 1);
        String hash = Names.commit(last.hash());
        int others = culprit.commits().size() - 1;
        return Optional.of("touched by " + name.apply(hash) + " of " + name.apply(last.author()) + ", "
                + name.apply(last.subject())
                + (others > 0 ? ", and " + Names.plural(others, "commit") + " more" : ""));
    }

    private static String bounds(Interval change, Unit unit) {
        boolean known = Double.isFinite(change.low()) && Double.isFinite(change.high()) && change.low() < change.high();
        return known
                ? " (" + Numbers.confidence(change.confidence()) + " interval " + Numbers.change(change.low(), unit)
                        + " to " + Numbers.change(change.high(), unit) + ")"
                : "";
    }

    private static String before(Culprit culprit, Unit unit) {
        return culprit.growth() == null
                ? ", new"
                : ", " + Numbers.growth(culprit.growth()) + " from "
                        + Numbers.quantity(culprit.evidence().baseline(), unit);
    }
}
