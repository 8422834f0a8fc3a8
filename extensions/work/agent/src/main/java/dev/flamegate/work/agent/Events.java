package dev.flamegate.work.agent;

import dev.flamegate.work.boot.Work;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The methods whose calls are events: statements and rows of JDBC drivers, and requests of HTTP clients. Wrappers
 * around a driver are of the same types, and their calls contain the driver's, so only the outermost ones count.
 */
final class Events {
    private static final Set<String> STATEMENTS = new HashSet<>(
            Arrays.asList("java/sql/Statement", "java/sql/PreparedStatement", "java/sql/CallableStatement"));
    private static final String RESULT = "java/sql/ResultSet";
    private static final Map<String, Collection<String>> CLIENTS = clients();

    private final Set<String> statements = ConcurrentHashMap.newKeySet();
    private final Set<String> results = ConcurrentHashMap.newKeySet();

    private static Map<String, Collection<String>> clients() {
        Map<String, Collection<String>> clients = new HashMap<>();
        clients.put("jdk/internal/net/http/HttpClientFacade", Arrays.asList("send", "sendAsync"));
        clients.put("okhttp3/internal/connection/RealCall", Arrays.asList("execute", "enqueue"));
        clients.put("okhttp3/RealCall", Arrays.asList("execute", "enqueue"));
        clients.put("org/apache/http/impl/client/CloseableHttpClient", Arrays.asList("execute"));
        clients.put("org/apache/hc/client5/http/impl/classic/CloseableHttpClient", Arrays.asList("execute"));
        clients.put("org/apache/hc/client5/http/impl/async/CloseableHttpAsyncClient", Arrays.asList("execute"));
        clients.put("io/vertx/core/http/impl/HttpClientRequestImpl", Arrays.asList("send", "end"));
        clients.put("reactor/netty/http/client/HttpClientConnect$HttpClientHandler", Arrays.asList("requestWithBody"));
        return clients;
    }

    /** True for a class of the platform whose calls are events. */
    static boolean isClient(String type) {
        return CLIENTS.containsKey(type);
    }

    /** Notes what a class is, before the classes that extend it are loaded. */
    void note(ClassNode node) {
        Collection<String> above = new HashSet<>(node.interfaces);
        above.add(String.valueOf(node.superName));
        for (String type : above) {
            if (STATEMENTS.contains(type) || statements.contains(type)) {
                statements.add(node.name);
            }
            if (RESULT.equals(type) || results.contains(type)) {
                results.add(node.name);
            }
        }
    }

    /** The kind of event that a method's calls are; {@code null} for none. */
    @Nullable
    Integer of(ClassNode node, MethodNode method) {
        if ((method.access & (Opcodes.ACC_STATIC | Opcodes.ACC_PUBLIC)) != Opcodes.ACC_PUBLIC
                || method.name.startsWith("<")) {
            return null;
        }
        if (statements.contains(node.name) && method.name.startsWith("execute")) {
            return Work.STATEMENT;
        } else if (results.contains(node.name) && method.name.equals("next") && method.desc.equals("()Z")) {
            return Work.ROW;
        } else if (CLIENTS.getOrDefault(node.name, new HashSet<>()).contains(method.name)) {
            return Work.REQUEST;
        }
        return null;
    }
}
