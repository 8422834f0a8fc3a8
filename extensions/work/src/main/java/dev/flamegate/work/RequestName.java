package dev.flamegate.work;

import java.net.URI;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The name of a request by its method and path: {@code GET /owners/{}} for every owner, without the query. */
final class RequestName {
    /** A step of a path that is a value: a number, an id, or a long word with digits in it. */
    private static final Pattern VALUE = Pattern.compile(
            "\\d+|[0-9a-fA-F]{8}-[0-9a-fA-F-]{27}" + "|(?=[a-fA-F]*\\d)[0-9a-fA-F]{8,}|(?=\\D*\\d)[\\w.~%-]{20,}");

    private static final int LONGEST = 200;

    private RequestName() {}

    static String of(String method, URI uri) {
        String path = uri.getRawPath() == null ? "/" : uri.getRawPath();
        String name = method + " "
                + Stream.of(path.split("/", -1))
                        .map(step -> VALUE.matcher(step).matches() ? "{}" : step)
                        .collect(Collectors.joining("/"));
        return name.length() > LONGEST ? name.substring(0, LONGEST) : name;
    }
}
