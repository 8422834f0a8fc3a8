package dev.flamegate.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.flamegate.ci.Shell;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A fuzz test: a method of a class whose name ends in {@code Fuzz}, of one {@code byte[]}. */
public record FuzzTarget(Method method) {
    private static final Path CHECKOUT = Shell.CHECKOUT;

    /** All of this module, by name. */
    public static List<FuzzTarget> all() throws IOException, URISyntaxException, ClassNotFoundException {
        Path classes = Path.of("target", "test-classes").toAbsolutePath();
        List<FuzzTarget> targets = new ArrayList<>();
        for (Path file : found(classes, "**Fuzz.class")) {
            String name = classes.relativize(file).toString().replaceAll("\\.class$", "");
            for (Method method :
                    Class.forName(name.replace('/', '.').replace('\\', '.')).getDeclaredMethods()) {
                if (method.isAnnotationPresent(FuzzTest.class)) {
                    targets.add(new FuzzTarget(method));
                }
            }
        }
        targets.sort(Comparator.comparing(FuzzTarget::name));
        return targets;
    }

    /** Class and method, such as {@code PolicyFuzz.plan}. */
    public String name() {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }

    /** The folder of what fuzzing found, from the module's; Jazzer has chosen the place. */
    public String findings() {
        return "src/test/resources/" + inputs().substring(1);
    }

    private String inputs() {
        Class<?> type = method.getDeclaringClass();
        return "/" + type.getName().replace('.', '/') + "Inputs/" + method.getName();
    }

    /** Where fuzzing starts: seeds by their names. */
    public SortedMap<String, byte[]> seeds() throws Exception {
        SortedMap<String, byte[]> seeds = new TreeMap<>();
        Seeds from = method.getAnnotation(Seeds.class);
        if (from != null) {
            for (String pattern : from.files()) {
                List<Path> files = found(CHECKOUT, pattern);
                if (files.isEmpty()) {
                    throw new IllegalStateException(name() + ": no file is " + pattern);
                }
                for (Path file : files) {
                    seeds.put(CHECKOUT.relativize(file).toString(), Files.readAllBytes(file));
                }
            }
            if (!from.made().isEmpty()) {
                Method made = method.getDeclaringClass().getDeclaredMethod(from.made());
                made.setAccessible(true);
                for (Object seed : (List<?>) made.invoke(null)) {
                    seeds.put("made-" + seeds.size(), (byte[]) seed);
                }
            }
        }
        return seeds;
    }

    /** Every input that a build tries: nothing, the seeds, and what was found. */
    public SortedMap<String, byte[]> corpus() throws Exception {
        SortedMap<String, byte[]> corpus = new TreeMap<>(seeds());
        corpus.put("nothing", new byte[0]);
        URL folder = method.getDeclaringClass().getResource(inputs());
        if (folder != null) {
            for (Path file : found(Path.of(folder.toURI()), "*")) {
                corpus.put("found: " + file.getFileName(), Files.readAllBytes(file));
            }
        }
        return corpus;
    }

    /** Tries one input. */
    public void run(byte[] input) throws Throwable {
        try {
            Constructor<?> constructor = method.getDeclaringClass().getDeclaredConstructor();
            constructor.setAccessible(true);
            method.setAccessible(true);
            method.invoke(constructor.newInstance(), (Object) input.clone());
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static List<Path> found(Path folder, String pattern) throws IOException {
        int wild = pattern.indexOf('*');
        int slash = pattern.lastIndexOf('/', wild < 0 ? pattern.length() : wild);
        Path start = slash < 0 ? folder : folder.resolve(pattern.substring(0, slash));
        PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
        try (Stream<Path> files = Files.walk(start)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> matcher.matches(folder.relativize(file)))
                    .sorted()
                    .toList();
        }
    }
}
