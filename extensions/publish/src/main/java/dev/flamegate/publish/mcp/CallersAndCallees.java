package dev.flamegate.publish.mcp;

import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.format.Names;
import dev.flamegate.plan.yaml.Words;
import dev.flamegate.publish.flame.MethodsJson;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Answers which methods call a method, and which it calls. */
final class CallersAndCallees implements Tool {
    /** Methods that a message lists, of those that may be meant. */
    private static final int LISTED = 10;

    @Override
    public String name() {
        return "callers_and_callees";
    }

    @Override
    public String description() {
        return "What calls a method and what it calls in a flame graph, the costliest first, with the cost that passes"
                + " between them; units and baseline as in top_methods. A caller null means that the method is the"
                + " outermost frame. Ask again for a caller to go on towards the application's code.";
    }

    @Override
    public List<Parameter> parameters() {
        List<Parameter> parameters = new ArrayList<>();
        parameters.add(Parameter.text(
                        "method",
                        "Class and method, such as shop.Prices.multiply; the end of the name, if only one has it.")
                .needed());
        parameters.addAll(StoredProfiles.parameters());
        parameters.add(Parameter.LIMIT);
        return parameters;
    }

    @Override
    public ObjectNode answer(Arguments arguments, Stored stored) {
        StoredProfiles profiles = StoredProfiles.of(arguments, stored);
        MethodsJson.Input input = profiles.input();
        String method = meant(arguments.text("method").orElseThrow(), CallsJson.names(input));
        return CallsJson.of(input, CallsJson.find(input, method).orElseThrow(), arguments.limit());
    }

    /** A name as it is, as answers show it, or the end of one alone. */
    private static String meant(String given, List<String> names) {
        for (String name : names) {
            if (name.equals(given) || Names.visible(name).equals(given)) {
                return name;
            }
        }
        List<String> ending =
                names.stream().filter(name -> name.endsWith("." + given)).toList();
        if (ending.size() == 1) {
            return ending.get(0);
        } else if (ending.size() > 1) {
            throw new UsageProblem(given + " is ambiguous: " + ending.size() + " methods end with it: "
                    + String.join(", ", ending.subList(0, Math.min(LISTED, ending.size())))
                    + (ending.size() > LISTED ? ", …" : ""));
        }
        String nearest = Words.nearest(given, names);
        throw new UsageProblem("there is no method " + given + " in the profile: "
                + (nearest == null ? "top_methods with `containing` finds names" : "did you mean " + nearest + "?"));
    }
}
