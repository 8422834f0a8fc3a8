package dev.flamegate.publish.ci;

import dev.flamegate.format.Escapes;
import dev.flamegate.format.Names;
import dev.flamegate.os.Sha256;
import dev.flamegate.publish.ci.Annotation.Severity;
import dev.flamegate.report.json.Result;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The annotation syntax of a CI system. All read lines on stdout; Buildkite reads Markdown. */
enum AnnotationFormat {
    /** Workflow commands of GitHub Actions. */
    GITHUB {
        @Override
        List<String> lines(Result result, List<Annotation> annotations) {
            return annotations.stream().map(AnnotationFormat::workflowCommand).toList();
        }
    },
    /** Logging commands of Azure Pipelines. */
    AZURE {
        @Override
        List<String> lines(Result result, List<Annotation> annotations) {
            return annotations.stream().map(AnnotationFormat::loggingCommand).toList();
        }

        @Override
        public Optional<String> summary(Path file) {
            return Optional.of("##vso[task.uploadsummary]"
                    + Escapes.azure(file.toAbsolutePath().normalize().toString()));
        }
    },
    /** Service messages of TeamCity: build problems, warnings in the log, and the values of the rules as statistics. */
    TEAMCITY {
        @Override
        List<String> lines(Result result, List<Annotation> annotations) {
            List<String> lines = new ArrayList<>();
            annotations.forEach(
                    annotation -> lines.add(serviceMessage(result.head().service(), annotation)));
            statistics(result)
                    .forEach((key, value) ->
                            lines.add("##teamcity[buildStatisticValue key='" + key + "' value='" + value + "']"));
            return lines;
        }
    },
    /** Markdown for the input of {@code buildkite-agent annotate}. */
    BUILDKITE {
        @Override
        List<String> lines(Result result, List<Annotation> annotations) {
            List<String> lines = new ArrayList<>();
            if (!annotations.isEmpty()) {
                lines.add("**" + result.head().verdict().symbol() + " "
                        + result.head().verdict() + "** "
                        + Escapes.markdown(Names.cut(result.head().service(), LONGEST_TITLE)) + "\n");
                annotations.forEach(annotation -> lines.add(item(annotation)));
            }
            return lines;
        }
    };

    private static final int LONGEST = 2000;
    private static final int LONGEST_TITLE = 100;

    /** Limit of the statistics sent to TeamCity, which draws a chart for each. */
    private static final int MOST_STATISTICS = 100;

    private static final int IDENTITY = 32;

    /** The annotations as lines; empty when there is nothing to say. */
    abstract List<String> lines(Result result, List<Annotation> annotations);

    /** The line that shows a Markdown file on the page of the build; empty if the format has no such line. */
    public Optional<String> summary(Path file) {
        return Optional.empty();
    }

    private static String workflowCommand(Annotation annotation) {
        List<String> properties = new ArrayList<>();
        annotation.file().ifPresent(path -> properties.add("file=" + Escapes.commandProperty(path)));
        if (annotation.file().isPresent() && annotation.line() > 0) {
            properties.add("line=" + annotation.line());
        }
        properties.add("title=" + Escapes.commandProperty(Names.visible(title(annotation))));
        return "::" + word(annotation) + " " + String.join(",", properties) + "::"
                + Escapes.command(message(annotation));
    }

    private static String loggingCommand(Annotation annotation) {
        StringBuilder command = new StringBuilder("##vso[task.logissue type=").append(word(annotation));
        annotation.file().ifPresent(path -> command.append(";sourcepath=").append(Escapes.azureProperty(path)));
        if (annotation.file().isPresent() && annotation.line() > 0) {
            command.append(";linenumber=").append(annotation.line());
        }
        return command.append(']')
                .append(Escapes.azure(Names.visible(title(annotation))))
                .append(": ")
                .append(Escapes.azure(message(annotation)))
                .toString();
    }

    /** A service message, with an identity by which TeamCity follows a problem over builds. */
    private static String serviceMessage(String service, Annotation annotation) {
        String place =
                annotation.place().map(at -> " (" + Names.visible(at) + ")").orElse("");
        String text = Escapes.teamCity(Names.visible(title(annotation)) + place + ": " + message(annotation));
        return annotation.severity() == Severity.ERROR
                ? "##teamcity[buildProblem description='" + text + "' identity='flamegate_"
                        + Sha256.of(service + "\n" + annotation.title()).substring(0, IDENTITY) + "']"
                : "##teamcity[message text='" + text + "' status='WARNING']";
    }

    /** The value of each rule and part of the service, by a name that stays the same from build to build. */
    private static Map<String, String> statistics(Result result) {
        Map<String, String> statistics = new LinkedHashMap<>();
        for (Result.Finding finding : result.judged().findings()) {
            double value = finding.measured().value() == null
                    ? Double.NaN
                    : finding.measured().value().doubleValue();
            if (Double.isFinite(value) && statistics.size() < MOST_STATISTICS) {
                String part = Names.part(finding.clause().part());
                String name =
                        "flamegate." + Names.visible(finding.clause().rule()) + (part.isEmpty() ? "" : "." + part);
                statistics.putIfAbsent(Escapes.teamCity(Names.cut(name, LONGEST_TITLE)), Double.toString(value));
            }
        }
        return statistics;
    }

    private static String item(Annotation annotation) {
        String lines = message(annotation).lines().map(Escapes::markdown).collect(Collectors.joining(" · "));
        return "* " + word(annotation) + " " + Escapes.markdown(title(annotation))
                + annotation.place().map(at -> " at " + Escapes.markdown(at)).orElse("") + ": " + lines;
    }

    private static String word(Annotation annotation) {
        return annotation.severity().name().toLowerCase(Locale.ROOT);
    }

    private static String title(Annotation annotation) {
        return Names.cut(annotation.title(), LONGEST_TITLE);
    }

    private static String message(Annotation annotation) {
        return Names.cut(annotation.message(), LONGEST);
    }
}
