package dev.flamegate.publish.mcp;

import dev.flamegate.profile.Hotspots;
import dev.flamegate.profile.MethodCost;
import dev.flamegate.publish.flame.MethodsJson;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes the callers and callees of a method with costs as in {@link MethodsJson}, as one JSON object. */
final class CallsJson {
    private CallsJson() {}

    /**
     * The object. {@code more} says how many callers and callees are left out, which are the cheapest.
     *
     * @param method in the profiles of {@code input}
     * @param limit how many callers, and how many callees, are shown at most
     */
    public static ObjectNode of(MethodsJson.Input input, CallNeighbours method, int limit) {
        boolean compared = input.baseline().isPresent();
        ObjectNode root = input.head();
        MethodsJson.add(root.putObject("method"), method.method(), compared);
        add(root, "callers", method.callers(), compared, limit);
        add(root, "callees", method.callees(), compared, limit);
        return root;
    }

    public static List<String> names(MethodsJson.Input input) {
        return Hotspots.between(input.compared(), input.beforeFactor(), input.after(), input.afterFactor())
                .methods()
                .stream()
                .map(MethodCost::name)
                .toList();
    }

    /** The method in the profiles; empty when it is in neither. */
    public static Optional<CallNeighbours> find(MethodsJson.Input input, String name) {
        return CallNeighbours.of(name, input.compared(), input.beforeFactor(), input.after(), input.afterFactor());
    }

    private static void add(
            ObjectNode root, String name, List<CallNeighbours.Call> calls, boolean compared, int limit) {
        ArrayNode array = root.putArray(name);
        calls.stream().limit(limit).forEach(call -> {
            ObjectNode node = array.addObject();
            node.put("frame", call.frame());
            MethodsJson.add(node, call.cost(), compared);
        });
        if (calls.size() > limit) {
            root.withObject("more").put(name, calls.size() - limit);
        }
    }
}
