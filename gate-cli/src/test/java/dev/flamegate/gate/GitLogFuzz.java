package dev.flamegate.gate;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.flamegate.fuzz.Input;
import dev.flamegate.fuzz.Seeds;
import dev.flamegate.model.Interval;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.finding.Culprit;
import java.util.List;

/** What git's log prints of commits that anybody wrote. */
class GitLogFuzz {
    private static final String MARK = "flamegate-mark";
    private static final Culprit CULPRIT = new Culprit(
            "shop.Matrix.multiply",
            "shop/Matrix.java",
            101,
            1.0,
            null,
            null,
            new Culprit.Evidence(
                    ProfileEvent.CPU, Culprit.Kind.SELF, 0, 1, new Interval(0.9, 1.1, 0.95), List.of(), null, null));

    @FuzzTest
    @Seeds(made = "logs")
    void log(byte[] input) {
        List<byte[]> parts = Input.parts(input, 2);
        SuspectCommits.read(MARK, Input.text(parts.get(0)), Input.text(parts.get(1)), CULPRIT);
    }

    static List<byte[]> logs() {
        String hash = "0123456789012345678901234567890123456789";
        return List.of(
                Input.of(
                        MARK + hash
                                + "\n\ndiff --git a/A.java b/A.java\n@@ -1,2 +95,3 @@ double multiply(int n) {\n-a\n+b\n"
                                + "@@ -300 +301,0 @@\n",
                        hash + "\0Ada\0002026-11-20T15:44:31+01:00\0Multiply in full\0"),
                Input.of(MARK + "\n", hash + "\0\0yesterday\0\0x"),
                Input.of("@@ -1 +999999999,999999999 @@ multiply(", hash + "\0a\0002026-11-20T15:44:31Z\0b"));
    }
}
