package dev.flamegate.model.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Keeps docs/messages.md true. -Dgolden.update=true writes its entries anew. */
class MessageListTest {
    private static final Path PAGE = Path.of("..", "docs", "messages.md");
    private static final String BEGIN = "<!-- messages -->\n";
    private static final String END = "<!-- end -->";

    @Test
    void every_constant_is_in_the_list_under_an_id_of_its_own() {
        List<String> constants = Stream.of(Message.class.getPermittedSubclasses())
                .flatMap(kind -> Stream.of(kind.getEnumConstants()))
                .map(constant -> ((Message) constant).id())
                .toList();

        assertThat(MessageList.ids()).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(constants);
        assertThat(constants).hasSizeGreaterThan(100).allMatch(id -> id.matches("[a-z]+(-[a-z]+)*"));
        assertThat(MessageList.parts())
                .extracting(part -> part.title().toLowerCase(Locale.ROOT))
                .doesNotContainAnyElementsOf(constants); // anchors of one page
    }

    @Test
    void causes_and_remedies_are_sentences() {
        assertThat(MessageList.parts().stream()
                        .flatMap(part -> part.messages().stream())
                        .flatMap(message -> Stream.of(message.cause(), message.remedy()))
                        .filter(text -> !text.matches("[A-Z](?!.*(  |[<*|])).{10,}\\.")))
                .isEmpty();
    }

    @Test
    void an_id_finds_its_message_and_one_with_a_name_that_of_all_such() {
        assertThat(MessageList.find("steal")).contains(ValidityCheck.STEAL);
        assertThat(MessageList.find("users-pile-up")).contains(ValidityCheck.USERS_PILE_UP);
        assertThat(MessageList.find("image-jre")).contains(DoctorCheck.IMAGE);
        assertThat(MessageList.find("image-beside-db")).contains(DoctorCheck.IMAGE);
        assertThat(MessageList.find("indicator/orders.queue")).contains(MetricsNotice.INDICATOR);
        assertThat(MessageList.find("images")).contains(DoctorCheck.IMAGES);
        assertThat(MessageList.find("Steal")).isEmpty();
    }

    @Test
    void ids_are_the_same_in_every_language() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("tr-TR"));
            assertThat(ValidityCheck.USERS_PILE_UP.id()).isEqualTo("users-pile-up");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void the_page_has_every_message() throws IOException {
        String text = Files.readString(PAGE);
        int from = text.indexOf(BEGIN) + BEGIN.length();
        int to = text.indexOf(END, from);
        assertThat(from).as("mark of the entries").isGreaterThanOrEqualTo(BEGIN.length());
        String entries = String.join("\n", entries());
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(PAGE, text.substring(0, from) + entries + text.substring(to));
        } else {
            assertThat(text.substring(from, to)).isEqualTo(entries);
        }
    }

    private static List<String> entries() {
        List<String> lines = new ArrayList<>();
        for (MessageList.Part part : MessageList.parts()) {
            lines.addAll(List.of("", "## " + part.title(), "", part.about()));
            for (Message message : part.messages()) {
                lines.addAll(List.of("", "### " + message.id(), "", message.cause(), "", "→ " + message.remedy()));
            }
        }
        lines.addAll(List.of("", ""));
        return lines;
    }
}
