package dev.flamegate.work.agent;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.function.Predicate;

/** Loads classes of the tests again, counted. */
final class CountedClasses extends ClassLoader {
    private final CountingTransformer counting;
    private final Predicate<String> wanted;

    CountedClasses(CountingTransformer counting, Predicate<String> wanted) {
        super(CountedClasses.class.getClassLoader());
        this.counting = counting;
        this.wanted = wanted;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            if (known != null || !wanted.test(name)) {
                return known != null ? known : super.loadClass(name, resolve);
            }
            String file = name.replace('.', '/');
            try (InputStream in = getParent().getResourceAsStream(file + ".class")) {
                byte[] bytes = Objects.requireNonNull(in, name).readAllBytes();
                byte[] counted = counting.transform(this, file, null, null, bytes);
                byte[] used = counted == null ? bytes : counted;
                return defineClass(name, used, 0, used.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
