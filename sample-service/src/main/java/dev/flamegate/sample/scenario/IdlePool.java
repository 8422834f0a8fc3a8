package dev.flamegate.sample.scenario;

import dev.flamegate.sample.http.Answer;
import dev.flamegate.sample.http.Request;
import java.util.Map;
import java.util.concurrent.ExecutorService;

/**
 * Two hundred workers for what four could do. They wait at their queue nearly all the time and cost little. But all of
 * them are in every wall clock profile: two hundred seconds of waiting for each second of the service, and the
 * unfiltered profile shows nothing else. That is not a failure, only a note; the profile of the request threads is
 * unchanged.
 */
final class IdlePool extends Scenario {
    private static final int MANY = 200;
    private static final int ENOUGH = 4;
    private static final long SEND_MS = 8;

    private final ExecutorService mailers;

    IdlePool(boolean fixed) {
        super("idle-pool");
        mailers = Threads.fixed(fixed ? ENOUGH : MANY, "mailer-");
    }

    @Override
    public Answer answer(Request request) throws Exception {
        return Answer.json(200, Map.of("sent", mailers.submit(IdlePool::send).get()));
    }

    private static boolean send() throws InterruptedException {
        Thread.sleep(SEND_MS);
        return true;
    }

    @Override
    public void close() {
        mailers.shutdownNow();
    }
}
