package dev.flamegate.ci;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.format.Names;
import dev.flamegate.report.formats.StrictOpenMetrics;
import java.io.StringReader;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What remains of an output when its texts are taken out, read by the letter of its format: elements, lines, samples. A
 * text that means anything in its format changes that. Texts that no format may hold fail at once.
 */
final class Skeletons {
    private static final XMLInputFactory XML = XMLInputFactory.newInstance();
    private static final Pattern RAW = Pattern.compile("(?s)(<(script|style)\\b[^>]*>)(.*?)</\\2>");
    /** Attributes that are the page's own: a text in one of them would show. */
    private static final Set<String> OWN = Set.of("class", "style", "rel", "type", "http-equiv", "role", "fill");

    private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*m");
    private static final Pattern MARKER = Pattern.compile("^<!-- flamegate-comment:[\\w.%*+]*:[\\w.%*+]* -->\n");
    /** A link of the comment's own, whose fragment says where the page opens. */
    private static final Pattern LINK =
            Pattern.compile("\\]\\(<https://ci\\.example/(report|flame)(#[\\w.=%;*+$-]+(&amp;[\\w.=%;*+$-]+)?)?>\\)");

    /** What comes and goes with a link, which is left out where it would be too long. */
    private static final Set<String> LINKS = Set.of("a", "br");

    /** A workflow command whose message and properties end with it. */
    static final Pattern COMMAND =
            Pattern.compile("::(error|warning) ((?:(?:file|line|title)=[^,:]*(?:,(?!:)|(?=::)))+)::(.*)");

    private Skeletons() {}

    static List<String> of(String name, byte[] output) throws Exception {
        String text = StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(output))
                .toString();
        String ending = name.substring(name.lastIndexOf('.') + 1);
        return switch (ending) {
            case "html" -> html(text);
            case "svg", "xml" -> xml(text);
            case "md" -> markdown(text);
            case "sarif" -> json(JsonMapper.shared().readTree(text), "");
            case "metrics" -> metrics(output);
            case "commands" -> commands(text);
            case "terminal" -> terminal(text);
            case "css" -> List.of(text);
            default -> throw new AssertionError(name);
        };
    }

    /** Pages are well-formed XML but for their scripts and styles, in which text is only data. */
    private static List<String> html(String page) throws Exception {
        assertThat(page).startsWith("<!DOCTYPE html>\n");
        List<String> skeleton = new ArrayList<>();
        Matcher raw = RAW.matcher(page);
        StringBuilder rest = new StringBuilder();
        while (raw.find()) {
            boolean data = raw.group(1).contains("type=\"");
            assertThat(raw.group(3)).doesNotContain("<!--").doesNotContainIgnoringCase("</" + raw.group(2));
            if (data) {
                shown(raw.group(3).replace("\n", ""));
            } else {
                skeleton.add(raw.group(3));
            }
            if (data && raw.group(3).strip().startsWith("{")) {
                skeleton.addAll(json(JsonMapper.shared().readTree(raw.group(3)), ""));
            }
            raw.appendReplacement(rest, Matcher.quoteReplacement(raw.group(1) + "</" + raw.group(2) + ">"));
        }
        raw.appendTail(rest);
        skeleton.addAll(xml(rest.substring("<!DOCTYPE html>\n".length())));
        return skeleton;
    }

    private static List<String> xml(String text) throws XMLStreamException {
        List<String> skeleton = new ArrayList<>();
        XMLStreamReader xml = XML.createXMLStreamReader(new StringReader(text));
        while (xml.hasNext()) {
            switch (xml.next()) {
                case XMLStreamConstants.START_ELEMENT -> element(xml, skeleton);
                case XMLStreamConstants.CHARACTERS -> shown(xml.getText().replace("\n", ""));
                case XMLStreamConstants.END_ELEMENT, XMLStreamConstants.END_DOCUMENT -> {}
                default -> throw new AssertionError("event " + xml.getEventType() + " at " + xml.getLocation());
            }
        }
        return skeleton;
    }

    private static void element(XMLStreamReader xml, List<String> skeleton) {
        StringBuilder attributes = new StringBuilder(xml.getLocalName());
        for (int i = 0; i < xml.getAttributeCount(); i++) {
            String name = xml.getAttributeLocalName(i);
            String value = xml.getAttributeValue(i);
            shown(value);
            if (name.startsWith("on")) {
                throw new AssertionError("a handler: " + name);
            }
            if (name.equals("href") || name.equals("src")) {
                assertThat(value).matches("(?s)https?://.*|[^:/]*([/#?].*)?").doesNotStartWith("//");
            }
            attributes.append(' ').append(name).append(OWN.contains(name) ? "=" + value : "");
        }
        if (!LINKS.contains(xml.getLocalName())) {
            skeleton.add(attributes.toString());
        }
    }

    /** Code spans and code elements become a box, by the rules of CommonMark; nothing else may come from outside. */
    private static List<String> markdown(String text) {
        List<String> skeleton = new ArrayList<>();
        Matcher marker = MARKER.matcher(text);
        skeleton.add(marker.lookingAt() ? "marker" : "none");
        for (String line :
                LINK.matcher(marker.replaceFirst("")).replaceAll("](LINK)").split("\n", -1)) {
            shown(line);
            StringBuilder rest = new StringBuilder();
            int at = 0;
            while (at < line.length()) {
                if (line.charAt(at) == '`') {
                    at = span(line, at);
                    rest.append('□');
                } else if (line.startsWith("<code>", at)) {
                    int end = line.indexOf("</code>", at);
                    assertThat(line.substring(at + "<code>".length(), end)).doesNotContain("<", ">");
                    at = end + "</code>".length();
                    rest.append('□');
                } else {
                    rest.append(line.charAt(at));
                    at++;
                }
            }
            assertThat(rest.toString()).doesNotContain("\\");
            skeleton.add(rest.toString());
        }
        return skeleton;
    }

    /** Where the code span ends that begins here: behind the next run of as many back-ticks. */
    private static int span(String line, int start) {
        int fence = run(line, start);
        int at = start + fence;
        while (at < line.length()) {
            int run = run(line, at);
            if (run == fence) {
                return at + run;
            }
            at += Math.max(1, run);
        }
        throw new AssertionError("a code span that does not end: " + line.substring(start));
    }

    private static int run(String line, int start) {
        int end = start;
        while (end < line.length() && line.charAt(end) == '`') {
            end++;
        }
        return end - start;
    }

    private static List<String> json(JsonNode node, String place) {
        List<String> skeleton = new ArrayList<>();
        if (node.isObject()) {
            node.properties().forEach(field -> {
                shown(field.getKey());
                String key = place.endsWith("[][]") ? "KEY" : field.getKey(); // of a fingerprint, which are names
                skeleton.add(place + "." + key);
                skeleton.addAll(json(field.getValue(), place + "." + key));
            });
        } else if (node.isArray()) {
            node.forEach(element -> skeleton.addAll(json(element, place + "[]")));
        } else if (node.isString()) {
            shown(node.asString());
            skeleton.add("text");
            if (place.endsWith(".text")) {
                assertThat(node.asString()).doesNotContain("](", "{0}");
            }
            if (place.endsWith(".uri")) {
                assertThat(URI.create(node.asString()).isAbsolute()).isFalse();
                assertThat(node.asString()).doesNotStartWith("/").doesNotContain("//", "\\");
                assertThat(node.asString().split("/", -1)).doesNotContain("..");
            }
        }
        return skeleton;
    }

    private static List<String> metrics(byte[] output) throws CharacterCodingException {
        return StrictOpenMetrics.read(output).values().stream()
                .map(StrictOpenMetrics.Sample::name)
                .toList();
    }

    private static List<String> commands(String text) {
        List<String> skeleton = new ArrayList<>();
        for (String line : text.split("\n", -1)) {
            shown(line);
            Matcher command = COMMAND.matcher(line);
            assertThat(line).matches(COMMAND);
            assertThat(line.replaceAll("%(25|0A|0D|3A|2C)", "")).doesNotContain("%");
            skeleton.add(command.reset().matches() ? command.group(1) : "");
        }
        return skeleton;
    }

    /** Colours are the program's own; the words wrap as they will. */
    private static List<String> terminal(String text) {
        Matcher colour = COLOUR.matcher(text);
        shown(colour.replaceAll("").replace("\n", ""));
        colour.reset();
        List<String> colours = new ArrayList<>();
        while (colour.find()) {
            colours.add(colour.group().substring(1));
        }
        return colours;
    }

    /** Nothing that is not seen. */
    private static void shown(String text) {
        if (!text.equals(Names.visible(text))) {
            throw new AssertionError("not to be seen: " + Names.visible(text));
        }
    }
}
