package dev.flamegate.model.rule;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The part of the service that a rule or a measurement is about. Each component is a name, in a rule with {@code *} for
 * any characters; {@code null} means the whole service.
 *
 * @param request request name of the load, or endpoint label of the profile
 * @param frame class, or class and method, as {@code java.util.HashMap.resize}
 * @param pool thread name with its numbers replaced by {@code #}
 */
public record Selector(
        @Nullable String request,
        @Nullable String frame,
        @Nullable String pool) {
    /** The whole service. */
    public static final Selector ALL = new Selector(null, null, null);

    public static Selector request(String name) {
        return new Selector(name, null, null);
    }

    public Selector withFrame(@Nullable String name) {
        return new Selector(request, name, pool);
    }

    /** The components that are set, by kind, in the order request, frame, pool. */
    public Map<SelectorKind, String> parts() {
        Map<SelectorKind, String> parts = new LinkedHashMap<>();
        Optional.ofNullable(request).ifPresent(name -> parts.put(SelectorKind.REQUEST, name));
        Optional.ofNullable(frame).ifPresent(name -> parts.put(SelectorKind.FRAME, name));
        Optional.ofNullable(pool).ifPresent(name -> parts.put(SelectorKind.POOL, name));
        return parts;
    }

    public boolean isAll() {
        return equals(ALL);
    }
}
