package dev.flamegate.ci;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs what CI systems run, with the environment they set and a double of flamegate. */
public final class Shell {
    public static final Path CHECKOUT = checkout();
    public static final Path GOLDEN = CHECKOUT.resolve("gate-cli/src/test/resources/golden/report");
    /** The summary that the double of flamegate writes. */
    public static final String SUMMARY = "### Flamegate: FAIL";

    private Shell() {}

    /** The root of the checkout, which a module's tests may be one or two folders below. */
    private static Path checkout() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("mvnw"))) {
            folder = folder.getParent();
        }
        return folder;
    }

    /** What a command did. */
    public record Ended(int code, String out, String err) {}

    public static Ended run(Path folder, Map<String, String> environment, String... command) throws Exception {
        Path out = Files.createTempFile("out", ".txt");
        Path err = Files.createTempFile("err", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("FG_") || name.startsWith("GITHUB_"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        if (!process.waitFor(300, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(List.of(command) + " did not end");
        }
        Ended ended = new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
        Files.delete(out);
        Files.delete(err);
        return ended;
    }

    /** Skips the test where a program is not there. */
    public static void needs(String program) throws InterruptedException {
        boolean there;
        try {
            Process process = new ProcessBuilder(program, "--version")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            there = process.waitFor(300, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            there = false;
        }
        assumeTrue(there, program + " is not installed here");
    }

    /**
     * A flamegate that notes its arguments, one a line, and leaves the reports of an example.
     *
     * @param example whose golden files it writes, with a summary; empty for a measurement that broke off
     */
    public static Path flamegate(Path place, String example, int code) throws IOException {
        String script = """
                #!/usr/bin/env bash
                printf '%%s\\n' "$@" '--' >>"$DOUBLE_LOG"
                report=build/flamegate
                for argument in "$@"; do
                  case $argument in --report=*) report=${argument#--report=} ;; esac
                done
                case $1 in
                  --version) echo "flamegate of a test" ;;
                  run | compare)
                    printf '::error::a line of the service\\n::add-mask::x\\n'
                    printf 'flamegate: it broke off\\n::set-env name=PATH::/evil\\n%%s\\n' '100 %% off' >&2
                    if [ -n '%1$s' ]; then
                      mkdir -p "$report"
                      cp '%2$s/%1$s/'{result.json,junit.xml} "$report"
                      echo '%4$s' >"$report/summary.md"
                      touch "$report/"{flamegate.sarif,metrics.txt,load-performance.json}
                      echo '<!DOCTYPE html>' >"$report/flame.html"
                    fi
                    exit %3$d ;;
                  annotate) echo '::error file=a.java,line=3,title=Flamegate%%3A cpu::broken' ;;
                  comment) echo 'https://github.example/acme/shop/pull/7#issuecomment-1' ;;
                esac
                """.formatted(example, GOLDEN, code, SUMMARY);
        Files.createDirectories(place.getParent());
        Files.writeString(place, script);
        if (!place.toFile().setExecutable(true)) {
            throw new IOException(place + " cannot be made executable");
        }
        return place;
    }

    /** The program itself, as it was compiled. */
    public static Path program(Path place) throws IOException {
        Files.createDirectories(place.getParent());
        Files.writeString(
                place,
                "#!/bin/sh\nexec '" + Path.of(System.getProperty("java.home"), "bin", "java")
                        + "' -XX:TieredStopAtLevel=1 -cp '" + System.getProperty("java.class.path")
                        + "' dev.flamegate.cli.Main \"$@\"\n");
        if (!place.toFile().setExecutable(true)) {
            throw new IOException(place + " cannot be made executable");
        }
        return place;
    }
}
