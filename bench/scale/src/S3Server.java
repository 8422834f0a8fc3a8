import dev.flamegate.plan.RemoteSpec;
import dev.flamegate.targets.FreePort;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/** A store of its own on this machine, which logs what it is asked. */
final class S3Server implements AutoCloseable {
    /** With which it is asked. */
    static final Map<String, String> CREDENTIALS = Map.of(
            "AWS_ACCESS_KEY_ID", "scale", "AWS_SECRET_ACCESS_KEY", "not-so-secret", "AWS_REGION", "us-east-1");

    private static final Pattern OPERATION = Pattern.compile(" s3_([A-Za-z0-9]+) ");

    private final Path folder;
    private final int port;
    private final Path log;
    private final Process process;
    private long offset;

    private S3Server(Path folder, int port, Path log, Process process) {
        this.folder = folder;
        this.port = port;
        this.log = log;
        this.process = process;
    }

    /**
     * Starts it, with a bucket {@code perf}.
     *
     * @param folder for its data and its logs
     */
    static S3Server start(Path folder) throws Exception {
        int port = FreePort.find();
        Path log = folder.resolve("access.log");
        Files.createDirectories(folder.resolve("data"));
        Files.createDirectories(folder.resolve("metadata"));
        ProcessBuilder builder = new ProcessBuilder(
                        "versitygw",
                        "--port",
                        "127.0.0.1:" + port,
                        "--quiet",
                        "--access-log",
                        log.toString(),
                        "posix",
                        "--sidecar",
                        folder.resolve("metadata").toString(),
                        folder.resolve("data").toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("server.log").toFile());
        builder.environment().put("ROOT_ACCESS_KEY", CREDENTIALS.get("AWS_ACCESS_KEY_ID"));
        builder.environment().put("ROOT_SECRET_KEY", CREDENTIALS.get("AWS_SECRET_ACCESS_KEY"));
        S3Server server = new S3Server(folder, port, log, builder.start());
        server.createBucket();
        return server;
    }

    private void createBucket() throws Exception {
        while (true) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                break;
            } catch (IOException e) {
                if (!process.isAlive()) {
                    throw new IOException("versitygw ended: " + Files.readString(folder.resolve("server.log")), e);
                }
                Thread.sleep(50);
            }
        }
        try (S3Client client = S3Client.builder()
                .httpClient(UrlConnectionHttpClient.create())
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create(
                        CREDENTIALS.get("AWS_ACCESS_KEY_ID"), CREDENTIALS.get("AWS_SECRET_ACCESS_KEY"))))
                .region(Region.US_EAST_1)
                .endpointOverride(URI.create("http://127.0.0.1:" + port))
                .forcePathStyle(true)
                .build()) {
            client.createBucket(request -> request.bucket("perf"));
        }
        requests();
    }

    /** Where gates find it. */
    RemoteSpec place() {
        return RemoteSpec.parse("s3://perf/scale?endpoint=http://127.0.0.1:" + port);
    }

    /** The folder that has its objects as files. */
    Path data() {
        return folder.resolve("data");
    }

    /** The requests that the store has logged since the last call; waits until it has logged all of them. */
    Map<String, Integer> requests() throws Exception {
        long size = -1;
        while (size != (Files.exists(log) ? Files.size(log) : 0)) {
            size = Files.exists(log) ? Files.size(log) : 0;
            Thread.sleep(100);
        }
        Map<String, Integer> requests = new TreeMap<>();
        if (size > offset) {
            try (InputStream in = Files.newInputStream(log)) {
                in.skipNBytes(offset);
                new String(in.readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .forEach(line -> requests.merge(method(line), 1, Integer::sum));
            }
            offset = size;
        }
        return requests;
    }

    /** {@code - perf [TIME] 127.0.0.1 … s3_GetObject scale/runs/… 200 …}. */
    private static String method(String line) {
        Matcher operation = OPERATION.matcher(line);
        return operation.find() ? operation.group(1) : "";
    }

    @Override
    public void close() {
        process.destroy();
    }
}
