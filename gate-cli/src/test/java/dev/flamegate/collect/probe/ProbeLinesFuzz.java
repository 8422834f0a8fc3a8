package dev.flamegate.collect.probe;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.Token;
import dev.flamegate.fuzz.Input;
import dev.flamegate.fuzz.Seeds;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.List;

/** What a probe says: its hello, and two answers. It is heard, or hung up on. */
class ProbeLinesFuzz {
    private static final Token TOKEN = new Token("0123456789abcdef");
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String HEAD = "flamegate-probe 1\ntoken 0123456789abcdef\n";

    @FuzzTest
    @Seeds(made = "conversations")
    void conversation(byte[] input) throws IOException {
        try (ProbeConnection connection = new ProbeConnection(new Said(input), LIMIT, TOKEN)) {
            ProbeFacts facts = connection.facts();
            ProbeReading earlier = ProbeReading.of(facts, connection.ask("read\n", LIMIT));
            ProbeReading later = ProbeReading.of(facts, connection.ask("read\n", LIMIT));
            later.since(earlier);
        } catch (IOException e) {
            // hung up on
        } catch (CollectionFailed e) {
            // the clock went back
        }
    }

    static List<byte[]> conversations() {
        String hello = "pid 4711\nstart.ms 1700000000000\njava.version 21.0.1\njava.home /opt/jdk\nvm.name OpenJDK\n"
                + "os.name Linux\nprocessors 2\nheap.max 268435456\ncollectors G1 Young Generation, G1 Old Generation\n"
                + "arguments -Xmx256m -Da=b\njars a.jar/12/b.jar/77\n\n";
        String first =
                "at.ns 1700000000000000001\ncpu.process.ns 5\ncpu.gc.ns 1\nalloc.bytes 1000\nalloc.heap.bytes 900\n"
                        + "threads.live 7\nthreads.unseen 0\nthreads.ended 1\nrss 100000\nheap.used 5000\ngc.pause.max.ms 3\n\n";
        String second =
                "at.ns 1700000001000000001\ncpu.process.ns 9\ncpu.gc.ns 2\nalloc.bytes 2000\nalloc.heap.bytes 9000\n"
                        + "threads.live 8\nthreads.unseen 1\nthreads.ended 2\nrss -5\nheap.used x\n\n";
        return Input.texts(HEAD + hello + first + second, HEAD + "\n\n\n", "flamegate-probe 2\n", HEAD + hello + first);
    }

    /** A connection that says something and ends. */
    private static final class Said extends Socket {
        private final InputStream in;

        Said(byte[] said) {
            in = new ByteArrayInputStream(said);
        }

        @Override
        public InputStream getInputStream() {
            return in;
        }

        @Override
        public OutputStream getOutputStream() {
            return new ByteArrayOutputStream();
        }

        @Override
        public void setTcpNoDelay(boolean on) {}

        @Override
        public synchronized void setSoTimeout(int millis) {}
    }
}
