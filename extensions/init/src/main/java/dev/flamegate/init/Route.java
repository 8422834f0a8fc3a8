package dev.flamegate.init;

import dev.flamegate.init.Sources.Source;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A request that the sources of a service answer: one with {@code GET}, without variables in its path.
 *
 * @param path below the path of the whole service
 * @param source name of the file
 */
record Route(String path, String source) {
    /** A comment, but not a text that begins like one, such as {@code "/files/*"}. */
    private static final Pattern COMMENT = Pattern.compile("/\\*\\*?+\\s[\\s\\S]*?\\*/|(?m)^\\s*+//.*$");

    /** Annotations that stand together, and what they are on. Possessive groups take no stack for each. */
    private static final Pattern ANNOTATED =
            Pattern.compile("((?:@[\\w.]++(?:\\((?:[^()\"]++|\"[^\"\\n]*+\")*+\\))?\\s*+)++)([^;{=]{0,300})");

    private static final Pattern TYPE = Pattern.compile("\\b(?:class|interface|object|record)\\s+\\w");

    /** The text in the brackets of an annotation, or the first of a list. */
    private static final String VALUE = "\\(\\s*(?:(?:value|path|uri)\\s*=\\s*)?[{\\[]?\\s*\"([^\"\\n]*)\"";

    /** Spring's {@code @Controller} has a name, which does not begin with a slash. */
    private static final Pattern OF_TYPE =
            Pattern.compile("@(?:RequestMapping|Path|Controller(?=\\(\\s*\"/))\\b" + VALUE);

    private static final Pattern GET = Pattern.compile("@(?:GetMapping|Get|GET)\\b(?:" + VALUE + ")?");
    private static final Pattern PATH = Pattern.compile("@Path\\b" + VALUE);

    /** Annotations of parameters that a request must supply. */
    private static final Pattern NEEDS =
            Pattern.compile("@(?:RequestParam|RequestHeader|HeaderParam|QueryValue|Header|Auth)\\b");

    /** {@code get("/a")} as servers have it that are set up by calls, such as Javalin and Spark. */
    private static final Pattern CALLED = Pattern.compile("\\bget\\s*\\(\\s*\"(/[^\"\\n]*)\"\\s*(?:\\)\\s*\\{|,)");

    private static final Pattern NESTED = Pattern.compile("\\broute\\s*\\(\\s*\"");

    /** The shortest path: it is the likeliest to need nothing. */
    static Optional<Route> find(Sources sources) {
        return sources.all().stream()
                .flatMap(source -> Stream.concat(annotated(source).stream(), called(source).stream()))
                .filter(route -> !route.path().matches(".*[{*:<$].*"))
                .min(Comparator.comparingInt((Route route) -> route.path().length())
                        .thenComparing(Route::path)
                        .thenComparing(Route::source));
    }

    private static List<Route> annotated(Source source) {
        List<Route> routes = new ArrayList<>();
        String ofType = "";
        boolean answers = true;
        Matcher annotated = ANNOTATED.matcher(COMMENT.matcher(source.text()).replaceAll(""));
        while (annotated.find()) {
            String annotations = annotated.group(1);
            Matcher get = GET.matcher(annotations);
            if (TYPE.matcher(annotated.group(2)).find()) {
                ofType = value(OF_TYPE.matcher(annotations));
                answers = !annotations.contains("Client"); // An interface that describes another service.
            } else if (answers
                    && get.find()
                    && !NEEDS.matcher(annotated.group(2)).find()) {
                String own = get.group(1) != null ? get.group(1) : value(PATH.matcher(annotations));
                routes.add(new Route(joined(ofType, own), source.name()));
            }
        }
        return routes;
    }

    /** The routes by calls; none where a route may stand below another one. */
    private static List<Route> called(Source source) {
        if (NESTED.matcher(source.text()).find()) {
            return List.of();
        }
        return CALLED.matcher(source.text())
                .results()
                .map(called -> new Route(called.group(1), source.name()))
                .toList();
    }

    private static String value(Matcher annotation) {
        return annotation.find() ? annotation.group(1) : "";
    }

    private static String joined(String ofType, String own) {
        String path = ("/" + ofType + "/" + own).replaceAll("/{2,}", "/");
        return path.length() > 1 ? path.replaceFirst("/$", "") : path;
    }
}
