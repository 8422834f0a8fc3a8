package dev.flamegate.publish.serve;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.flamegate.fuzz.Input;
import dev.flamegate.fuzz.Seeds;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.store.StoredRuns;
import java.time.Instant;
import java.util.List;

/** What anybody who reaches the server can ask it. */
class VerdictQueryFuzz {
    private static final JudgedRecord STORED = new JudgedRecord(
            Kind.RUN,
            "r1",
            StoredRuns.run("r1", StoredRuns.START, "17").run(),
            Verdict.PASS,
            StoredRuns.START,
            List.of());

    @FuzzTest
    @Seeds(made = "questions")
    void query(byte[] input) {
        String text = Input.text(input);
        int question = text.indexOf('?');
        String service = question < 0 ? text : text.substring(0, question);
        try {
            VerdictQuery query = VerdictQuery.of(service, question < 0 ? null : text.substring(question + 1));
            query.has(STORED, Instant.now());
            query.text();
        } catch (VerdictQuery.Wrong e) {
            return;
        }
    }

    static List<byte[]> questions() {
        return Input.texts(
                "shop",
                "shop?kind=compare&commit=0123456789abcdef&branch=main&within=6h",
                "sh%6Fp%2F?tag=release%3D1.4&target=registry.example/shop:1.4@sha256:0",
                "shop?kind=run&within=99999d",
                "shop?branch=%",
                "?tag==");
    }
}
