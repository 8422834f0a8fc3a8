package dev.flamegate.publish.notify;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.flamegate.fuzz.Seeds;
import dev.flamegate.publish.ci.CommentFailed;
import dev.flamegate.publish.ci.CommentLinks;
import dev.flamegate.publish.ci.ResultReader;
import dev.flamegate.report.json.Result;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/** Messages of results that somebody else may have written. */
class MessageFuzz {
    @FuzzTest
    @Seeds(
            files = {
                "gate-cli/src/test/resources/golden/report/*/result.json",
                "gate-cli/src/test/resources/dev/flamegate/report/json/*.json"
            })
    void message(byte[] input) {
        Result result;
        try {
            result = ResultReader.parse(input, "result.json");
        } catch (CommentFailed e) {
            return;
        }
        StateChange change =
                new StateChange(Optional.empty(), NotifiedState.of(result.head().verdict()), Optional.empty());
        for (MessageFormat format : MessageFormat.values()) {
            JsonMapper.shared()
                    .readTree(format.write(new Notification(result, "", CommentLinks.NONE, List.of(), change)));
        }
    }
}
