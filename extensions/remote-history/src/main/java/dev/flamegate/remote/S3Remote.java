package dev.flamegate.remote;

import dev.flamegate.plan.RemoteSpec;
import dev.flamegate.stats.Change;
import dev.flamegate.store.StoreFailed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Objects under a prefix of a bucket. The store keeps or refuses an object as a whole, so a half-written one is never
 * seen.
 */
final class S3Remote implements Remote {
    private static final int AT_ONCE = 8;
    private static final int MOST_CONFLICTS = 5;
    private static final Duration LISTED_WITHIN = Duration.ofMinutes(10);

    private final RemoteSpec.S3 place;
    private final S3Client client;
    private final String prefix;
    private final ExecutorService requests;

    private S3Remote(RemoteSpec.S3 place, S3Client client) {
        this.place = place;
        this.client = client;
        this.prefix = place.prefix().isEmpty() ? "" : place.prefix() + "/";
        this.requests = Executors.newFixedThreadPool(AT_ONCE, task -> {
            Thread thread = new Thread(task, "s3");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Opens a place without asking the store anything yet.
     *
     * @throws StoreFailed when the environment holds no credentials
     */
    static S3Remote open(RemoteSpec.S3 place, Map<String, String> environment) {
        return new S3Remote(place, S3Clients.client(place, environment));
    }

    @Override
    public String text() {
        return place.text();
    }

    @Override
    public Set<String> list(Set<String> beginnings) throws InterruptedException {
        Set<String> names = Collections.synchronizedSet(new TreeSet<>());
        all(beginnings.stream()
                .map(beginning -> (Callable<Void>) () -> {
                    list(prefix + beginning, names);
                    return null;
                })
                .toList());
        return names;
    }

    /** Adds the names below a prefix of the bucket, a thousand for each request. */
    private void list(String begin, Set<String> names) {
        ListObjectsV2Request request = ListObjectsV2Request.builder()
                .bucket(place.bucket())
                .prefix(begin)
                .build();
        Set<String> seen = new HashSet<>();
        long deadline = System.nanoTime() + LISTED_WITHIN.toNanos();
        for (ListObjectsV2Response page : client.listObjectsV2Paginator(request)) {
            for (S3Object object : page.contents()) {
                // Some stores list folders, as objects that end with a slash.
                if (object.key().startsWith(begin) && !object.key().endsWith("/")) {
                    names.add(object.key().substring(prefix.length()));
                    Remote.checkCount(names.size(), text());
                }
            }
            String next = page.nextContinuationToken();
            if (next != null && (!seen.add(next) || System.nanoTime() - deadline > 0)) {
                throw new StoreFailed(text() + " lists its objects without end");
            }
        }
    }

    @Override
    public Map<String, Path> fetch(Collection<String> names, Path folder) throws InterruptedException {
        Map<String, Path> files = new ConcurrentHashMap<>();
        List<Callable<Void>> tasks = new ArrayList<>();
        for (String name : names) {
            Path file = folder.resolve("object-" + tasks.size());
            tasks.add(() -> {
                try {
                    client.getObject(
                            request -> request.bucket(place.bucket()).key(prefix + name),
                            (response, in) -> Remote.keep(name, in, file));
                    files.put(name, file);
                } catch (NoSuchKeyException pruned) {
                    Files.deleteIfExists(file);
                }
                return null;
            });
        }
        all(tasks);
        return files;
    }

    @Override
    public void change(Change change) throws InterruptedException {
        List<Callable<Void>> tasks = new ArrayList<>();
        change.added().forEach((name, content) -> tasks.add(() -> add(name, content)));
        change.replaced()
                .forEach((name, content) -> tasks.add(() -> {
                    client.putObject(
                            request -> request.bucket(place.bucket()).key(prefix + name),
                            RequestBody.fromBytes(content));
                    return null;
                }));
        all(tasks);
        all(change.deleted().stream()
                .map(name -> (Callable<Void>) () -> {
                    client.deleteObject(
                            request -> request.bucket(place.bucket()).key(prefix + name));
                    return null;
                })
                .toList());
    }

    /** Adds an object, unless there is one of its name: then another gate shared the same. */
    private @Nullable Void add(String name, byte[] content) throws InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                client.putObject(
                        request -> request.bucket(place.bucket())
                                .key(prefix + name)
                                .ifNoneMatch("*"),
                        RequestBody.fromBytes(content));
                return null;
            } catch (S3Exception e) {
                if (e.statusCode() == 412) {
                    return null;
                } else if (e.statusCode() == 501) {
                    // A store without conditions: names are unique, so that what it replaces is the same.
                    client.putObject(
                            request -> request.bucket(place.bucket()).key(prefix + name),
                            RequestBody.fromBytes(content));
                    return null;
                } else if (e.statusCode() != 409 || attempt == MOST_CONFLICTS) {
                    throw e;
                }
                Thread.sleep(100L * attempt);
            }
        }
    }

    private void all(List<Callable<Void>> tasks) throws InterruptedException {
        List<Future<Void>> running = new ArrayList<>();
        tasks.forEach(task -> running.add(requests.submit(task)));
        try {
            for (Future<Void> one : running) {
                asked(() -> result(one));
            }
        } finally {
            running.forEach(one -> one.cancel(true));
        }
    }

    private static Void result(Future<Void> task) throws Exception {
        try {
            return task.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    private <T> T asked(Callable<T> question) throws InterruptedException {
        try {
            return question.call();
        } catch (InterruptedException | AbortedException e) {
            throw new InterruptedException();
        } catch (SdkException e) {
            throw new StoreFailed(S3Clients.reason(place, e), e);
        } catch (IOException e) {
            throw new StoreFailed(place.text() + ": " + e, e);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        requests.shutdownNow();
        client.close();
    }
}
