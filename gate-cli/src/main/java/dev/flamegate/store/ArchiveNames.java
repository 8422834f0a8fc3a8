package dev.flamegate.store;

import java.util.List;
import java.util.regex.Pattern;

/** The names of a history's files, relative to its folder: archives contain only these. */
final class ArchiveNames {
    /** The folders of a history. */
    static final List<String> PARTS = List.of("runs", "comparisons", "pins");

    private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]{0,100}";
    private static final String RECORD = "(run\\.json|SHA256SUMS|verdict\\.json|trial-[0-9]{1,6}\\.[a-z]{1,20}\\.tree)";
    private static final Pattern HISTORY =
            Pattern.compile("runs/" + NAME + "/" + RECORD + "|pins/" + NAME + "|comparisons/" + NAME
                    + "/(verdict\\.json|" + NAME + "/(pair\\.json|(baseline|candidate)/" + RECORD + "))");
    private static final Pattern UNFINISHED = Pattern.compile("(^|/)(writing|deleting)-[0-9a-f-]{36}(/|$)");

    private ArchiveNames() {}

    /** True if a file of this name belongs to a history. */
    static boolean isPartOfHistory(String name) {
        return HISTORY.matcher(name).matches() && !UNFINISHED.matcher(name).find();
    }
}
