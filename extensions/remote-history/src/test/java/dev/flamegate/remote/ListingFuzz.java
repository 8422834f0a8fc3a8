package dev.flamegate.remote;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.flamegate.fuzz.Input;
import dev.flamegate.fuzz.Seeds;
import dev.flamegate.store.RecordName;
import java.util.List;
import java.util.Map;

/** What a shared history says that it has: a bucket's names, git's list of files. */
class ListingFuzz {
    @FuzzTest
    @Seeds(made = "names")
    void names(byte[] input) {
        index(List.of(Input.text(input).split("\n", -1)));
    }

    static List<byte[]> names() {
        String kind = "s.shop-0123456789ab";
        return Input.texts(
                "runs/" + kind + "/20261120-154233-8f3a.zip\nruns/" + kind
                        + "/20261120-154233-8f3a.json\npins/release-1\n"
                        + "comparisons/" + kind + "/k1/p1.zip\ncomparisons/" + kind + "/k1/verdict-1700000000000.json\n"
                        + "README.md",
                "comparisons/" + kind + "/k1/verdict-999999999999999.json\n../runs/x",
                "");
    }

    @FuzzTest
    @Seeds(made = "trees")
    void git(byte[] input) {
        Map<String, String> files = GitRemote.files(Input.text(input), "git:x");
        index(files.keySet().stream().toList());
    }

    static List<byte[]> trees() {
        String blob = " blob 0123456789012345678901234567890123456789\t";
        return Input.texts(
                "100644" + blob + "runs/s.shop-0123456789ab/r1.zip\000100644" + blob + "pins/a\000120000" + blob
                        + "x\000",
                "100755" + blob + "a\nb",
                "160000 commit 0123456789012345678901234567890123456789\tsub\000");
    }

    private static void index(List<String> names) {
        SharedIndex index = new SharedIndex(names);
        index.byKind(true, "shop");
        index.byKind(false, null);
        for (RecordName record : index.kinds().keySet()) {
            index.kind(record);
            index.verdict(record);
            index.judged(record);
            index.verdicts(record);
        }
        index.pins();
        index.foreign();
    }
}
