package dev.flamegate.search.changes;

import java.util.regex.Pattern;

/** Selects the files of a repository that can change the build. */
public final class BuiltFiles {
    /** Files that are not part of any build, unless they are among the main sources. */
    private static final Pattern NOT_BUILT = Pattern.compile(
            "(?:.*/)?(?:test|tests|it|integrationTest|testFixtures|docs?|\\.[^/]+)/.*|(?:.*/)?[^/]+\\.(?:md|adoc|rst)"
                    + "|(?:.*/)?(?:LICENSE|NOTICE|CODEOWNERS|\\.git[a-z]+)",
            Pattern.DOTALL);

    private static final Pattern BUILT = Pattern.compile("(?:.*/)?src/main/.*", Pattern.DOTALL);

    private BuiltFiles() {}

    /** True if a file can be a part of the build. */
    public static boolean isBuilt(String file) {
        return BUILT.matcher(file).matches() || !NOT_BUILT.matcher(file).matches();
    }
}
