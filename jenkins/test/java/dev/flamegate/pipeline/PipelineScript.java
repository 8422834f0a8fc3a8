package dev.flamegate.pipeline;

import com.cloudbees.groovy.cps.Continuable;
import com.cloudbees.groovy.cps.SerializableScript;
import org.codehaus.groovy.runtime.InvokerHelper;
import org.jspecify.annotations.Nullable;

/** The base class of pipelines and global variables: whatever is not one of their methods is a step. */
public abstract class PipelineScript extends SerializableScript {
    private static final long serialVersionUID = 1;

    @Override
    public @Nullable Object invokeMethod(String name, Object arguments) {
        Object[] values = InvokerHelper.asArray(arguments);
        Jenkins jenkins = Jenkins.current();
        if (jenkins.isVariable(name)) {
            return InvokerHelper.invokeMethod(jenkins.variable(name), "call", values);
        } else if (jenkins.isBlock(name)) {
            return InvokerHelper.invokeMethod(jenkins.blocks(this), name, values);
        }
        return Continuable.suspend(Step.of(name, values));
    }

    @Override
    public Object getProperty(String name) {
        return switch (name) {
            case "env" -> Jenkins.current().environment();
            case "currentBuild" -> Jenkins.current().build();
            case "scm" -> "the repository";
            default -> super.getProperty(name);
        };
    }
}
