package dev.flamegate.report.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.flamegate.ci.Shell;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Runs the files of {@code src/test/browser} in Node, each of which drives Chromium. */
public final class Browser {
    private static final Path TESTS = Shell.CHECKOUT.resolve("gate-cli/src/test/browser");
    private static final long LIMIT_SECONDS = 300;

    /** Node's line at the end: {@code ℹ pass 25}. */
    private static final Pattern PASSED = Pattern.compile("(?m)^\\S+ pass (\\d+)$");

    private Browser() {}

    /** Skips the calling test, with the reason, where there is no browser. */
    public static void needed() {
        assumeTrue(isThere("node"), "skipped: there is no node on the path");
        assumeTrue(isThere("chromium"), "skipped: there is no chromium on the path (.ci/browser installs it)");
        assumeTrue(
                Files.isDirectory(TESTS.resolve("node_modules/playwright-core")),
                "skipped: playwright-core is not installed (.ci/browser installs it)");
    }

    /** Runs the tests of pages whose every text is an attack: two of each page, and one that there are pages. */
    public static void testHostile(Path pages) throws IOException, InterruptedException {
        try (Stream<Path> files = Files.walk(pages)) {
            long count = files.filter(file -> file.toString().matches(".*\\.(html|svg)"))
                    .count();
            assertThat(test("hostile.test.mjs", pages)).isEqualTo(1 + 2 * count);
        }
    }

    /**
     * Runs one file of tests, and counts those that passed.
     *
     * @param pages the folder of the pages; receives pictures, and the test's output as {@code browser.log}
     */
    public static long test(String file, Path pages) throws IOException, InterruptedException {
        Path log = pages.resolve("browser.log");
        ProcessBuilder test = new ProcessBuilder("node", "--test", "--test-reporter=spec", file)
                .directory(TESTS.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        test.environment().put("PAGES", pages.toAbsolutePath() + File.separator);
        Process process = test.start();
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            throw new AssertionError("the browser's test did not end: " + Files.readString(log));
        }
        String said = Files.readString(log);
        assertThat(process.exitValue()).as(said).isZero();
        Matcher passed = PASSED.matcher(said);
        assertThat(passed.find()).as(said).isTrue();
        return Long.parseLong(passed.group(1));
    }

    private static boolean isThere(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }
}
