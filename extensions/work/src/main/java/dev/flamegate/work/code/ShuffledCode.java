package dev.flamegate.work.code;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.objectweb.asm.Opcodes;

/**
 * The classes that Quarkus writes when an application is built, most of which start it. They do the same in each build of
 * the same sources but in another order, within methods and among them, so that a class is equal in two builds if its
 * instructions are, in any order.
 */
public final class ShuffledCode {
    private static final Pattern TYPE =
            Pattern.compile("io/quarkus/(runner|runtime/generated|arc/generator|arc/setup)/.*|.*(_Bean|\\$\\$CMImpl)");

    /** Matches the number of a method, in the order in which it happened to be written. */
    private static final Pattern METHOD_NUMBER = Pattern.compile("\\d+");

    /** Matches an instruction with one number. */
    private static final Pattern NUMBERED = Pattern.compile("(\\d+) \\d+ ");

    /** Matches what differs from build to build: numbers of proxies, a random machine number, the build folder. */
    private static final Pattern DRAWN = Pattern.compile("proxykey\\d+|jar:file:[^!]*!|([0-9a-f]{2}:){7}[0-9a-f]{2}");

    /** Instructions whose number is a constant; in others it is a variable or a label, numbered in order of use. */
    private static final Set<Integer> CONSTANT = Set.of(Opcodes.BIPUSH, Opcodes.SIPUSH, Opcodes.NEWARRAY);

    private ShuffledCode() {}

    /** True if Quarkus wrote the class of this internal name, such as {@code dev/acme/Matrix}. */
    static boolean is(String type) {
        return TYPE.matcher(type).matches();
    }

    /** The name of a method that is the same in each build: without its number, if Quarkus wrote the class. */
    public static String method(String type, String name) {
        return is(type) ? METHOD_NUMBER.matcher(name).replaceAll("#") : name;
    }

    /** The lines of {@link MethodText}s in an order of their own, without what depends on the one that they are in. */
    static String sorted(String text) {
        return text.lines()
                .filter(line -> !line.startsWith("label ") && !line.startsWith("try "))
                .map(ShuffledCode::withoutOrder)
                .sorted()
                .collect(Collectors.joining("\n"));
    }

    private static String withoutOrder(String line) {
        Matcher numbered = NUMBERED.matcher(line);
        return numbered.matches() && !CONSTANT.contains(Integer.valueOf(numbered.group(1)))
                ? numbered.group(1)
                : DRAWN.matcher(line).replaceAll("");
    }
}
