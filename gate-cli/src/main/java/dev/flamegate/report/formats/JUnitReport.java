package dev.flamegate.report.formats;

import dev.flamegate.format.Names;
import dev.flamegate.model.Run;
import dev.flamegate.model.Trial;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.ValidityProblem;
import dev.flamegate.model.rule.Level;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.text.CauseText;
import dev.flamegate.report.text.Headline;
import dev.flamegate.report.text.Messages;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * JUnit XML: one test case per finding and one for the soundness of the measurement. Names contain no measured
 * number, so that a CI system can follow a test over time; {@code time} is the run's own, never a latency.
 */
public final class JUnitReport {
    private static final String SOUND = "the measurement is sound";

    private final GateReport report;
    private final String suite;
    private final XMLStreamWriter xml;

    private JUnitReport(GateReport report, String suite, XMLStreamWriter xml) {
        this.report = report;
        this.suite = suite;
        this.xml = xml;
    }

    /** The document in UTF-8. */
    public static byte[] write(GateReport report) {
        return write(xml -> new JUnitReport(report, Names.visible(report.run().service()), xml).suite());
    }

    /**
     * One of several suites.
     *
     * @param report its test cases; empty if the measurement failed
     * @param problem why the report is missing; empty otherwise
     * @param isError whether that is an error; else the suite is skipped, like every other doubt
     */
    public record Suite(String name, Optional<GateReport> report, String problem, boolean isError) {}

    /** A document of several suites in UTF-8. */
    public static byte[] write(List<Suite> suites) {
        return write(xml -> {
            for (Suite one : suites) {
                String name = Names.visible(one.name());
                Optional<GateReport> report = one.report();
                if (report.isPresent()) {
                    new JUnitReport(report.get(), name, xml).suite();
                } else {
                    unmeasured(name, one, xml);
                }
            }
        });
    }

    private interface Suites {
        void write(XMLStreamWriter xml) throws XMLStreamException;
    }

    private static byte[] write(Suites suites) {
        StringWriter text = new StringWriter(); // to a stream it would write byte by byte
        try {
            XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
            document(xml, suites);
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("JUnit XML could not be written to memory: " + e.getMessage(), e);
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void document(XMLStreamWriter xml, Suites suites) throws XMLStreamException {
        xml.writeStartDocument("UTF-8", "1.0");
        xml.writeCharacters("\n");
        xml.writeStartElement("testsuites");
        suites.write(xml);
        xml.writeCharacters("\n");
        xml.writeEndElement();
        xml.writeCharacters("\n");
        xml.writeEndDocument();
    }

    private static void unmeasured(String suite, Suite one, XMLStreamWriter xml) throws XMLStreamException {
        boolean error = one.isError();
        xml.writeCharacters("\n  ");
        xml.writeStartElement("testsuite");
        xml.writeAttribute("name", suite);
        xml.writeAttribute("tests", "1");
        xml.writeAttribute("failures", "0");
        xml.writeAttribute("errors", error ? "1" : "0");
        xml.writeAttribute("skipped", error ? "0" : "1");
        xml.writeAttribute("time", "0");
        xml.writeCharacters("\n    ");
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", suite);
        xml.writeAttribute("name", SOUND);
        xml.writeAttribute("time", "0");
        xml.writeCharacters("\n      ");
        xml.writeEmptyElement(error ? "error" : "skipped");
        xml.writeAttribute("message", Names.visible(one.problem()));
        xml.writeCharacters("\n    ");
        xml.writeEndElement();
        xml.writeCharacters("\n  ");
        xml.writeEndElement();
    }

    private void suite() throws XMLStreamException {
        Run run = report.run();
        List<Finding> findings = report.judgement().findings();
        newLine(1);
        xml.writeStartElement("testsuite");
        xml.writeAttribute("name", suite);
        xml.writeAttribute("tests", Integer.toString(findings.size() + 1));
        xml.writeAttribute("failures", count("failure"));
        xml.writeAttribute("errors", Long.toString(Long.parseLong(count("error")) + (isSound() ? 0 : 1)));
        xml.writeAttribute("skipped", count("skipped"));
        xml.writeAttribute("time", seconds(run));
        xml.writeAttribute(
                "timestamp",
                run.started().truncatedTo(ChronoUnit.SECONDS).toString().replace("Z", ""));
        properties(run);
        soundness();
        for (Finding finding : findings) {
            testCase(finding);
        }
        newLine(1);
        xml.writeEndElement();
    }

    private void properties(Run run) throws XMLStreamException {
        newLine(2);
        xml.writeStartElement("properties");
        property("verdict", report.judgement().verdict().name());
        property("run", run.id());
        property("flamegate.version", report.version());
        newLine(2);
        xml.writeEndElement();
    }

    private void property(String name, String value) throws XMLStreamException {
        newLine(3);
        xml.writeEmptyElement("property");
        xml.writeAttribute("name", name);
        xml.writeAttribute("value", Names.visible(value));
    }

    private void soundness() throws XMLStreamException {
        List<ValidityProblem> problems = report.judgement().validity();
        startCase(SOUND);
        String text = problems.stream()
                .map(problem ->
                        Names.check(problem) + ": " + Names.visible(problem.message() + " -> " + problem.remedy()))
                .collect(Collectors.joining("\n"));
        if (!isSound()) {
            outcome("error", Headline.plain().sentenceAndNext(report), "INVALID", text);
        } else if (!problems.isEmpty()) {
            element("system-out", text);
        }
        endCase(!problems.isEmpty() || !isSound());
    }

    private boolean isSound() {
        return report.judgement().validity().stream().noneMatch(ValidityProblem::invalidates);
    }

    private void testCase(Finding finding) throws XMLStreamException {
        startCase(name(finding));
        xml.writeAttribute("file", Names.visible(Names.file(finding.rule().source())));
        xml.writeAttribute("line", Integer.toString(finding.rule().line()));
        String message = Messages.of(finding);
        String element = element(finding);
        if (element.equals("skipped")) {
            newLine(3);
            xml.writeEmptyElement("skipped");
            xml.writeAttribute("message", Names.key(finding.outcome()) + ": " + message);
        } else if (!element.isEmpty()) {
            outcome(element, message, finding.outcome().name(), details(finding, message));
        } else {
            element("system-out", details(finding, message));
        }
        endCase(true);
    }

    /** The element of an outcome; empty for an outcome that counts as a passed test. */
    private static String element(Finding finding) {
        return switch (finding.outcome()) {
            case FAIL -> "failure";
            case INVALID -> "error";
            case INCONCLUSIVE, RECORDED, SKIPPED -> "skipped";
            case PASS, WARN, MASKED, ACCEPTED -> "";
        };
    }

    /** The message again, since some readers drop attributes, with what the team should know about the rule. */
    private static String details(Finding finding, String message) {
        StringBuilder text = new StringBuilder(finding.outcome() + ": " + message);
        CauseText.plain().of(finding).forEach(cause -> text.append('\n').append(cause));
        finding.warnings().forEach(warning -> text.append("\nwarning: ").append(Names.visible(warning.message())));
        if (finding.rule().why() != null) {
            text.append("\nwhy: ").append(Names.visible(finding.rule().why()));
        }
        if (finding.rule().owner() != null) {
            text.append("\nowner: ").append(Names.visible(finding.rule().owner()));
        }
        return text.append("\nrule: ")
                .append(Names.visible(finding.rule().source()))
                .toString();
    }

    private static String name(Finding finding) {
        String part = Names.selector(finding.selector());
        return Names.visible(finding.rule().id()) + ": "
                + Names.visible(finding.rule().indicator().name()) + " "
                + Names.visible(finding.criterion().text())
                + (part.isEmpty() ? "" : " [" + part + "]")
                + (finding.level() == Level.SHOULD ? " (should)" : "");
    }

    private void startCase(String name) throws XMLStreamException {
        newLine(2);
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", suite);
        xml.writeAttribute("name", name);
        xml.writeAttribute("time", "0");
    }

    private void endCase(boolean hasContent) throws XMLStreamException {
        if (hasContent) {
            newLine(2);
        }
        xml.writeEndElement();
    }

    private void outcome(String element, String message, String type, String text) throws XMLStreamException {
        newLine(3);
        xml.writeStartElement(element);
        xml.writeAttribute("message", message);
        xml.writeAttribute("type", type);
        xml.writeCharacters(text);
        xml.writeEndElement();
    }

    private void element(String name, String text) throws XMLStreamException {
        newLine(3);
        xml.writeStartElement(name);
        xml.writeCharacters(text);
        xml.writeEndElement();
    }

    private String count(String element) {
        return Long.toString(report.judgement().findings().stream()
                .filter(finding -> element(finding).equals(element))
                .count());
    }

    private static String seconds(Run run) {
        double trials = run.trials().stream().mapToDouble(Trial::took).sum();
        double all = trials
                + run.seconds().values().stream()
                        .mapToDouble(Double::doubleValue)
                        .sum();
        return Double.isFinite(all)
                ? BigDecimal.valueOf(all).setScale(3, RoundingMode.HALF_UP).toPlainString()
                : "0";
    }

    private void newLine(int depth) throws XMLStreamException {
        xml.writeCharacters("\n" + "  ".repeat(depth));
    }
}
