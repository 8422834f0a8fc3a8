package dev.flamegate.plan;

import dev.flamegate.plan.yaml.Words;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The place of a shared history: a bucket of an S3-compatible store, or a branch of a git repository. */
public sealed interface RemoteSpec {
    /** The form of each kind of location; the schema of plans has the same patterns. */
    Pattern PLACE = Pattern.compile("s3://(?<bucket>[A-Za-z0-9][A-Za-z0-9._-]{2,254})"
            + "(?<prefix>(?:/[A-Za-z0-9][A-Za-z0-9._-]*+)*+)/?"
            + "(\\?(?<query>(endpoint=https?://[^\\s&?#@]+|region=[A-Za-z0-9-]+|path-style=(true|false))"
            + "(?:&(?:endpoint=https?://[^\\s&?#@]++|region=[A-Za-z0-9-]++|path-style=(?:true|false)))*+))?"
            + "|git:(?<repository>(?![^#]*//[^/#]*:[^/#]*@)(?!https?://[^/#]*@)[^\\s#-][^\\s#]*)"
            + "(#(?<branch>[A-Za-z0-9_][A-Za-z0-9_-]*+(?:[./][A-Za-z0-9_-]++)*+))?");

    String DEFAULT_BRANCH = "flamegate-history";

    /**
     * A bucket.
     *
     * @param prefix of all names in it, without slashes around it; may be empty
     * @param endpoint base URL of the store; {@code null} for Amazon's, or the one set in the environment
     * @param region name; {@code null} for the one set in the environment
     * @param pathStyle whether the bucket is named in the path instead of the host; {@code null} for yes with an
     *     endpoint and no without
     */
    record S3(
            String bucket,
            String prefix,
            @Nullable String endpoint,
            @Nullable String region,
            @Nullable Boolean pathStyle)
            implements RemoteSpec {
        @Override
        public String text() {
            StringBuilder text = new StringBuilder("s3://").append(bucket);
            if (!prefix.isEmpty()) {
                text.append('/').append(prefix);
            }
            return endpoint == null
                    ? text.toString()
                    : text.append(" at ").append(endpoint).toString();
        }
    }

    /**
     * A branch that contains nothing else.
     *
     * @param repository name of a remote of the plan's checkout, a URL, or a path relative to the plan's folder
     */
    record Git(String repository, String branch) implements RemoteSpec {
        @Override
        public String text() {
            return "git:" + repository + "#" + branch;
        }
    }

    /** The location for people, without secrets. */
    String text();

    /**
     * Parses a location: {@code s3://BUCKET/PREFIX?endpoint=URL&region=NAME&path-style=true} or
     * {@code git:REPOSITORY#BRANCH}.
     *
     * @throws IllegalArgumentException with a message that says what it should look like
     */
    static RemoteSpec parse(String text) {
        Matcher place = PLACE.matcher(text);
        if (!place.matches()) {
            throw new IllegalArgumentException(shown(text) + " is not a valid history location: write"
                    + " s3://BUCKET/PREFIX, optionally with ?endpoint=URL&region=NAME&path-style=true, or"
                    + " git:REPOSITORY#BRANCH; credentials belong in the environment");
        }
        if (place.group("bucket") == null) {
            String branch = place.group("branch");
            return new Git(place.group("repository"), branch == null ? DEFAULT_BRANCH : branch);
        }
        String prefix = place.group("prefix");
        String query = Objects.requireNonNullElse(place.group("query"), "");
        String pathStyle = parameter(query, "path-style");
        return new S3(
                place.group("bucket"),
                prefix.isEmpty() ? "" : prefix.substring(1),
                parameter(query, "endpoint"),
                parameter(query, "region"),
                pathStyle == null ? null : Boolean.valueOf(pathStyle));
    }

    private static @Nullable String parameter(String query, String name) {
        for (String part : query.split("&", -1)) {
            if (part.startsWith(name + "=")) {
                return part.substring(name.length() + 1);
            }
        }
        return null;
    }

    /** The text without anything that might be a password. */
    private static String shown(String text) {
        return Words.brief(text.replaceAll("(?s)\\?.*", "?…")
                .replaceAll("//[^/]*@", "//…@")
                .replaceAll("\\s+", " "));
    }
}
