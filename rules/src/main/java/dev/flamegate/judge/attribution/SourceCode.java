package dev.flamegate.judge.attribution;

import dev.flamegate.profile.names.Origin;
import java.util.List;
import java.util.Optional;

/** The place of a frame's source, as far as its name shows it. */
public final class SourceCode {
    /** Code of the platform or the language, which is not changed for a service. */
    private static final List<String> PLATFORM = List.of(
            "java.", "javax.", "jdk.", "sun.", "com.sun.", "kotlin.", "kotlinx.", "scala.", "groovy.", "clojure.");

    /** Well-known frameworks, libraries and drivers, which call a service's code or are called by it. */
    private static final List<String> LIBRARIES = List.of("""
            akka. ch.qos.logback. com.fasterxml. com.github.benmanes. com.google.common. com.google.gson.
            com.google.inject. com.google.protobuf. com.hazelcast. com.linecorp.armeria. com.mongodb.
            com.mysql. com.rabbitmq. com.zaxxer. io.dropwizard. io.grpc. io.helidon. io.javalin. io.ktor.
            io.lettuce. io.micrometer. io.micronaut. io.netty. io.opentelemetry. io.quarkus. io.r2dbc.
            io.reactivex. io.smallrye. io.undertow. io.vertx. jakarta. net.bytebuddy. net.sf.cglib. okhttp3.
            okio. org.apache. org.aspectj. org.eclipse. org.glassfish. org.h2. org.hibernate. org.jboss.
            org.jooq. org.mariadb. org.mybatis. org.postgresql. org.redisson. org.slf4j.
            org.springframework. org.xnio. org.yaml.snakeyaml. play. ratpack. reactor. redis.clients.
            tools.jackson. zio.
            """.strip().split("\\s+"));

    private static final String KOTLIN_FUNCTIONS = "Kt";

    private SourceCode() {}

    /** True if a frame is code that can be changed for the service: its own, or a library's. */
    public static boolean isChangeable(String frame) {
        return Origin.of(frame) == Origin.JAVA && PLATFORM.stream().noneMatch(frame::startsWith);
    }

    /**
     * True if a frame looks like the service's own code: neither the platform's nor a well-known library's. A guess by
     * the name, good for what to show first.
     */
    public static boolean isApplication(String frame) {
        return isChangeable(frame) && LIBRARIES.stream().noneMatch(frame::startsWith);
    }

    /** True if a class looks like one of the service's own, which arrays never do. */
    public static boolean isApplicationClass(String type) {
        return type.contains(".") && !type.endsWith("[]") && isApplication(type + ".");
    }

    /**
     * True if two frames are of one library or one organisation: their first two names agree, such as {@code io.netty}.
     */
    public static boolean isRelated(String one, String other) {
        return family(one).equals(family(other));
    }

    private static String family(String frame) {
        int first = frame.indexOf('.');
        int second = first < 0 ? -1 : frame.indexOf('.', first + 1);
        return second < 0 ? frame : frame.substring(0, second);
    }

    /**
     * The file of a frame's outermost class inside a source root: {@code dev/acme/Matrix.java} for
     * {@code dev.acme.Matrix$Row.sum}. A guess, since recordings do not name the file. Empty for code that is not
     * changeable.
     */
    public static Optional<String> file(String frame) {
        int method = frame.lastIndexOf('.');
        if (!isChangeable(frame) || method <= 0) {
            return Optional.empty();
        }
        String type = frame.substring(0, method);
        int nested = type.indexOf('$', type.lastIndexOf('.') + 2);
        String outermost = nested > 0 ? type.substring(0, nested) : type;
        String ending = outermost.endsWith(KOTLIN_FUNCTIONS) ? ".kt" : ".java";
        String name = ending.equals(".kt")
                ? outermost.substring(0, outermost.length() - KOTLIN_FUNCTIONS.length())
                : outermost;
        return name.endsWith(".") ? Optional.empty() : Optional.of(name.replace('.', '/') + ending);
    }

    /** The simple name of a frame's method: {@code sum}; of a lambda, that of the enclosing method. */
    public static String method(String frame) {
        String method = frame.substring(frame.lastIndexOf('.') + 1);
        return method.startsWith("lambda$") ? method.substring("lambda$".length()) : method;
    }
}
