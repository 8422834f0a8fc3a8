package dev.flamegate.collect.http;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Keeps a body up to a maximum size plus one byte, and closes the connection beyond it. */
public final class BoundedBody implements BodySubscriber<byte[]> {
    private final int most;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private Flow.@Nullable Subscription subscription;

    /** Keeps so many bytes, and one more for a body that is longer. */
    public BoundedBody(int most) {
        this.most = most;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription fresh) {
        subscription = fresh;
        fresh.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> parts) {
        for (ByteBuffer part : parts) {
            int room = most + 1 - kept.size();
            byte[] bytes = new byte[Math.min(room, part.remaining())];
            part.get(bytes);
            kept.writeBytes(bytes);
        }
        if (kept.size() > most && body.complete(kept.toByteArray()) && subscription != null) {
            subscription.cancel();
        }
    }

    @Override
    public void onError(Throwable failure) {
        body.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        body.complete(kept.toByteArray());
    }
}
