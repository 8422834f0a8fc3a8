package dev.flamegate.work.agent;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Changes the classes of the JDK that were loaded before the agent, so that they count. */
final class LoadedClasses {
    /** Changing classes loads further ones, which cannot be changed while they are loaded for that. */
    private static final int MOST_ROUNDS = 5;

    private final Instrumentation instrumentation;
    private final CountingTransformer classes;
    private final Set<Class<?>> done = new HashSet<>();

    LoadedClasses(Instrumentation instrumentation, CountingTransformer classes) {
        this.instrumentation = instrumentation;
        this.classes = classes;
    }

    void count() {
        for (int round = 0; round < MOST_ROUNDS; round++) {
            List<Class<?>> wanted = new ArrayList<>();
            for (Class<?> type : instrumentation.getAllLoadedClasses()) {
                if (!type.isArray()
                        && instrumentation.isModifiableClass(type)
                        && CountingTransformer.isCountable(type)
                        && done.add(type)) {
                    wanted.add(type);
                }
            }
            if (wanted.isEmpty()) {
                return;
            }
            change(wanted);
        }
    }

    /** Changes classes together, which is fastest, and by halves where one of them cannot be changed. */
    private void change(List<Class<?>> types) {
        try {
            instrumentation.retransformClasses(types.toArray(new Class<?>[0]));
        } catch (Throwable e) {
            if (types.size() == 1) {
                classes.fail(types.get(0).getName(), String.valueOf(e));
                return;
            }
            int middle = types.size() / 2;
            change(types.subList(0, middle));
            change(types.subList(middle, types.size()));
        }
    }
}
