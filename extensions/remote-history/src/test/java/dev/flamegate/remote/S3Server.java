package dev.flamegate.remote;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.flamegate.plan.RemoteSpec;
import dev.flamegate.targets.FreePort;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.services.s3.S3Client;

/** A real S3 server, Versity's gateway to a folder, on a free port of this host. Without one on the path tests are skipped. */
public final class S3Server implements AutoCloseable {
    public static final Map<String, String> CREDENTIALS =
            Map.of("AWS_ACCESS_KEY_ID", "tester", "AWS_SECRET_ACCESS_KEY", "not-so-secret", "AWS_REGION", "us-east-1");

    private static final Duration START = Duration.ofSeconds(120);

    private final Process process;
    private final int port;

    private S3Server(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts one with an empty bucket {@code perf}; skips the test when there is none. */
    public static S3Server start(Path folder) throws IOException, InterruptedException {
        Optional<Path> program = program();
        assumeTrue(program.isPresent(), "there is no versitygw on the path (.ci/packages installs it)");
        int port = FreePort.find();
        Files.createDirectories(folder.resolve("data"));
        Files.createDirectories(folder.resolve("metadata"));
        ProcessBuilder builder = new ProcessBuilder(
                        program.get().toString(),
                        "--port",
                        "127.0.0.1:" + port,
                        "--quiet",
                        "posix",
                        "--sidecar",
                        folder.resolve("metadata").toString(),
                        folder.resolve("data").toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("server.log").toFile());
        builder.environment().put("ROOT_ACCESS_KEY", "tester");
        builder.environment().put("ROOT_SECRET_KEY", "not-so-secret");
        S3Server server = new S3Server(builder.start(), port);
        server.awaitStart(folder.resolve("server.log"));
        try (S3Client client = S3Clients.client(server.place(""), CREDENTIALS)) {
            client.createBucket(request -> request.bucket("perf"));
        }
        return server;
    }

    private static Optional<Path> program() {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .map(folder -> Path.of(folder, "versitygw"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private void awaitStart(Path log) throws IOException, InterruptedException {
        long end = System.nanoTime() + START.toNanos();
        while (true) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 500);
                return;
            } catch (IOException e) {
                if (!process.isAlive() || System.nanoTime() > end) {
                    close();
                    throw new IOException("the S3 server did not start: " + Files.readString(log), e);
                }
                Thread.sleep(50);
            }
        }
    }

    /** A place in its bucket. */
    public RemoteSpec.S3 place(String prefix) {
        return (RemoteSpec.S3) RemoteSpec.parse(text(prefix));
    }

    /** The same as it is written in a plan. */
    public String text(String prefix) {
        return "s3://perf" + (prefix.isEmpty() ? "" : "/" + prefix) + "?endpoint=http://127.0.0.1:" + port;
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }
}
