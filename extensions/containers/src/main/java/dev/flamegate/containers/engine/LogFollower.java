package dev.flamegate.containers.engine;

import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.model.Frame;
import dev.flamegate.targets.BoundedLog;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Writes a container's output to a file as it comes. */
final class LogFollower extends ResultCallback.Adapter<Frame> {
    private static final long END_WITHIN_MILLIS = 1000;

    private final OutputStream out;
    private final CountDownLatch end = new CountDownLatch(1);

    LogFollower(Path log) throws IOException {
        out = new BoundedLog(log);
    }

    @Override
    public void onNext(Frame frame) {
        try {
            out.write(frame.getPayload());
        } catch (IOException e) {
            // The file was closed, or the disk is full: the container must not be affected.
        }
    }

    @Override
    public void onError(Throwable failure) {
        end.countDown();
    }

    @Override
    public void onComplete() {
        end.countDown();
    }

    /** Waits a moment for the last lines of a container that has ended. */
    void awaitEnd() {
        boolean interrupted = false;
        long deadline = System.nanoTime() + END_WITHIN_MILLIS * 1_000_000;
        while (true) {
            try {
                end.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stops following and closes the file. */
    void finish() {
        try {
            close();
            out.close();
        } catch (IOException e) {
            // Nothing more can be written, which is what is wanted.
        }
    }
}
