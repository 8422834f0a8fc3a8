package dev.flamegate.report;

import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.Frame;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The texts of a model made of records. A place is the record and its component, such as {@code Culprit.frame};
 * the keys of a map are a place of their own, {@code Run.context keys}.
 */
public final class Leaves {
    /** Every place at once. */
    public static final String ALL = "*";

    /** The texts of a call tree, which is no record. */
    private static final Set<String> TREE = Set.of("Frame.name", "Facet.pool", "Facet.request", "Facet.state");

    private static final ClassValue<Shape> SHAPES = new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
            return Shape.of(type);
        }
    };

    private final String wanted;
    private final UnaryOperator<String> change;
    private final Set<String> seen = new TreeSet<>();

    private Leaves(String wanted, UnaryOperator<String> change) {
        this.wanted = wanted;
        this.change = change;
    }

    /** The places that have a text, in a model as it is. */
    public static Set<String> in(Object model) {
        Leaves leaves = new Leaves("", UnaryOperator.identity());
        leaves.rebuilt(model, "");
        return leaves.seen;
    }

    /**
     * The model with another text at one place, wherever that place occurs; empty when the model refuses it.
     *
     * @param place {@link #ALL} for all that take it: a record that refuses a text keeps its own
     */
    public static <T> Optional<T> with(T model, String place, String text) {
        try {
            @SuppressWarnings("unchecked")
            T changed = (T) new Leaves(place, old -> text).rebuilt(model, "");
            return Optional.of(changed);
        } catch (Refused e) {
            return Optional.empty();
        }
    }

    /** The places where values of a type can have a text. */
    public static Set<String> of(Class<?> type) {
        Set<String> places = new TreeSet<>();
        collect(type, "", places, new LinkedHashSet<>());
        return places;
    }

    private static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1;

        Refused(Throwable cause) {
            super(cause);
        }
    }

    /** The value itself where nothing in it changes. */
    private @Nullable Object rebuilt(@Nullable Object value, String place) {
        if (value instanceof String text) {
            return text(text, place);
        } else if (value instanceof URI uri) {
            return address(uri, place);
        } else if (value instanceof CallTree tree) {
            return tree(tree);
        } else if (value instanceof Optional<?> optional) {
            Object inner = rebuilt(optional.orElse(null), place);
            return inner == optional.orElse(null) ? value : Optional.ofNullable(inner);
        } else if (value instanceof Map<?, ?> map) {
            return map(map, place);
        } else if (value instanceof Collection<?> all) {
            List<Object> copy = new ArrayList<>();
            boolean changed = false;
            for (Object element : all) {
                copy.add(rebuilt(element, place));
                changed |= copy.get(copy.size() - 1) != element;
            }
            return !changed ? value : value instanceof Set ? new LinkedHashSet<>(copy) : copy;
        } else if (value instanceof GateReport report) {
            return report(report);
        } else if (value instanceof Record record) {
            return record(record);
        }
        return value;
    }

    private Object map(Map<?, ?> map, String place) {
        Map<Object, Object> copy = new LinkedHashMap<>();
        boolean changed = false;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            Object key = rebuilt(entry.getKey(), place + " keys");
            Object value = rebuilt(entry.getValue(), place);
            changed |= key != entry.getKey() || value != entry.getValue();
            copy.put(key, value);
        }
        return changed ? copy : map;
    }

    private String text(String text, String place) {
        seen.add(place);
        return wanted.equals(ALL) || wanted.equals(place) ? change.apply(text) : text;
    }

    private URI address(URI uri, String place) {
        String text = text(uri.toString(), place);
        try {
            return URI.create(text);
        } catch (IllegalArgumentException e) {
            return refused(uri, e);
        }
    }

    private CallTree tree(CallTree tree) {
        seen.addAll(TREE);
        if (!wanted.equals(ALL) && !TREE.contains(wanted)) {
            return tree;
        }
        CallTree.Builder copy = new CallTree.Builder();
        for (int sample = 0; sample < tree.sampleCount(); sample++) {
            copy.add(
                    tree.stack(tree.sampleNode(sample)).stream()
                            .map(frame -> new Frame(text(frame.name(), "Frame.name"), frame.line()))
                            .toList(),
                    (Facet) record(tree.sampleFacet(sample)),
                    tree.sampleWeight(sample));
        }
        return copy.build();
    }

    private Object record(Record record) {
        Shape shape = SHAPES.get(record.getClass());
        Object[] values = new Object[shape.accessors().size()];
        boolean changed = false;
        for (int i = 0; i < values.length; i++) {
            Object own = read(record, shape.accessors().get(i));
            values[i] = rebuilt(own, shape.places().get(i));
            changed |= values[i] != own;
        }
        if (!changed) {
            return record;
        }
        try {
            return shape.constructor().newInstance(values);
        } catch (InvocationTargetException e) {
            return refused(record, e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** What is computed from others is computed again where they changed. */
    private Object report(GateReport old) {
        GateReport copy = (GateReport) record(old);
        return copy.candidate() == old.candidate() && copy.baselines().equals(old.baselines())
                ? copy
                : new GateReport(
                        copy.candidate(),
                        copy.judgement(),
                        copy.measurements(),
                        copy.baselines(),
                        copy.trends(),
                        copy.comparison(),
                        copy.profiles(),
                        copy.version(),
                        copy.judged());
    }

    /** How a record is taken apart and put together. */
    private record Shape(List<Method> accessors, List<String> places, Constructor<?> constructor) {
        static Shape of(Class<?> type) {
            List<Method> accessors = new ArrayList<>();
            List<String> places = new ArrayList<>();
            List<Class<?>> types = new ArrayList<>();
            for (RecordComponent component : type.getRecordComponents()) {
                component.getAccessor().setAccessible(true);
                accessors.add(component.getAccessor());
                places.add(place(type, component));
                types.add(component.getType());
            }
            try {
                Constructor<?> constructor = type.getDeclaredConstructor(types.toArray(Class<?>[]::new));
                constructor.setAccessible(true);
                return new Shape(accessors, places, constructor);
            } catch (NoSuchMethodException e) {
                throw new AssertionError(e);
            }
        }
    }

    private <T> T refused(T own, Throwable cause) {
        if (wanted.equals(ALL)) {
            return own;
        }
        throw new Refused(cause);
    }

    private static @Nullable Object read(Record record, Method accessor) {
        try {
            return accessor.invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static String place(Class<?> type, RecordComponent component) {
        return type.getSimpleName() + "." + component.getName();
    }

    private static void collect(Type type, String place, Set<String> places, Set<Class<?>> done) {
        if (type == String.class || type == URI.class) {
            places.add(place);
        } else if (type instanceof ParameterizedType generic && generic.getRawType() == Map.class) {
            collect(generic.getActualTypeArguments()[0], place + " keys", places, done);
            collect(generic.getActualTypeArguments()[1], place, places, done);
        } else if (type instanceof ParameterizedType generic
                && (generic.getRawType() == Optional.class
                        || Collection.class.isAssignableFrom((Class<?>) generic.getRawType()))) {
            collect(generic.getActualTypeArguments()[0], place, places, done);
        } else if (type == CallTree.class) {
            places.addAll(TREE);
        } else if (type instanceof Class<?> plain && done.add(plain)) {
            if (plain.isRecord()) {
                for (RecordComponent component : plain.getRecordComponents()) {
                    collect(component.getGenericType(), place(plain, component), places, done);
                }
            } else if (plain.isSealed()) {
                List.of(plain.getPermittedSubclasses()).forEach(one -> collect(one, place, places, done));
            }
        }
    }
}
