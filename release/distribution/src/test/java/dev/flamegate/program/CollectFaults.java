package dev.flamegate.program;

import dev.flamegate.program.Program.Ended;
import dev.flamegate.targets.FreePort;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Faults of the servers that counters and profiles of a running target are read from. */
final class CollectFaults extends FaultCases {
    private static final String JSON =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s";
    private static final String STATUS = "HTTP/1.1 %s\r\nContent-Length: 0\r\n\r\n";

    @Override
    void list() {
        asking("refused network", "nothing listens", null);
        asking("hung", "connections are taken and never answered", RawServer.HUNG);
        asking("slow", "the answer never ends", RawServer.ENDLESS);
        asking("killed", "the connection is closed at once", RawServer.saying(""));
        asking("garbage", "the answer is no HTTP", RawServer.saying("garbage\n\n"));
        asking("garbage", "the answer is a page", RawServer.saying(json("<html>please log in</html>")));
        asking(
                "half-written file",
                "the answer is cut off",
                RawServer.saying(json("{\"status\":").replace("10", "100")));
        asking("wrong schema", "the answer is other JSON", RawServer.saying(json("{\"status\":\"fine\"}")));
        asking("wrong schema", "401", RawServer.saying(STATUS.formatted("401 No")));
        asking("disk full", "503 for ever", RawServer.saying(STATUS.formatted("503 Full")));
        judged("collect", "wrong schema", "the token's variable is not set", 3, List.of("PROMETHEUS_TOKEN"), ground -> {
            try (RawServer server = new RawServer(RawServer.saying(STATUS.formatted("200 OK")))) {
                return attach(ground, server.address(), server.address() + "\", bearer-from: \"PROMETHEUS_TOKEN");
            }
        });
    }

    private static String json(String text) {
        return JSON.formatted(text.length(), text);
    }

    private void asking(String fault, String how, RawServer.@Nullable Answer answer) {
        judged("collect", fault, "Prometheus: " + how, 3, List.of("rometheus"), ground -> {
            try (RawServer target = new RawServer(RawServer.saying(STATUS.formatted("200 OK")))) {
                if (answer == null) {
                    return attach(ground, target.address(), "http://127.0.0.1:" + FreePort.find());
                }
                try (RawServer server = new RawServer(answer)) {
                    return attach(ground, target.address(), server.address());
                }
            }
        });
    }

    private static Ended attach(FaultGround ground, String target, String prometheus) throws Exception {
        ground.write(
                "flamegate.yaml",
                ground.read("flamegate.yaml")
                                .replaceFirst("(?m)^  jar: .*", "  url: " + target)
                                .replaceAll("(?m)^  (java-options|environment|port|limits): .*\n", "")
                        + "prometheus: {url: \"" + prometheus + "\"}\npyroscope: false\n");
        return ground.run("run");
    }
}
