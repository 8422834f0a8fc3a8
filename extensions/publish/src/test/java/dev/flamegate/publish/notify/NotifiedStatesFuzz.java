package dev.flamegate.publish.notify;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.flamegate.fuzz.Input;
import dev.flamegate.fuzz.Seeds;
import java.util.List;
import tools.jackson.core.JacksonException;

/** Reads states that were reported before, which another process may have damaged. */
class NotifiedStatesFuzz {
    @FuzzTest
    @Seeds(made = "notes")
    void told(byte[] input) {
        try {
            NotifiedStates.read(input);
        } catch (JacksonException | IllegalArgumentException e) {
            // no note
        }
    }

    static List<byte[]> notes() {
        return Input.texts("{\"service\":\"shop\",\"branch\":\"main\",\"kind\":\"run\",\"key\":\"\",\"bad\":true,"
                + "\"id\":\"r1\",\"judged\":\"2026-11-20T15:44:31Z\",\"broken\":[\"p99\"],\"commit\":null,"
                + "\"asOf\":\"2026-11-20T15:44:31Z\"}");
    }
}
