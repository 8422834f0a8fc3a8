package dev.flamegate.publish.ci;

import dev.flamegate.report.json.JsonReport;
import dev.flamegate.report.json.Result;
import dev.flamegate.store.HistoryFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;

/** Reads {@code result.json} from a report folder. */
public final class ResultReader {
    private static final String FILE = "result.json";
    private static final int MOST_BYTES = 64 << 20;

    private ResultReader() {}

    /**
     * The result in a report folder.
     *
     * @throws CommentFailed if it is missing, or it is of another version
     */
    public static Result read(Path folder) {
        Path file = folder.resolve(FILE);
        try {
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                throw new CommentFailed(file + " does not exist: nothing was measured, or the reports are in another"
                        + " folder (--report)");
            }
            if (Files.size(file) > MOST_BYTES) {
                throw new CommentFailed(file + " has " + Files.size(file) + " bytes, too many for a result");
            }
            return parse(HistoryFile.read(file, MOST_BYTES), file.toString());
        } catch (IOException e) {
            throw new CommentFailed(file + " cannot be read: " + e, e);
        }
    }

    /**
     * The result that a file holds.
     *
     * @param name of the file, for messages
     * @throws CommentFailed when it is not one of this version
     */
    public static Result parse(byte[] json, String name) {
        try {
            return JsonReport.read(json);
        } catch (JsonReport.UnknownVersion e) {
            throw new CommentFailed(
                    name + " is " + e.getMessage() + ": use the flamegate version that did the measuring", e);
        } catch (JacksonException | IllegalArgumentException e) {
            throw new CommentFailed(
                    name + " is not a flamegate result: "
                            + String.valueOf(e.getMessage()).lines().findFirst().orElse(""),
                    e);
        }
    }
}
