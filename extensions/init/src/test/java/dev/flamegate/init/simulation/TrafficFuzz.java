package dev.flamegate.init.simulation;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.flamegate.fuzz.Input;
import dev.flamegate.fuzz.Seeds;
import java.io.IOException;
import java.util.List;

/** Files for {@code init --simulation}. They are read and written as a simulation, or refused. */
class TrafficFuzz {
    @FuzzTest
    @Seeds(made = "files")
    void file(byte[] input) throws IOException {
        try {
            SimulationSource.of("A", "a", 8080, TrafficFile.read(Input.file("traffic", input)));
        } catch (UnusableTraffic e) {
            // neither of the two
        }
    }

    static List<byte[]> files() {
        return Input.texts(
                "::1 - - [22/Nov/2026:10:00:00 +0000] \"GET /a/17?b=c HTTP/1.1\" 200 5 \"-\" \"curl\"\n",
                "openapi: 3.0.0\nservers: [{url: /v1}]\npaths:\n  /a/{b}:\n    get:\n      parameters:\n        - {name: b,"
                        + " in: path, schema: {$ref: '#/c'}}\n      responses: {200: {}}\nc: {enum: [d]}\n",
                "{\"swagger\": \"2.0\", \"basePath\": \"/a\", \"paths\": {\"/b\": {\"get\": {}}}}");
    }
}
