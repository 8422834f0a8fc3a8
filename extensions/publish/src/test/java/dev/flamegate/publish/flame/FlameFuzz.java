package dev.flamegate.publish.flame;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.flamegate.cli.Commands;
import dev.flamegate.cli.Commands.Ended;
import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.fuzz.Input;
import dev.flamegate.fuzz.ProfileFuzz;
import dev.flamegate.fuzz.Seeds;
import dev.flamegate.model.ProfileEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;

/** Files with profiles, and the whole command {@code flame} on two of them. */
class FlameFuzz {
    private static final Set<ProfileEvent> ALL = EnumSet.allOf(ProfileEvent.class);
    private static final Set<Integer> ENDS = Set.of(0, 2, 3, 4);

    /** The first command loads most classes, and Jazzer instruments each of them: longer than an input may take. */
    @BeforeAll
    static void loadClasses() {
        new FlameFuzz().flame(recordings().get(0));
    }

    @FuzzTest
    @Seeds(
            files = {
                "gate-cli/src/test/resources/pyroscope/render-*maxnodes*.json",
                "gate-cli/src/test/resources/otlp/profiler-*.otlp"
            },
            made = "files")
    void file(byte[] input) {
        try {
            ProfileFuzz.written(
                    ProfileFiles.read(Input.file("recording", input), ALL).trees());
        } catch (CollectionFailed e) {
            // no recording
        }
    }

    static List<byte[]> files() throws IOException {
        return ProfileFuzz.files();
    }

    @FuzzTest
    @Seeds(made = "recordings")
    void flame(byte[] input) {
        List<byte[]> parts = Input.parts(input, 2);
        Path first = Input.file("first", parts.get(0));
        Path second = Input.file("second", parts.get(1));
        for (String format : List.of("html", "svg", "collapsed", "pprof", "json")) {
            ends("flame", first, "--format", format, "-o", Input.file("flame." + format, new byte[0]));
            ends("flame", first, second, "--format", format, "-o", Input.file("flame." + format, new byte[0]));
        }
    }

    static List<byte[]> recordings() {
        return List.of(Input.of("a;b;c 1\na;b 22\n", "a;b;c 4\na;d 5\n"), Input.of("[gc];x_[j] 3\n", ""));
    }

    private static void ends(Object... command) {
        Ended ended = Commands.run(command);
        if (!ENDS.contains(ended.code())) {
            throw new IllegalStateException(String.join(
                            " ", List.of(command).stream().map(String::valueOf).toList()) + " ended with "
                    + ended.code() + "\n" + ended.err());
        }
    }
}
