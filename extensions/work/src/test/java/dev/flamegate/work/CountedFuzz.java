package dev.flamegate.work;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.flamegate.collect.AskedAgent;
import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.probe.ProbeFacts;
import dev.flamegate.fuzz.Input;
import dev.flamegate.fuzz.Seeds;
import dev.flamegate.model.Work;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPOutputStream;

/** What the agent in a target says of its work, which may lie. It is used, or a {@link CollectionFailed} says why not. */
class CountedFuzz {
    private static final String TABLE =
            "C\tshop/Prices\nR\tfind\nB\t0\t100\nX\tjava.io.IOException\t3\tshop/Prices\tfind\nC\tshop/Prices\n"
                    + "M\tfind\t(I)I\t12\t200\t4000\nL\t14\t2000\nI\tjava/util/List\tget\t(I)Ljava/lang/Object;\t15\t2000\n"
                    + "M\tlambda$all$0\t()V\t0\t1\t2\nB\t1\t-5\nC\tshop/Prices$$Lambda$7\nM\t<init>\t()V\t1\t2\t3\n";

    /** Lines of a table; the fuzzer would hardly write compressed ones. */
    @FuzzTest
    @Seeds(made = "tables")
    void table(byte[] input) throws IOException {
        List<byte[]> parts = Input.parts(input, 2);
        List<CountedStart> baseline = starts(zipped(parts.get(0)));
        List<CountedStart> candidate = starts(zipped(parts.get(1)));
        if (!baseline.isEmpty() && !candidate.isEmpty()) {
            WorkDiffer.of("GET /", baseline, candidate, Set.of("shop.Prices.find"));
        }
    }

    static List<byte[]> tables() {
        return List.of(
                Input.of(TABLE, TABLE.replace("4000", "9000").replace("2000", "7000")),
                Input.of(TABLE, TABLE.replace("find", "search")));
    }

    @FuzzTest
    @Seeds(made = "compressed")
    void compressed(byte[] input) {
        starts(input);
    }

    static List<byte[]> compressed() throws IOException {
        return List.of(zipped(Input.texts(TABLE).get(0)));
    }

    private static List<CountedStart> starts(byte[] table) {
        try {
            return List.of(new CountedStart(
                    new Work(Map.of(), List.of(), List.of()),
                    Map.of(),
                    ProbeFacts.unknown(),
                    List.of("GET /", "GET /offers"),
                    WorkTable.read(table)));
        } catch (CollectionFailed e) {
            return List.of();
        }
    }

    private static byte[] zipped(byte[] text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(text);
        }
        return bytes.toByteArray();
    }

    /** A line for each answer, of a name and a value. */
    @FuzzTest
    @Seeds(made = "conversations")
    void conversation(byte[] input) {
        Deque<String> lines = new ArrayDeque<>(Input.text(input).lines().toList());
        AskedAgent agent = (question, limit) -> {
            Map<String, String> answer = new HashMap<>();
            String[] words = lines.isEmpty() ? new String[0] : lines.remove().split(" ", 2);
            if (words.length == 2) {
                answer.put(words[0], words[1]);
            }
            return answer;
        };
        WorkDialogue dialogue = new WorkDialogue(agent);
        try {
            dialogue.serving();
            Counts counts = new Counts();
            for (int i = 0; i < 3; i++) {
                dialogue.end(0).ifPresent(work -> counts.add("/", work));
            }
            List<String> uncounted = dialogue.uncounted();
            if (counts.size() > 0) {
                new Work(
                        Map.of("GET /", new Work.Requests(counts.size(), counts.perRequest(InputEffects.NONE))),
                        List.of(),
                        new ArrayList<>(uncounted));
            }
            dialogue.table();
        } catch (CollectionFailed e) {
            // said with its reason
        }
    }

    static List<byte[]> conversations() throws IOException {
        byte[] table = compressed().get(0);
        String end = "\nfailed x.Y: no room; z: \nsize " + table.length + "\nbytes "
                + Base64.getEncoder().encodeToString(table) + "\n";
        return Input.texts(
                "background main, pool-#\ncounts 1 2 3 4 5 6 7 8\n\ncounts 2 2 3 4 5 6 7 9" + end,
                "background \ncounts -1 2 3 4 5 6 7 9223372036854775807\ncounts 9223372036854775807 2 3 4 5 6 7 8\n"
                        + end,
                "\n\n\n\n\nsize 70000\nbytes AA==\n",
                "\n\n\n\n\nsize many\n");
    }
}
