package dev.flamegate.doctor;

import dev.flamegate.plan.TargetSpec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;

/** Whether the port that the target is to listen on is free. */
final class PortCheck implements Check {
    private final Situation situation;
    private final TargetSpec target;

    PortCheck(Situation situation, TargetSpec target) {
        this.situation = situation;
        this.target = target;
    }

    @Override
    public String id() {
        return "port";
    }

    @Override
    public Group group() {
        return Group.PLAN;
    }

    @Override
    public CheckResult look() throws IOException {
        if (!situation.startsProcess()) {
            return CheckResult.skip("not needed: the target takes no fixed port of this machine");
        }
        int port = target.port();
        for (String host : List.of("127.0.0.1", "0.0.0.0")) {
            try (ServerSocket socket = new ServerSocket()) {
                socket.setReuseAddress(true);
                socket.bind(new InetSocketAddress(InetAddress.getByName(host), port));
            } catch (IOException e) {
                return CheckResult.fail(
                        "port " + port + " is taken: another process listens on it",
                        "End it, or give the target another port: target: port, or --set target.port=" + (port + 1)
                                + ".");
            }
        }
        return target.takesPort()
                ? CheckResult.ok("port " + port + " is free, and the target is told it by {port}")
                : CheckResult.ok("port " + port + " is free (for `compare`, tell the target its port with {port})");
    }
}
