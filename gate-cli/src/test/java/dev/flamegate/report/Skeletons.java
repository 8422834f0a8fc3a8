package dev.flamegate.report;

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
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What remains of an output when its texts are taken out, read by the letter of its format: elements, lines, samples. A
 * text that means anything in its format changes that. Texts that no format may hold fail at once.
 */
public final class Skeletons {
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
    public static final Pattern COMMAND =
            Pattern.compile("::(error|warning) ((?:(?:file|line|title)=[^,:]*(?:,(?!:)|(?=::)))+)::(.*)");

    /** A logging command of Azure Pipelines whose properties end with it, without its escapes. */
    private static final Pattern LOGGING_COMMAND = Pattern.compile(
            "##vso\\[task\\.logissue (type=(?:error|warning))(?:;sourcepath=[^;\\]]*)?(?:;linenumber=\\d+)?\\].*");

    /** A cell of CSV up to its end, which a comma or the end of the line follows. */
    private static final Pattern CELL = Pattern.compile("(?:[^\",]*|\"(?:[^\"]|\"\")*\")(?=,|$)");

    /** All metrics of a series have the name that attacks. */
    private static final LoadSettings REPEATED =
            LoadSettings.builder().setAllowDuplicateKeys(true).build();

    private static final String QUOTED = "'[^|'\\[\\]]*'";

    /** Messages of TeamCity whose values end with them, without their escapes. */
    private static final List<Pattern> SERVICE_MESSAGES = List.of(
            Pattern.compile(
                    "##teamcity\\[(buildProblem) description=" + QUOTED + " identity='flamegate_[0-9a-f]{32}'\\]"),
            Pattern.compile("##teamcity\\[(message) text=" + QUOTED + " status='WARNING'\\]"),
            Pattern.compile("##teamcity\\[(buildStatisticValue) key=" + QUOTED + " value='[-+.\\dE]+'\\]"));

    /** A link of the message's own, as Slack writes it. */
    private static final Pattern SLACK_LINK = Pattern.compile(
            "<https://ci\\.example/(?:report|flame)(?:#[\\w.=%;*+$-]+(?:&amp;[\\w.=%;*+$-]+)?)?\\|([a-z ]+)>");

    private static final Pattern SLACK_CODE = Pattern.compile("`[^`]+`");

    /** Objects of a result whose keys are names. */
    private static final Set<String> NAMED = Set.of(
            ".baselines",
            ".detectable",
            ".pairs[].growth",
            ".run.fingerprint",
            ".run.results",
            ".yaml.tests",
            ".yaml.tests.KEY.metrics");

    private Skeletons() {}

    /** Lines of which each is one of some commands, and has the mark of an escape only in escapes. */
    private static List<String> lines(String text, List<Pattern> commands, String escapes, String mark) {
        List<String> skeleton = new ArrayList<>();
        for (String line : text.isEmpty() ? new String[0] : text.split("\n", -1)) {
            shown(line);
            String plain = line.replaceAll(escapes, "");
            assertThat(plain).doesNotContain(mark);
            Matcher command = commands.stream()
                    .map(pattern -> pattern.matcher(plain))
                    .filter(Matcher::matches)
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no command: " + line));
            skeleton.add(command.group(1));
        }
        return skeleton;
    }

    /** Code spans become a box; outside of them there is nothing from outside, and no link but the message's own. */
    private static List<String> slack(JsonNode node, String key) {
        List<String> skeleton = new ArrayList<>();
        if (node.isObject()) {
            node.properties().forEach(field -> {
                skeleton.add(field.getKey());
                skeleton.addAll(slack(field.getValue(), field.getKey()));
            });
            assertThat(node.path("type").asString("").equals("mrkdwn"))
                    .isEqualTo(node.path("verbatim").asBoolean(false));
        } else if (node.isArray()) {
            assertThat(node.size()).isBetween(1, 50);
            node.forEach(element -> skeleton.addAll(slack(element, "")));
        } else if (node.isString() && key.equals("text")) {
            String text = node.asString();
            shown(text.replace("\n", ""));
            assertThat(text).isNotEmpty().hasSizeLessThanOrEqualTo(3000);
            SLACK_CODE
                    .matcher(text)
                    .results()
                    .forEach(code -> assertThat(code.group().replaceAll("&(amp|lt|gt);", ""))
                            .doesNotContain("<", ">", "&", "\n"));
            String rest =
                    SLACK_LINK.matcher(SLACK_CODE.matcher(text).replaceAll("□")).replaceAll("LINK $1");
            assertThat(rest).doesNotContain("<", ">", "&", "`", "@", "://");
            skeleton.add(rest);
        } else {
            skeleton.add(node.toString());
        }
        return skeleton;
    }

    /** Without its escapes, a text of a card has nothing that means something in Markdown; no line begins with a name. */
    private static List<String> card(JsonNode node, String key) {
        List<String> skeleton = new ArrayList<>();
        if (node.isObject()) {
            node.properties().forEach(field -> {
                skeleton.add(field.getKey());
                skeleton.addAll(card(field.getValue(), field.getKey()));
            });
        } else if (node.isArray()) {
            node.forEach(element -> skeleton.addAll(card(element, "")));
        } else if (node.isString() && key.equals("text")) {
            shown(node.asString());
            assertThat(node.asString().replaceAll("\\\\[\\p{Punct}]", ""))
                    .doesNotContain("\\", "`", "*", "_", "{", "}", "[", "]", "<", ">", "~", "&", "@", "://")
                    .doesNotContainIgnoringCase("www.")
                    .matches(
                            "(?:✗|✓|!|\\?|⊘|Reason: |Before, |Nothing |This |Culprit: |Cause: |As reported |Note: |and \\d|run |comparison ).*");
            skeleton.add("text");
        } else if (key.equals("url")) {
            assertThat(node.asString()).matches("https://ci\\.example/(report|flame)(#[\\w.=%;*+$&-]+)?");
            skeleton.add("url");
        } else {
            skeleton.add(node.toString());
        }
        return skeleton;
    }

    public static List<String> of(String name, byte[] output) throws Exception {
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
            case "azure" -> lines(text, List.of(LOGGING_COMMAND), "%(AZP25|0A|0D|3B|5D)", "%");
            case "teamcity" -> lines(text, SERVICE_MESSAGES, "\\|(?:0x[0-9a-f]{4}|[|'n\\[\\]])", "|");
            case "slack" -> slack(JsonMapper.shared().readTree(text), "");
            case "card" -> card(JsonMapper.shared().readTree(text), "");
            case "json" -> json(JsonMapper.shared().readTree(text), "");
            case "ndjson" -> {
                List<String> skeleton = new ArrayList<>();
                for (String line : text.split("\n", -1)) {
                    skeleton.addAll(json(JsonMapper.shared().readTree(line), ".run"));
                }
                yield skeleton;
            }
            case "csv" -> cells(text);
            case "yaml" -> json(JsonMapper.shared().valueToTree(new Load(REPEATED).loadFromString(text)), ".yaml");
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
                boolean isName = place.endsWith("[][]") || NAMED.contains(place); // of a fingerprint, of rules
                String key = isName ? "KEY" : field.getKey();
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

    /** How many cells each line has; none begins a formula, and all are closed. */
    private static List<String> cells(String table) {
        assertThat(table).endsWith("\n");
        List<String> skeleton = new ArrayList<>();
        for (String line : table.substring(0, table.length() - 1).split("\n", -1)) {
            shown(line);
            Matcher cell = CELL.matcher(line);
            int cells = 0;
            int end = -1;
            while (end < line.length() && cell.find(end + 1) && cell.start() == end + 1) {
                cells++;
                end = cell.end();
                assertThat(cell.group().replace("\"", "")).doesNotContainPattern("^[=+@]");
            }
            assertThat(end).as(line).isEqualTo(line.length());
            skeleton.add("cells " + cells);
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
