package dev.flamegate.collect.jfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.collect.receiver.Pushes;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.profile.Recording;
import dev.flamegate.profile.jfr.BytesChannel;
import dev.flamegate.profile.jfr.ChunkStacks.Labels;
import dev.flamegate.profile.jfr.JfrTrees;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real recording of the agent, damaged in every way: an error or a recording, soon. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DamagedPushesTest {
    private static final int HEAD = 68;
    private static final int SIZE = 8;

    @TempDir
    private Path folder;

    @Test
    void cut_at_every_byte_it_is_an_error() throws IOException {
        byte[] whole = recording();
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> read(cut)).isInstanceOf(IOException.class);
            if (length > HEAD) {
                ByteBuffer.wrap(cut).putLong(SIZE, length); // as if it had been so long
                assertThatThrownBy(() -> read(cut)).isInstanceOf(IOException.class);
            }
        }
    }

    @Test
    void with_bits_flipped_anywhere_it_is_an_error_at_worst() throws IOException {
        byte[] whole = recording();
        Random random = new Random(7);
        int errors = 0;
        for (int i = 0; i < 3_000; i++) {
            byte[] damaged = whole.clone();
            for (int flips = 1 + random.nextInt(8); flips > 0; flips--) {
                damaged[HEAD + random.nextInt(damaged.length - HEAD)] ^= (byte) (1 << random.nextInt(8));
            }
            try {
                assertThat(read(damaged).seconds()).isNotNegative();
            } catch (IOException e) {
                errors++;
            }
        }
        assertThat(errors).isBetween(1, 2_999);
    }

    private byte[] recording() throws IOException {
        return Files.readAllBytes(Pushes.part(Pushes.body(Pushes.STEADY), "jfr", folder));
    }

    private static Recording read(byte[] bytes) throws IOException {
        return JfrTrees.read(new BytesChannel(bytes), EnumSet.allOf(ProfileEvent.class), Labels.NONE);
    }
}
