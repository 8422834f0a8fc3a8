package dev.flamegate.cluster.injectors;

import dev.flamegate.cluster.injectors.Wire.Word;
import dev.flamegate.load.LoadFailed;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The gate's end of a connection with an agent. Safe for several threads, one question at a time. */
final class AgentLink implements AutoCloseable {
    private static final int CONNECT_WITHIN_MILLIS = 5_000;
    private static final int ANSWER_WITHIN_MILLIS = 30_000;
    private static final Duration ANSWER_WITHIN = Duration.ofMillis(ANSWER_WITHIN_MILLIS);
    private static final Duration EVIDENCE_WITHIN = Duration.ofMinutes(30);
    private static final int TRIES = 120;
    private static final long PAUSE_MILLIS = 250;
    private static final int CLOCK_QUESTIONS = 20;

    private final InjectorPlace place;
    private final Wire wire;
    private final ClockOffset clock = new ClockOffset();

    /** The content of a question after its word, and the use of the answer. */
    interface Writing {
        Writing NOTHING = wire -> {};

        void to(Wire wire) throws IOException;
    }

    interface Reading<T> {
        T from(Wire wire) throws IOException;
    }

    private AgentLink(InjectorPlace place, Wire wire) {
        this.place = place;
        this.wire = wire;
    }

    /**
     * Connects. A port-forward accepts connections before it knows whether anybody listens at its other end, so only an
     * answer counts.
     *
     * @throws LoadFailed when the agent does not answer
     */
    static AgentLink open(InjectorPlace place) throws InterruptedException {
        InetSocketAddress address = place.await();
        IOException last = new IOException("no answer");
        for (int i = 0; i < TRIES; i++) {
            Socket socket = new Socket();
            try {
                socket.connect(address, CONNECT_WITHIN_MILLIS);
                socket.setSoTimeout(ANSWER_WITHIN_MILLIS);
                AgentLink link = new AgentLink(place, new Wire(socket));
                link.wire.text(InjectorAgent.GREETING + place.token());
                link.clock(false);
                return link;
            } catch (IOException e) {
                last = e;
                close(socket);
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
        throw gone(place, last);
    }

    /** Asks for the agent's time, some times over. */
    void compareClocks(boolean afterwards) {
        for (int i = 0; i < CLOCK_QUESTIONS; i++) {
            try {
                clock(afterwards);
            } catch (IOException e) {
                throw gone(place, e);
            }
        }
    }

    private synchronized void clock(boolean afterwards) throws IOException {
        long asked = Wire.now();
        long there = answer(Word.CLOCK, Writing.NOTHING, from -> from.in().readLong());
        clock.add(asked, there, Wire.now(), afterwards);
    }

    /** The difference between the agent's clock and this machine's. */
    ClockOffset clock() {
        return clock;
    }

    /** Sends the files to the agent, unless it has them. */
    void bring(String sum, Path archive) {
        if (!ask(Word.HAS, to -> to.text(sum), from -> from.in().readBoolean())) {
            tell(Word.FILES, to -> {
                to.text(sum);
                to.out().writeLong(Files.size(archive));
                try (InputStream in = Files.newInputStream(archive)) {
                    in.transferTo(to.out());
                }
            });
        }
    }

    void tell(Word word) {
        tell(word, Writing.NOTHING);
    }

    void tell(Word word, Writing more) {
        ask(word, more, from -> true);
    }

    /**
     * Asks the agent.
     *
     * @throws LoadFailed when it says that something failed, or the connection is lost
     */
    synchronized <T> T ask(Word word, Writing more, Reading<T> reading) {
        try {
            return answer(word, more, reading);
        } catch (IOException e) {
            throw gone(place, e);
        }
    }

    private synchronized <T> T answer(Word word, Writing more, Reading<T> reading) throws IOException {
        wire.text(word.name());
        more.to(wire);
        wire.out().flush();
        wire.within(word == Word.EVIDENCE ? EVIDENCE_WITHIN : ANSWER_WITHIN);
        if (wire.in().readBoolean()) {
            return reading.from(wire);
        }
        throw wire.failure();
    }

    private static LoadFailed gone(InjectorPlace place, IOException e) {
        String fate = place.fate();
        return new LoadFailed(
                "it is lost" + (fate.isEmpty() ? ": the connection with it has ended (" + e + ")" : ": " + fate),
                "asking its agent",
                "what the others sent is not the load of the plan, so nothing is judged: measure again, and give the"
                        + " injectors more memory or a quieter node if it happens often",
                List.of());
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is gone already.
        }
    }

    @Override
    public void close() {
        wire.close();
    }
}
