import io.pyroscope.javaagent.PyroscopeAgent;
import io.pyroscope.javaagent.config.Config;
import io.pyroscope.javaagent.impl.PropertiesConfigurationProvider;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Properties;

/**
 * An agent that turns the profiler of its process on and off, as a line on its port says: {@code off}, or the variables of
 * the Pyroscope agent with spaces between. The argument is the file that it writes its port to.
 */
public final class Switch {
    private Switch() {}

    public static void premain(String file) throws IOException {
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Path written = Path.of(file + ".new");
        Files.writeString(written, Integer.toString(server.getLocalPort()));
        Files.move(written, Path.of(file), StandardCopyOption.ATOMIC_MOVE);
        Thread thread = new Thread(() -> obey(server), "switch");
        thread.setDaemon(true);
        thread.start();
    }

    private static void obey(ServerSocket server) {
        try (Socket socket = server.accept();
                BufferedReader lines =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
                PrintWriter answers = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (PyroscopeAgent.isStarted()) {
                    PyroscopeAgent.stop();
                }
                if (!line.equals("off")) {
                    PyroscopeAgent.start(Config.build(new PropertiesConfigurationProvider(properties(line))));
                }
                answers.println(PyroscopeAgent.isStarted() ? "on" : "off");
            }
        } catch (IOException gone) {
            // The measurement has ended, and ends this process.
        }
    }

    private static Properties properties(String line) {
        Properties properties = new Properties();
        for (String variable : line.split(" ")) {
            String[] parts = variable.split("=", 2);
            properties.setProperty(parts[0], parts[1]);
        }
        return properties;
    }
}
