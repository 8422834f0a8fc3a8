package dev.flamegate.doctor;

import dev.flamegate.plan.TargetSpec.Runtime;
import dev.flamegate.targets.TargetFailed;
import dev.flamegate.targets.container.Engine;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;

/** Whether the gate can listen where the target will push its profiles to. */
final class ReceiverCheck implements Check {
    private final Situation situation;
    private final EngineAccess engine;

    ReceiverCheck(Situation situation, EngineAccess engine) {
        this.situation = situation;
        this.engine = engine;
    }

    @Override
    public String id() {
        return "receiver";
    }

    @Override
    public Group group() {
        return Group.MACHINE;
    }

    @Override
    public Duration limit() {
        return EngineAccess.WITHIN;
    }

    @Override
    public CheckResult look() throws InterruptedException {
        if (situation.runtime() == Runtime.ATTACH) {
            return CheckResult.skip("not needed: nothing is pushed to the gate by a target that runs elsewhere");
        }
        InetAddress address = InetAddress.getLoopbackAddress();
        if (situation.needsEngine()) {
            Engine found = engine.get().engine().orElse(null);
            if (found == null) {
                return CheckResult.skip("where containers reach the gate is known once an engine answers");
            }
            try {
                address = found.gateAddress();
            } catch (TargetFailed e) {
                return CheckResult.fail(
                        Words.firstLine(String.valueOf(e.getMessage())),
                        "Say where containers reach the gate: FLAMEGATE_GATE_ADDRESS and FLAMEGATE_GATE_HOST.");
            }
        }
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(address, 0));
            return CheckResult.ok("the gate can listen on " + address.getHostAddress() + " for profiles and counters");
        } catch (IOException e) {
            return CheckResult.fail(
                    "the gate cannot listen on " + address.getHostAddress() + ": " + e.getMessage(),
                    situation.needsEngine()
                            ? "Set FLAMEGATE_GATE_ADDRESS to an address of this machine that containers reach."
                            : "Allow programs to listen on the loopback address.");
        }
    }
}
