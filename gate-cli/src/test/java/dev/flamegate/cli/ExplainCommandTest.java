package dev.flamegate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.gate.ExitCode;
import dev.flamegate.model.message.MessageList;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ExplainCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void cause_and_remedy_of_each_id_are_printed() {
        assertThat(run("explain", "steal", "image-jre")).isEqualTo(ExitCode.OK);
        assertThat(out.toString().replaceAll("\\s+", " "))
                .startsWith("steal The hypervisor gave part of the machine's CPU time")
                .contains("-> Measure on a dedicated or a quieter machine", " image An image is neither in the");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void without_an_id_all_are_listed() {
        assertThat(run("explain", "messages")).isEqualTo(ExitCode.OK);
        assertThat(out.toString().split("[,\\s]+")).containsAll(MessageList.ids());
    }

    @Test
    void an_unknown_id_is_a_mistake_that_names_the_nearest() {
        assertThat(run("explain", "stael")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("there is no message and no rule file stael; did you mean steal?");
        assertThat(out.toString()).isEmpty();
    }

    private int run(String... arguments) {
        return Main.run(arguments, new PrintWriter(out, true), new PrintWriter(err, true));
    }
}
