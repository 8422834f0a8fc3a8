package dev.flamegate.sample.scenario;

import dev.flamegate.sample.http.Answer;
import dev.flamegate.sample.http.Request;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Five small steps. The release renders a list of 128 rows; each of the five following builds renders a few more unused
 * columns per row, and allocates 3 % more than the build before. No rule against the previous run forbids 3 %, and a
 * moving baseline forgets them: {@code 1.03} to the power of five is {@code 1.16}. A rule against the pinned release
 * adds them up. The switch is the build number.
 */
final class Creep extends Scenario {
    private static final int ROWS = 128;
    private static final int ROW_BYTES = 8_000;
    private static final int ARRAY_HEADER = 16;
    private static final double STEP = 1.03;

    private final int bytesOfExtras;
    private volatile byte @Nullable [] page;

    /**
     * A build.
     *
     * @param build 0 for the release, then the number of steps since
     */
    Creep(int build) {
        super("creep");
        bytesOfExtras = (int) Math.round(ROW_BYTES * (Math.pow(STEP, build) - 1));
    }

    @Override
    public Answer answer(Request request) {
        for (int row = 0; row < ROWS; row++) {
            render(ThreadLocalRandom.current().nextInt(ROW_BYTES / 2, ROW_BYTES * 3 / 2));
            if (bytesOfExtras > 0) {
                renderExtras();
            }
        }
        return Answer.json(200, Map.of("rows", ROWS));
    }

    /**
     * Arrays are published, because otherwise the compiler would not allocate them. Rows differ in length, as real ones
     * do: if all were equal, a profiler that samples every n bytes would always hit the same one.
     */
    private void render(int bytes) {
        page = new byte[bytes - ARRAY_HEADER];
    }

    /** The problem, small each time. */
    private void renderExtras() {
        page = new byte[bytesOfExtras - ARRAY_HEADER];
    }
}
