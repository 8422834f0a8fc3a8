package dev.flamegate.report.flame;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the examples as files, for the browser's test and for bench/viewer: {@code FlamePages FOLDER [NODES...]}. */
public final class FlamePages {
    private FlamePages() {}

    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        Files.createDirectories(folder);
        if (arguments.length == 1) {
            write(folder.resolve("service.html"), FlameExamples.service());
            write(folder.resolve("single.html"), FlameExamples.single());
            write(folder.resolve("hostile.html"), FlameExamples.hostile());
        }
        for (int i = 1; i < arguments.length; i++) {
            write(
                    folder.resolve("large-" + arguments[i] + ".html"),
                    FlameExamples.large(Integer.parseInt(arguments[i])));
        }
    }

    static void write(Path file, FlameInput input) throws IOException {
        try (Writer out = Files.newBufferedWriter(file)) {
            FlamePage.write(out, input);
        }
        try (Writer out = Files.newBufferedWriter(Path.of(file.toString().replace(".html", ".svg")))) {
            FlameSvg.write(out, input);
        }
    }
}
