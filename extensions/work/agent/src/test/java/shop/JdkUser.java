package shop;

import dev.flamegate.probe.Answers;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.zip.GZIPInputStream;

/** A program of its own that the agent counts: prints what its agent answers, with the table as text. */
public final class JdkUser {
    private JdkUser() {}

    public static void main(String[] arguments) throws Exception {
        var pool = Executors.newFixedThreadPool(1, task -> new Thread(task, "worker"));
        ask("idle");
        ask("loaded");
        for (int i = 0; i < 30; i++) {
            pool.submit(JdkUser::request).get();
            ask("settled");
        }
        ask("serving");
        for (int i = 0; i < 3; i++) {
            ask("begin");
            pool.submit(JdkUser::request).get();
            System.out.println("counts " + ask("end 0").get("counts"));
        }
        System.out.println("failed " + ask("classes"));
        int size = Integer.parseInt(ask("table").get("size"));
        byte[] table = new byte[size];
        for (int at = 0; at < size; ) {
            byte[] part = Base64.getDecoder().decode(ask("table " + at).get("bytes"));
            System.arraycopy(part, 0, table, at, part.length);
            at += part.length;
        }
        System.out.write(new GZIPInputStream(new ByteArrayInputStream(table)).readAllBytes());
        System.out.flush();
        pool.shutdown();
    }

    private static Map<String, String> ask(String question) {
        return Answers.work.apply(question);
    }

    private static Object request() {
        Map<String, List<Integer>> all = new HashMap<>();
        for (int i = 0; i < 20; i++) {
            all.computeIfAbsent("key " + i % 5, key -> new ArrayList<>()).add(i);
        }
        try {
            Integer.parseInt("none");
        } catch (NumberFormatException e) {
            all.put(e.getMessage(), List.of());
        }
        return new ConcurrentHashMap<>(all).toString().replaceAll("\\d+", String.format("%05d", all.size()));
    }
}
