package dev.flamegate.report.html;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.model.Unit;
import dev.flamegate.profile.CpuCalibration;
import dev.flamegate.profile.MethodCost;
import dev.flamegate.profile.names.Origin;
import dev.flamegate.report.HotMethods;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The methods that cost or grew most in the CPU profile.
 *
 * @param rows empty without a CPU profile
 */
public record MethodsView(List<MethodRow> rows, String note, boolean compared) {
    private static final int HOTTEST = 20;
    private static final int GROWN = 10;
    /** The smallest change in seconds per request that counts. */
    private static final double SEEN = 1e-6;

    /** One method, or a bucket of the JVM's own threads; {@code key} is its style, {@code origin} says which it is. */
    public record MethodRow(
            String name,
            String key,
            String origin,
            String line,
            String self,
            String total,
            String selfCost,
            String totalCost,
            String change) {}

    static MethodsView of(HotMethods methods) {
        List<MethodRow> rows = chosen(methods).stream()
                .map(method -> row(method, methods.isCompared()))
                .toList();
        String note = Names.plural(methods.bySelf().size(), "method") + " in the profile; here are the hottest"
                + (methods.isCompared() ? " and those that grew most" : "");
        return new MethodsView(rows, rows.isEmpty() ? "" : note, methods.isCompared());
    }

    /** The hottest by own CPU, and those whose own CPU grew most, in the order of own CPU. */
    private static List<MethodCost> chosen(HotMethods methods) {
        Stream<MethodCost> hottest = methods.bySelf().stream()
                .filter(method -> method.self().share() > 0)
                .limit(HOTTEST);
        Stream<MethodCost> grown = methods.bySelf().stream()
                .filter(method -> method.self().change() >= SEEN)
                .sorted(Comparator.comparingDouble(
                        (MethodCost method) -> -method.self().change()))
                .limit(GROWN);
        List<MethodCost> all =
                new ArrayList<>(Stream.concat(hottest, grown).distinct().toList());
        all.sort(
                Comparator.comparingDouble((MethodCost method) -> -method.self().share())
                        .thenComparing(MethodCost::name));
        return all;
    }

    private static boolean isMuted(MethodCost method) {
        return method.origin() == Origin.MACHINE || method.origin() == Origin.PROFILER;
    }

    private static String origin(MethodCost method) {
        return switch (method.origin()) {
            case JAVA -> "";
            case NATIVE -> "native";
            case MACHINE ->
                method.name().equals(CpuCalibration.NOT_SAMPLED)
                        ? "counted, but no sample hit it"
                        : "the JVM's own threads";
            case PROFILER -> "the profiler";
        };
    }

    private static MethodRow row(MethodCost method, boolean compared) {
        return new MethodRow(
                Names.visible(method.name()),
                isMuted(method) ? "machine" : "",
                origin(method),
                method.line() == 0 ? "" : ":" + method.line(),
                Numbers.percent(method.self().share()),
                Numbers.percent(method.total().share()),
                Numbers.quantity(method.self().candidate(), Unit.MILLISECONDS),
                Numbers.quantity(method.total().candidate(), Unit.MILLISECONDS),
                compared ? Numbers.change(method.self().change(), Unit.MILLISECONDS) : "");
    }
}
