package dev.flamegate.sample.scenario;

import dev.flamegate.sample.http.Answer;
import dev.flamegate.sample.http.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One actor for all. An actor handles one message at a time, on a thread of its own with a bounded queue. It asks
 * another system and waits for the answer, so the CPU is idle while its callers time out. In the field report one
 * instance did 13 requests a second, four did 74 and ten did 107. More load or more CPU changes nothing, because the
 * stage is serial.
 */
final class SingleActor extends Scenario {
    private static final int INSTANCES = 10;
    private static final int MAILBOX = 8;
    private static final long WORK_MS = 40;
    private static final long PATIENCE_MS = 400;

    private final List<ExecutorService> actors = new ArrayList<>();
    private final AtomicInteger next = new AtomicInteger();

    SingleActor(boolean fixed) {
        super("single-actor");
        int instances = fixed ? INSTANCES : 1;
        for (int i = 0; i < instances; i++) {
            String name = "inventory-actor-";
            actors.add(Threads.fixed(1, name, new ArrayBlockingQueue<>(MAILBOX)));
        }
    }

    @Override
    public Answer answer(Request request) throws InterruptedException, ExecutionException {
        ExecutorService actor = actors.get(Math.floorMod(next.getAndIncrement(), actors.size()));
        try {
            return ask(actor);
        } catch (RejectedExecutionException e) {
            return Answer.error(503, "the actor's queue of " + MAILBOX + " is full");
        } catch (TimeoutException e) {
            return Answer.error(503, "the actor did not answer within " + PATIENCE_MS + " ms");
        }
    }

    private static Answer ask(ExecutorService actor) throws InterruptedException, ExecutionException, TimeoutException {
        Future<Integer> answer = actor.submit(SingleActor::stock);
        try {
            return Answer.json(200, Map.of("stock", answer.get(PATIENCE_MS, TimeUnit.MILLISECONDS)));
        } finally {
            answer.cancel(false);
        }
    }

    /** Another system's answer. */
    private static int stock() throws InterruptedException {
        Thread.sleep(WORK_MS);
        return 12;
    }

    @Override
    public void close() {
        actors.forEach(ExecutorService::shutdownNow);
    }
}
