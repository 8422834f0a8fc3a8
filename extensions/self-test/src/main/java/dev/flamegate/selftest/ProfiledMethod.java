package dev.flamegate.selftest;

import dev.flamegate.judge.attribution.RequestCosts;
import dev.flamegate.judge.attribution.SourceCode;
import dev.flamegate.profile.Hotspots;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A method of a service, as its profile shows it.
 *
 * @param frame canonical name
 * @param part of the CPU of a request that is spent in it and below it, above 0
 */
record ProfiledMethod(String frame, double part) {
    /** A method in which less is spent is called in too few requests, or is too small, to make much slower. */
    private static final double LEAST_PART = 0.1;

    /**
     * The method that most of a request goes through, the outermost of such; empty where the profile shows none that can
     * be changed.
     */
    static Optional<ProfiledMethod> outermost(RequestCosts costs) {
        return all(costs).stream()
                .max(Comparator.comparingDouble(ProfiledMethod::part).thenComparing(ProfiledMethod::frame));
    }

    /** The method of the least part that is still a tenth of a request: deep in the service's code. */
    static Optional<ProfiledMethod> innermost(RequestCosts costs) {
        return all(costs).stream()
                .filter(method -> method.part() >= LEAST_PART)
                .min(Comparator.comparingDouble(ProfiledMethod::part).thenComparing(ProfiledMethod::frame))
                .or(() -> outermost(costs));
    }

    /** The application's methods, or without any those of libraries. */
    private static List<ProfiledMethod> all(RequestCosts costs) {
        List<ProfiledMethod> own = all(costs, SourceCode::isApplication);
        return own.isEmpty() ? all(costs, SourceCode::isChangeable) : own;
    }

    private static List<ProfiledMethod> all(RequestCosts costs, Predicate<String> wanted) {
        return Hotspots.of(costs.tree()).methods().stream()
                .filter(method -> isInFile(method.name()) && wanted.test(method.name()))
                .map(method -> new ProfiledMethod(method.name(), method.total().share()))
                .filter(method -> method.part() > 0)
                .toList();
    }

    /** True if a method can be in a class file under this name: no constructor, and no class made while it runs. */
    private static boolean isInFile(String frame) {
        return frame.indexOf('.') > 0
                && !frame.endsWith(">")
                && !frame.contains("$$")
                && !frame.contains("$Proxy")
                && frame.indexOf(',') < 0;
    }

    String type() {
        return frame.substring(0, frame.lastIndexOf('.'));
    }

    String method() {
        return frame.substring(frame.lastIndexOf('.') + 1);
    }
}
