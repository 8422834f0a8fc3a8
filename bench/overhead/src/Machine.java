import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;

/** The machine that measures, as the tables name it. */
final class Machine {
    private Machine() {}

    static String description() throws IOException {
        String cpu = Files.readString(Path.of("/proc/cpuinfo"))
                .lines()
                .filter(line -> line.startsWith("model name"))
                .findFirst()
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .orElse("unknown");
        return Runtime.getRuntime().availableProcessors() + " x " + cpu + ", JDK "
                + Runtime.version().feature() + ", " + LocalDate.now();
    }
}
