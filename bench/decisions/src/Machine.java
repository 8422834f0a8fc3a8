import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a result was computed on. */
final class Machine {
    private Machine() {}

    static String fingerprint() {
        return Runtime.getRuntime().availableProcessors() + " CPUs (" + cpu() + "), " + System.getProperty("os.name")
                + " " + System.getProperty("os.version") + ", Java " + System.getProperty("java.version");
    }

    private static String cpu() {
        try {
            return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                    .filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 2))
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException e) {
            return "unknown";
        }
    }
}
