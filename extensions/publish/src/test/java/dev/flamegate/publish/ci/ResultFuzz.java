package dev.flamegate.publish.ci;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.flamegate.fuzz.Input;
import dev.flamegate.fuzz.Seeds;
import dev.flamegate.report.json.Result;
import java.util.List;
import java.util.Optional;

/** The {@code result.json} of a job that ran a stranger's code: a comment, or a sentence why there is none. */
class ResultFuzz {
    private static final int LIMIT = 32 * 1024;

    @FuzzTest
    @Seeds(
            files = {
                "gate-cli/src/test/resources/golden/report/*/result.json",
                "gate-cli/src/test/resources/dev/flamegate/report/json/*.json"
            })
    public void result(byte[] input) {
        Result result;
        try {
            result = ResultReader.parse(input, "result.json");
        } catch (CommentFailed e) {
            return;
        }
        String comment = CommentText.write(result, new Marker("shop", ""), CommentLinks.NONE, List.of(), LIMIT);
        if (comment.length() > LIMIT) {
            throw new IllegalStateException(comment.length() + " characters are too many for a comment");
        }
        for (AnnotationFormat format : AnnotationFormat.values()) {
            for (String line : new Annotations(end -> Optional.of("src/" + end)).lines(result, format)) {
                if (line.strip().indexOf('\n') >= 0 || line.indexOf('\r') >= 0) {
                    throw new IllegalStateException("an annotation of two lines: " + Input.text(input));
                }
            }
        }
    }
}
