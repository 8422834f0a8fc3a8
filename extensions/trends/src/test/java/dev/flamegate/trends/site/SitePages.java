package dev.flamegate.trends.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Writes sites for {@code bench/history}: FOLDER RUNS... */
public final class SitePages {
    private SitePages() {}

    public static void main(String[] args) throws IOException {
        for (int i = 1; i < args.length; i++) {
            Path folder = Files.createDirectories(Path.of(args[0], args[i]));
            for (Map.Entry<String, byte[]> file :
                    SiteWriter.write(SiteExamples.of(Integer.parseInt(args[i]))).entrySet()) {
                Files.write(folder.resolve(file.getKey()), file.getValue());
            }
        }
    }
}
